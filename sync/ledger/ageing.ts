import { addDays } from '../../schema/dates.ts';
import { ownDueOn } from './plans.ts';
import type { Fold, FoldEntry } from './types.ts';

/** By the days since the due date of what is open. Current is due on the day itself or later. */
export const AGE_BUCKETS = ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90'] as const;
export type AgeBucket = (typeof AGE_BUCKETS)[number];

/** In cents. `balance` is the sum of the buckets less `credit`. */
export type Ageing = Record<AgeBucket | 'credit' | 'balance', number>;

/** Ages what is open in a fold as of its day. A plan does not move a debit to another bucket. */
export const ageingOf = (fold: Fold<FoldEntry>, as_of: string): Ageing => {
  const { balance_cents: balance, credit_cents: credit } = fold;
  const ageing: Ageing = { current: 0, days_1_30: 0, days_31_60: 0, days_61_90: 0, over_90: 0, credit, balance };
  if (fold.open.length === 0) return ageing;
  const earliest = [30, 60, 90].map((days) => addDays(as_of, -days));
  for (const debit of fold.open) ageing[bucketOf(ownDueOn(debit), as_of, earliest)] += debit.open_cents;
  return ageing;
};

const bucketOf = (due_on: string, as_of: string, earliest: readonly string[]): AgeBucket => {
  if (due_on >= as_of) return 'current';
  return AGE_BUCKETS[1 + earliest.filter((day) => due_on < day).length]!;
};
