import type { NotificationEvent } from './notifications.ts';
import type { PlanName } from './plans.ts';
import type { NotifiedEntity } from './tables/notifications.ts';
import type { NotedEvent, RecordEvent } from './webhooks.ts';

/** The jobs that run after a commit, each kind with its payload. Both are stored, so kinds are never renamed and
 * payloads only grow. Times are ISO 8601. */
export type Effects = {
  checkFile: { key: string; user_id: string; client_group_id: string | undefined };
  deleteFile: { key: string };
  /** Sends the announcement that is scheduled for `send_at`. */
  sendAnnouncement: { id: string; send_at: string };
  startAnnouncement: { id: string; hoa_id: string };
  /** `since` identifies the sending; mails of an earlier sending are not sent. */
  mailAnnouncement: { id: string; hoa_id: string; since: string; deliveries: string[] };
  mailViolation: { id: string; hoa_id: string };
  issueInvoices: { id: string };
  /** Finds the recipients of dues anew that have a rule for them. */
  followRules: Record<string, never>;
  /** Goes on with the users after the id `after`; `part` counts from 0. */
  openLedger: { started_at: string; part: number; after: string };
  /** Goes on with the accounts after the id `after`; `day` is a calendar date. */
  recalculateAccounts: { day: string; after: string };
  /** Looks at the accounts after the id `after`; `day` is a calendar date of the HOA. */
  postFees: { day: string; after: string };
  /** `ids` are those of the entries that are expected. */
  postAccountFees: { day: string; accounts: { id: string; ids: string[] }[] };
  /** Late fees of an account that money recorded later shows to be too high. */
  correctFees: { account_id: string };
  /** Entries of late fees and interest of one account, to its holders. */
  /** About the return `entry_id` of payment `payment_id`. */
  mailReturn: { payment_id: string; entry_id: string };
  mailFees: { account_id: string; ids: string[] };
  /** To the board, a week before the first late fee. */
  mailFeeNotice: { day: string };
  /** Brings the sums of accounts up to date with a rule about what is paid first; goes on after the id `after`. */
  applyPolicy: { id: string; after: string };
  mailInvoices: { ids: string[] };
  /** The receipt of payment `id`. */
  mailReceipt: { id: string };
  /** Breaks plans that were not kept; goes on with the accounts after the id `after`. `day` is a calendar date of the
   * HOA. */
  endPlans: { day: string; after: string };
  /** Makes the reminders of the calendar date `day`; goes on with the accounts after the id `after`. */
  remindAccounts: { day: string; after: string };
  /** To all who get reminder `id`, or to the users `to` alone. */
  mailReminder: { id: string; to?: string[] };
  /** At most 100 users, invited at `at`. */
  mailInvitations: { ids: string[]; at: string };
  mailReset: { id: string; at: string };
  /** The code that signup `id` was given at `at`. */
  mailSignupCode: { id: string; at: string };
  /** Ends the sign-ins that user `id` had at `at`. */
  endSessions: { id: string; at: string };
  closeSockets: { id: string };
  /** Goes on with rows of `entity` after the id `after`; `name` and `email` are those before the erasure. */
  eraseTraces: { id: string; name: string; email: string; entity?: string; after?: string };
  /** Renames an erased user's files after the key `after`; `name` and `email` are those before the erasure. */
  renameFiles: { id: string; name: string; email: string; after?: string };
  /** Ends the subscription of an HOA that leaves. */
  endSubscription: { at: string };
  mailCertificate: { to: string[]; certificate: Certificate };
  expireCheckout: { session: string };
  /** `payment_intent` is Stripe's id of the payment. */
  settlePayment: { payment_intent: string };
  /** Refund `id` is asked for at Stripe. */
  sendRefund: { id: string };
  /** One thing of the HOA's that is compared with Stripe; `id` is Stripe's id of it. */
  reconcile: { what: 'account' | 'subscription' | 'checkout' | 'payment'; id: string };
  fitPlan: Record<string, never>;
  /** `occasion` identifies the plan change, so that it is mailed once. `units` are addresses. */
  growPlan: { from: PlanName; plan: PlanName; units: number; occasion: string };
  mailPlan: PlanMail;
  dropCustomer: { customer: string };
  mailOperator: OperatorAlert;
  /** Makes the deliveries of the events of `at`. */
  /** Events of earlier releases have no id of their own. */
  emitWebhooks: { events: readonly (RecordEvent & Partial<NotedEvent>)[]; at: string };
  /** One attempt at delivery `id`. */
  deliverWebhook: { id: string };
  /** Finds on the calendar date `day` of the HOA what its automations tell the board of. */
  remindBoard: { day: string };
  /** About the records `ids`; `item` is the message of a reply, and of a reminder since when or by when. `by`, who caused it, is not notified. */
  notify: {
    event: NotificationEvent;
    entity: NotifiedEntity;
    ids: string[];
    item?: string | undefined;
    by: string;
    at: string;
  };
  /** Keeps the minutes of a meeting as they were approved. */
  freezeMinutes: { meeting_id: string };
  /** Files the minutes as documents in the name of user `user_id`. */
  publishMinutes: { meeting_id: string; user_id: string };
  /** Sends the waiting notifications of user `id`, in one mail. */
  mailNotifications: { id: string };
  /** Sends the waiting notifications of user `id` to each of their devices. */
  pushNotifications: { id: string };
};
export type JobKind = keyof Effects;

export type OperatorAlertKind =
  | 'outbox_failed'
  | 'outbox_old'
  | 'webhook_failed'
  | 'cron_late'
  | 'cron_failed'
  | 'reconciliation'
  | 'ledger'
  | 'newer_data'
  | 'put_back'
  | 'disk_full'
  | 'backup';
/** `details` are sentences without names. */
export type OperatorAlert = { alert: OperatorAlertKind; details: readonly string[]; at: string };
/** `counts` are the removed rows by table. */
export type Certificate = {
  hoa_id: string;
  name: string;
  leaving_at: string;
  removed_at: string;
  counts: Record<string, number>;
  digest: string;
};

export type PlanMails = {
  leaving: { removed_on: string };
  'leaving-soon': { removed_on: string };
  'trial-ending': { plan: PlanName; trial_end: string | null };
  'past-due': { plan: PlanName };
  'near-limit': { plan: PlanName; next: PlanName; units: number };
  'payments-paused': { requirements: number };
  'payments-disconnected': Record<string, never>;
  'webhook-disabled': { host: string; reason: string };
  moved: { plan: PlanName; from: PlanName; units: number };
};
export type PlanMailKind = keyof PlanMails;
export type PlanMail<K extends PlanMailKind = PlanMailKind> = {
  [Kind in K]: { mail: Kind; facts: PlanMails[Kind] };
}[K];

/** Without `due` (ISO 8601) the job runs right after the commit. `key` is its idempotency key. */
export type Effect<K extends JobKind = JobKind> = {
  [Kind in K]: { kind: Kind; key: string; payload: Effects[Kind]; due?: string };
}[K];

export const OUTBOX_STATUSES = ['pending', 'done', 'failed'] as const;
