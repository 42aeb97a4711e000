import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { Due } from '../../schema/dues.ts';
import { schedule } from '../../sync/dues.ts';
import { paths } from '../paths.ts';
import { useWaiting, type WaitingItems } from '../screens/waiting.ts';
import { WaitingMark } from '../screens/waiting-mark.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { formatDate, formatLabel, formatMoney } from '../ui/format.ts';
import { type Column, Table } from '../ui/table.tsx';
import { nextSendDate } from './labels.ts';
import { DueBadge } from './status.tsx';

/** Dues as rows or cards. */
export const ListTable = ({ rows, footer }: { rows: readonly Due[]; footer: ReactNode }) => {
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
