import { Gavel, Plus, Scale } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { canManage } from '../../../sync/meetings/entity.ts';
import { meetingList } from '../../../sync/meetings/list.ts';
import { useSearchParams } from '../../device/location.ts';
import { useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { choiceFilter, useListFilters } from '../../screens/filters.ts';
import { ListHeader } from '../../screens/list-header.tsx';
import { Flash } from '../../screens/notice-alert.tsx';
import { ResultList } from '../../screens/result-list.tsx';
import { RowCard, RowTitle, ViewButton } from '../../screens/row.tsx';
import { type Sorting, type Sorts, sortValues, textSort, withSorting } from '../../screens/sorting.tsx';
import { useWaiting } from '../../screens/waiting.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, SkeletonRows } from '../../ui/list.tsx';
import { useIsWide } from '../../ui/media.ts';
import { Select } from '../../ui/select.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { KIND_LABELS, useMeetings } from '../model.ts';
import { MeetingBadge } from '../parts.tsx';
import { useHoaTime, type Zone } from '../time.ts';

const Decisions = lazy(() => import('../decisions/decisions.tsx'));

const ActionItems = lazy(() => import('../action-items/tab.tsx'));

/** /meetings: coming and past meetings; for the board also what they decided. */
const Meetings = () => {
  const board = canManage(useUser());
  return (
    <>
      <ListHeader
        title="Meetings"
        subtitle={board ? 'Notices, agendas, votes and minutes' : 'What is on the agenda, and what was decided'}
        primary={board && { label: 'Schedule Meeting', icon: Plus, run: paths.meetingCreate() }}
        others={[board && { label: 'Rules', icon: Scale, run: paths.meetingRules() }]}
      />
      <Flash />
      {board ? <BoardTabs /> : <Lists board={false} />}
    </>
  );
};

export default Meetings;

const TABS = [
  { name: null, href: paths.meetings(), label: 'Meetings', Panel: () => <Lists board /> },
  { name: 'decisions', href: paths.decisions(), label: 'Decisions', Panel: Decisions },
  { name: 'actions', href: paths.actionItems(), label: 'Action Items', Panel: ActionItems },
];

const BoardTabs = () => {
  const [, navigate] = useLocation();
  const chosen = useSearchParams().get('tab');
  return (
    <Tabs
      label="Meetings, decisions and action items"
      tabs={TABS.map(({ label, Panel }) => ({
        label,
        panel: (
          <Suspense fallback={<SkeletonRows />}>
            <Panel />
          </Suspense>
        ),
      }))}
      selected={Math.max(
        0,
        TABS.findIndex(({ name }) => name === chosen),
      )}
      onSelect={(index) => navigate(TABS[index]?.href ?? paths.meetings())}
    />
  );
};

const LABELS = { more: 'Load More', end: 'No more meetings', failed: 'Failed to load meetings' };

const SORTS: Sorts = {
  When: [
    { value: 'when', label: 'Earliest First' },
    { value: '-when', label: 'Latest First' },
  ],
  Meeting: textSort('title', 'Title'),
  Status: [
    { value: 'status', label: 'Drafts First' },
    { value: '-status', label: 'Drafts Last' },
  ],
};
/** Until the reader chooses an order, the next and the last come first. */
const NEAREST = { value: 'nearest', label: 'Nearest First' };
const fields = { sort: choiceFilter([NEAREST.value, ...sortValues(SORTS)]) };

const useSorted = () => {
  const { filters, set } = useListFilters(fields);
  const { coming, past } = useMeetings();
  const isSorted = filters.sort !== NEAREST.value;
  const part = (rows: readonly Meeting[], order: string) => {
    const sort = isSorted ? filters.sort : order;
    return { rows: meetingList.rows(rows, { sort }), sorting: { sort, onSort } };
  };
  const onSort = (sort: string) => set({ sort });
  return { coming: part(coming, 'when'), past: part(past, '-when'), sort: filters.sort, onSort };
};

const Lists = ({ board }: { board: boolean }) => {
  const { coming, past, ...sorting } = useSorted();
  const rows = [...coming.rows, ...past.rows];
  return (
    <ResultList
      rows={rows}
      found={rows.length}
      showMore={noMore}
      cached={useRows('meeting').size > 0}
      labels={LABELS}
      create={board ? paths.meetingCreate() : null}
      verb="schedule"
      empty={<Empty board={board} />}
      table={(_, footer) => (
        <>
          <PhoneSort {...sorting} />
          <Section title="Upcoming">
            {coming.rows.length > 0 ? (
              <MeetingTable
                caption="Upcoming meetings"
                {...coming}
                footer={past.rows.length > 0 ? undefined : footer}
              />
            ) : (
              <p className="text-ink-2">No meetings are scheduled.</p>
            )}
          </Section>
          {past.rows.length > 0 && (
            <Section title="Past">
              <MeetingTable caption="Past meetings" {...past} footer={footer} />
            </Section>
          )}
        </>
      )}
    />
  );
};
const noMore = () => undefined;

const PhoneSort = ({ sort, onSort }: Sorting) =>
  !useIsWide() && (
    <span className="mb-4 block print:hidden">
      <Select label="Sort" value={sort} onChange={onSort} options={[NEAREST, ...Object.values(SORTS).flat()]} />
    </span>
  );

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-2 not-first:mt-5">
    <h2 className="font-semibold text-lg tracking-[-0.01em]">{title}</h2>
    {children}
  </section>
);

