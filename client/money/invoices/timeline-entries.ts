import type { Dispute } from '../../../schema/tables/disputes.ts';
import type { Invoice, Payment } from '../../../schema/tables/invoices.ts';
import { formatMoney, formatPlural } from '../../ui/format.ts';
import { decisionLabel, disputeLabel } from '../disputes/model.ts';

/** `at` is an instant, or a calendar date. */
export type TimelineEntry = { key: string; label: string; at: string; tone: 'done' | 'bad' | 'wait' | 'plain' };

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
  canceled: 'Checkout abandoned',
};

export const methodLabel = ({ kind, method }: Pick<Payment, 'kind' | 'method'>): string => {
  if (method === 'us_bank_account') return 'by bank transfer';
  if (method !== null && method !== 'other') return method === 'cash' ? 'in cash' : `by ${method}`;
  return kind === 'outside' ? 'outside Porchlight' : 'online';
};
