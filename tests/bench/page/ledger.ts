import type { Rows } from '../../../schema/rows.ts';
import { totalAgeing } from '../../../sync/ledger/ageing.ts';
import { Folds } from '../../../sync/ledger/folds.ts';
import { nth } from '../../support/required.ts';
import { moneyOf } from '../money-400.ts';

type Entry = Rows['entry'];

/** Runs in the browser: the fold over the workload, which the page makes for itself. */
const folding = {
  rows: [] as Entry[],
  accounts: new Map<string, readonly Entry[]>(),
  folds: new Folds(),
  policies: [] as Rows['policy'][],

  prepare(ground: Parameters<typeof moneyOf>[0], today: string): number {
    this.rows = moneyOf(ground, today).entries;
    return this.rows.length;
  },
  /** Milliseconds for the balances, buckets and totals of all accounts as of a day. */
  all(as_of: string): number {
    const began = performance.now();
    if (this.accounts.size === 0) this.accounts = byAccount(this.rows);
    this.total(as_of);
    return performance.now() - began;
  },
  /** Milliseconds for the same after one more entry. */
  next(as_of: string, number: number): number {
    const [id, entries] = nth([...this.accounts], number % this.accounts.size);
    const more = [...entries, { ...nth(entries, -1), id: `${id}.${number}`, effective_on: as_of, posted_at: as_of }];
    const began = performance.now();
    this.accounts.set(id, more);
    this.total(as_of);
    return performance.now() - began;
  },
  total(as_of: string) {
    const options = { policies: this.policies, as_of };
    return totalAgeing(
      [...this.accounts].map(([id, entries]) => this.folds.of(id, { entries, plans: NONE }, options).ageing),
    );
  },
};

const NONE = [] as const;

const byAccount = (rows: readonly Entry[]): Map<string, Entry[]> => {
  const accounts = new Map<string, Entry[]>();
  for (const entry of rows) {
    const own = accounts.get(entry.account_id);
    if (own) own.push(entry);
    else accounts.set(entry.account_id, [entry]);
  }
  return accounts;
};

(globalThis as { folding?: Folding }).folding = folding;
export type Folding = typeof folding;
