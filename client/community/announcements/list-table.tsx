import type { ReactNode } from 'react';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import { canManage, isReadable } from '../../../sync/announcements/entity.ts';
import { useUser } from '../../device/session.ts';
import { useHoaTime } from '../../meetings/time.ts';
import { paths } from '../../paths.ts';
import { RowCard, RowLink, ViewButton } from '../../screens/row.tsx';
import { SelectableCard, type Selection, withSelection } from '../../screens/selection.tsx';
import { type Sorting, withSorting } from '../../screens/sorting.tsx';
import { useWaiting } from '../../screens/waiting.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Badge, Waiting } from '../../ui/badge.tsx';
import { Highlight } from '../../ui/highlight.tsx';
import { lazyPart } from '../../ui/on-demand.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { preview, SORTS, useHasRead } from './model.ts';
import { CategoryBadge, StatusBadge } from './parts.tsx';

type Row = { announcement: Announcement; title: ReactNode; unread: boolean; waiting: boolean };

type Props = {
  rows: readonly Announcement[];
  term: string;
  selection: Selection | null;
  sorting: Sorting;
  footer: ReactNode;
};

export const ListTable = ({ rows, term, selection, sorting, footer }: Props) => {
  const waiting = useWaiting();
  const hasRead = useHasRead();
  const board = canManage(useUser());
  const shown = rows.map((announcement) => ({
    announcement,
    title: <Highlight text={announcement.title} term={term} />,
    unread: isReadable(announcement) && !hasRead(announcement.id),
    waiting: waiting.has(announcement.id),
  }));
  const sorted = withSorting(board ? BOARD_COLUMNS : COLUMNS, SORTS, sorting);
  return (
    <Table
      caption="All Announcements"
      columns={withSelection(sorted, {
        selection,
        idOf: ({ announcement }) => announcement.id,
        nameOf: ({ announcement }) => announcement.title,
      })}
      rows={shown}
      rowKey={({ announcement }) => announcement.id}
      waiting={(row) => row.waiting}
      renderCard={(row) => (
        <SelectableCard selection={selection} id={row.announcement.id} name={row.announcement.title}>
          <AnnouncementCard {...row} />
        </SelectableCard>
      )}
      footer={footer}
    />
  );
};

const dateOf = ({ sent_at, created_at }: Announcement) => sent_at ?? created_at;
/** The time of what is scheduled, which is ahead; of all else how long ago it was. */
const When = ({ announcement, className }: { announcement: Announcement; className: string }) => {
  const { short } = useHoaTime();
  const { status, send_at } = announcement;
  if (status === 'scheduled' && send_at)
    return (
      <span className={className}>
        <span className="sr-only">Scheduled for</span> {short(send_at)}
      </span>
    );
  return <Ago at={dateOf(announcement)} className={className} />;
};
const ScheduleMenu = lazyPart(() => import('./scheduled.tsx').then(({ ScheduleMenu: menu }) => ({ default: menu })));
const weightOf = (unread: boolean) => (unread ? 'font-[680]' : 'font-[480]');

const Dot = () => (
  <span className="mr-2 inline-block print:hidden size-2 rounded-full bg-pine align-[0.08em]">
    <span className="sr-only">Unread: </span>
  </span>
);

const Title = ({ announcement, title, unread, waiting }: Row) => (
  <span className="grid">
    <span className="[overflow-wrap:anywhere]">
      {unread && <Dot />}
      <RowLink href={paths.announcement(announcement.id)} weight={weightOf(unread)}>
        {title}
      </RowLink>
      {waiting && <Waiting />}
    </span>
    <span className="truncate text-ink-3 text-sm">{preview(announcement)}</span>
  </span>
);

const TITLE: Column<Row> = { header: 'Title', main: true, className: 'w-full max-w-0 min-w-60', cell: Title };
const CATEGORY: Column<Row> = {
  header: 'Category',
  cell: ({ announcement }) => <CategoryBadge category={announcement.category} />,
};
const STATUS: Column<Row> = {
  header: 'Status',
  cell: ({ announcement }) => (
    <span className="grid justify-items-start gap-y-0.5">
      <StatusBadge status={announcement.status} />
      <When announcement={announcement} className="num whitespace-nowrap text-ink-3 text-sm" />
    </span>
  ),
};
const DATE: Column<Row> = {
  header: 'Date',
  className: 'whitespace-nowrap',
  cell: ({ announcement }) => <Ago at={dateOf(announcement)} />,
};
const CREATED_BY: Column<Row> = {
  header: 'Created By',
  fold: 'lg',
  labelled: true,
  className: 'whitespace-nowrap',
  cell: ({ announcement }) => announcement.created_by_name || 'Unknown',
};
const ACTIONS: Column<Row> = {
  header: 'Actions',
  align: 'right',
  cell: ({ announcement }) => (
    <span className="inline-flex items-center gap-1">
      {announcement.status === 'scheduled' && <ScheduleMenu announcement={announcement} />}
      <ViewButton href={paths.announcement(announcement.id)} />
    </span>
  ),
};
/** Residents get what was sent alone, so they read no status. */
const COLUMNS = [TITLE, CATEGORY, DATE, ACTIONS];
const BOARD_COLUMNS = [TITLE, CATEGORY, STATUS, CREATED_BY, ACTIONS];

const AnnouncementCard = ({ announcement, title, unread, waiting }: Row) => (
  <RowCard href={paths.announcement(announcement.id)}>
    <span className={`[overflow-wrap:anywhere] ${weightOf(unread)}`}>
      {unread && <Dot />}
      {title}
    </span>
    <span className="truncate text-ink-3 text-sm">{preview(announcement)}</span>
    <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-sm">
      {canManage(useUser()) && <StatusBadge status={announcement.status} />}
      {waiting ? <Badge tone="wait">Waiting to send</Badge> : <CategoryBadge category={announcement.category} />}
      <When announcement={announcement} className="num ml-auto" />
    </span>
  </RowCard>
);
