import { CircleDollarSign, Landmark, Plus, ScrollText } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { useLocation } from 'wouter';
import type { Due } from '../../schema/tables/dues.ts';
import { canManage, duesByDebt, schedule } from '../../sync/dues.ts';
import {
  allInvoicesPath,
  allInvoicesQuery,
  exportInvoices,
  invoicesPath,
  useAllFilters,
  useFilters as useInvoiceFilters,
  useMyInvoices,
  useMyResults,
} from '../invoices/model.ts';
import { queryList } from '../live.ts';
import { useSearchParams } from '../location.ts';
import { paths } from '../paths.ts';
import { PaymentsPausedNotice } from '../payouts/paused-notice.tsx';
import { exportCsv, outputActions } from '../screens/export-csv.tsx';
import { countText, FilterBar, MultiFilter } from '../screens/filter-bar.tsx';
import { ListHeader } from '../screens/list-header.tsx';
import { useListState } from '../screens/list-state.ts';
import { usePeople } from '../screens/people.tsx';
import { EmptyResults, ResultList } from '../screens/result-list.tsx';
import { RowCard, RowTitle, ViewButton } from '../screens/row.tsx';
import { useWaiting, type WaitingItems } from '../screens/waiting.tsx';
import { useCan, useUser } from '../session.ts';
import { useHoaToday } from '../today.ts';
import { Badge } from '../ui/badge.tsx';
import { LinkButton } from '../ui/button.tsx';
import { formatDate, formatLabel, formatMoney } from '../ui/format.ts';
import { SkeletonRows } from '../ui/list.tsx';
import { useIsWide } from '../ui/media.ts';
import { type Column, Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { FREQUENCIES, nextSendDate, STATUSES, useFilters } from './model.ts';
import { BoardFigures, ResidentFigures } from './overview.tsx';
import { DueBadge } from './parts.tsx';

const AllInvoices = lazy(() => import('../invoices/all.tsx'));
const MyInvoices = lazy(() => import('../invoices/list.tsx'));
const PayoutNotice = lazy(() => import('../payouts/notice.tsx'));

const TAB_PATHS = { dues: paths.dues(), all: allInvoicesPath(), invoices: invoicesPath() };
type TabName = keyof typeof TAB_PATHS;

const tabsFor = (board: boolean): readonly TabName[] => (board ? ['dues', 'all', 'invoices'] : ['dues', 'invoices']);

const Dues = () => {
  const board = canManage(useUser());
  const [, navigate] = useLocation();
  const tabs = tabsFor(board);
  const asked = useSearchParams().get('tab');
  const tab = tabs.find((name) => name === asked) ?? 'dues';
  const wide = useIsWide();
  return (
    <>
      <Header board={board} tab={tab} />
      {useCan('hoa.manage') ? (
        <Suspense>
          <PayoutNotice />
        </Suspense>
      ) : (
        board && <PaymentsPausedNotice />
      )}
      {board ? wide && <BoardFigures /> : <ResidentFigures />}
      <Tabs
        label="Dues and invoices"
        tabs={tabs.map((name) => TABS[name])}
        selected={tabs.indexOf(tab)}
        onSelect={(index) => navigate(TAB_PATHS[tabs[index]!])}
      />
      {board && !wide && <BoardFigures />}
    </>
  );
};

export default Dues;

const Header = ({ board, tab }: { board: boolean; tab: TabName }) => {
  const superadmin = useCan('hoa.manage');
  const exports = { dues: useDuesExport(), invoices: useInvoicesExport(), all: useAllInvoicesExport() };
  return (
    <ListHeader
      title="Dues"
      subtitle={board ? 'What residents pay, and when' : 'What you owe, and what you have paid'}
      primary={board && { label: 'Create Due', icon: Plus, run: paths.dueCreate() }}
      others={[
        superadmin && { label: 'Payment account', icon: Landmark, run: paths.stripeSetup() },
        (tab === 'invoices' || !board) && { label: 'Statement', icon: ScrollText, run: paths.statement() },
        ...(tab === 'dues' && !board ? [] : outputActions(exports[tab])),
      ]}
    />
  );
};

const useDuesExport = () => {
  const { filters } = useFilters();
  return () => exportCsv('dues', CSV_HEADER, queryList('due', filters).map(csvRow));
};

const useInvoicesExport = () => {
  const invoices = useMyResults(useInvoiceFilters().filters);
  const today = useHoaToday();
  return () => exportInvoices(invoices, today);
};

const useAllInvoicesExport = () => {
  const { filters } = useAllFilters();
  const today = useHoaToday();
  const people = usePeople();
  return () => exportInvoices(queryList('invoice', allInvoicesQuery(filters, today)), today, people);
};

const CSV_HEADER = ['Title', 'Amount', 'Frequency', 'Next Send Date', 'Status', 'Reason', 'Recipients', 'Created'];

const csvRow = (due: Due): string[] => [
  due.title,
  (due.amount_cents / 100).toFixed(2),
  formatLabel(due.frequency),
  nextSendDate(due),
  formatLabel(due.status),
  formatLabel(due.reason),
  String(due.recipients.length),
  formatDate(due.created_at),
];

/** Dues show 100 rows before there is more to load. */
const EXTRA_ROWS = 90;
const LABELS = {
  more: 'Load more',
  end: 'No more dues',
  failed: 'Failed to load dues. Please try again.',
  failedMore: 'Failed to load dues. Please try again.',
};

/** A resident's dues with an unpaid invoice come first, that with the earliest before all. */
const useDuesByDebt = (filters: ReturnType<typeof useFilters>['filters'], shown: number) => {
  const board = canManage(useUser());
  const results = useListState('due', filters, board ? shown : Infinity);
  const invoices = useMyInvoices();
  const rows = useMemo(
    () => (board ? results.rows : duesByDebt(results.rows, invoices).slice(0, shown)),
    [board, results.rows, invoices, shown],
  );
  return { ...results, rows };
};

const DuesTab = () => {
  const filtering = useFilters();
  const results = useDuesByDebt(filtering.filters, filtering.shown + EXTRA_ROWS);
  const board = canManage(useUser());
  return (
    <>
      <h2 aria-live="polite" className="num font-semibold text-lg max-md:sr-only">
        Dues {results.total !== null && `(${countText({ ...results, of: results.total })})`}
      </h2>
      <ListFilters {...filtering} />
      <ResultList
        {...filtering}
        {...results}
        labels={LABELS}
        create={board ? paths.dueCreate() : null}
        empty={<Empty {...filtering} board={board} />}
        table={(rows, footer) => <ListTable rows={rows} footer={footer} />}
      />
    </>
  );
};

const TABS: Record<TabName, { label: string; panel: ReactNode }> = {
  dues: { label: 'Dues', panel: <DuesTab /> },
  all: {
    label: 'All Invoices',
    panel: (
      <Suspense fallback={<SkeletonRows />}>
        <AllInvoices />
      </Suspense>
    ),
  },
  invoices: {
    label: 'My Invoices',
    panel: (
      <Suspense fallback={<SkeletonRows />}>
        <MyInvoices />
      </Suspense>
    ),
  },
};

const Empty = ({ board, ...filtering }: { active: boolean; clear: () => void; board: boolean }) => (
  <EmptyResults
    {...filtering}
    icon={CircleDollarSign}
    title="No dues found"
    hint={board ? 'Get started by creating your first due.' : 'No dues have been assigned to you yet.'}
    filteredTitle="No dues match your filters"
    filteredHint=""
  >
    {board && (
      <LinkButton variant="primary" icon={Plus} href={paths.dueCreate()}>
        Create Due
      </LinkButton>
    )}
  </EmptyResults>
);

const ListFilters = (props: ReturnType<typeof useFilters>) => (
  <FilterBar {...props} search="Search dues">
    <MultiFilter {...props} name="frequency" label="Frequency" options={FREQUENCIES} />
    <MultiFilter {...props} name="status" label="Status" options={STATUSES} />
  </FilterBar>
);

const ListTable = ({ rows, footer }: { rows: readonly Due[]; footer: ReactNode }) => {
  const waiting = useWaiting();
  const isWaiting = (due: Due) => waiting.has(due.id);
  return (
    <Table
      caption="Dues"
      columns={columns(waiting)}
      rows={rows}
      rowKey={({ id }) => id}
      waiting={isWaiting}
      renderCard={(due) => <DueCard due={due} waiting={isWaiting(due)} />}
      footer={footer}
    />
  );
};

const columns = (waiting: WaitingItems): Column<Due>[] => [
  {
    header: 'Title',
    main: true,
    className: 'min-w-60',
    cell: (due) => (
      <RowTitle href={paths.due(due.id)} waiting={waiting.get(due.id)}>
        {due.title}
      </RowTitle>
    ),
  },
  { header: 'Amount', align: 'right', cell: ({ amount_cents }) => formatMoney(amount_cents) },
  { header: 'Frequency', fold: 'lg', className: 'whitespace-nowrap', cell: ({ frequency }) => formatLabel(frequency) },
  { header: 'Next Send Date', className: 'num whitespace-nowrap', cell: nextSendDate },
  { header: 'Status', cell: (due) => <DueBadge {...due} /> },
  { header: '', name: 'Actions', align: 'right', cell: ({ id }) => <ViewButton href={paths.due(id)} /> },
];

const DueCard = ({ due, waiting }: { due: Due; waiting: boolean }) => {
  const [next] = schedule(due, 1);
  return (
    <RowCard href={paths.due(due.id)}>
      <span className="flex items-baseline justify-between gap-3">
        <span className="font-[590] [overflow-wrap:anywhere]">{due.title}</span>
        <span className="num font-[590]">{formatMoney(due.amount_cents)}</span>
      </span>
      <span className="num flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-sm">
        <DueBadge {...due} />
        {waiting ? <Badge tone="wait">Waiting to send</Badge> : formatLabel(due.frequency)}
        {next && <span className="ml-auto">next {formatDate(next.send_date)}</span>}
      </span>
    </RowCard>
  );
};
