import {
  addCredit,
  addDebit,
  applyWaiting,
  cancel,
  emptyState,
  giveBack,
  insertOpen,
  passOver,
  removeOpen,
  type State,
  withdraw,
} from './allocation.ts';
import { CREDIT, DEBIT, inOrder, paymentOrders, RETURN, rankOf, undoneAtOnce } from './order.ts';
import { type PlanEvent, planEvents, portionsOf, slicesOf } from './plans.ts';
import type { Credit, Debit, Fold, FoldEntry, FoldOptions, PaymentOrder, Portion } from './types.ts';

export type { Cover, Credit, Debit, Fold, FoldEntry, FoldOptions, FoldPlan, Portion } from './types.ts';

/**
 * Computes which money of one account covers which charge, as of a day. Who changes what comes of it raises VERSION in
 * worker/queries/account-figures.ts, which keeps figures of it. The order of `entries` does not matter.
 *
 * - What is left of a credit pays what is opened again at once, as it pays a new debit.
 * - A pin for a debit that comes later holds its part back until then; one that is undone on its own day frees it.
 * - What a waiver or write-off exceeds its source by, because money of an earlier day was recorded since, is a credit like any
 *   other.
 * - What a return, refund or reversal exceeds its source by is a debit of its own (of category other, due that day), or a
 *   credit of its own, so that the balance is the sum of the entries in any history.
 * - Plans begin and end on their days after the debits and before the credits.
 */
export const fold = <E extends FoldEntry>(entries: readonly E[], options: FoldOptions): Fold<E> => {
  const taken = inOrder(entries, options);
  const undone = undoneAtOnce(taken);
  const walk: Walk<E> = { ...emptyState<E>(), orderOn: paymentOrders(options), returns: new Map() };
  const plans = planEvents(options);
  let balance_cents = 0;
  for (const entry of taken) {
    for (let event = plans[0]; event && isBefore(event, entry); event = plans[0]) {
      changePlan(walk, event);
      plans.shift();
    }
    walk.day = entry.effective_on;
    if (undone.size > 0 && undone.has(entry.id)) {
      passOver(walk, entry.id);
      continue;
    }
    balance_cents += entry.amount_cents;
    take(walk, entry);
  }
  for (const event of plans) changePlan(walk, event);
  const { debits, credits, open } = walk;
  return { debits, credits, open, balance_cents, ...figures(walk, options.as_of) };
};

type Walk<E> = State<E> & {
  orderOn: (day: string) => PaymentOrder;
  /** The cents that returns and refunds took, and from which credit. */
  returns: Map<string, { credit: Credit<E>; taken: number }>;
};

const take = <E extends FoldEntry>(walk: Walk<E>, entry: E): void => {
  const rank = rankOf(entry);
  if (rank === DEBIT) addDebit(walk, entry, entry.amount_cents);
  else if (rank === CREDIT) addCredit(walk, entry, -entry.amount_cents, walk.orderOn(entry.effective_on));
  else if (rank === RETURN) takeBack(walk, entry);
  else reverse(walk, entry);
};

const takeBack = <E extends FoldEntry>(walk: Walk<E>, entry: E): void => {
  const credit = walk.credits.get(entry.source_id ?? '');
  const rest = withdraw(walk, credit, entry.amount_cents);
  if (credit) walk.returns.set(entry.id, { credit, taken: entry.amount_cents - rest });
  owe(walk, entry, rest);
};

/** The excess of a return, refund or reversal over its source is a debit of its own. */
const owe = <E extends FoldEntry>(walk: Walk<E>, entry: E, cents: number): void =>
  cents > 0 ? addDebit(walk, entry, cents) : passOver(walk, entry.id);

const reverse = <E extends FoldEntry>(walk: Walk<E>, entry: E): void => {
  const source = entry.source_id ?? '';
  if (entry.amount_cents > 0) {
    owe(walk, entry, withdraw(walk, walk.credits.get(source), entry.amount_cents));
  } else {
    const returned = walk.returns.get(source);
    const taken = Math.min(returned?.taken ?? 0, -entry.amount_cents);
    walk.returns.delete(source);
    if (returned) giveBack(walk, returned.credit, taken);
    const rest = cancel(walk, walk.debits.get(source), -entry.amount_cents - taken);
    applyWaiting(walk);
    if (rest > 0) addCredit(walk, entry, rest, walk.orderOn(entry.effective_on));
  }
};

const isBefore = ({ on }: PlanEvent, entry: FoldEntry): boolean =>
  on < entry.effective_on || (on === entry.effective_on && rankOf(entry) !== DEBIT);

const changePlan = <E extends FoldEntry>(walk: Walk<E>, { plan, starts, on }: PlanEvent): void => {
  if (starts) {
    for (const [debit, slices] of slicesOf(plan, walk.debits, walk.orderOn(on)))
      setPlan(walk, debit, { id: plan.id, slices });
    return;
  }
  for (const id of plan.covers) {
    const debit = walk.debits.get(id);
    if (debit?.plan?.id === plan.id) setPlan(walk, debit, null);
  }
};

const setPlan = <E extends FoldEntry>(walk: Walk<E>, debit: Debit<E>, plan: Debit<E>['plan']): void => {
  if (debit.open_cents > 0) removeOpen(walk, debit);
  debit.plan = plan;
  if (debit.open_cents > 0) insertOpen(walk, debit);
};

const figures = <E extends FoldEntry>({ open, waiting }: Walk<E>, as_of: string) => ({
  ...dueFigures(open, as_of),
  credit_cents: waiting.reduce((sum, { left_cents }) => sum + left_cents, 0),
});

export const dueFigures = (open: readonly Debit<FoldEntry>[], as_of: string) => {
  const sums = { due_now_cents: 0, coming_cents: 0, overdue_cents: 0 };
  const add = ({ due_on, cents }: Portion) => {
    if (due_on > as_of) sums.coming_cents += cents;
    else sums.due_now_cents += cents;
    if (due_on < as_of) sums.overdue_cents += cents;
  };
  for (const debit of open) for (const portion of portionsOf(debit)) add(portion);
  return sums;
};
