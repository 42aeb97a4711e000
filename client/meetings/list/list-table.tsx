import type { ReactNode } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { paths } from '../../paths.ts';
import { RowCard, RowTitle, ViewButton } from '../../screens/row.tsx';
import { useWaiting } from '../../screens/waiting.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { KIND_LABELS } from '../model.ts';
import { MeetingBadge } from '../parts.tsx';
import { useHoaTime, type Zone } from '../time.ts';

type Row = { meeting: Meeting; time: Zone; waiting: ReturnType<ReturnType<typeof useWaiting>['get']> };

/** Meetings in the order given, with what happens next for the board. */
export const MeetingTable = ({
  caption,
  rows,
  footer,
}: {
  caption: string;
  rows: readonly Meeting[];
  footer?: ReactNode;
}) => {
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
  { header: 'State', cell: ({ meeting }) => <MeetingBadge meeting={meeting} /> },
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
