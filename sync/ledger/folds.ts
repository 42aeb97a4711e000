import type { Entry, Policy } from '../../schema/tables/ledger.ts';
import { type Ageing, ageingOf } from './ageing.ts';
import { type Fold, type FoldPlan, fold } from './fold.ts';

export type AccountFold = { fold: Fold<Entry>; ageing: Ageing };

/** What decides every fold besides the entries. The arrays never change. */
export type FoldsOptions = {
  policies: readonly Policy[];
  as_of: string;
  known_at?: string;
};

type Known = AccountFold & { entries: readonly Entry[]; plans: readonly FoldPlan[] };

/** The folds of many accounts: only an account whose entries or plans changed folds anew. */
export class Folds {
  #options: FoldsOptions | undefined;
  readonly #known = new Map<string, Known>();

  /** `entries` and `plans` are those of the account; the arrays never change. */
  of(
    account_id: string,
    { entries, plans }: { entries: readonly Entry[]; plans: readonly FoldPlan[] },
    options: FoldsOptions,
  ): AccountFold {
    this.#forgetUnless(options);
    const known = this.#known.get(account_id);
    if (known?.entries === entries && known.plans === plans) return known;
    const folded = fold(entries, { ...options, plans });
    const next = { entries, plans, fold: folded, ageing: ageingOf(folded, options.as_of) };
    this.#known.set(account_id, next);
    return next;
  }

  #forgetUnless(options: FoldsOptions): void {
    const before = this.#options;
    this.#options = options;
    if (before && FIELDS.every((field) => before[field] === options[field])) return;
    this.#known.clear();
  }
}

const FIELDS = ['policies', 'as_of', 'known_at'] as const;
