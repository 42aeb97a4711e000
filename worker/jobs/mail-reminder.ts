import type { Effects } from '../../schema/outbox.ts';
import { fillPlaceholders } from '../../schema/placeholders.ts';
import type { Address } from '../../schema/tables/addresses.ts';
import type { Hoa } from '../../schema/tables/hoas.ts';
import type { NotificationPreferences } from '../../schema/tables/notifications.ts';
import type { Reminder } from '../../schema/tables/reminders.ts';
import type { User } from '../../schema/tables/users.ts';
import { fold } from '../../sync/ledger/fold.ts';
import { openOfPlan, owedThrough } from '../../sync/ledger/plan-status.ts';
import { wants } from '../../sync/notifications/rules.ts';
import { daysOfHoa, readReminderBooks, reportReminder } from '../../sync/reminders/mutators.ts';
import {
  duesOf,
  homeInWords,
  PLAIN_REMINDER,
  placeholderValues,
  type ReminderBooks,
  stepReached,
  stepsOn,
} from '../../sync/reminders/rules.ts';
import { isStaff } from '../../sync/roles.ts';
import type { Tx } from '../../sync/tx.ts';
import { nameOf } from '../../sync/users/entity.ts';
import { dayInWords, moneyInWords } from '../../sync/words.ts';
import type { Deps } from '../deps.ts';
import { derivedId } from '../derived-id.ts';
import type { ReminderMailData } from '../emails/reminder.tsx';
import { type Letterhead, letterheadOf } from '../queries/letterhead.ts';
import { sendDailyMails } from '../services/daily-mails.ts';
import { MailsRefused } from '../services/email.ts';
import type { MailResult } from '../services/mailer.ts';
import { transactAsSystem } from '../transact.ts';
import type { Job } from './job.ts';

/** The row's id is the idempotency key, so that a retry after a lost response sends nothing twice. What it names is read
 * when the mail is made: an account that has paid is skipped. */
export const mailReminder: Job<'mailReminder'> = async (deps, payload, row) => {
  const found = await readReminder(deps, row.hoa_id, payload);
  if (!found) return;
  const { reminder } = found;
  const report = (result: Parameters<typeof reportReminder>[2], refused: Parameters<typeof reportReminder>[3] = []) =>
    transactAsSystem(deps, row.hoa_id, (tx) => reportReminder(tx, reminder.id, result, refused), { action: 'remind' });
  const words = wordsOf(found, deps.config.publicUrl);
  const skip = (reason: string) =>
    report({ status: 'skipped', amount_cents: reminder.amount_cents, reason, sent_to: null });
  if (!words) return skip('Nothing was due by then.');
  if (found.people.length === 0) return skip('No holder receives this email.');
  const { reminderMail } = await import('../emails/reminder.tsx');
  const mail = await reminderMail(deps.config, words);
  const forBoard = words.boardPath
    ? await reminderMail(deps.config, { ...words, button: { ...words.button, path: words.boardPath } })
    : mail;
  const isHolder = ({ id }: User) => found.holders.some((holder) => holder.id === id);
  const mails = found.people.map((person) => ({ ...(isHolder(person) ? mail : forBoard), to: person.email }));
  const results = await send(deps, row, mails);
  const refused = found.people.flatMap(({ id }, at) => {
    const reason = results[at]?.reason;
    return reason === undefined ? [] : [{ job_id: derivedId(`${row.id}/${id}`), user_id: id, reason }];
  });
  const sent_to = found.people.flatMap(({ id }, at) => (results[at]?.reason === undefined ? id : []));
  const status = sent_to.length > 0 ? 'delivered' : 'refused';
  await report({ status, amount_cents: words.amount_cents, reason: refused[0]?.reason ?? null, sent_to }, refused);
};

/** A service that takes none of the mails gives its reason for each. Throws RetryLater, Postponed. */
const send = async (
  deps: Deps,
  { id, hoa_id }: { id: string; hoa_id: string },
  mails: Parameters<typeof sendDailyMails>[3],
): Promise<MailResult[]> => {
  try {
    return await sendDailyMails(deps, hoa_id, 'invoices', mails, id);
  } catch (error) {
    if (!(error instanceof MailsRefused)) throw error;
    return mails.map(() => ({ reason: error.message }));
  }
};

type Found = {
  reminder: Reminder;
  books: ReminderBooks;
  today: string;
  dayOf: (instant: string) => string;
  hoa: Hoa;
  letterhead: Letterhead;
  home: Address | undefined;
  holders: User[];
  people: User[];
};

/** Undefined for one that was sent, unless it is to go to some again. */
const readReminder = async (
  deps: Deps,
  hoa_id: string,
  { id, to }: Effects['mailReminder'],
): Promise<Found | undefined> => {
  let found: Found | undefined;
  const read = async (tx: Tx) => {
    const reminder = await tx.get('reminder', id);
    if (!reminder || (reminder.status !== 'queued' && !to)) return;
    const [books, hoa, dayOf] = await Promise.all([
      readReminderBooks(tx, reminder.account_id),
      tx.get('hoa', hoa_id),
      daysOfHoa(tx),
    ]);
    if (!books || !hoa) return;
    const holders = await holdersOf(tx, books.account.holder_ids);
    const home = books.account.address_id ? await tx.get('address', books.account.address_id) : undefined;
    const people = (await recipientsOf(tx, reminder, holders)).filter((person) => !to || to.includes(person.id));
    const letterhead = letterheadOf(deps.config, hoa);
    found = { reminder, books, hoa, letterhead, dayOf, today: dayOf(tx.now), home, holders, people };
  };
  await transactAsSystem(deps, hoa_id, read, { action: null });
  return found;
};

