import { addDays, daysBetween } from '../../schema/dates.ts';
import type { Placeholder } from '../../schema/placeholders.ts';
import type { PolicySettings } from '../../schema/policy-inputs.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Address } from '../../schema/tables/addresses.ts';
import type { Entry, Policy } from '../../schema/tables/ledger.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';
import type { Reminder } from '../../schema/tables/reminders.ts';
import { entryIdOf } from '../ledger/entries.ts';
import type { FeeBooks } from '../ledger/fees/books.ts';
import { disputedDebits, isDisputed, pendingOn } from '../ledger/fees/holds.ts';
import { type Debit, fold, type Portion } from '../ledger/fold.ts';
import { currentPlans, isOnKeptPlan, owedThrough } from '../ledger/plan-status.ts';
import { portionsOf } from '../ledger/plans.ts';
import { policyOn } from '../policies/rules.ts';
import { dayInWords, listInWords, moneyInWords } from '../words.ts';

export type Step = PolicySettings['dunning']['steps'][number];

/** The rows of an account that decide who is reminded of what. */
export type ReminderBooks = Omit<FeeBooks, 'account' | 'plans'> & {
  account: Account;
  policies: readonly Policy[];
  plans: readonly PaymentPlan[];
  reminders: readonly Reminder[];
};

/** The debt that an account is to be reminded of. `due_cents` is all that is due on the day, or on the first due date where that is
 * still to come; `fees_cents` are the late fees and interest in it. */
export type Dues = { charge: Entry; due_on: string; days: number; due_cents: number; fees_cents: number };

type DayOf = (instant: string) => string;

/** The debt after payments that are on their way, without charges that a kept plan or an undecided dispute holds. Null where
 * nothing is open. */
export const duesOf = (books: ReminderBooks, day: string, dayOf: DayOf): Dues | null => {
  const { entries, policies } = books;
  const plans = currentPlans(books, day);
  const given = { ...books, account: { ...books.account }, plans } satisfies FeeBooks;
  const paid = [...entries, ...pendingOn(given, day, { policies, dayOf })];
  const disputed = disputedDebits(given, { policies, dayOf });
  const open = fold(paid, { policies, plans, as_of: day }).open.filter(
    ({ entry }) => !isDisputed(disputed, entry.id, day) && !isOnKeptPlan(plans, entry.id, day),
  );
  const portions = open.flatMap((debit) => portionsOf(debit).map((portion) => ({ debit, ...portion })));
  const [oldest] = portions.toSorted((a, b) => (a.due_on < b.due_on ? -1 : a.due_on > b.due_on ? 1 : byId(a, b)));
  if (!oldest) return null;
  const through = oldest.due_on > day ? oldest.due_on : day;
  const due = portions.filter(({ due_on }) => due_on <= through);
  return {
    charge: oldest.debit.entry,
    due_on: oldest.due_on,
    days: daysBetween(oldest.due_on, day),
    due_cents: sumOf(due),
    fees_cents: sumOf(due.filter(({ debit }) => debit.entry.kind === 'late_fee' || debit.entry.kind === 'interest')),
  };
};

type Due = Portion & { debit: Debit<Entry> };
const byId = (a: Due, b: Due): number => (a.debit.entry.id < b.debit.entry.id ? -1 : 1);
const sumOf = (portions: readonly Portion[]): number => portions.reduce((sum, { cents }) => sum + cents, 0);

/** The highest step that was reached so many days after the due date. One before the due date, or on it, is not taken after it. */
export const stepReached = (steps: readonly Step[], days: number): Step | undefined =>
  steps
    .filter((step) => step.days <= days && Math.sign(Math.min(step.days, 1)) === Math.sign(Math.min(days, 1)))
    .toSorted((a, b) => b.days - a.days)[0];

/** The step of the due date itself is made up for on the next days, where nobody could be reminded on that day: the charge was
 * posted, or the rule saved, after the reminders had gone. */
