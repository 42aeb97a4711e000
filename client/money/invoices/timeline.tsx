import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Dispute } from '../../../schema/tables/disputes.ts';
import type { Invoice, Payment } from '../../../schema/tables/invoices.ts';
import { useHoaToday } from '../../device/today.ts';
import { Card } from '../../ui/card.tsx';
import { formatDate, formatDateTime } from '../../ui/format.ts';
import { daysUntil, dueLabel, type TimelineEntry, timelineOf } from './timeline-entries.ts';

type TimelineProps = { invoice: Invoice; payments: readonly Payment[]; disputes: readonly Dispute[] };

export const Timeline = ({ invoice, payments, disputes }: TimelineProps) => (
  <Card title="Timeline">
    <ol className="grid gap-3">
      {timelineOf(invoice, payments, disputes).map((entry) => (
        <Entry key={entry.key} entry={entry}>
          {entry.key === 'due' && invoice.status === 'pending' && <DaysLeft due_date={invoice.due_date} />}
        </Entry>
      ))}
    </ol>
  </Card>
);

const DOT_COLORS = { plain: 'bg-line-strong', done: 'bg-good-solid', bad: 'bg-red', wait: 'bg-blue' };

const Entry = ({ entry: { label, at, tone }, children }: { entry: TimelineEntry; children: ReactNode }) => (
  <li className="grid grid-cols-[0.625rem_minmax(0,1fr)] gap-2.5">
    <i aria-hidden className={clsx('mt-1.75 size-1.75 rounded-full', DOT_COLORS[tone])} />
    <span className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span>
        {label} {children}
      </span>
      <time dateTime={at} className="num text-ink-3">
        {at.length === 10 ? formatDate(at) : formatDateTime(at)}
      </time>
    </span>
  </li>
);

const DaysLeft = ({ due_date }: { due_date: string }) => {
  const days = daysUntil(due_date, useHoaToday());
  return <span className={clsx('num', days < 0 ? 'font-medium text-red' : 'text-ink-2')}>· {dueLabel(days)}</span>;
};
