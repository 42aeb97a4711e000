import { issueInvoices } from './invoicing.ts';
import type { Job } from './register.ts';

/** Issues the invoices of one due that was made or changed, where its send date has come already. */
export const issueDueInvoices: Job = (deps, { id }) => issueInvoices(deps, String(id));
