import type { JobKind } from '../../schema/outbox.ts';
import { mailNotifications } from '../notifications/mail.ts';
import { pushNotifications } from '../notifications/push.ts';
import { queueNotifications } from '../notifications/queue.ts';
import { reconcile } from '../payments/reconcile.ts';
import { sendRefund } from '../payments/send-refund.ts';
import { settlePayment } from '../payments/settle-payment.ts';
import { endSubscription, mailCertificate } from '../retention/departure-jobs.ts';
import { eraseTraces } from '../retention/erase-traces.ts';
import { renameFiles } from '../retention/rename-files.ts';
import { applyPolicy } from './apply-policy.ts';
import { checkPlanLimit } from './check-plan-limit.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { emitWebhooks } from './emit-webhooks.ts';
import { checkFile, deleteFile } from './files.ts';
import { followDueRules, issueDueInvoices } from './issue-invoices.ts';
import type { Job } from './job.ts';
import { mailAnnouncement, sendAnnouncement, startAnnouncement } from './mail-announcement.ts';
import { mailFeeNotice, mailFees } from './mail-fees.ts';
import { mailInvoices } from './mail-invoices.ts';
import { mailInvitations, mailReset } from './mail-links.ts';
import { mailOperator } from './mail-operator.ts';
import { mailPlan } from './mail-plan.ts';
import { mailReceipt } from './mail-receipt.ts';
import { mailReminder } from './mail-reminder.ts';
import { mailReturn } from './mail-return.ts';
import { mailSignupCode } from './mail-signup-code.ts';
import { mailViolation } from './mail-violation.ts';
import { freezeMinutes, publishMinutes } from './minutes.ts';
import { openLedger } from './open-ledger.ts';
import { correctFees, findDueFees, postAccountFees } from './post-fees.ts';
import { recalculateAccounts } from './recalculate-accounts.ts';
import { endPlans, remindAccounts } from './remind-accounts.ts';
import { remindBoard } from './remind-board.ts';
import { closeSockets, endSessions } from './sessions.ts';
import { deleteCustomer, expireCheckout } from './stripe-jobs.ts';
import { upgradePlan } from './upgrade-plan.ts';

export const jobs: { [K in JobKind]: Job<K> } = {
  checkFile,
  deleteFile,
  expireCheckout,
  settlePayment,
  sendRefund,
  reconcile,
  sendAnnouncement,
  startAnnouncement,
  mailAnnouncement,
  mailViolation,
  issueInvoices: issueDueInvoices,
  followRules: followDueRules,
  openLedger,
  recalculateAccounts,
  postFees: findDueFees,
  postAccountFees,
  correctFees,
  mailFees,
  mailReturn,
  mailFeeNotice,
  applyPolicy,
  mailInvoices,
  mailReceipt,
  endPlans,
  remindAccounts,
  remindBoard,
  mailReminder,
  mailInvitations,
  mailReset,
  mailSignupCode,
  endSessions,
  // A socket keeps the audiences of the role that its user had when it was opened.
  closeSockets,
  eraseTraces,
  renameFiles,
  endSubscription,
  mailCertificate,
  fitPlan: checkPlanLimit,
  growPlan: upgradePlan,
  mailPlan,
  dropCustomer: deleteCustomer,
  mailOperator,
  emitWebhooks,
  deliverWebhook,
  freezeMinutes,
  publishMinutes,
  notify: queueNotifications,
  mailNotifications,
  pushNotifications,
};
