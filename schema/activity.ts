/** Acts that no mutator does: acts of identity, of the schedule, of webhooks and of jobs. They are stored, so none is
 * ever renamed or removed. */
const ACTS = [
  'signIn',
  'signInFailed',
  'signOut',
  'endSession',
  'requestPasswordReset',
  'resetPassword',
  'changePassword',
  'changeEmail',
  'addSecondFactor',
  'removeSecondFactor',
  'useRecoveryCode',
  'acceptInvitation',
  'startTrial',
  'verifyEmail',
  'completeSignup',
  'importUsers',
  'connectPayoutAccount',
  'updatePayoutAccount',
  'changeSubscription',
  'setActivityRetention',
  'exportData',
  'createApiToken',
  'revokeApiToken',
  'makeCalendarAddress',
  'deleteCalendarAddress',
  'createWebhook',
  'changeWebhook',
  'rotateWebhookSecret',
  'deleteWebhook',
  'disableWebhook',
  'issueInvoices',
  'openLedger',
  'postFees',
  'correctFees',
  'announceFees',
  'applyPolicy',
  'endPlans',
  'remind',
  'startCheckout',
  'refundPayment',
  'recordPayment',
  'deliverAnnouncement',
  'checkFile',
  'withholdNotice',
  'pauseMails',
  'reportFailure',
] as const;
export type Act = (typeof ACTS)[number];

/** The subject of an activity: the synced records that people know, and things that never sync. */
export const ACTIVITY_KINDS = [
  'request',
  'violation',
  'announcement',
  'document',
  'due',
  'invoice',
  'user',
  'address',
  'hoa',
  'account',
  'deposit',
  'policy',
  'meeting',
  'actionItem',
  'failedJob',
  'subscription',
  'payoutAccount',
  'activity',
  'apiToken',
  'webhook',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

export type ChangeValue = string | number | boolean | null;
/** The old and the new value of each changed field; null where they are too long to keep. */
export type Changes = Record<string, [ChangeValue, ChangeValue] | null>;

/** Characters of a value and of a title. */
export const VALUE_LIMIT = 120;

/** Activities of the last days lie on the superadmins' devices. */
export const ACTIVITY_DAYS_ON_DEVICES = 180;

/** How many years activities are kept; null: for ever. */
export const ACTIVITY_YEARS = [2, 3, 5, 7, 10] as const;
export const DEFAULT_ACTIVITY_YEARS = 7;
/** Activities about money are kept at least this long. */
export const MONEY_YEARS = 7;
export const MONEY_KINDS = [
  'due',
  'invoice',
  'account',
  'deposit',
  'policy',
  'subscription',
  'payoutAccount',
] as const satisfies ActivityKind[];
