import type { Deps } from './deps.ts';
import { checkFile } from './jobs/check-file.ts';
import { deleteFile } from './jobs/delete-file.ts';
import { dropCustomer } from './jobs/drop-customer.ts';
import { endSessions } from './jobs/end-sessions.ts';
import { expireCheckout } from './jobs/expire-checkout.ts';
import { fitPlan } from './jobs/fit-plan.ts';
import { growPlan } from './jobs/grow-plan.ts';
import { issueDue } from './jobs/issue-invoices.ts';
import { mailAnnouncement, startAnnouncement } from './jobs/mail-announcement.ts';
import { mailInvitations } from './jobs/mail-invitations.ts';
import { mailInvoices } from './jobs/mail-invoices.ts';
import { mailPlan } from './jobs/mail-plan.ts';
import { mailReset } from './jobs/mail-reset.ts';
import { mailViolation } from './jobs/mail-violation.ts';

/** The row a job works on. `id` may be sent along to the external service as the idempotency key. */
export type OutboxRow = {
  id: string;
  hoa_id: string;
  kind: string;
  key: string;
  payload: Record<string, unknown>;
  created_at: string;
};

/** Does what an outbox row asks for. It may run twice for one row and must do no harm then; what it throws is tried
 * again later (`RetryLater` says when, `PermanentFailure` that it is no use). It reports through `asSystem`. */
export type Job = (deps: Deps, payload: Record<string, unknown>, row: OutboxRow) => Promise<void>;

/** What each kind of outbox row asks for. */
export const jobs: Record<string, Job> = {
  checkFile,
  deleteFile,
  expireCheckout,
  startAnnouncement,
  mailAnnouncement,
  mailViolation,
  issueInvoices: issueDue,
  mailInvoices,
  mailInvitations,
  mailReset,
  endSessions,
  // A socket was let in for the role of then.
  closeSockets: async (deps, { id }, { hoa_id }) => deps.disconnect(hoa_id, { user_id: String(id) }),
  fitPlan,
  growPlan,
  mailPlan,
  dropCustomer,
};
