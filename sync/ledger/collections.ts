import { addMonths } from '../../schema/dates.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { ownDueOn } from './plans.ts';
import type { Fold } from './types.ts';

export const COLLECTION_METHODS = ['check', 'cash', 'transfer', 'card', 'us_bank_account', 'other'] as const;
export type CollectionMethod = (typeof COLLECTION_METHODS)[number];

/** What the entries effective in a month come to, in cents; a reversal counts against what it undoes, in its own month.
 * `charged` is without what was taken over or moved from another account. Of what fell due in the month and was not reversed,
 * `due_cents`, `covered_cents` are covered as of the day of the folds. */
export type CollectionMonth = {
  /** 'YYYY-MM' */
  month: string;
  charged_cents: number;
  collected_cents: number;
  by_method: Record<CollectionMethod, number>;
  returned_cents: number;
  refunded_cents: number;
  waived_cents: number;
  written_off_cents: number;
  credited_cents: number;
  /** Opening balances and transfers. */
  moved_cents: number;
  due_cents: number;
  covered_cents: number;
};

/** An account as of the day of the report; `fold` takes all of its entries until then. */
export type CollectionAccount = { entries: readonly Entry[]; fold: Fold<Entry> };

/** The months up to that of `as_of`, oldest first, of all accounts together. */
export const collectionsByMonth = (
  accounts: Iterable<CollectionAccount>,
  methodOf: (payment_id: string) => Payment['method'] | undefined,
  { as_of, months }: { as_of: string; months: number },
): CollectionMonth[] => {
  const shown = monthsUpTo(as_of, months);
  const byMonth = new Map(shown.map((month) => [month.month, month]));
  for (const { entries, fold } of accounts) {
    const known = new Map(entries.map((entry) => [entry.id, entry]));
    for (const entry of entries) {
      const month = entry.effective_on <= as_of && byMonth.get(entry.effective_on.slice(0, 7));
      if (month) count(month, entry, subjectOf(entry, known), methodOf);
    }
    for (const debit of fold.debits.values()) {
      const month = byMonth.get(ownDueOn(debit).slice(0, 7));
      if (!month) continue;
      const covered_cents = debit.covers.reduce((sum, { cents }) => sum + cents, 0);
      month.due_cents += covered_cents + debit.open_cents;
      month.covered_cents += covered_cents;
    }
  }
  return shown;
};

const monthsUpTo = (as_of: string, months: number): CollectionMonth[] =>
  Array.from({ length: months }, (_, at) =>
    emptyMonth(addMonths(`${as_of.slice(0, 7)}-01`, at - months + 1).slice(0, 7)),
  );

const emptyMonth = (month: string): CollectionMonth => ({
  month,
  charged_cents: 0,
  collected_cents: 0,
  by_method: { check: 0, cash: 0, transfer: 0, card: 0, us_bank_account: 0, other: 0 },
  returned_cents: 0,
  refunded_cents: 0,
  waived_cents: 0,
  written_off_cents: 0,
  credited_cents: 0,
  moved_cents: 0,
  due_cents: 0,
  covered_cents: 0,
});

/** What a reversal undoes, else the entry itself. */
const subjectOf = (entry: Entry, known: ReadonlyMap<string, Entry>): Entry =>
  (entry.kind === 'reversal' && known.get(entry.source_id ?? '')) || entry;

const count = (
  month: CollectionMonth,
  { amount_cents }: Entry,
  { kind, payment_id }: Entry,
  methodOf: (payment_id: string) => Payment['method'] | undefined,
): void => {
  if (kind === 'payment') {
    month.collected_cents -= amount_cents;
    month.by_method[methodOf(payment_id ?? '') ?? 'other'] -= amount_cents;
  } else if (kind === 'return') month.returned_cents += amount_cents;
  else if (kind === 'refund') month.refunded_cents += amount_cents;
  else if (kind === 'waiver') month.waived_cents -= amount_cents;
  else if (kind === 'write_off') month.written_off_cents -= amount_cents;
  else if (kind === 'credit') month.credited_cents -= amount_cents;
  else if (kind === 'opening' || kind === 'transfer') month.moved_cents += amount_cents;
  else month.charged_cents += amount_cents;
};

/** The share of what fell due that is covered, from 0 to 1; null where nothing fell due. */
export const collectionRate = ({ due_cents, covered_cents }: Pick<CollectionMonth, 'due_cents' | 'covered_cents'>) =>
  due_cents > 0 ? covered_cents / due_cents : null;
