import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Invoice, Payment } from '../../schema/invoices.ts';
import { Card } from '../ui/card.tsx';
import { formatDate, formatDateTime, formatMoney, formatPlural } from '../ui/format.ts';
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

/** One thing that happened to an invoice, or will: `at` is an instant, or a calendar date where only the day counts. */
type Moment = { key: string; label: string; at: string; look: 'done' | 'bad' | 'wait' | 'plain' };

const DAY_MS = 86_400_000;

/** Whole days from one calendar date to another, rounded up; negative where it is past. */
export const daysUntil = (due_date: string, today: string): number =>
  Math.ceil((Date.parse(due_date) - Date.parse(today)) / DAY_MS);

/** "7 days until due", "due today", "3 days overdue". */
export const untilWords = (days: number): string => {
  if (days === 0) return 'due today';
  return days > 0 ? `${formatPlural(days, 'day')} until due` : `${formatPlural(-days, 'day')} overdue`;
};

/** What happened to an invoice, in its order; the due date stands at the end of its day. */
export const timelineOf = (invoice: Invoice, payments: readonly Payment[]): Moment[] => {
  const settled = payments.some(isSettling);
  const moments: Moment[] = [
    { key: 'sent', label: 'Sent', at: invoice.sent, look: 'plain' },
    { key: 'due', label: 'Due', at: invoice.due_date, look: 'plain' },
    ...payments.map((payment) => momentOf(payment, invoice)),
  ];
  if (invoice.paid_at && !settled) moments.push({ key: 'paid', label: 'Paid', at: invoice.paid_at, look: 'done' });
  if (invoice.canceled_at) moments.push({ key: 'canceled', label: 'Canceled', at: invoice.canceled_at, look: 'plain' });
  return moments.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
};

const orderOf = ({ at }: Moment) => (at.length === 10 ? `${at}T99` : at);

const isSettling = ({ kind, status }: Payment) => (kind === 'charge' || kind === 'outside') && status === 'succeeded';

const momentOf = (payment: Payment, invoice: Invoice): Moment => ({
  key: payment.id,
  label: labelOf(payment, invoice),
  at: payment.settled_at ?? payment.created_at,
  look: LOOKS[payment.status],
});

const LOOKS = { pending: 'wait', succeeded: 'done', failed: 'bad', canceled: 'plain' } as const;

const labelOf = (payment: Payment, { amount_cents }: Invoice): string => {
  const { kind, status } = payment;
  const sum = formatMoney(Math.abs(payment.amount_cents));
  if (kind === 'refund')
    return { ...REFUND, succeeded: `Refunded ${sum}`, pending: `Refund of ${sum} on its way` }[status];
  if (kind === 'credit') return `Credit of ${sum}`;
  if (kind === 'outside') return `Paid ${wayOf(payment)}`;
  if (status === 'succeeded')
    return payment.amount_cents === amount_cents ? `Paid ${wayOf(payment)}` : `${sum} paid ${wayOf(payment)}`;
  return payment.method === 'us_bank_account' ? TRANSFER[status] : CARD[status];
};

const REFUND = { failed: 'Refund failed', canceled: 'Refund canceled' };
const TRANSFER = {
  pending: 'Bank transfer on its way',
  failed: 'Bank transfer failed',
  canceled: 'Bank transfer canceled',
};
const CARD = {
  pending: 'Payment being processed',
  failed: 'Payment declined',
  canceled: 'Checkout left without paying',
};

/** How somebody paid: "by card", "outside the app". */
export const wayOf = ({ kind, method }: Pick<Payment, 'kind' | 'method'>): string => {
  if (method === 'us_bank_account') return 'by bank transfer';
  if (method !== null && method !== 'other') return method === 'cash' ? 'in cash' : `by ${method}`;
  return kind === 'outside' ? 'outside the app' : 'online';
};
