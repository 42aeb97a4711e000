import { Gavel, Plus, Scale } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { canManage } from '../../../sync/meetings/entity.ts';
import { useSearchParams } from '../../device/location.ts';
import { useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { ListHeader } from '../../screens/list-header.tsx';
import { Flash } from '../../screens/notice-alert.tsx';
import { ResultList } from '../../screens/result-list.tsx';
import { RowCard, RowTitle, ViewButton } from '../../screens/row.tsx';
import { useWaiting } from '../../screens/waiting.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, SkeletonRows } from '../../ui/list.tsx';
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

const Lists = ({ board }: { board: boolean }) => {
  const { coming, past } = useMeetings();
  const rows = [...coming, ...past];
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
          <Section title="Upcoming">
            {coming.length > 0 ? (
              <MeetingTable caption="Upcoming meetings" rows={coming} footer={past.length > 0 ? undefined : footer} />
            ) : (
              <p className="text-ink-2">No meetings are scheduled.</p>
            )}
          </Section>
          {past.length > 0 && (
            <Section title="Past">
              <MeetingTable caption="Past meetings" rows={past} footer={footer} />
            </Section>
          )}
        </>
      )}
    />
  );
};
const noMore = () => undefined;

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

/** Meetings in the order given, with what happens next for the board. */
const MeetingTable = ({ caption, rows, footer }: { caption: string; rows: readonly Meeting[]; footer?: ReactNode }) => {
  const time = useHoaTime();
  const waiting = useWaiting();
  return (
    <Table
      caption={caption}
      columns={COLUMNS}
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
