import { addDays } from '../../schema/dates.ts';
import { ownDueOn } from './plans.ts';
import type { Fold, FoldEntry, OpenFold } from './types.ts';

/** The days since the due date of what is open. Current is due on the day itself or later. */
export const AGE_BUCKETS = ['current', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90'] as const;
export type AgeBucket = (typeof AGE_BUCKETS)[number];

export const AGEING_FIGURES = [...AGE_BUCKETS, 'credit', 'balance'] as const;
export type AgeingFigure = (typeof AGEING_FIGURES)[number];

/** In cents. `balance` is the sum of the buckets less `credit`. */
export type Ageing = Record<AgeingFigure, number>;

/** Ages what is open in a fold as of its day. A plan does not move a debit to another bucket. */
export const ageingOf = (fold: OpenFold<FoldEntry>, as_of: string): Ageing => {
  const ageing = { ...noAgeing(), credit: fold.credit_cents, balance: fold.balance_cents };
  if (fold.open.length === 0) return ageing;
  const bucketOf = bucketsAsOf(as_of);
  for (const debit of fold.open) ageing[bucketOf(ownDueOn(debit))] += debit.open_cents;
  return ageing;
};

const noAgeing = (): Ageing => ({
  current: 0,
  days_1_30: 0,
  days_31_60: 0,
  days_61_90: 0,
  over_90: 0,
  credit: 0,
  balance: 0,
});

/** The bucket of what was due on a day, as of another. */
const bucketsAsOf = (as_of: string): ((due_on: string) => AgeBucket) => {
  const earliest = [30, 60, 90].map((days) => addDays(as_of, -days));
  return (due_on) => (due_on >= as_of ? 'current' : AGE_BUCKETS[1 + earliest.filter((day) => due_on < day).length]!);
};

export const totalAgeing = (ageings: Iterable<Ageing>): Ageing => {
  const total = noAgeing();
  for (const ageing of ageings) for (const figure of AGEING_FIGURES) total[figure] += ageing[figure];
  return total;
};

/** Cents that are more than 30 days past due by their own day. */
export const delinquentOf = ({ days_31_60, days_61_90, over_90 }: Ageing): number => days_31_60 + days_61_90 + over_90;

/** Part of an entry that a figure is made of, in cents. */
type AgeingPart<E> = { entry: E; cents: number };

/** Exactly what a figure of an account is the sum of (EXPL-01): the balance is what is open, less what no debit has used. */
export const ageingParts = <E extends FoldEntry>(
  fold: Fold<E>,
  as_of: string,
  figure: AgeingFigure,
): AgeingPart<E>[] => {
  const bucketOf = bucketsAsOf(as_of);
  const open =
    figure === 'credit'
      ? []
      : fold.open.filter((debit) => figure === 'balance' || bucketOf(ownDueOn(debit)) === figure);
  const credits =
    figure === 'credit' || figure === 'balance'
      ? [...fold.credits.values()].filter(({ left_cents }) => left_cents > 0)
      : [];
  const sign = figure === 'balance' ? -1 : 1;
  return [
    ...open.map(({ entry, open_cents }) => ({ entry, cents: open_cents })),
    ...credits.map(({ entry, left_cents }) => ({ entry, cents: sign * left_cents })),
  ];
};

/** The day on which the oldest of what is open was due, whatever plan it is on. */
export const oldestDueOf = ({ open }: Pick<OpenFold<FoldEntry>, 'open'>): string | null =>
  open.reduce<string | null>((oldest, debit) => {
    const due_on = ownDueOn(debit);
    return oldest === null || due_on < oldest ? due_on : oldest;
  }, null);

const FEES: readonly (string | null | undefined)[] = ['late_fee', 'interest', 'returned_payment_fee'];

/** True where something is open, and all of it are late fees, interest and fees for returned payments. */
export const owesFeesOnly = ({ open }: Pick<OpenFold<FoldEntry>, 'open'>): boolean =>
  open.length > 0 && open.every(({ entry }) => FEES.includes(entry.category) || FEES.includes(entry.kind));

export const isOnPlan = ({ open }: Pick<OpenFold<FoldEntry>, 'open'>): boolean =>
  open.some(({ plan }) => plan !== null);
