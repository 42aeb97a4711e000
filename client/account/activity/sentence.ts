import type { Act, ActivityKind, Changes, ChangeValue } from '../../../schema/activity.ts';
import type { Activity } from '../../../schema/tables/activity.ts';
import type { MutatorName } from '../../../sync/mutators.ts';
import type { Verbs } from '../../outbox-label.ts';
import type { People } from '../../screens/people.tsx';
import { formatDate, formatLabel, formatMoney } from '../../ui/format.ts';

/** The words between a person and the record, as features have them for their mutators. */
const ACT_VERBS: Record<Exclude<Act, MutatorName>, string> = {
  signIn: 'signed in',
  signInFailed: 'failed to sign in as',
  signOut: 'signed out',
  endSession: 'signed a device out of',
  requestPasswordReset: 'requested a password reset for',
  resetPassword: 'reset the password from an email link',
  changePassword: 'changed their password',
  changeEmail: 'changed the email of',
  addSecondFactor: 'turned on two-step verification',
  removeSecondFactor: 'turned off two-step verification for',
  useRecoveryCode: 'used a recovery code',
  acceptInvitation: 'accepted the invitation',
  startTrial: 'signed up',
  completeSignup: 'completed the signup of',
  importUsers: 'imported',
  connectPayoutAccount: 'connected',
  updatePayoutAccount: 'updated',
  changeSubscription: 'changed',
  setActivityRetention: 'changed how long activity is kept',
  issueInvoices: 'issued',
  openLedger: 'opened the ledger for',
  postFees: 'charged late fees or interest to',
  correctFees: 'reversed late fees for',
  announceFees: 'sent notice of late fees for',
  applyPolicy: 'applied a rule to',
  endPlans: 'ended the payment plan for',
  remind: 'reminded',
  startCheckout: 'started to pay',
  refundPayment: 'refunded a payment for',
  deliverAnnouncement: 'delivered',
  exportData: 'exported the data of',
  createApiToken: 'created',
  revokeApiToken: 'revoked',
  makeCalendarAddress: 'created a calendar link for',
  deleteCalendarAddress: 'turned off the calendar link of',
  createWebhook: 'added',
  changeWebhook: 'changed',
  rotateWebhookSecret: 'created a new secret for',
  deleteWebhook: 'deleted',
  disableWebhook: 'turned off',
  pauseMails: 'paused emails for',
  verifyEmail: 'verified the email of',
  checkFile: 'removed a bad file from',
  withholdNotice: 'withheld the notice of',
  reportFailure: 'reported a failure of',
};
/** Acts of a person on themselves: the name says it all. */
const ALONE: readonly string[] = [
  'signIn',
  'signOut',
  'resetPassword',
  'changePassword',
  'addSecondFactor',
  'useRecoveryCode',
  'acceptInvitation',
  'setActivityRetention',
] satisfies Act[];

/** Where it is not the kind's own name. */
const KIND_LABELS: Partial<Record<ActivityKind, string>> = {
  hoa: 'HOA',
  actionItem: 'action item',
  policy: 'rule',
  failedJob: 'task',
  subscription: 'plan',
  payoutAccount: 'payment account',
  apiToken: 'API token',
};
export const kindLabel = (kind: ActivityKind): string => KIND_LABELS[kind] ?? kind;

export const actionsWith = (verbs: Verbs): string[] => Object.keys({ ...verbs, ...ACT_VERBS });
/** "setInvoiceStatus" becomes "Set Invoice Status". */
export const actionLabel = (action: string): string => formatLabel(action.replace(/[A-Z]/g, (letter) => `_${letter}`));

/** `subject` stands before the record's name, which is a link; '' without a record. */
type Sentence = { who: string; said: string; title: string };

/** "Bea Board", "changed Status from Open to Resolved on request", "Leaky gutter". */
export const sentenceOf = (activity: Activity, people: People, verbs: Verbs): Sentence => {
  const { action, entity, title, changes } = activity;
  const known: Readonly<Record<string, string>> = { ...verbs, ...ACT_VERBS };
  const verb = known[action] ?? actionLabel(action).toLowerCase();
  const who = actorName(activity);
  if (ALONE.includes(action)) return { who, said: verb, title: '' };
  const kind = kindLabel(entity);
  const what = verb === 'changed' ? changeText(changes, people) : '';
  return { who, said: what ? `${what} on ${kind}` : `${verb} ${kind}`, title: title ?? '' };
};

export const actorName = ({ actor_name, action }: Activity): string =>
  actor_name || (action === 'signInFailed' || action === 'requestPasswordReset' ? 'Someone' : 'Porchlight');

const changeText = (changes: Changes, people: People): string => {
  const [first, ...more] = Object.keys(changes);
  if (!first) return '';
  const values = changes[first];
  const span = values ? ` from ${valueText(first, values[0], people)} to ${valueText(first, values[1], people)}` : '';
  return `changed ${fieldLabel(first)}${span}${more.length > 0 ? ` and ${more.length} more` : ''}`;
};

const LABELS: Record<string, string> = {
  amount_cents: 'Amount',
  'payment.amount_cents': 'Payment amount',
  'entry.amount_cents': 'Amount',
  is_public: 'Visible to residents',
  is_rented: 'Rented',
  assigned_to: 'Assignee',
  user_id: 'Resident',
  recipient_id: 'Resident',
  address_id: 'Address',
  photo: 'Attachment',
  more_photos: 'More attachments',
  custom_recipients: 'Recipients',
  audience_type: 'Audience',
  streets: 'Streets',
  recipient_rule: 'Recipients',
  excluded: 'People left out',
};
export const fieldLabel = (field: string): string =>
  LABELS[field] ??
  formatLabel(field.replace(/_(id|at|url)$/, '').replaceAll('.', ' ')).replace(/ [A-Z]/g, (word) => word.toLowerCase());

const PEOPLE = ['assigned_to', 'user_id', 'recipient_id'];
const WORDS = /(^|\.)(status|role|category|frequency|audience_type|recipient_rule|method|kind|reason|plan|next_plan)$/;
const INSTANT = /^\d{4}-\d\d-\d\d(T|$)/;

export const valueText = (field: string, value: ChangeValue, people: People): string => {
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return field.endsWith('_cents') ? formatMoney(value) : String(value);
  if (PEOPLE.includes(field)) return people.name(value) || 'someone';
  if (INSTANT.test(value)) return formatDate(value);
  return WORDS.test(field) && /^[a-z_]+$/.test(value) ? formatLabel(value) : value;
};
