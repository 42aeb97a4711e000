import {
  CalendarClock,
  CircleDollarSign,
  FileUp,
  Gavel,
  HandCoins,
  Mail,
  Plus,
  Scale,
  ScrollText,
  UserPlus,
  Users,
} from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { Account } from '../../schema/tables/accounts.ts';
import type { AccountFold } from '../../sync/ledger/folds.ts';
import { fold } from '../../sync/search.ts';
import { paths } from '../paths.ts';
import { exportCsv, outputActions } from '../screens/export-csv.tsx';
import { FilterBar, MultiFilter } from '../screens/filter-bar.tsx';
import { multiFilter, textFilter, useListFilters } from '../screens/filters.ts';
import { ListHeader } from '../screens/list-header.tsx';
import { usePeople } from '../screens/people.tsx';
import { EmptyResults, ResultList } from '../screens/result-list.tsx';
import { RowCard, RowTitle, ViewButton } from '../screens/row.tsx';
import { useRows, useStored } from '../store.ts';
import { useHoaToday } from '../today.ts';
import { Badge } from '../ui/badge.tsx';
import { LinkButton } from '../ui/button.tsx';
import { StatCards } from '../ui/card.tsx';
import { formatMoney } from '../ui/format.ts';
import { lazyPart } from '../ui/on-demand.ts';
import { type Column, Table } from '../ui/table.tsx';
import { useFolds } from './folds.ts';
import { holdersOf } from './model.ts';

const FILTERS = ['overdue', 'owing', 'credit', 'closed'] as const;
const fields = { search: textFilter, show: multiFilter(FILTERS) };
const OPTIONS = [
  { value: 'overdue', label: 'Overdue' },
  { value: 'owing', label: 'Owes something' },
  { value: 'credit', label: 'Has credit' },
  { value: 'closed', label: 'Closed' },
] as const;

/** An account with its people, its home and its figures as of today. */
type AccountRow = {
  account: Account;
  home: string;
  holders: string;
  emails: string;
  balance_cents: number;
  /** null until all entries are on the device: a fold of some would tell wrong figures. */
  due_cents: number | null;
  overdue_cents: number | null;
  credit_cents: number;
};

/** /accounts: every account of the HOA, the longest owing first. */
const Accounts = () => {
  const filtering = useListFilters(fields);
  const all = useAccountRows();
  const rows = useMemo(() => matching(all, filtering.filters), [all, filtering.filters]);
  const report = useRows('hoa').all[0]?.ledger_opening;
  const [dialog, setDialog] = useState<'report' | 'open' | 'shared' | null>(null);
  const close = () => setDialog(null);
  const { isComplete } = useStored('account');
  const results = { rows: rows.slice(0, filtering.shown), found: rows.length, cached: isComplete };
  return (
    <>
      <ListHeader
        title="Accounts"
        subtitle="Who owes what, and who has paid ahead"
        primary={{ label: 'Record Payment', icon: Plus, run: paths.recordPayment() }}
        others={[
          { label: 'Aging', icon: CalendarClock, run: paths.ageing() },
          { label: 'Deposits', icon: HandCoins, run: paths.deposits() },
          { label: 'Statements', icon: ScrollText, run: paths.statements() },
          { label: 'Unpaid Fees', icon: Gavel, run: paths.fees() },
          { label: 'Letters', icon: Mail, run: paths.letters() },
          { label: 'Money Rules', icon: Scale, run: paths.moneyRules() },
          { label: 'Open Account', icon: UserPlus, run: () => setDialog('open') },
          { label: 'Shared Homes', icon: Users, run: () => setDialog('shared') },
          { label: 'Opening Balances', icon: FileUp, run: paths.openingBalances() },
          report && { label: 'Opening Report', icon: ScrollText, run: () => setDialog('report') },
          ...outputActions(() => exportAccounts(rows)),
        ]}
      />
      {report && dialog === 'report' && <OpeningReport report={report} open onClose={close} />}
      {dialog === 'open' && <OpenAccount open onClose={close} />}
      {dialog === 'shared' && <SharedHomes open onClose={close} />}
      <PossibleDuplicates />
      <Totals rows={all} />
      <FilterBar {...filtering} search="Search accounts" found={rows.length} of={all.length}>
        <MultiFilter {...filtering} name="show" label="Show" options={OPTIONS} />
      </FilterBar>
      <ResultList
        {...filtering}
        {...results}
        labels={LABELS}
        empty={
          <EmptyResults
            {...filtering}
            icon={CircleDollarSign}
            title="No accounts found"
            hint="An account opens by itself when somebody is billed for the first time."
          >
            <LinkButton href={paths.dueCreate()}>Create Due</LinkButton>
          </EmptyResults>
        }
        table={(shown, footer) => <AccountTable rows={shown} footer={footer} />}
      />
    </>
  );
};

export default Accounts;

const PossibleDuplicates = lazyPart(() => import('./possible-duplicates.tsx'));
const OpenAccount = lazyPart(() => import('./open-account.tsx'));
const SharedHomes = lazyPart(() => import('./shared-homes.tsx'));
const OpeningReport = lazyPart(() => import('./opening.tsx'));

const LABELS = {
  more: 'Load more',
  end: 'No more accounts',
  failed: 'Failed to load accounts. Please try again.',
};

