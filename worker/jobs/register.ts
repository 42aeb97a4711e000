import type { JobKind } from '../../schema/outbox.ts';
import { checkFile } from './check-file.ts';
import { checkPlanLimit } from './check-plan-limit.ts';
import { deleteFile } from './delete-file.ts';
import { deleteCustomer } from './drop-customer.ts';
import { endSessions } from './end-sessions.ts';
import { expireCheckout } from './expire-checkout.ts';
import { issueDueInvoices } from './issue-invoices.ts';
import type { Job } from './job.ts';
import { mailAnnouncement, startAnnouncement } from './mail-announcement.ts';
import { mailInvitations } from './mail-invitations.ts';
import { mailInvoices } from './mail-invoices.ts';
import { mailPlan } from './mail-plan.ts';
import { mailReset } from './mail-reset.ts';
import { mailViolation } from './mail-violation.ts';
import { upgradePlan } from './upgrade-plan.ts';

/** The job of each kind of outbox row. */
export const jobs: { [K in JobKind]: Job<K> } = {
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
  closeSockets: async (deps, { id }, { hoa_id }) => deps.disconnect(hoa_id, { user_id: id }),
  fitPlan: checkPlanLimit,
  growPlan: upgradePlan,
  mailPlan,
  dropCustomer: deleteCustomer,
};
