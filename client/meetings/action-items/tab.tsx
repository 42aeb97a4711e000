import { ListChecks } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { ActionItem } from '../../../schema/tables/minutes.ts';
import { actionItemList } from '../../../sync/meetings/action-list.ts';
import { useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { choiceFilter, optionalFilter, useListFilters } from '../../screens/filters.ts';
import { ResultList, resultLabels } from '../../screens/result-list.tsx';
import { type Sorting, SortSelect, type Sorts, sortValues, textSort, withSorting } from '../../screens/sorting.tsx';
import { formatDate } from '../../ui/format.ts';
import { EmptyState } from '../../ui/list.tsx';
import { Select } from '../../ui/select.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { isOverdue } from './model.ts';
import { ActionBadges, ActionCard, DoneNote, Finish, MeetingLink, Moves, sourceOf } from './row.tsx';

const SHOWN = [
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Mine' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'all', label: 'All' },
] as const;
type Show = (typeof SHOWN)[number]['value'];

const SORTS: Sorts = {
  Due: [
    { value: 'due', label: 'Earliest Due First' },
    { value: '-due', label: 'Latest Due First' },
  ],
  'Action item': textSort('title', 'Action Item'),
  Owner: textSort('owner', 'Owner'),
  Status: [
    { value: 'status', label: 'Open First' },
    { value: '-status', label: 'Open Last' },
  ],
};

/** Keeps the tab in the address beside the filters. */
const fields = {
  tab: { empty: '', parse: () => 'actions', format: (tab: string) => tab },
  show: choiceFilter(['open', 'mine', 'overdue', 'all']),
  sort: optionalFilter(sortValues(SORTS)),
};

/** The tab Action items of /meetings: who does what by when, of all meetings. */
const ActionItems = () => {
  const { filters, set, shown, showMore } = useListFilters(fields);
  const { show, sort } = filters;
  const found = useFound(show as Show, sort ?? (show === 'all' ? 'status' : 'due'));
  const sorting = { sort: found.sort, onSort: (next: string) => set({ sort: next }) };
  return (
    <>
      <span className="flex flex-wrap gap-3">
        <Select label="Show" value={show as Show} options={SHOWN} onChange={(value) => set({ show: value }, true)} />
        <SortSelect onPhonesOnly sorts={SORTS} {...sorting} />
      </span>
      <ResultList
        rows={found.rows.slice(0, shown)}
        found={found.rows.length}
        cached={found.cached}
        showMore={showMore}
        labels={LABELS}
        empty={
          <EmptyState icon={ListChecks} title={show === 'all' ? 'No action items yet.' : 'No open action items.'} />
        }
        table={(rows, footer) => <ActionTable {...{ rows, sorting, footer }} />}
      />
    </>
  );
};

export default ActionItems;

const LABELS = resultLabels('action items');

const useFound = (show: Show, sort: string) => {
  const { id } = useUser();
  const today = useHoaToday();
  const { all, size } = useRows('actionItem');
  const rows = useMemo(() => {
    const matching = all.filter((row) => matches(row, show, id, today));
    return actionItemList.rows(matching, { sort });
  }, [all, show, sort, id, today]);
  return { rows, sort, cached: size > 0 };
};

const matches = (row: ActionItem, show: Show, user_id: string, today: string): boolean => {
  if (show === 'all') return true;
  if (show === 'overdue') return isOverdue(row, today);
  return row.status === 'open' && (show === 'open' || row.owner_id === user_id);
};

type TableProps = { rows: readonly ActionItem[]; sorting: Sorting; footer: ReactNode };

const ActionTable = ({ rows, sorting, footer }: TableProps) => {
  const [finishing, setFinishing] = useState<string | null>(null);
  return (
    <Table
      caption="Action items"
      columns={withSorting(columns(setFinishing), SORTS, sorting)}
      rows={rows}
      rowKey={({ id }) => id}
      renderCard={(action) => (
        <div className="grid gap-1">
          <ActionCard action={action} linked />
        </div>
      )}
      under={(action) =>
        action.id === finishing &&
        action.status === 'open' && <Finish action={action} onClose={() => setFinishing(null)} />
      }
      footer={footer}
    />
  );
};

const columns = (onFinish: (id: string) => void): Column<ActionItem>[] => [
  {
    header: 'Action item',
    main: true,
    className: 'w-full max-w-0 min-w-60',
    cell: (action) => (
      <div className="grid gap-0.5">
        <span className="[overflow-wrap:anywhere] font-medium">{action.title}</span>
        <span className="truncate text-sm">
          <MeetingLink id={action.meeting_id} row />
        </span>
        {sourceOf(action) && <span className="text-ink-3 text-sm">{sourceOf(action)}</span>}
        <DoneNote action={action} />
      </div>
    ),
  },
  { header: 'Owner', className: 'max-w-56 truncate', cell: ({ owner_name }) => owner_name },
  { header: 'Due', className: 'num whitespace-nowrap', cell: ({ due_on }) => due_on && formatDate(due_on) },
  {
    header: 'Status',
    cell: (action) => (
      <span className="flex flex-wrap gap-1">
        <ActionBadges action={action} />
      </span>
    ),
  },
  {
    header: 'Actions',
    align: 'right',
    className: '[&>div]:flex-nowrap [&>div]:justify-end',
    cell: (action) => <Moves action={action} onFinish={() => onFinish(action.id)} />,
  },
];