const useAccountRows = (): readonly AccountRow[] => {
  const accounts = useRows('account').all;
  const people = usePeople();
  const folds = useFolds(useHoaToday());
  const { isComplete } = useStored('entry');
  return useMemo(
    () =>
      accounts
        .map(
          (account): AccountRow => ({
            account,
            home: people.address(account),
            holders: holdersOf(people, account),
            emails: account.holder_ids.map((id) => people.email(id)).join(' '),
            ...(isComplete ? figuresOf(folds(account.id)) : storedFigures(account)),
          }),
        )
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
const isOverdue = ({ overdue_cents }: AccountRow): boolean => (overdue_cents ?? 0) > 0;
const UNKNOWN = '…';
const moneyOf = (cents: number | null) => (cents === null ? UNKNOWN : formatMoney(cents));
const dashOr = (cents: number | null) => (cents === null ? UNKNOWN : '–');

type Filters = ReturnType<
  typeof useListFilters<{ search: string; show: readonly (typeof FILTERS)[number][] }>
>['filters'];

const TESTS: Record<(typeof FILTERS)[number], (row: AccountRow) => boolean> = {
  overdue: isOverdue,
  owing: ({ balance_cents }) => balance_cents > 0,
  credit: ({ credit_cents }) => credit_cents > 0,
  closed: ({ account }) => account.status === 'closed',
};

const matching = (rows: readonly AccountRow[], { search, show }: Filters): readonly AccountRow[] => {
  const term = fold(search.trim());
  return rows.filter((row) => {
    const isShown =
      show.length === 0
        ? row.account.status === 'open' || row.balance_cents !== 0
        : show.some((name) => TESTS[name](row));
    return isShown && (term === '' || fold(`${row.home} ${row.holders} ${row.emails}`).includes(term));
  });
};

const Totals = ({ rows }: { rows: readonly AccountRow[] }) => {
  const sum = (of: (row: AccountRow) => number | null) =>
    formatMoney(rows.reduce((cents, row) => cents + (of(row) ?? 0), 0));
  return (
    <StatCards
      strip
      loaded={useStored('entry').isComplete}
      stats={[
        { label: 'Due now', value: sum(({ due_cents }) => due_cents) },
        {
          label: 'Overdue',
          value: sum(({ overdue_cents }) => overdue_cents),
          href: `${paths.accounts()}?show=overdue`,
        },
        { label: 'Credit', value: sum(({ credit_cents }) => credit_cents), href: `${paths.accounts()}?show=credit` },
      ]}
    />
  );
};

const AccountTable = ({ rows, footer }: { rows: readonly AccountRow[]; footer: ReactNode }) => (
  <Table
    caption="Accounts"
    columns={COLUMNS}
    rows={rows}
    rowKey={({ account }) => account.id}
    renderCard={(row) => <AccountCard row={row} />}
    footer={footer}
  />
);

const nameOf = ({ home, holders }: AccountRow) => home || holders || 'Account';

const Closed = ({ account }: { account: Account }) => account.status === 'closed' && <Badge>Closed</Badge>;

const COLUMNS: Column<AccountRow>[] = [
  {
    header: 'Home',
    main: true,
    className: 'min-w-44',
    cell: (row) => (
      <>
        <RowTitle href={paths.account(row.account.id)}>{nameOf(row)}</RowTitle> <Closed account={row.account} />
      </>
    ),
  },
  { header: 'Holders', className: '[overflow-wrap:anywhere]', fold: 'lg', cell: ({ holders }) => holders || '–' },
  { header: 'Due Now', align: 'right', cell: ({ due_cents }) => moneyOf(due_cents) },
  {
    header: 'Overdue',
    align: 'right',
    cell: (row) =>
      isOverdue(row) ? (
        <span className="font-[560] text-red">{moneyOf(row.overdue_cents)}</span>
      ) : (
        dashOr(row.overdue_cents)
      ),
  },
  {
    header: 'Credit',
    align: 'right',
    fold: 'xl',
    cell: ({ credit_cents }) => (credit_cents > 0 ? formatMoney(credit_cents) : '–'),
  },
  { header: 'Balance', align: 'right', cell: ({ balance_cents }) => formatMoney(balance_cents) },
  {
    header: '',
    name: 'Actions',
    align: 'right',
    cell: ({ account }) => <ViewButton href={paths.account(account.id)} />,
  },
];

const AccountCard = ({ row }: { row: AccountRow }) => (
  <RowCard href={paths.account(row.account.id)}>
    <span className="flex items-baseline justify-between gap-3">
      <span className="font-[590] [overflow-wrap:anywhere]">{nameOf(row)}</span>
      <span className="num font-[590]">{formatMoney(row.balance_cents)}</span>
    </span>
    <span className="flex items-center justify-between gap-2 text-ink-2 text-sm">
      <span className="[overflow-wrap:anywhere]">{row.home ? row.holders : ''}</span>
      {isOverdue(row) ? (
        <span className="num font-[560] text-red">{moneyOf(row.overdue_cents)} overdue</span>
      ) : (
        <Closed account={row.account} />
      )}
    </span>
  </RowCard>
);

const HEADER = ['Home', 'Holders', 'Due Now', 'Overdue', 'Credit', 'Balance', 'Status'];

const exportAccounts = (rows: readonly AccountRow[]) =>
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
