import { useMemo } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import { type AccountQuery, accountList, type ListedAccount } from '../../../sync/accounts/list.ts';
import type { AccountFold } from '../../../sync/ledger/folds.ts';
import { useStored } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { exportCsv } from '../../screens/export-csv.tsx';
import { choiceFilter, multiFilter, textFilter } from '../../screens/filters.ts';
import { type Sorts, sortValues, textSort } from '../../screens/sorting.tsx';
import { type NamedAccount, useNamedAccounts } from '../accounts.ts';
import { useFolds } from '../use-folds.ts';

export const OPTIONS = [
  { value: 'overdue', label: 'Overdue' },
  { value: 'owing', label: 'Owes money' },
  { value: 'credit', label: 'Has credit' },
  { value: 'closed', label: 'Closed' },
] as const;
const largestFirst = (column: string, label: string): Sorts[string] => [
  { value: `-${column}`, label: `Largest ${label} First` },
  { value: column, label: `Smallest ${label} First` },
];

export const SORTS: Sorts = {
  Overdue: largestFirst('overdue', 'Overdue'),
  Home: textSort('home', 'Home'),
  'Due now': largestFirst('due', 'Due'),
  Credit: largestFirst('credit', 'Credit'),
  Balance: largestFirst('balance', 'Balance'),
};

export const fields = {
  search: textFilter,
  show: multiFilter(OPTIONS.map(({ value }) => value)),
  sort: choiceFilter(sortValues(SORTS)),
};

export type AccountRow = NamedAccount & ListedAccount;

export const useAccountRows = (): readonly AccountRow[] => {
  const named = useNamedAccounts();
  const folds = useFolds(useHoaToday());
  const { isComplete } = useStored('entry');
  return useMemo(
    () => named.map((row) => ({ ...row, ...(isComplete ? figuresOf(folds(row.id)) : storedFigures(row.account)) })),
    [named, folds, isComplete],
  );
};

const figuresOf = ({ fold: { balance_cents, due_now_cents, overdue_cents, credit_cents } }: AccountFold) => ({
  balance_cents,
  due_cents: due_now_cents,
  overdue_cents,
  credit_cents,
});

/** A fold of some of the entries would tell wrong figures. */
const storedFigures = ({ balance_cents, credit_cents }: Account) => ({
  balance_cents,
  due_cents: null,
  overdue_cents: null,
  credit_cents,
});

export const isOverdue = ({ overdue_cents }: AccountRow): boolean => (overdue_cents ?? 0) > 0;

/** Closed accounts are listed only if they are not settled, or asked for. */
export const matching = (rows: readonly AccountRow[], { search, show, sort }: Required<AccountQuery>) =>
  accountList.rows(rows, { search, show: show.length === 0 ? ['open', 'unsettled'] : show, sort });

const HEADER = ['Home', 'Holders', 'Due Now', 'Overdue', 'Credit', 'Balance', 'Status'];

export const exportAccounts = (rows: readonly AccountRow[]) =>
  exportCsv(
    'accounts',
    HEADER,
    rows.map((row) => [
      row.home,
      row.holders,
      ...[row.due_cents, row.overdue_cents, row.credit_cents, row.balance_cents].map((cents) =>
        cents === null ? '' : (cents / 100).toFixed(2),
      ),
      row.status,
    ]),
  );
