import { addDays } from '../../schema/dates.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';
import { type AccountBooks, historyOf } from './books.ts';
import { takesBack } from './entry-status.ts';
import type { Fold, FoldEntry, FoldPlan } from './types.ts';

type Span = Pick<FoldPlan, 'covers' | 'starts_on' | 'ended_on' | 'status'>;

/** A finished plan lasts, so that what is taken back from it is on it again. */
const isOnPlan = ({ covers, starts_on, ended_on, status }: Span, charge_id: string, day: string): boolean => {
  const lasts = status === 'finished' || ended_on === null || day < ended_on;
  return lasts && starts_on <= day && covers.includes(charge_id);
};

/** True if a plan that is kept covers a charge on a day. `plans` are those of the account, as `currentPlans` gives them. */
export const isOnKeptPlan = (plans: readonly Span[], charge_id: string, day: string): boolean =>
  plans.some((plan) => isOnPlan(plan, charge_id, day));

/** Cents that are open of what a plan covers. */
export const openOfPlan = (
  { covers }: Pick<PaymentPlan, 'covers'>,
  { debits }: Pick<Fold<FoldEntry>, 'debits'>,
): number => covers.reduce((sum, id) => sum + (debits.get(id)?.open_cents ?? 0), 0);

/** Cents that are to be paid so that nothing due through a day is open of a plan. */
export const owedThrough = (plan: PaymentPlan, books: AccountBooks, day: string): number => {
  const later = plan.instalments.reduce((sum, { due_on, cents }) => (due_on > day ? sum + cents : sum), 0);
  return Math.max(0, openOfPlan(plan, historyOf(books).foldOn(day)) - later);
};

/** Cents that may still be open at the end of a day: the instalments that have time. */
const mayBeOpen = ({ instalments, grace_days }: PaymentPlan, day: string): number =>
  instalments.reduce((sum, { due_on, cents }) => (addDays(due_on, grace_days) > day ? sum + cents : sum), 0);

const isMet = (plan: PaymentPlan, books: AccountBooks, day: string): boolean =>
  openOfPlan(plan, historyOf(books).foldOn(day)) <= mayBeOpen(plan, day);

/** The day after the first one before `today` that ended with less paid than the instalments ask for; null where none did. */
const brokenOn = (plan: PaymentPlan, books: AccountBooks, today: string): string | null => {
  const deadlines = plan.instalments.map(({ due_on }) => addDays(due_on, plan.grace_days));
  const setbacks = books.entries
    .filter((entry) => entry.amount_cents > 0 && takesBack(entry) && entry.effective_on >= plan.starts_on)
    .map(({ effective_on }) => effective_on);
  const days = [...new Set([...deadlines, ...setbacks])].filter((day) => day < today).sort();
  const missed = days.find((day) => !isMet(plan, books, day));
  return missed ? addDays(missed, 1) : null;
};

/** The plans as they are on a day, whether or not the job has said so: an active one may be broken or finished by now. */
export const currentPlans = (books: AccountBooks, today: string): PaymentPlan[] =>
  books.plans.map((plan) => {
    if (plan.status !== 'active') return plan;
    const broken_on = brokenOn(plan, books, today);
    if (broken_on) return { ...plan, status: 'broken', ended_on: broken_on };
    return finished(plan, books, today);
  });

const finished = (plan: PaymentPlan, books: AccountBooks, today: string): PaymentPlan => {
  const folded = historyOf(books).foldOn();
  if (openOfPlan(plan, folded) > 0) return plan;
  const days = plan.covers.flatMap((id) => folded.debits.get(id)?.covers ?? []).map(({ on }) => on);
  return { ...plan, status: 'finished', ended_on: days.sort().at(-1) ?? today };
};

/** The plans after entries were added: paid up ones are finished, and a finished one that money was taken back from is active
 * again, or broken where too little is left. */
export const plansAfter = (books: AccountBooks, added: readonly Pick<Entry, 'kind'>[], today: string): PaymentPlan[] =>
  books.plans.map((plan) => {
    if (plan.status === 'active') return brokenOn(plan, books, today) ? plan : finished(plan, books, today);
    if (plan.status !== 'finished' || finished(plan, books, today) !== plan) return plan;
    const isTaken = added.some(({ kind }) => kind === 'return' || kind === 'refund');
    const isOther = books.plans.some(({ status }) => status === 'active');
    if (isOther || (isTaken && !isMet(plan, books, today))) return { ...plan, status: 'broken', ended_on: today };
    return { ...plan, status: 'active', ended_on: null };
  });
