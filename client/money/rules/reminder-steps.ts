import type { PolicySettings } from '../../../schema/policy-inputs.ts';

type Step = PolicySettings['dunning']['steps'][number];

/** The placeholders for values of the account in a reminder (DUN-04). */
export const PLACEHOLDERS = [
  { placeholder: '{name}', meaning: 'The holder’s name' },
  { placeholder: '{home}', meaning: 'The home’s address' },
  { placeholder: '{due_now}', meaning: 'The total amount due' },
  { placeholder: '{oldest_due}', meaning: 'The oldest due date' },
  { placeholder: '{days}', meaning: 'Days since the oldest due date' },
  { placeholder: '{fees}', meaning: 'Late fees and interest included' },
  { placeholder: '{pay_link}', meaning: 'Link to the payment page' },
  { placeholder: '{statement_link}', meaning: 'Link to the statement' },
] as const;

const overdue = (opening: string): string =>
  `Dear {name},\n\n${opening}\n\nPay online: {pay_link}\nView your statement: {statement_link}\n\nIf you have paid in the meantime, thank you. If you can’t pay now, please contact the board.`;

/** The board is offered these until it has saved reminders of its own (DUN-01). */
export const DEFAULT_STEPS: readonly Step[] = [
  {
    days: -3,
    channel: 'mail',
    subject: 'Your dues are due in 3 days',
    text: 'Dear {name},\n\n{due_now} for {home} will be due on {oldest_due}.\n\nPay online: {pay_link}',
  },
  {
    days: 0,
    channel: 'mail',
    subject: 'Your dues are due now',
    text: 'Dear {name},\n\n{due_now} for {home} is due now.\n\nPay online: {pay_link}',
  },
  {
    days: 5,
    channel: 'mail',
    subject: 'A friendly reminder',
    text: overdue('{due_now} for {home} has been unpaid since {oldest_due}.'),
  },
  {
    days: 15,
    channel: 'mail',
    subject: 'Your account is 15 days past due',
    text: overdue('{due_now} for {home} is past due. The oldest charge was due {oldest_due}, {days} days ago.'),
  },
  {
    days: 30,
    channel: 'mail',
    subject: 'Your account is 30 days past due',
    text: overdue(
      '{due_now} for {home} is past due. The oldest charge was due {oldest_due}, {days} days ago. This includes late fees and interest of {fees}.',
    ),
  },
  {
    days: 45,
    channel: 'letter',
    subject: 'Past-due account',
    text: overdue(
      'Our records show that {due_now} for {home} is past due. The oldest charge was due {oldest_due}, {days} days ago. This includes late fees and interest of {fees}.',
    ),
  },
];
