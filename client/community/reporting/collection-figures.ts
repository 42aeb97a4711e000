import type { Account } from '../../../schema/tables/accounts.ts';
import { type CollectionMonth, monthsOf } from '../../../sync/ledger/collections.ts';
import type { ReportRow } from './report-table.tsx';

type Month = Omit<CollectionMonth, 'by_method'>;
type Home = Pick<Account, 'id' | 'address_id'>;

/** The months of an account in which there is anything. */
export type HomeMonths = { address_id: string | null; months: readonly Month[] };

/** Pauses after each account, so that its caller can take it in slices. `as_of` is the day of the folds. */
export function* collectionMonths<A extends Home>(
  accounts: Iterable<A>,
  booksOf: (account: A) => Parameters<typeof monthsOf>[0],
  as_of: string,
): Generator<undefined, HomeMonths[]> {
  const homes: HomeMonths[] = [];
  for (const account of accounts) {
    homes.push({ address_id: account.address_id, months: monthsOf(booksOf(account), as_of, NO_METHOD) });
    yield;
  }
  return homes;
}
const NO_METHOD = () => undefined;

export type CollectionRow = ReportRow & {
  billed_cents: number;
  collected_cents: number;
  due_cents: number;
  covered_cents: number;
};

const emptyRow = (key: string, name: string): CollectionRow => ({
  ...{ key, name, billed_cents: 0, collected_cents: 0, due_cents: 0, covered_cents: 0 },
});

const add = (row: CollectionRow, month: Omit<Month, 'month'>): void => {
  row.billed_cents += month.charged_cents;
  row.collected_cents += month.collected_cents;
  row.due_cents += month.due_cents;
  row.covered_cents += month.covered_cents;
};

/** The sums of a group: the months of `months` by month, or by home where `nameOf` names the group of an address. Groups of nothing
 * are left out, and their sum comes last where they are several. */
export const collectionRows = (
  homes: readonly HomeMonths[],
  months: readonly string[],
  nameOf: (month: string, address_id: string | null) => string,
): CollectionRow[] => {
  const counted = new Set(months);
  const rows = new Map<string, CollectionRow>();
  const total = { ...emptyRow('/Total', 'Total'), isTotal: true };
  for (const { address_id, months: parts } of homes)
    for (const part of parts) {
      if (!counted.has(part.month)) continue;
      const key = nameOf(part.month, address_id);
      const row = rows.get(key) ?? emptyRow(key, key);
      rows.set(key, row);
      add(row, part);
      add(total, part);
    }
  const used = [...rows.values()].filter(isUsed);
  return used.length > 1 ? [...used, total] : used;
};

const isUsed = ({ billed_cents, collected_cents, due_cents }: CollectionRow) =>
  [billed_cents, collected_cents, due_cents].some((cents) => cents !== 0);