const isActive = ({ status, deleted_at }: User): boolean => status === 'active' && !deleted_at;

const holdersOf = async (tx: Tx, ids: readonly string[]): Promise<User[]> => {
  const users = await Promise.all(ids.map((id) => tx.get('user', id)));
  return users.filter((user): user is User => user !== undefined && isActive(user));
};

/** The board is told of a broken plan too; a step up to the due date reaches those who want it. */
const recipientsOf = async (tx: Tx, { kind, step }: Reminder, holders: readonly User[]): Promise<User[]> => {
  if (kind === 'broken_plan') {
    const users = await tx.list('user', 'hoa_id', tx.actor.hoa_id);
    const board = users.filter((user) => isStaff(user.role) && isActive(user));
    return [...holders, ...board.filter(({ id }) => !holders.some((holder) => holder.id === id))];
  }
  if (kind !== 'step' || Number(step) > 0) return [...holders];
  const chosen = await Promise.all(holders.map(({ id }) => tx.get('notificationPreferences', id)));
  return holders.filter(({ role }, at) => isWanted(role, chosen[at]));
};

const isWanted = (role: User['role'], preferences: NotificationPreferences | undefined): boolean =>
  wants(role, preferences, 'dueSoon', 'mail');

/** `boardPath` is where the board looks, if it gets the mail too. */
type Words = ReminderMailData & { amount_cents: number; boardPath?: string };

/** Null where nothing is due any more. */
const wordsOf = (found: Found, origin: string): Words | null => {
  const { kind } = found.reminder;
  if (kind === 'broken_plan') return ofBrokenPlan(found);
  if (found.books.account.mail_off) return null;
  return kind === 'instalment' ? ofInstalment(found) : ofDues(found, origin);
};

const PAY = { label: 'Open Your Account', path: '/account' };

const ofDues = (
  { reminder, books, today, dayOf, hoa, letterhead, home, holders }: Found,
  origin: string,
): Words | null => {
  const dues = duesOf(books, today, dayOf);
  const isEarly = reminder.kind === 'step' && Number(reminder.step) <= 0;
  if (!dues || (dues.days < 0 && !isEarly)) return null;
  const steps = stepsOn(books.policies, reminder.remind_on);
  const step =
    reminder.kind === 'step'
      ? steps.find(({ days }) => String(days) === reminder.step)
      : stepReached(
          steps.filter(({ channel }) => channel === 'mail'),
          Math.max(1, dues.days),
        );
  const { subject, text } = step ?? PLAIN_REMINDER;
  const names = holders.map(nameOf);
  const values = placeholderValues(dues, { account: books.account, names, home: homeInWords(home), origin });
  return {
    hoa: hoa.name,
    letterhead,
    kind: 'Reminder',
    subject: fillPlaceholders(subject, values),
    text: fillPlaceholders(text, values),
    facts: [
      ['Amount', moneyInWords(dues.due_cents)],
      [dues.days > 0 ? 'Due since' : 'Due', dayInWords(dues.due_on)],
    ],
    button: PAY,
    amount_cents: dues.due_cents,
  };
};

const ofInstalment = ({ reminder, books, hoa, letterhead, home, holders }: Found): Words | null => {
  const plan = books.plans.find(({ id }) => id === reminder.plan_id);
  const due_on = String(reminder.step);
  const cents = plan?.status === 'active' ? owedThrough(plan, books, due_on) : 0;
  if (cents === 0) return null;
  const [amount, day] = [moneyInWords(cents), dayInWords(due_on)];
  return {
    hoa: hoa.name,
    letterhead,
    kind: 'Payment plan',
    subject: `Your installment of ${amount} is due on ${day}`,
    text: `Dear ${holders.map(nameOf).join(' and ')},\n\n${amount} of the payment plan for ${homeInWords(home) || 'your account'} is due on ${day}. If you pay each installment on time, the charges in the plan get no late fees.`,
    facts: [
      ['Installment', amount],
      ['Due', day],
    ],
    button: PAY,
    amount_cents: cents,
  };
};

const ofBrokenPlan = ({ reminder, books, today, hoa, letterhead, home, holders }: Found): Words | null => {
  const plan = books.plans.find(({ id }) => id === reminder.plan_id);
  if (plan?.status !== 'broken') return null;
  const cents = openOfPlan(plan, fold(books.entries, { ...books, as_of: today }));
  const [names, place] = [holders.map(nameOf).join(' and '), homeInWords(home)];
  const whose = [names, place].filter(Boolean).join(', ');
  return {
    hoa: hoa.name,
    letterhead,
    kind: 'Payment plan',
    subject: 'A payment plan has ended',
    text: `The payment plan for ${whose} ended on ${dayInWords(String(plan.ended_on))} because an installment was not paid in full. ${moneyInWords(cents)} is due now, and late fees apply again from that date.\n\nTo set up another plan, please contact the board.`,
    facts: [
      ['Due now', moneyInWords(cents)],
      ['Ended', dayInWords(String(plan.ended_on))],
    ],
    button: { label: 'Open Account', path: '/account' },
    boardPath: `/accounts/${books.account.id}`,
    amount_cents: cents,
  };
};
