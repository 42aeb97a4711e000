import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Invoice, Payment } from '../../schema/invoices.ts';
import { Card } from '../ui/card.tsx';
import { formatDate, formatDateTime } from '../ui/format.ts';
import { daysUntil, type Moment, timelineOf, untilWords } from './timeline.ts';
import { useHoaToday } from './today.ts';

/** What happened to an invoice and by when it is to be paid. */
export const Timeline = ({ invoice, payments }: { invoice: Invoice; payments: readonly Payment[] }) => (
  <Card title="Timeline">
    <ol className="grid gap-3">
      {timelineOf(invoice, payments).map((moment) => (
        <Happened key={moment.key} moment={moment}>
          {moment.key === 'due' && invoice.status === 'pending' && <Until due_date={invoice.due_date} />}
        </Happened>
      ))}
    </ol>
  </Card>
);

const DOTS = { plain: 'bg-line-strong', done: 'bg-pine', bad: 'bg-red', wait: 'bg-blue' };

const Happened = ({ moment: { label, at, look }, children }: { moment: Moment; children: ReactNode }) => (
  <li className="grid grid-cols-[0.625rem_minmax(0,1fr)] gap-2.5">
    <i aria-hidden className={clsx('mt-1.75 size-1.75 rounded-full', DOTS[look])} />
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

const Until = ({ due_date }: { due_date: string }) => {
  const days = daysUntil(due_date, useHoaToday());
  return <span className={clsx('num', days < 0 ? 'font-medium text-red' : 'text-ink-2')}>· {untilWords(days)}</span>;
};
