import { useMemo } from 'react';
import type { Account } from '../../../schema/tables/accounts.ts';
import { accountText } from '../../../sync/accounts/entity.ts';
import type { AccountFold } from '../../../sync/ledger/folds.ts';
import { fold } from '../../../sync/search.ts';
import { useRows, useStored } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { exportCsv } from '../../screens/export-csv.tsx';
import { multiFilter, textFilter, type useListFilters } from '../../screens/filters.ts';
import { usePeople } from '../../screens/people.tsx';
import { holdersOf } from './model.ts';
import { useFolds } from './use-folds.ts';

const FILTERS = ['overdue', 'owing', 'credit', 'closed'] as const;
export const fields = { search: textFilter, show: multiFilter(FILTERS) };
export const OPTIONS = [
  { value: 'overdue', label: 'Overdue' },
  { value: 'owing', label: 'Owes something' },
  { value: 'credit', label: 'Has credit' },
  { value: 'closed', label: 'Closed' },
] as const;

/** An account with its people, its home and its figures as of today. */
export type AccountRow = {
  account: Account;
  home: string;
  holders: string;
  text: string;
  balance_cents: number;
  /** null until all entries are on the device: a fold of some would tell wrong figures. */
  due_cents: number | null;
  overdue_cents: number | null;
  credit_cents: number;
};

export const useAccountRows = (): readonly AccountRow[] => {
  const accounts = useRows('account').all;
  const people = usePeople();
  const folds = useFolds(useHoaToday());
  const { isComplete } = useStored('entry');
  return useMemo(
    () =>
      accounts
        .map((account): AccountRow => {
          const [home, holders] = [people.address(account), holdersOf(people, account)];
          const text = accountText({ home, holders, emails: account.holder_ids.map((id) => people.email(id)) });
          const figures = isComplete ? figuresOf(folds(account.id)) : storedFigures(account);
          return { account, home, holders, text, ...figures };
        })
        .sort((a, b) => byFigure(a, b, 'overdue_cents') || byFigure(a, b, 'due_cents') || (a.home < b.home ? -1 : 1)),
    [accounts, people, folds, isComplete],
  );
};

const figuresOf = ({ fold: { balance_cents, due_now_cents, overdue_cents, credit_cents } }: AccountFold) => ({
  balance_cents,
  due_cents: due_now_cents,
  overdue_cents,
  credit_cents,
});
const storedFigures = ({ balance_cents, credit_cents }: Account) => ({
  balance_cents,
  due_cents: null,
  overdue_cents: null,
  credit_cents,
});

const byFigure = (a: AccountRow, b: AccountRow, figure: 'overdue_cents' | 'due_cents') =>
  (b[figure] ?? 0) - (a[figure] ?? 0);
export const isOverdue = ({ overdue_cents }: AccountRow): boolean => (overdue_cents ?? 0) > 0;

type Filters = ReturnType<
  typeof useListFilters<{ search: string; show: readonly (typeof FILTERS)[number][] }>
>['filters'];

const TESTS: Record<(typeof FILTERS)[number], (row: AccountRow) => boolean> = {
  overdue: isOverdue,
  owing: ({ balance_cents }) => balance_cents > 0,
  credit: ({ credit_cents }) => credit_cents > 0,
  closed: ({ account }) => account.status === 'closed',
};

export const matching = (rows: readonly AccountRow[], { search, show }: Filters): readonly AccountRow[] => {
  const term = fold(search.trim());
  return rows.filter((row) => {
    const isShown =
      show.length === 0
        ? row.account.status === 'open' || row.balance_cents !== 0
        : show.some((name) => TESTS[name](row));
    return isShown && row.text.includes(term);
  });
};

const HEADER = ['Home', 'Holders', 'Due Now', 'Overdue', 'Credit', 'Balance', 'Status'];

export const exportAccounts = (rows: readonly AccountRow[]) =>
  exportCsv(
    'accounts',
    HEADER,
    rows.map(({ account, home, holders, ...figures }) => [
      home,
      holders,
      ...[figures.due_cents, figures.overdue_cents, figures.credit_cents, figures.balance_cents].map((cents) =>
        cents === null ? '' : (cents / 100).toFixed(2),
      ),
      account.status,
    ]),
  );
