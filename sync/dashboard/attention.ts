import { daysBefore } from '../../schema/dates.ts';
import type { HistoryEntry } from '../../schema/history.ts';
import type { Dispute } from '../../schema/tables/disputes.ts';
import type { Invoice, Payment } from '../../schema/tables/invoices.ts';
import type { Request, RequestComment } from '../../schema/tables/requests.ts';
import type { Violation } from '../../schema/tables/violations.ts';
import { isReturn } from '../payments/returns.ts';
import { OPEN_STATUSES } from '../requests/entity.ts';
import { isOverdue } from '../violations/entity.ts';

type Asked = Pick<Request, 'id' | 'user_id' | 'status' | 'created_at'> & { history: readonly HistoryEntry[] };
type Comment = Pick<RequestComment, 'request_id' | 'user_id' | 'is_staff' | 'is_public' | 'created_at'>;

/** A request that waits for the board's answer since an instant. */
type Unanswered<R> = { request: R; since: string };

/** The open requests whose last word is their author's, the longest waiting first. The board answers by a public message or
 * by setting a status; `since` is the first word after its last answer. `comments` may be in any order. */
export const unanswered = <R extends Asked>(requests: readonly R[], comments: readonly Comment[]): Unanswered<R>[] => {
  const open = requests.filter(({ status }) => OPEN_STATUSES.includes(status));
  const ids = new Set(open.map(({ id }) => id));
  const threads = Map.groupBy(
    comments.filter(({ request_id, is_public }) => is_public && ids.has(request_id)),
    ({ request_id }) => request_id,
  );
  return open
    .flatMap((request) => {
      const since = waitingSince(request, threads.get(request.id) ?? []);
      return since === undefined ? [] : [{ request, since }];
    })
    .sort((a, b) => compare(a.since, b.since) || compare(a.request.id, b.request.id));
};

const waitingSince = ({ user_id, created_at, history }: Asked, thread: readonly Comment[]): string | undefined => {
  const answers = [
    ...thread.filter((comment) => comment.is_staff && comment.user_id !== user_id).map((comment) => comment.created_at),
    ...history.filter((entry) => entry.staff && entry.action.startsWith('Set ')).map(({ timestamp }) => timestamp),
  ];
  const answered = latest(answers);
  if (answered === undefined) return created_at;
  const words = thread.filter((comment) => comment.user_id === user_id && comment.created_at > answered);
  return words.map((comment) => comment.created_at).toSorted()[0];
};

const latest = (instants: readonly string[]): string | undefined => instants.toSorted().at(-1);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The violations that are still open after their due date, the longest overdue first. `today` is the viewer's date. */
export const overdueViolations = <V extends Pick<Violation, 'id' | 'due_date' | 'status'>>(
  violations: readonly V[],
  today: string,
): V[] =>
  violations
    .filter((violation) => isOverdue(violation, today))
    .sort((a, b) => compare(a.due_date, b.due_date) || compare(a.id, b.id));

/** `noted`: more or less came in than was asked for, or what it was for had been paid meanwhile; its note says so. `failed`: the
 * last attempt to pay an invoice that is still unpaid. `slow`: bank transfers end within five business days. `refund_failed`: the
 * payer has not got their money back. `returned`: the payer's bank has taken an online payment back. */
export type PaymentTrouble = 'noted' | 'failed' | 'slow' | 'refund_failed' | 'returned';
type TroubledPayment<P> = { payment: P; trouble: PaymentTrouble };

const SLOW_DAYS = 10;
const SHOWN_DAYS = 30;

type Paid = Pick<Payment, 'id' | 'invoice_id' | 'kind' | 'status' | 'created_at'> & Partial<Pick<Payment, 'note'>>;

/** The payments that a person should look at, the oldest first. A failed one is told for 30 days, or until something later comes
 * for its invoice. */
export const troubledPayments = <P extends Paid>(
  payments: readonly P[],
  invoiceOf: (id: string) => Pick<Invoice, 'status'> | undefined,
  now: Date,
  disputes: readonly Pick<Dispute, 'payment_id' | 'reason' | 'opened_at'>[] = [],
): TroubledPayment<P>[] => {
  const returned = new Set(
    disputes
      .filter((dispute) => isReturn(dispute) && dispute.opened_at > daysBefore(now, SHOWN_DAYS))
      .map(({ payment_id }) => payment_id),
  );
  const byInvoice = Map.groupBy(payments, ({ invoice_id }) => invoice_id);
  const isLast = (payment: P) =>
    !byInvoice
      .get(payment.invoice_id)
      ?.some((other) => other.kind !== 'refund' && other.created_at > payment.created_at);
  const isPaid = (id: string | null) => id !== null && invoiceOf(id)?.status === 'paid';
  const troubleOf = (payment: P): PaymentTrouble | undefined => {
    const { kind, status, invoice_id, created_at, note } = payment;
    if (kind === 'charge' && status === 'pending') return created_at < daysBefore(now, SLOW_DAYS) ? 'slow' : undefined;
    if (returned.has(payment.id)) return isPaid(invoice_id) ? undefined : 'returned';
    if (kind === 'charge' && status === 'succeeded' && note && created_at > daysBefore(now, SHOWN_DAYS)) return 'noted';
    if (status !== 'failed' || created_at <= daysBefore(now, SHOWN_DAYS)) return undefined;
    if (kind === 'refund') return 'refund_failed';
    const isUnpaid = invoice_id !== null && invoiceOf(invoice_id)?.status === 'pending';
    return kind === 'charge' && isUnpaid && isLast(payment) ? 'failed' : undefined;
  };
  return payments
    .flatMap((payment) => {
      const trouble = troubleOf(payment);
      return trouble ? [{ payment, trouble }] : [];
    })
    .sort((a, b) => compare(a.payment.created_at, b.payment.created_at) || compare(a.payment.id, b.payment.id));
};
