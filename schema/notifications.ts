import type { Role } from './users.ts';

export const CHANNELS = ['mail', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Recipients of an event: whoever the record is about, those who manage such records, the one it is assigned to, `handlers`
 * (the one it is assigned to, and the managers where that is nobody), the other side of a conversation, or everybody an
 * announcement is for. The author of a change never does. */
type Recipients = 'owner' | 'managers' | 'assignee' | 'handlers' | 'otherSide' | 'audience';

type Rule = {
  label: string;
  explanation: string;
  to: Recipients;
  /** The channels of each role until the person chooses; a role that is missing never gets any. */
  defaults: Partial<Record<Role, readonly Channel[]>>;
  /** The mail is sent by a job of its own, with all that the notice must say. */
  hasOwnMail?: true;
  /** Both, where it is missing. */
  channels?: readonly Channel[];
  /** Why its mail cannot be turned off. */
  required?: string;
};

const BOTH = ['mail', 'push'] as const;
const EVERYBODY = { resident: BOTH, board: BOTH, superadmin: BOTH } as const;
const STAFF = { board: BOTH, superadmin: BOTH } as const;

/** The matrix of events and roles. Names are stored, so none is ever renamed. A feature joins with a line here and with
 * `notify` (sync/notifications/entity.ts) in its mutator. */
const EVENTS = {
  reply: {
    label: 'Replies',
    explanation: 'Someone replies to a request or violation that concerns you.',
    to: 'otherSide',
    defaults: EVERYBODY,
  },
  status: {
    label: 'Status changes',
    explanation: 'Work on your request starts, or the board needs something from you.',
    to: 'owner',
    defaults: EVERYBODY,
  },
  decision: {
    label: 'Decisions',
    explanation: 'Your request or violation is resolved, closed, rejected or dismissed.',
    to: 'owner',
    defaults: EVERYBODY,
  },
  newViolation: {
    label: 'Violation notices',
    explanation: 'The board issues a violation to you.',
    to: 'owner',
    defaults: EVERYBODY,
    hasOwnMail: true,
    required: 'Always emailed. It is an official notice and starts your time to respond.',
  },
  dueDate: {
    label: 'New due dates',
    explanation: 'The board changes your violation’s due date.',
    to: 'owner',
    defaults: EVERYBODY,
  },
  newInvoice: {
    label: 'Invoices',
    explanation: 'An invoice is issued to you.',
    to: 'owner',
    defaults: EVERYBODY,
    hasOwnMail: true,
    required: 'Always emailed. It says what you owe and when it is due.',
  },
  dueSoon: {
    label: 'Upcoming dues',
    explanation: 'Something you owe is due soon, or today.',
    to: 'owner',
    defaults: { resident: ['mail'], board: ['mail'], superadmin: ['mail'] },
    hasOwnMail: true,
    channels: ['mail'],
  },
  pastDue: {
    label: 'Past-due reminders',
    explanation: 'Something you owe is past due.',
    to: 'owner',
    defaults: { resident: ['mail'], board: ['mail'], superadmin: ['mail'] },
    hasOwnMail: true,
    channels: ['mail'],
    required: 'Always emailed, like notices of fees, returned payments and receipts. They are part of your account.',
  },
  announcement: {
    label: 'Announcements',
    explanation: 'The board has news for you. Urgent announcements are always emailed.',
    to: 'audience',
    defaults: EVERYBODY,
    hasOwnMail: true,
  },
  newRequest: {
    label: 'New requests',
    explanation: 'A resident files a request.',
    to: 'managers',
    defaults: { board: BOTH, superadmin: ['mail'] },
  },
  assignment: {
    label: 'Assignments',
    explanation: 'A request is assigned to you.',
    to: 'assignee',
    defaults: STAFF,
  },
  unanswered: {
    label: 'Unanswered requests',
    explanation: 'A request of yours, or one without an assignee, has waited too long. Set the days in Settings.',
    to: 'handlers',
    defaults: STAFF,
  },
  overdue: {
    label: 'Overdue violations',
    explanation: 'A violation is past its due date and still open. Turn this on in Settings.',
    to: 'managers',
    defaults: { board: BOTH, superadmin: ['mail'] },
  },
} as const satisfies Record<string, Rule>;

export type NotificationEvent = keyof typeof EVENTS;
export const EVENT_NAMES = Object.keys(EVENTS) as NotificationEvent[];
export const ruleOf = (event: NotificationEvent): Rule => EVENTS[event];

type Choice = Partial<Record<Channel, boolean>>;
export type Choices = Partial<Record<NotificationEvent, Choice>>;

/** Replies within this time after the first go into one mail. */
export const BURST_MINUTES = 3;
export const DEFAULT_QUIET = { from: 21, to: 7 };
export const DEFAULT_DIGEST_HOUR = 8;
