import type { NotificationEvent } from '../schema/notifications.ts';
import type { JobKind, OperatorAlertKind, PlanMailKind } from '../schema/outbox.ts';

/** A job that is queued twice under one key runs once. Keys are stored, so their form never changes. `at` distinguishes
 * requests: `tx.now`, a plan, a period. */
export const outboxKeys = {
  checkFile: (file: string) => `checkFile:${file}`,
  deleteFile: (file: string, at?: string) => (at === undefined ? `deleteFile:${file}` : `deleteFile:${file}:${at}`),
  startAnnouncement: (sending: string) => `startAnnouncement:${sending}`,
  sendAnnouncement: (id: string, send_at: string, at: string) => `sendAnnouncement:${id}:${send_at}:${at}`,
  mailAnnouncement: (sending: string, batch: number) => `mailAnnouncement:${sending}:${batch}`,
  mailViolation: (violation_id: string) => `violation:${violation_id}`,
  issueInvoices: (due_id: string, at: string) => `issue-invoices/${due_id}/${at}`,
  followRules: (hoa_id: string, at: string) => `follow-rules/${hoa_id}/${at}`,
  openLedger: (started_at: string, part: number) => `open-ledger/${started_at}/${part}`,
  recalculateAccounts: (day: string, after: string) => `recalculate-accounts/${day}/${after}`,
  postFees: (day: string, after: string) => `post-fees/${day}/${after}`,
  postAccountFees: (day: string, first_account: string) => `post-fees/${day}/of/${first_account}`,
  correctFees: (account_id: string, at: string) => `correct-fees/${account_id}/${at}`,
  mailReturn: (payment_id: string) => `mail-return/${payment_id}`,
  mailFees: (account_id: string, day: string) => `mail-fees/${account_id}/${day}`,
  mailFeeNotice: (day: string) => `mail-fee-notice/${day}`,
  applyPolicy: (policy_id: string, after: string) => `apply-policy/${policy_id}/${after}`,
  mailInvoices: (first_id: string | undefined) => `mail-invoices/${first_id}`,
  mailReceipt: (payment_id: string, at: string) => `receipt/${payment_id}/${at}`,
  endPlans: (day: string, after: string) => `end-plans/${day}/${after}`,
  remindAccounts: (day: string, after: string) => `remind/${day}/${after}`,
  /** `about` is the oldest charge or the plan. */
  mailReminder: (account_id: string, about: string, step: string) => `dunning/${account_id}/${about}/${step}`,
  mailInvitations: (first_id: string | undefined, at: string) => `invitations/${first_id}/${at}`,
  mailReset: (user_id: string, at: string) => `reset/${user_id}/${at}`,
  mailSignupCode: (signup_id: string, at: string) => `signup-code/${signup_id}/${at}`,
  endSessions: (user_id: string, at: string) => `end-sessions/${user_id}/${at}`,
  closeSockets: (user_id: string, at: string) => `close-sockets/${user_id}/${at}`,
  eraseTraces: (user_id: string, at: string) => `erase-traces/${user_id}/${at}`,
  renameFiles: (user_id: string, at: string) => `rename-files/${user_id}/${at}`,
  endSubscription: (at: string) => `end-subscription/${at}`,
  mailCertificate: (hoa_id: string) => `certificate/${hoa_id}`,
  settlePayment: (payment_intent: string, state: string) => `settle-payment/${payment_intent}/${state}`,
  sendRefund: (refund_id: string) => `send-refund/${refund_id}`,
  reconcile: (day: string, what: string, id: string) => `reconcile/${day}/${what}/${id}`,
  expireCheckout: (session: string) => `expire-checkout/${session}`,
  fitPlan: (hoa_id: string, at: string) => `fit-plan/${hoa_id}/${at}`,
  growPlan: (fit_key: string) => `${fit_key}/grow`,
  mailPlan: (mail: PlanMailKind, occasion: string) => `plan-mail/${mail}/${occasion}`,
  dropCustomer: (customer: string) => `drop-customer/${customer}`,
  emitWebhooks: (commit: string) => `emit-webhooks/${commit}`,
  deliverWebhook: (delivery: string, at: string) => `deliver-webhook/${delivery}/${at}`,
  mailOperator: (alert: OperatorAlertKind, at: string) => `operator-mail/${alert}/${at}`,
  notify: (event: NotificationEvent, id: string, at: string) => `notify/${event}/${id}/${at}`,
  remindBoard: (day: string) => `remind-board/${day}`,
  freezeMinutes: (meeting_id: string, at: string) => `freeze-minutes/${meeting_id}/${at}`,
  publishMinutes: (meeting_id: string, at: string) => `publish-minutes/${meeting_id}/${at}`,
  /** Named by the notification that has waited longest, or by the time at which the user chose anew. */
  mailNotifications: (user_id: string, first: string) => `notification-mail/${user_id}/${first}`,
  pushNotifications: (user_id: string, first: string) => `notification-push/${user_id}/${first}`,
} satisfies Record<JobKind, (...parts: never[]) => string>;

export const halfKey = (key: string, at: number): string => `${key}.${at}`;

export const resendKey = (failed_job_id: string, at: string): string => `resend/${failed_job_id}/${at}`;
