import type { Credit, Fold, FoldEntry } from './types.ts';

/** The credits of `before` that cover something else `after`: those that an entry dated back takes charges from or gives
 * charges to. Both folds are of one account and as of one day. */
export const changedCredits = <E extends FoldEntry>(before: Fold<E>, after: Fold<E>): E[] =>
  [...before.credits.values()]
    .filter((credit) => !isSame(coveredBy(credit), coveredBy(after.credits.get(credit.entry.id))))
    .map(({ entry }) => entry);

const coveredBy = (credit: Credit<FoldEntry> | undefined): Map<string, number> => {
  const cents = new Map<string, number>();
  for (const cover of credit?.covers ?? []) cents.set(cover.debit_id, (cents.get(cover.debit_id) ?? 0) + cover.cents);
  return cents;
};

const isSame = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean =>
  one.size === other.size && [...one].every(([debit, cents]) => other.get(debit) === cents);
