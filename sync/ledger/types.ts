import type { Pin } from '../../schema/ledger.ts';
import type { Entry, Policy } from '../../schema/tables/ledger.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';

/** The fields of an entry that decide which money covers which charge. */
export type FoldEntry = Pick<Entry, 'id' | 'kind' | 'amount_cents' | 'effective_on' | 'posted_at'> &
  Partial<Pick<Entry, 'category' | 'due_on' | 'source_id' | 'pins'>>;

/** Instalments by which the debits of `covers` are to be paid between two days (`ended_on` null: still), as it was known since
 * `ended_at`. A finished plan counts on, because what it covers is paid. */
export type FoldPlan = Pick<PaymentPlan, 'id' | 'starts_on' | 'ended_on' | 'made_at'> & {
  covers: readonly string[];
  instalments: readonly Portion[];
} & Partial<Pick<PaymentPlan, 'ended_at' | 'status'>>;

/** `cents` of a credit were applied to a debit on a day. */
export type Cover = { credit_id: string; debit_id: string; cents: number; on: string };

/** A part of a debit and the day on which it is due. */
export type Portion = { due_on: string; cents: number };

/** `due_on` is the first day on which something of what is open is due: the debit's own day, or while it is on a plan that of
 * the first instalment that is open. `category` is an index into CATEGORIES. */
export type Debit<E> = {
  entry: E;
  open_cents: number;
  covers: Cover[];
  due_on: string;
  category: number;
  plan: { id: string; slices: readonly Portion[] } | null;
};

/** `left_cents` covers nothing yet. Of that, `held_cents` are reserved for debits that have not come yet. */
export type Credit<E> = {
  entry: E;
  left_cents: number;
  covers: Cover[];
  held_cents: number;
  pins: readonly Pin[];
  order: PaymentOrder;
  /** Counts the credits of the account, oldest first. */
  position: number;
};

/** The order in force on a day: in which step each of CATEGORIES is paid. */
export type PaymentOrder = { stepOf: readonly number[]; directed: boolean };

/** `balance = due_now + coming - credit`. `overdue` is what of due now was due before the day; what is on a plan is due by its
 * instalments. */
export type Fold<E> = {
  debits: Map<string, Debit<E>>;
  credits: Map<string, Credit<E>>;
  /** The debits of which something is open, by due date. */
  open: Debit<E>[];
  balance_cents: number;
  due_now_cents: number;
  coming_cents: number;
  overdue_cents: number;
  credit_cents: number;
};

/** The parts of a fold that say what is owed. */
export type OpenFold<E> = Pick<Fold<E>, 'open' | 'balance_cents' | 'credit_cents'>;

export type FoldOptions = {
  policies: readonly Pick<Policy, 'id' | 'kind' | 'starts_on' | 'settings' | 'made_at'>[];
  plans?: readonly FoldPlan[];
  /** A calendar date; entries effective later are left out. */
  as_of: string;
  /** An instant; entries, policies and plans made later are left out. */
  known_at?: string;
};
