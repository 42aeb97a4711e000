import type { Deps } from '../deps.ts';
import { checkFile } from './check-file.ts';
import { checkPlanLimit } from './check-plan-limit.ts';
import { deleteFile } from './delete-file.ts';
import { deleteCustomer } from './drop-customer.ts';
import { endSessions } from './end-sessions.ts';
import { expireCheckout } from './expire-checkout.ts';
import { issueDueInvoices } from './issue-invoices.ts';
import { mailAnnouncement, startAnnouncement } from './mail-announcement.ts';
import { mailInvitations } from './mail-invitations.ts';
import { mailInvoices } from './mail-invoices.ts';
import { mailPlan } from './mail-plan.ts';
import { mailReset } from './mail-reset.ts';
import { mailViolation } from './mail-violation.ts';
import { upgradePlan } from './upgrade-plan.ts';

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
  issueInvoices: issueDueInvoices,
  mailInvoices,
  mailInvitations,
  mailReset,
  endSessions,
  // A socket was let in for the role of then.
  closeSockets: async (deps, { id }, { hoa_id }) => deps.disconnect(hoa_id, { user_id: String(id) }),
  fitPlan: checkPlanLimit,
  growPlan: upgradePlan,
  mailPlan,
  dropCustomer: deleteCustomer,
};
