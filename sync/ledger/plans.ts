import { byDue } from './order.ts';
import type { Debit, FoldEntry, FoldOptions, FoldPlan, PaymentOrder, Portion } from './types.ts';

/** The parts of what is open of a debit, those due first at the head. While it is on a plan they are its instalments, of which
 * money fills the first ones first; what is more than all of them was due on the debit's own day. */
export const portionsOf = (debit: Debit<FoldEntry>): Portion[] => {
  if (!debit.plan) return [firstPortion(debit)];
  const portions: Portion[] = [];
  let rest = debit.open_cents;
  for (const { due_on, cents } of debit.plan.slices.toReversed()) {
    if (rest > 0) portions.unshift({ due_on, cents: Math.min(rest, cents) });
    rest -= Math.min(rest, cents);
  }
  if (rest > 0) portions.unshift({ due_on: ownDueOn(debit), cents: rest });
  return portions;
};

export const firstPortion = (debit: Debit<FoldEntry>): Portion =>
  (debit.plan && portionsOf(debit)[0]) ?? { due_on: ownDueOn(debit), cents: debit.open_cents };

/** The day on which a debit is due whatever plan it is on. */
export const ownDueOn = ({ entry }: Debit<FoldEntry>): string => entry.due_on ?? entry.effective_on;

export type PlanEvent = { on: string; plan: FoldPlan; starts: boolean };

/** The days on which plans start and end, the ends of a day first. */
export const planEvents = ({ plans = [], as_of, known_at }: FoldOptions): PlanEvent[] =>
  plans
    .map((plan) => ({ plan, ends_on: endOf(plan, known_at) }))
    .filter(({ plan: { made_at, starts_on }, ends_on }) => {
      const known = known_at === undefined || made_at <= known_at;
      return known && starts_on <= as_of && (ends_on === null || ends_on > starts_on);
    })
    .flatMap(({ plan, ends_on }) => [
      { on: plan.starts_on, plan, starts: true },
      ...(ends_on === null || ends_on > as_of ? [] : [{ on: ends_on, plan, starts: false }]),
    ])
    .sort((a, b) => {
      if (a.on !== b.on) return a.on < b.on ? -1 : 1;
      return Number(a.starts) - Number(b.starts) || (a.plan.id < b.plan.id ? -1 : 1);
    });

const endOf = ({ status, ended_on, ended_at }: FoldPlan, known_at: string | undefined): string | null => {
  const isKnown = known_at === undefined || !ended_at || ended_at <= known_at;
  return isKnown && status !== 'finished' ? ended_on : null;
};

/** Cuts what is open of the covered debits by the instalments: what money pays first falls due first. What is open beyond the
 * instalments stands before them, because money of the plan's first day has paid it. */
export const slicesOf = <E extends FoldEntry>(
  plan: FoldPlan,
  debits: ReadonlyMap<string, Debit<E>>,
  order: PaymentOrder,
): Map<Debit<E>, Portion[]> => {
  const step = (debit: Debit<E>) => order.stepOf[debit.category]!;
  const covered = [...new Set(plan.covers)]
    .flatMap((id) => debits.get(id) ?? [])
    .filter(({ open_cents }) => open_cents > 0)
    .sort((a, b) => step(a) - step(b) || byDue(a, b));
  const slices = new Map<Debit<E>, Portion[]>(covered.map((debit) => [debit, []]));
  const uncut = covered.map((debit) => ({ debit, cents: debit.open_cents }));
  let beyond = sum(uncut) - sum(plan.instalments);
  for (let first = uncut[0]; first && beyond > 0; first = uncut[0]) {
    const part = Math.min(beyond, first.cents);
    beyond -= part;
    first.cents -= part;
    if (first.cents === 0) uncut.shift();
  }
  for (const { due_on, cents } of plan.instalments.toSorted((a, b) => (a.due_on < b.due_on ? -1 : 1))) {
    let rest = cents;
    for (let first = uncut[0]; first && rest > 0; first = uncut[0]) {
      const part = Math.min(rest, first.cents);
      slices.get(first.debit)!.push({ due_on, cents: part });
      rest -= part;
      first.cents -= part;
      if (first.cents === 0) uncut.shift();
    }
  }
  return slices;
};

const sum = (parts: readonly { cents: number }[]): number => parts.reduce((total, { cents }) => total + cents, 0);
