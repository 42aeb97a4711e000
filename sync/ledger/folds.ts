import type { Entry, Policy } from '../../schema/tables/ledger.ts';
import { type Ageing, ageingOf } from './ageing.ts';
import { type Credit, type Fold, type FoldEntry, type FoldPlan, fold } from './fold.ts';

export type AccountFold = { fold: Fold<Entry>; ageing: Ageing };

/** All that decides every fold besides the entries. The arrays never change. */
type FoldsOptions = {
  policies: readonly Policy[];
  as_of: string;
  known_at?: string;
};

type CachedFold = AccountFold & { entries: readonly Entry[]; plans: readonly FoldPlan[] };

/** The folds of many accounts: only an account whose entries or plans changed folds anew. */
export class Folds {
  #options: FoldsOptions | undefined;
  readonly #cached = new Map<string, CachedFold>();

  /** `entries` and `plans` are those of the account; the arrays never change. */
  of(
    account_id: string,
    { entries, plans }: { entries: readonly Entry[]; plans: readonly FoldPlan[] },
    options: FoldsOptions,
  ): AccountFold {
    this.#forgetUnless(options);
    const cached = this.#cached.get(account_id);
    if (cached?.entries === entries && cached.plans === plans) return cached;
    const folded = fold(entries, { ...options, plans });
    const next = { entries, plans, fold: folded, ageing: ageingOf(folded, options.as_of) };
    this.#cached.set(account_id, next);
    return next;
  }

  #forgetUnless(options: FoldsOptions): void {
    const before = this.#options;
    this.#options = options;
    if (before && FIELDS.every((field) => before[field] === options[field])) return;
    this.#cached.clear();
  }
}

const FIELDS = ['policies', 'as_of', 'known_at'] as const;

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
