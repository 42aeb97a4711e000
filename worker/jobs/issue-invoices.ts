import { issueInvoices } from './invoicing.ts';
import type { Job } from './job.ts';

/** Issues the invoices of one due that was made or changed, where its send date has come already. */
export const issueDueInvoices: Job<'issueInvoices'> = (deps, { id }) => issueInvoices(deps, id);
