import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { Announcement } from '../../schema/announcements.ts';
import { canManage, isReadable } from '../../sync/announcements.ts';
import { paths } from '../paths.ts';
import { useWaiting } from '../screens/waiting.tsx';
import { useUser } from '../session.ts';
import { Badge, Waiting } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { formatDate } from '../ui/format.ts';
import { Highlight } from '../ui/highlight.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { preview } from './model.ts';
import { CategoryBadge, StatusBadge } from './parts.tsx';
import { useHasRead } from './reads.ts';

type Row = { announcement: Announcement; title: ReactNode; unread: boolean; waiting: boolean };

/** Announcements as rows or cards; `term` is marked in the titles. */
export const ListTable = ({
  rows,
  term,
  footer,
}: {
  rows: readonly Announcement[];
  term: string;
  footer: ReactNode;
}) => {
  const waiting = useWaiting();
  const hasRead = useHasRead();
  const board = canManage(useUser());
  const shown = rows.map((announcement) => ({
    announcement,
    title: <Highlight text={announcement.title} term={term} />,
    unread: isReadable(announcement) && !hasRead(announcement.id),
    waiting: waiting.has(announcement.id),
  }));
  return (
    <Table
      caption="All Announcements"
      columns={board ? BOARD_COLUMNS : COLUMNS}
      rows={shown}
      rowKey={({ announcement }) => announcement.id}
      waiting={(row) => row.waiting}
      renderCard={(row) => <AnnouncementCard {...row} />}
      footer={footer}
    />
  );
};

const dateOf = ({ sent_at, created_at }: Announcement) => formatDate(sent_at ?? created_at);
const weightOf = (unread: boolean) => (unread ? 'font-[680]' : 'font-[480]');

/** Unread: a dot, and a word for screen readers. */
const Dot = () => (
  <span className="mr-2 inline-block size-2 rounded-full bg-pine align-[0.08em]">
    <span className="sr-only">Unread: </span>
  </span>
);

const Title = ({ announcement, title, unread, waiting }: Row) => (
  <span className="grid">
    <span className="[overflow-wrap:anywhere]">
      {unread && <Dot />}
      <Link
        href={paths.announcement(announcement.id)}
        data-row
        className={`mr-2 scroll-my-20 text-ink hover:underline ${weightOf(unread)}`}
      >
        {title}
      </Link>
      {waiting && <Waiting />}
    </span>
    <span className="truncate text-ink-3 text-sm">{preview(announcement)}</span>
  </span>
);

const Status = ({ announcement }: Row) => (
  <span className="grid items-center justify-items-start gap-x-2.5 lg:grid-cols-[5.75rem_auto]">
    <StatusBadge status={announcement.status} />
    <span className="num whitespace-nowrap text-ink-3 text-sm">{dateOf(announcement)}</span>
  </span>
);

const View = ({ announcement }: Row) => {
  const [, navigate] = useLocation();
  return (
    <Button size="small" onClick={() => navigate(paths.announcement(announcement.id))}>
      View
    </Button>
  );
};

const TITLE: Column<Row> = { header: 'Title', main: true, className: 'w-full max-w-0 min-w-60', cell: Title };
const CATEGORY: Column<Row> = {
  header: 'Category',
  cell: ({ announcement }) => <CategoryBadge category={announcement.category} />,
};
const STATUS: Column<Row> = { header: 'Status', cell: Status };
const CREATED_BY: Column<Row> = {
  header: 'Created By',
  fold: 'lg',
  labelled: true,
  className: 'whitespace-nowrap',
  cell: ({ announcement }) => announcement.created_by_name || 'Unknown',
};
const ACTIONS: Column<Row> = { header: 'Actions', align: 'right', cell: View };
const COLUMNS = [TITLE, CATEGORY, STATUS, ACTIONS];
const BOARD_COLUMNS = [TITLE, CATEGORY, STATUS, CREATED_BY, ACTIONS];

/** The whole card is the link. */
const AnnouncementCard = ({ announcement, title, unread, waiting }: Row) => (
  <Link
    href={paths.announcement(announcement.id)}
    data-row
    className="-mx-4 -my-3 grid gap-1 px-4 py-3 -outline-offset-2"
  >
    <span className={`[overflow-wrap:anywhere] ${weightOf(unread)}`}>
      {unread && <Dot />}
      {title}
    </span>
    <span className="truncate text-ink-3 text-sm">{preview(announcement)}</span>
    <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-sm">
      <StatusBadge status={announcement.status} />
      {waiting ? <Badge tone="wait">Waiting to send</Badge> : <CategoryBadge category={announcement.category} />}
      <span className="num ml-auto">{dateOf(announcement)}</span>
    </span>
  </Link>
);
