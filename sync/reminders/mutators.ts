import { printInput, remindInput } from '../../schema/reminders.ts';
import type { Reminder } from '../../schema/tables/reminders.ts';
import { ACCOUNT_NOT_FOUND, canRecord } from '../accounts/entity.ts';
import { todayOf } from '../dues/entity.ts';
import { recordFailedJobs } from '../failed-jobs/entity.ts';
import { readBooks } from '../ledger/books.ts';
import { currentPlans } from '../ledger/plan-status.ts';
import { putPlan, settle } from '../ledger/post.ts';
import { madeBy } from '../ledger/postings.ts';
import { assertNew, authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import { putReminder } from './notices.ts';
import { duesOf, instalmentToRemind, isRemindedOn, type ReminderBooks, reminderFor } from './rules.ts';

const REMINDER_NOT_FOUND = 'Reminder not found.';

/** All rows of an account that decide about its reminders, in one go; undefined where there is no such account. */
export const readReminderBooks = async (tx: Tx, account_id: string): Promise<ReminderBooks | undefined> => {
  const [account, books, payments, disputes, reminders] = await Promise.all([
    tx.get('account', account_id),
    readBooks(tx, account_id),
    tx.list('payment', 'account_id', account_id),
    tx.list('dispute', 'hoa_id', tx.actor.hoa_id),
    tx.list('reminder', 'account_id', account_id),
  ]);
  const own = disputes.filter((dispute) => dispute.account_id === account_id);
  return account && { account, ...books, payments, disputes: own, reminders };
};

/** The HOA's calendar date of an instant. */
export const daysOfHoa = async (tx: Tx): Promise<(instant: string) => string> => {
  const hoa = await tx.get('hoa', tx.actor.hoa_id);
  return (instant) => todayOf(hoa, instant);
};

const conflict = (message: string): never => {
  throw new Refusal('conflict', message);
};

const remindNow = mutator(remindInput, async (tx, { id, account_id }) => {
  authorize(canRecord(tx.actor));
  const [books, dayOf, known] = await Promise.all([
    readReminderBooks(tx, account_id),
    daysOfHoa(tx),
    tx.get('reminder', id),
    find(tx, 'account', account_id, ACCOUNT_NOT_FOUND),
  ]);
  assertNew(known);
  if (!books) return;
  const today = dayOf(tx.now);
  if (books.account.mail_off) conflict('Reminders are off for this account.');
  if (isRemindedOn(books, today)) conflict('This account was already reminded today.');
  const dues = duesOf(books, today, dayOf);
  if (!dues || dues.days < 0) return conflict('Nothing is due on this account.');
  const about = { charge_id: dues.charge.id, amount_cents: dues.due_cents, remind_on: today };
  await putReminder(tx, { id, account_id, kind: 'by_hand', channel: 'mail', ...about, ...madeBy(tx.actor) });
});

/** Marks letters as printed; one that was printed before stays as it is. */
const printReminders = mutator(printInput, async (tx, { ids }) => {
  authorize(canRecord(tx.actor));
  const letters = await Promise.all(ids.map((id) => find(tx, 'reminder', id, REMINDER_NOT_FOUND)));
  for (const letter of letters)
    if (letter.status === 'to_print')
      await tx.put('reminder', { ...letter, status: 'printed', done_at: tx.now, ...madeBy(tx.actor) });
});

/** Makes the reminders that the rules ask for on a day, each once. */
export const remindAccounts = async (tx: Tx, account_ids: readonly string[], day: string): Promise<void> => {
  const [dayOf, ...all] = await Promise.all([daysOfHoa(tx), ...account_ids.map((id) => readReminderBooks(tx, id))]);
  for (const books of all) if (books) await remind(tx, books, day, dayOf);
};

const remind = async (tx: Tx, books: ReminderBooks, day: string, dayOf: (instant: string) => string): Promise<void> => {
  const account_id = books.account.id;
  const found = reminderFor(books, day, dayOf);
  if (found) {
    const { id, step, dues } = found;
    const about = { charge_id: dues.charge.id, step: String(step.days), amount_cents: dues.due_cents };
    return putReminder(tx, { id, account_id, kind: 'step', channel: step.channel, remind_on: day, ...about });
  }
  const next = instalmentToRemind(books, day);
  if (!next) return;
  const about = { plan_id: next.plan.id, step: next.due_on, amount_cents: next.cents };
  await putReminder(tx, { id: next.id, account_id, kind: 'instalment', channel: 'mail', remind_on: day, ...about });
};

/** Ends the active plans of accounts that were not kept before `today`, or are paid up. */
export const endPlans = async (tx: Tx, account_ids: readonly string[], today: string): Promise<void> => {
  const all = await Promise.all(
    account_ids.map(async (id) => ({ account: await tx.get('account', id), books: await readBooks(tx, id) })),
  );
  for (const { account, books } of all) {
    const plans = currentPlans(books, today);
    const ended = plans.filter((plan, at) => plan !== books.plans[at]);
    if (!account || ended.length === 0) continue;
    for (const plan of ended) await putPlan(tx, plan);
    await settle(tx, account, books, { ...books, plans });
  }
};

/** Notes what became of a reminder that was mailed. `refused` are the holders whose address the mail service did not take: each
 * is a task for the board. */
export const reportReminder = async (
  tx: Tx,
  id: string,
  result: Pick<Reminder, 'status' | 'amount_cents' | 'reason' | 'sent_to'>,
  refused: readonly { job_id: string; user_id: string; reason: string }[] = [],
): Promise<void> => {
  const reminder = await tx.get('reminder', id);
  if (!reminder) return;
  await tx.put('reminder', { ...reminder, ...result, done_at: tx.now });
  await recordFailedJobs(
    tx,
    refused.map(({ job_id, user_id, reason }) => ({
      id: job_id,
      kind: 'mailReminder',
      subject: 'user',
      subject_id: user_id,
      reason,
      payload: { id, to: [user_id] },
      created_at: reminder.made_at,
    })),
  );
};

export const mutators = { remindNow, printReminders };