const Empty = ({ board }: { board: boolean }) => (
  <EmptyState icon={Gavel} title={board ? 'No meetings yet. Schedule the first one.' : 'No meetings are scheduled.'}>
    {board && (
      <LinkButton variant="primary" icon={Plus} href={paths.meetingCreate()}>
        Schedule Meeting
      </LinkButton>
    )}
  </EmptyState>
);

type Row = { meeting: Meeting; time: Zone; waiting: ReturnType<ReturnType<typeof useWaiting>['get']> };

type TableProps = { caption: string; rows: readonly Meeting[]; sorting: Sorting; footer?: ReactNode };

/** Meetings in the order given, with what happens next for the board. */
const MeetingTable = ({ caption, rows, sorting, footer }: TableProps) => {
  const time = useHoaTime();
  const waiting = useWaiting();
  return (
    <Table
      caption={caption}
      columns={withSorting(COLUMNS, SORTS, sorting)}
      rows={rows.map((meeting) => ({ meeting, time, waiting: waiting.get(meeting.id) }))}
      rowKey={({ meeting }) => meeting.id}
      waiting={(row) => row.waiting !== undefined}
      renderCard={(row) => <MeetingCard {...row} />}
      footer={footer}
    />
  );
};

const COLUMNS: readonly Column<Row>[] = [
  {
    header: 'Meeting',
    main: true,
    className: 'w-full max-w-0 min-w-52',
    cell: ({ meeting, waiting }) => (
      <span className="grid">
        <RowTitle href={paths.meeting(meeting.id)} waiting={waiting}>
          {meeting.title}
        </RowTitle>
        {KIND_LABELS[meeting.kind] !== meeting.title && (
          <span className="truncate text-ink-3 text-sm">{KIND_LABELS[meeting.kind]}</span>
        )}
      </span>
    ),
  },
  {
    header: 'When',
    className: 'num whitespace-nowrap',
    cell: ({ meeting, time }) => time.short(meeting.starts_at),
  },
  { header: 'Place', fold: 'lg', className: 'max-w-56', cell: ({ meeting }) => meeting.place || 'Online' },
  { header: 'Status', cell: ({ meeting }) => <MeetingBadge meeting={meeting} /> },
  { header: 'Actions', align: 'right', cell: ({ meeting }) => <ViewButton href={paths.meeting(meeting.id)} /> },
];

const MeetingCard = ({ meeting, time }: Row) => (
  <RowCard href={paths.meeting(meeting.id)}>
    <span className="font-[560] [overflow-wrap:anywhere]">{meeting.title}</span>
    <span className="num text-ink-2">{time.short(meeting.starts_at)}</span>
    <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-sm">
      <MeetingBadge meeting={meeting} />
      {KIND_LABELS[meeting.kind] !== meeting.title && <span>{KIND_LABELS[meeting.kind]}</span>}
    </span>
  </RowCard>
);
