import { CircleDollarSign, Download, Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import type { Due } from '../../schema/dues.ts';
import { canManage, list, schedule } from '../../sync/dues.ts';
import { downloadCsv, toCsv } from '../csv.ts';
import { invoicesPath } from '../invoices/model.ts';
import { useHoaToday } from '../invoices/today.ts';
import { useSearchParams } from '../location.ts';
import { paths } from '../paths.ts';
import { FilterBar } from '../screens/filter-bar.tsx';
import { Found } from '../screens/result-list.tsx';
import { useWaiting, type WaitingItems } from '../screens/waiting.ts';
import { WaitingMark } from '../screens/waiting-mark.tsx';
import { useCan, useUser } from '../session.ts';
import { useRows, useSync } from '../store.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { formatCount, formatDate, formatLabel, formatMoney } from '../ui/format.ts';
import { EmptyState, SkeletonRows } from '../ui/list.tsx';
import { PageHeader } from '../ui/page.tsx';
import { MultiSelect } from '../ui/select.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { FREQUENCIES, nextSendDate, STATUSES, useFilters } from './model.ts';
import { Owed, Takings } from './overview.tsx';
import { DueBadge } from './parts.tsx';

const MyInvoices = lazy(() => import('../invoices/list.tsx'));
const PayoutNotice = lazy(() => import('../payouts/notice.tsx'));

const ADDRESSES = [paths.dues(), invoicesPath()];

/** /dues: what is to be paid and what one has to pay oneself, each in its tab. */
const Dues = () => {
  const board = canManage(useUser());
  const [, navigate] = useLocation();
  const tab = useSearchParams().get('tab') === 'invoices' ? 1 : 0;
  return (
    <>
      <Header board={board} exports={tab === 0} />
      {useCan('hoa.manage') && (
        <Suspense>
          <PayoutNotice />
        </Suspense>
      )}
      {board ? <Takings /> : <Owed />}
      <Tabs label="Dues and invoices" tabs={TABS} selected={tab} onSelect={(index) => navigate(ADDRESSES[index]!)} />
    </>
  );
};

export default Dues;

const Header = ({ board, exports }: { board: boolean; exports: boolean }) => {
  const exportCsv = useExport();
  const superadmin = useCan('hoa.manage');
  return (
    <PageHeader
      title="Dues"
      subtitle={
        board ? 'What residents are asked to pay, and when' : 'What you are asked to pay, and what you have paid'
      }
      actions={
        board && (
          <>
            {superadmin && (
              <LinkButton variant="ghost" href={paths.stripeSetup()} className="max-md:-ml-4 max-md:order-last">
                Payment account
              </LinkButton>
            )}
            {exports && (
              <Button icon={Download} onClick={exportCsv} className="max-md:[&>svg]:hidden">
                Export CSV
              </Button>
            )}
            <LinkButton variant="primary" icon={Plus} href={paths.dueCreate()}>
              Create Due
            </LinkButton>
          </>
        )
      }
    />
  );
};

/** Downloads the dues that the filters let through as CSV, with the columns of the list. */
const useExport = () => {
  const dues = useRows('due');
  const { filters } = useFilters();
  const today = useHoaToday();
  return async () => downloadCsv(`dues-${today}.csv`, await toCsv([HEADER, ...list(dues.all, filters).map(lineOf)]));
};

const HEADER = ['Title', 'Amount', 'Frequency', 'Next Send Date', 'Status', 'Reason', 'Recipients', 'Created'];

const lineOf = (due: Due): string[] => [
  due.title,
  (due.amount_cents / 100).toFixed(2),
  formatLabel(due.frequency),
  nextSendDate(due),
  formatLabel(due.status),
  formatLabel(due.reason),
  String(due.recipients.length),
  formatDate(due.created_at),
];

/** Dues have no page size of their own: this many stand beside the usual ten before there is more to load. */
const BESIDE = 90;
const WORDS = {
  more: 'Load more',
  end: 'No more dues',
  failed: 'Failed to load dues. Please try again.',
  failedMore: 'Failed to load dues. Please try again.',
};

/** The Dues tab: every due the user may see, filtered on this device. */
const DuesTab = () => {
  const dues = useRows('due');
  const filtering = useFilters();
  const { shown, ...filters } = filtering;
  const found = useMemo(() => list(dues.all, filtering.filters), [dues, filtering.filters]);
  const board = canManage(useUser());
  const cached = dues.size > 0;
  const known = useSync().phase === 'ready' || cached;
  return (
    <>
      <h2 aria-live="polite" className="num font-semibold text-lg">
        Dues {known && `(${formatCount(found.length)} of ${formatCount(dues.size)})`}
      </h2>
      <ListFilters {...filters} />
      <Found
        {...filters}
        shown={shown + BESIDE}
        found={found}
        cached={cached}
        words={WORDS}
        create={board ? paths.dueCreate() : null}
        nothing={<Nothing {...filters} board={board} />}
        table={(rows, footer) => <ListTable rows={rows} footer={footer} />}
      />
    </>
  );
};

const TABS = [
  { label: 'Dues', panel: <DuesTab /> },
  {
    label: 'My Invoices',
    panel: (
      <Suspense fallback={<SkeletonRows />}>
        <MyInvoices />
      </Suspense>
    ),
  },
];

type NothingProps = { active: boolean; clear: () => void; board: boolean };

const Nothing = ({ active, clear, board }: NothingProps) => {
  if (active)
    return (
      <EmptyState icon={CircleDollarSign} title="No dues match your filters">
        <Button onClick={clear}>Clear Filters</Button>
      </EmptyState>
    );
  const said = { icon: CircleDollarSign, title: 'No dues found' };
  if (!board) return <EmptyState {...said} hint="No dues have been assigned to you yet." />;
  return (
    <EmptyState {...said} hint="Get started by creating your first due.">
      <LinkButton variant="primary" icon={Plus} href={paths.dueCreate()}>
        Create Due
      </LinkButton>
    </EmptyState>
  );
};

/** The row of filters over the dues. */
const ListFilters = (props: Omit<ReturnType<typeof useFilters>, 'shown'>) => {
  const { filters, set } = props;
  return (
    <FilterBar {...props} search="Search dues">
      <MultiSelect
        label="Frequency"
        values={filters.frequency}
        onChange={(frequency) => set({ frequency })}
        options={FREQUENCIES}
      />
      <MultiSelect label="Status" values={filters.status} onChange={(status) => set({ status })} options={STATUSES} />
    </FilterBar>
  );
};

/** Dues as rows or cards. */
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
      <span className="[overflow-wrap:anywhere]">
        <Link href={paths.due(due.id)} data-row className="mr-2 scroll-my-20 font-[560] text-ink hover:underline">
          {due.title}
        </Link>
        <WaitingMark item={waiting.get(due.id)} />
      </span>
    ),
  },
  { header: 'Amount', align: 'right', cell: ({ amount_cents }) => formatMoney(amount_cents) },
  { header: 'Frequency', fold: 'lg', className: 'whitespace-nowrap', cell: ({ frequency }) => formatLabel(frequency) },
  { header: 'Next Send Date', className: 'num whitespace-nowrap', cell: nextSendDate },
  { header: 'Status', cell: (due) => <DueBadge {...due} /> },
  { header: '', name: 'Actions', align: 'right', cell: ({ id }) => <View id={id} /> },
];

const View = ({ id }: { id: string }) => {
  const [, navigate] = useLocation();
  return (
    <Button size="small" onClick={() => navigate(paths.due(id))}>
      View
    </Button>
  );
};

/** The whole card is the link. */
const DueCard = ({ due, waiting }: { due: Due; waiting: boolean }) => {
  const [next] = schedule(due, 1);
  return (
    <Link href={paths.due(due.id)} data-row className="-mx-4 -my-3 grid gap-1.5 px-4 py-3 -outline-offset-2">
      <span className="flex items-baseline justify-between gap-3">
        <span className="font-[590] [overflow-wrap:anywhere]">{due.title}</span>
        <span className="num font-[590]">{formatMoney(due.amount_cents)}</span>
      </span>
      <span className="num flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-sm">
        <DueBadge {...due} />
        {waiting ? <Badge tone="wait">Waiting to send</Badge> : formatLabel(due.frequency)}
        {next && <span className="ml-auto">next {formatDate(next.send_date)}</span>}
      </span>
    </Link>
  );
};