const stepToSend = (steps: readonly Step[], days: number): Step | undefined =>
  stepReached(steps, days) ?? (days <= DAYS_TO_MAKE_UP ? stepReached(steps, Math.min(days, 0)) : undefined);
const DAYS_TO_MAKE_UP = 3;

export const stepsOn = (policies: readonly Policy[], day: string): readonly Step[] =>
  policyOn(policies, 'dunning', day)?.settings.steps ?? [];

const reminderIdOf = (account_id: string, charge_id: string, step: number): string =>
  entryIdOf(account_id, `${charge_id.slice(account_id.length + 1)}.${step}`);

/** True where the account was reminded of something that day already: once a day is enough. */
export const isRemindedOn = ({ reminders }: Pick<ReminderBooks, 'reminders'>, day: string): boolean =>
  reminders.some(({ remind_on, kind, status }) => remind_on === day && kind !== 'broken_plan' && status !== 'skipped');

/** The reminder that the rules make for an account on a day, if any: the highest step that was reached, once for the oldest open
 * charge. */
export const reminderFor = (
  books: ReminderBooks,
  day: string,
  dayOf: DayOf,
): { id: string; step: Step; dues: Dues } | null => {
  const steps = stepsOn(books.policies, day);
  if (steps.length === 0 || books.account.mail_off || isRemindedOn(books, day)) return null;
  const dues = duesOf(books, day, dayOf);
  const step = dues && stepToSend(steps, dues.days);
  if (!step) return null;
  const id = reminderIdOf(books.account.id, dues.charge.id, step.days);
  return books.reminders.some((reminder) => reminder.id === id) ? null : { id, step, dues };
};

const DAYS_BEFORE_INSTALMENT = 3;

/** The instalment of a kept plan that is due within three days and that nobody was reminded of. */
export const instalmentToRemind = (
  books: ReminderBooks,
  day: string,
): { id: string; plan: PaymentPlan; due_on: string; cents: number } | null => {
  if (books.account.mail_off || isRemindedOn(books, day)) return null;
  for (const plan of currentPlans(books, day)) {
    if (plan.status !== 'active') continue;
    const next = plan.instalments.find(({ due_on }) => due_on >= day);
    if (!next || next.due_on > addDays(day, DAYS_BEFORE_INSTALMENT)) continue;
    const id = `${books.account.id}.${plan.id}.${next.due_on}`;
    const cents = owedThrough(plan, books, next.due_on);
    if (cents > 0 && !books.reminders.some((reminder) => reminder.id === id))
      return { id, plan, due_on: next.due_on, cents };
  }
  return null;
};

/** "1 Main St, Unit 4". */
export const homeInWords = (address: Pick<Address, 'street' | 'unit_number'> | undefined): string =>
  address ? [address.street, address.unit_number && `Unit ${address.unit_number}`].filter(Boolean).join(', ') : '';

/** The values of the placeholders of a reminder. `names` are those of the holders, `origin` is the address of the app. */
export const placeholderValues = (
  { due_on, days, due_cents, fees_cents }: Omit<Dues, 'charge'>,
  given: { account: Pick<Account, 'id'>; names: readonly string[]; home: string; origin: string },
): Record<Placeholder, string> => ({
  name: listInWords(given.names),
  home: given.home || 'your home',
  due_now: moneyInWords(due_cents),
  oldest_due: dayInWords(due_on),
  days: String(Math.max(0, days)),
  fees: moneyInWords(fees_cents),
  pay_link: `${given.origin}/account`,
  statement_link: `${given.origin}/accounts/${given.account.id}/statement`,
});

/** The words of a reminder by hand where the rules have none. */
export const PLAIN_REMINDER: Pick<Step, 'subject' | 'text'> = {
  subject: 'A reminder about your balance',
  text: `Dear {name},

{due_now} for {home} has been unpaid since {oldest_due}.

Pay online: {pay_link}
View your statement: {statement_link}

If you have paid in the meantime, thank you.`,
};
