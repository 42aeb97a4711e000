import { addMonths } from '../../schema/dates.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { ownDueOn } from './plans.ts';
import type { Fold, FoldEntry } from './types.ts';

export const COLLECTION_METHODS = ['check', 'cash', 'transfer', 'card', 'us_bank_account', 'other'] as const;
export type CollectionMethod = (typeof COLLECTION_METHODS)[number];

/** Sums of the entries effective in a month, in cents; a reversal counts against what it undoes, in its own month.
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
  for (const account of accounts) addAccount(account, as_of, methodOf, (month) => byMonth.get(month));
  return shown;
};

/** The parts of an account that the months are made of. */
type MonthlyAccount = {
  entries: readonly (Pick<Entry, 'payment_id' | 'source_id'> & FoldEntry)[];
  fold: Pick<Fold<FoldEntry>, 'debits'>;
};

/** All months of one account in which there is anything, in any order. */
export const monthsOf = (
  account: MonthlyAccount,
  as_of: string,
  methodOf: (payment_id: string) => Payment['method'] | undefined,
): CollectionMonth[] => {
  const months = new Map<string, CollectionMonth>();
  addAccount(account, as_of, methodOf, (month) => {
    const known = months.get(month) ?? emptyMonth(month);
    months.set(month, known);
    return known;
  });
  return [...months.values()];
};

/** Adds what an account comes to in each month that `monthOf` knows. */
const addAccount = (
  { entries, fold }: MonthlyAccount,
  as_of: string,
  methodOf: (payment_id: string) => Payment['method'] | undefined,
  monthOf: (month: string) => CollectionMonth | undefined,
): void => {
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  for (const entry of entries) {
    const month = entry.effective_on <= as_of && monthOf(entry.effective_on.slice(0, 7));
    if (month) count(month, entry, subjectOf(entry, known), methodOf);
  }
  for (const debit of fold.debits.values()) {
    const month = monthOf(ownDueOn(debit).slice(0, 7));
    if (!month) continue;
    const covered_cents = debit.covers.reduce((sum, { cents }) => sum + cents, 0);
    month.due_cents += covered_cents + debit.open_cents;
    month.covered_cents += covered_cents;
  }
};

/** Months of one account, of which figures that are 0 may be left out. */
export type MonthPart = Pick<CollectionMonth, 'month'> &
  Partial<Omit<CollectionMonth, 'month' | 'by_method'>> & { by_method?: Partial<CollectionMonth['by_method']> };

/** The months up to that of `as_of`, oldest first, as the sum of those of all accounts. */
export const sumMonths = (
  parts: Iterable<MonthPart>,
  { as_of, months }: { as_of: string; months: number },
): CollectionMonth[] => {
  const shown = monthsUpTo(as_of, months);
  const byMonth = new Map(shown.map((month) => [month.month, month]));
  for (const { month, by_method = {}, ...figures } of parts) {
    const sum = byMonth.get(month);
    if (!sum) continue;
    for (const [figure, cents] of Object.entries(figures)) sum[figure as `${EntryFigure}_cents`] += cents;
    for (const [method, cents] of Object.entries(by_method)) sum.by_method[method as CollectionMethod] += cents;
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

/** The entry that a reversal undoes, else the entry itself. */
const subjectOf = <E extends Pick<Entry, 'kind'> & FoldEntry>(entry: E, known: ReadonlyMap<string, E>): E =>
  (entry.kind === 'reversal' && known.get(entry.source_id ?? '')) || entry;

const count = (
  month: CollectionMonth,
  { amount_cents }: Pick<Entry, 'amount_cents'>,
  { kind, payment_id }: Pick<Entry, 'kind' | 'payment_id'>,
  methodOf: (payment_id: string) => Payment['method'] | undefined,
): void => {
  const [figure, sign] = countedAs(kind);
  month[`${figure}_cents`] += sign * amount_cents;
  if (kind === 'payment') month.by_method[methodOf(payment_id ?? '') ?? 'other'] += sign * amount_cents;
};

type EntryFigure = 'charged' | 'collected' | 'returned' | 'refunded' | 'waived' | 'written_off' | 'credited' | 'moved';
export type CollectionFigure = EntryFigure | 'due' | 'covered';

/** The figure that a kind of entries is counted in, and with which sign. */
const countedAs = (kind: Entry['kind']): readonly [EntryFigure, 1 | -1] => {
  if (kind === 'payment') return ['collected', -1];
  if (kind === 'return') return ['returned', 1];
  if (kind === 'refund') return ['refunded', 1];
  if (kind === 'waiver') return ['waived', -1];
  if (kind === 'write_off') return ['written_off', -1];
  if (kind === 'credit') return ['credited', -1];
  return [kind === 'opening' || kind === 'transfer' ? 'moved' : 'charged', 1];
};

/** The entries that a figure of a month ('YYYY-MM') is the sum of, in cents, by day; `due_on` is the day that puts each into
 * the month (EXPL-01). */
export const collectionParts = (
  accounts: Iterable<CollectionAccount>,
  { month, figure, as_of }: { month: string; figure: CollectionFigure; as_of: string },
): { entry: Entry; cents: number; due_on: string }[] => {
  const partsOf = figure === 'due' || figure === 'covered' ? dueParts : entryParts;
  return [...accounts]
    .flatMap((account) => partsOf(account, figure, as_of))
    .filter(({ due_on, cents }) => due_on.startsWith(month) && cents !== 0)
    .sort((a, b) => (a.due_on < b.due_on ? -1 : a.due_on > b.due_on ? 1 : 0));
};

const dueParts = ({ fold }: CollectionAccount, figure: CollectionFigure) =>
  [...fold.debits.values()].map((debit) => {
    const covered_cents = debit.covers.reduce((sum, { cents }) => sum + cents, 0);
    const cents = figure === 'due' ? covered_cents + debit.open_cents : covered_cents;
    return { entry: debit.entry, cents, due_on: ownDueOn(debit) };
  });

const entryParts = ({ entries }: CollectionAccount, figure: CollectionFigure, as_of: string) => {
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  return entries.flatMap((entry) => {
    const [counted, sign] = countedAs(subjectOf(entry, known).kind);
    if (counted !== figure || entry.effective_on > as_of) return [];
    return [{ entry, cents: sign * entry.amount_cents, due_on: entry.effective_on }];
  });
};

/** The share of what fell due that is covered, from 0 to 1; null where nothing fell due. */
export const collectionRate = ({ due_cents, covered_cents }: Pick<CollectionMonth, 'due_cents' | 'covered_cents'>) =>
  due_cents > 0 ? covered_cents / due_cents : null;
