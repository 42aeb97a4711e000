import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Dispute } from '../../../schema/tables/disputes.ts';
import type { Invoice, Payment } from '../../../schema/tables/invoices.ts';
import { useHoaToday } from '../../device/today.ts';
import { Card } from '../../ui/card.tsx';
import { formatDate, formatDateTime, formatMoney, formatPlural } from '../../ui/format.ts';
import { decisionLabel, disputeLabel } from '../disputes/model.ts';

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

const DOT_COLORS = { plain: 'bg-line-strong', done: 'bg-pine', bad: 'bg-red', wait: 'bg-blue' };

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

/** `at` is an instant, or a calendar date. */
type TimelineEntry = { key: string; label: string; at: string; tone: 'done' | 'bad' | 'wait' | 'plain' };

const DAY_MS = 86_400_000;

/** Rounded up; negative when overdue. */
export const daysUntil = (due_date: string, today: string): number =>
  Math.ceil((Date.parse(due_date) - Date.parse(today)) / DAY_MS);

export const dueLabel = (days: number): string => {
  if (days === 0) return 'due today';
  return days > 0 ? `${formatPlural(days, 'day')} until due` : `${formatPlural(-days, 'day')} overdue`;
};

/** Sorted by time; the due date comes at the end of its day. */
export const timelineOf = (
  invoice: Invoice,
  payments: readonly Payment[],
  disputes: readonly Dispute[] = [],
): TimelineEntry[] => {
  const isSettled = payments.some(isSettling);
  const entries: TimelineEntry[] = [
    { key: 'sent', label: 'Sent', at: invoice.sent, tone: 'plain' },
    { key: 'due', label: 'Due', at: invoice.due_date, tone: 'plain' },
    ...payments.map((payment) => paymentEntry(payment, invoice)),
    ...disputes.flatMap(disputeEntries),
  ];
  if (invoice.paid_at && !isSettled) entries.push({ key: 'paid', label: 'Paid', at: invoice.paid_at, tone: 'done' });
  if (invoice.canceled_at) entries.push({ key: 'canceled', label: 'Canceled', at: invoice.canceled_at, tone: 'plain' });
  return entries.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
};

const sortKey = ({ at }: TimelineEntry) => (at.length === 10 ? `${at}T99` : at);

const isSettling = ({ kind, status }: Payment) => (kind === 'charge' || kind === 'outside') && status === 'succeeded';

const paymentEntry = (payment: Payment, invoice: Invoice): TimelineEntry => ({
  key: payment.id,
  label: paymentLabel(payment, invoice),
  at: payment.settled_at ?? payment.created_at,
  tone: STATUS_TONES[payment.status],
});

const disputeEntries = (dispute: Dispute): TimelineEntry[] => {
  const decision = decisionLabel(dispute);
  const opened: TimelineEntry = { key: dispute.id, label: disputeLabel(dispute), at: dispute.opened_at, tone: 'bad' };
  if (decision === undefined || dispute.closed_at === null) return [opened];
  const tone = dispute.status === 'lost' ? 'bad' : 'done';
  return [opened, { key: `${dispute.id}/end`, label: decision, at: dispute.closed_at, tone }];
};

const STATUS_TONES = { pending: 'wait', succeeded: 'done', failed: 'bad', canceled: 'plain' } as const;

const paymentLabel = (payment: Payment, { amount_cents }: Invoice): string => {
  const { kind, status } = payment;
  const amount = formatMoney(Math.abs(payment.amount_cents));
  if (kind === 'refund')
    return { ...REFUND, succeeded: `Refunded ${amount}`, pending: `Refund of ${amount} on its way` }[status];
  if (kind === 'credit') return `Credit of ${amount}`;
  if (kind === 'outside') return `Paid ${methodLabel(payment)}`;
  if (status === 'succeeded')
    return payment.amount_cents === amount_cents
      ? `Paid ${methodLabel(payment)}`
      : `${amount} paid ${methodLabel(payment)}`;
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

export const methodLabel = ({ kind, method }: Pick<Payment, 'kind' | 'method'>): string => {
  if (method === 'us_bank_account') return 'by bank transfer';
  if (method !== null && method !== 'other') return method === 'cash' ? 'in cash' : `by ${method}`;
  return kind === 'outside' ? 'outside the app' : 'online';
};
