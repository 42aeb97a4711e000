import { clsx } from 'clsx';
import { CircleDollarSign, Plus } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Due } from '../../../schema/tables/dues.ts';
import { owedOf } from '../../../sync/dashboard/home.ts';
import { duesByDebt } from '../../../sync/dues/by-debt.ts';
import { canManage, schedule } from '../../../sync/dues/entity.ts';
import { isOnPlan } from '../../../sync/invoices/on-plan.ts';
import { useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { countText, FilterBar, MultiFilter } from '../../screens/filter-bar.tsx';
import { useListState } from '../../screens/list-state.ts';
import { EmptyResults, ResultList } from '../../screens/result-list.tsx';
import { CardHead, RowCard, RowTitle, ViewButton } from '../../screens/row.tsx';
import { type Sorting, SortSelect, withSorting } from '../../screens/sorting.tsx';
import { useWaiting, type WaitingItems } from '../../screens/waiting.tsx';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { formatDate, formatLabel, formatMoney } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { useMyInvoices } from '../invoices/model.ts';
import { FREQUENCIES, nextSendDate, SORTS, STATUSES, useBilledNoOne, useFilters } from './model.ts';
import { DueBadge } from './parts.tsx';

/** Dues show 100 rows before there is more to load. */
const EXTRA_ROWS = 90;
const LABELS = {
  more: 'Load More',
  end: 'No more dues',
  failed: 'Failed to load dues. Please try again.',
  failedMore: 'Failed to load dues. Please try again.',
};

/** A resident's dues with an unpaid invoice come first, that with the earliest before all, until they choose another order. */
const useDuesByDebt = (filters: ReturnType<typeof useFilters>['filters'], shown: number) => {
  const board = canManage(useUser());
  const isByDebt = !board && filters.sort === 'newest';
  const results = useListState('due', filters, isByDebt ? Infinity : shown);
  const invoices = useMyInvoices();
  const rows = useMemo(
    () => (isByDebt ? duesByDebt(results.rows, invoices).slice(0, shown) : results.rows),
    [isByDebt, results.rows, invoices, shown],
  );
  return { ...results, rows };
};

export const DuesTab = () => {
  const filtering = useFilters();
  const results = useDuesByDebt(filtering.filters, filtering.shown + EXTRA_ROWS);
  const board = canManage(useUser());
  const sorting = { sort: filtering.filters.sort, onSort: (sort: string) => filtering.set({ sort }) };
  return (
    <>
      <h2 aria-live="polite" className={clsx('num font-semibold text-lg', board && 'max-md:sr-only')}>
        Dues {results.total !== null && `(${countText({ ...results, of: results.total })})`}
      </h2>
      <ListFilters {...filtering} />
      <ResultList
        {...filtering}
        {...results}
        labels={LABELS}
        create={board ? paths.dueCreate() : null}
        empty={<Empty {...filtering} board={board} />}
        table={(rows, footer) => <ListTable rows={rows} sorting={sorting} footer={footer} />}
      />
    </>
  );
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
    <SortSelect onPhonesOnly sorts={SORTS} sort={props.filters.sort} onSort={(sort) => props.set({ sort })} />
  </FilterBar>
);

type TableProps = { rows: readonly Due[]; sorting: Sorting; footer: ReactNode };

const ListTable = ({ rows, sorting, footer }: TableProps) => {
  const waiting = useWaiting();
  const isWaiting = (due: Due) => waiting.has(due.id);
  return (
    <Table
      caption="Dues"
      columns={withSorting(columns(waiting), SORTS, sorting)}
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
      <>
        <RowTitle href={paths.due(due.id)} waiting={waiting.get(due.id)}>
          {due.title}
        </RowTitle>
        <OwedOfDue due_id={due.id} />
        <BilledNoOne due={due} />
      </>
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
      <CardHead {...due} />
      <span className="num flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-sm">
        <DueBadge {...due} />
        {waiting ? <Badge tone="wait">Waiting to send</Badge> : formatLabel(due.frequency)}
        {next && <span className="ml-auto">next {formatDate(next.send_date)}</span>}
      </span>
      <OwedOfDue due_id={due.id} />
      <BilledNoOne due={due} />
    </RowCard>
  );
};

const BilledNoOne = ({ due }: { due: Due }) => {
  const board = canManage(useUser());
  if (!useBilledNoOne(due) || !board) return null;
  return <span className="num block font-normal text-ochre text-sm">No one was billed</span>;
};

const OwedOfDue = ({ due_id }: { due_id: string }) => {
  const invoices = useMyInvoices();
  const plans = useRows('plan').all;
  const today = useHoaToday();
  const { cents, overdue_cents, unpaid } = useMemo(
    () =>
      owedOf(
        invoices.filter((invoice) => invoice.due_id === due_id),
        today,
      ),
    [invoices, due_id, today],
  );
  if (cents === 0) return null;
  const owes = `You owe ${formatMoney(cents)}`;
  if (unpaid.every((invoice) => isOnPlan(invoice, plans)))
    return <span className="num block font-normal text-ink-2 text-sm">{owes}, on your payment plan</span>;
  return (
    <span className={clsx('num block font-normal text-sm', overdue_cents > 0 ? 'text-red' : 'text-ink-2')}>
      {owes}
      {overdue_cents > 0 && (overdue_cents === cents ? ', overdue' : `, ${formatMoney(overdue_cents)} overdue`)}
    </span>
  );
};
