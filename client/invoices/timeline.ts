import type { Invoice, Payment } from '../../schema/invoices.ts';
import { formatMoney, formatPlural } from '../ui/format.ts';

/** One thing that happened to an invoice, or will: `at` is an instant, or a calendar date where only the day counts. */
export type Moment = { key: string; label: string; at: string; look: 'done' | 'bad' | 'wait' | 'plain' };

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
