import type { PolicySettings } from '../../../schema/policy-inputs.ts';

type Step = PolicySettings['dunning']['steps'][number];

/** The placeholders for values of the account in a reminder (DUN-04). */
export const PLACEHOLDERS = [
  { placeholder: '{name}', meaning: 'The name of the holder' },
  { placeholder: '{home}', meaning: 'The address of the home' },
  { placeholder: '{due_now}', meaning: 'All that is due' },
  { placeholder: '{oldest_due}', meaning: 'The day since which something is due' },
  { placeholder: '{days}', meaning: 'The days since then' },
  { placeholder: '{fees}', meaning: 'Late fees and interest in it' },
  { placeholder: '{pay_link}', meaning: 'The address of the page to pay on' },
  { placeholder: '{statement_link}', meaning: 'The address of the statement' },
] as const;

const overdue = (opening: string): string =>
  `Dear {name},\n\n${opening}\n\nPay online: {pay_link}\nEverything in detail: {statement_link}\n\nIf you have paid in the meantime, thank you: nothing more is needed. If you cannot pay now, please write to the board.`;

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
    text: overdue('{due_now} for {home} is unpaid since {oldest_due}.'),
  },
  {
    days: 15,
    channel: 'mail',
    subject: 'Your account is 15 days past due',
    text: overdue('{due_now} for {home} is unpaid, the oldest part since {oldest_due}, {days} days ago.'),
  },
  {
    days: 30,
    channel: 'mail',
    subject: 'Your account is 30 days past due',
    text: overdue(
      '{due_now} for {home} is unpaid, the oldest part since {oldest_due}, {days} days ago. Late fees and interest in it: {fees}.',
    ),
  },
  {
    days: 45,
    channel: 'letter',
    subject: 'Past-due account',
    text: overdue(
      'Our records show that {due_now} for {home} is unpaid, the oldest part since {oldest_due}, {days} days ago. Late fees and interest in it: {fees}.',
    ),
  },
];
