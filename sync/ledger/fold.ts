import type { Entry, Policy } from '../../schema/tables/ledger.ts';

/** What of an entry decides which money covers what. */
export type FoldEntry = Pick<
  Entry,
  'id' | 'kind' | 'category' | 'amount_cents' | 'effective_on' | 'posted_at' | 'due_on' | 'source_id' | 'pins'
>;

/** Instalments by which the debits of `covers` are to be paid between two days (`ends_on` null: still). */
export type FoldPlan = {
  id: string;
  covers: readonly string[];
  instalments: readonly { due_on: string; cents: number }[];
  starts_on: string;
  ends_on: string | null;
  made_at: string;
};

/** `cents` of a credit were applied to a debit on a day. */
export type Cover = { credit_id: string; debit_id: string; cents: number; on: string };

export type Debit<E> = { entry: E; open_cents: number; covers: Cover[] };
/** `left_cents` covers nothing yet. */
export type Credit<E> = { entry: E; left_cents: number; covers: Cover[] };

/** `balance = due_now + coming - credit`. `overdue` is what of due now was due before the day. */
export type Fold<E> = {
  debits: Map<string, Debit<E>>;
  credits: Map<string, Credit<E>>;
  balance_cents: number;
  due_now_cents: number;
  coming_cents: number;
  overdue_cents: number;
  credit_cents: number;
};

export type FoldOptions = {
  policies: readonly Policy[];
  plans?: readonly FoldPlan[];
  /** A calendar date; entries effective later are left out. */
  as_of: string;
  /** An instant; entries, policies and plans made later are left out. */
  known_at?: string;
};
