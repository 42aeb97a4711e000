import type { DisputeStatus } from '../schema/disputes.ts';
import type { Dispute } from '../schema/tables/disputes.ts';
import type { Payment } from '../schema/tables/invoices.ts';
import { canManage, expireCheckoutEffect } from './invoices.ts';
import type { Synced, Tx } from './tx.ts';

/** The provider's id never reaches a client; the payer is not told what the HOA may answer until when. */
export const synced: Synced<Dispute> = {
  audiences: [{ audience: 'board' }, { namedIn: 'user_id' }],
  view: (dispute, viewer) => ({
    ...dispute,
    provider_dispute_id: null,
    ...(!canManage(viewer) && { evidence_due_by: null }),
  }),
};

/** Reports may arrive twice and in any order. */
const RANK: Record<DisputeStatus, number> = {
  warning_needs_response: 0,
  warning_under_review: 1,
  needs_response: 2,
  under_review: 3,
  warning_closed: 4,
  prevented: 4,
  won: 4,
  lost: 4,
};

export const isUndecided = ({ status }: Pick<Dispute, 'status'>): boolean => RANK[status] < RANK.lost;

/** A bank debit that came back; it is final: https://docs.stripe.com/payments/ach-direct-debit#ach-direct-debit-disputes */
const BANK_RETURNS = ['insufficient_funds', 'incorrect_account_details', 'bank_cannot_process'];
export const isReturn = ({ reason }: Pick<Dispute, 'reason'>): boolean => BANK_RETURNS.includes(reason);

/** Such a payment may still be won back, so that paying again could be paying twice. */
export const isHoldingPayment = (dispute: Pick<Dispute, 'status' | 'withdrawn_cents'>): boolean =>
  isUndecided(dispute) && dispute.withdrawn_cents > 0;

/** Of a dispute as the provider tells it. `id` is ours and always the same for one provider id. */
export type DisputeReport = Pick<
  Dispute,
  | 'id'
  | 'payment_id'
  | 'amount_cents'
  | 'withdrawn_cents'
  | 'reason'
  | 'status'
  | 'evidence_due_by'
  | 'movements'
  | 'opened_at'
> & { provider_dispute_id: string };

/** Once the whole amount is taken back the invoice is to be paid again; once it is given back the invoice is paid. The
 * payment must be known. */
export const recordDispute = async (tx: Tx, report: DisputeReport): Promise<void> => {
  const [known, payment] = await Promise.all([tx.get('dispute', report.id), tx.get('payment', report.payment_id)]);
  if (!payment) throw new Error(`${report.provider_dispute_id} disputes an unknown payment`);
  if (known && !isNews(report, known)) return;
  const closed_at = isUndecided(report) ? null : (known?.closed_at ?? tx.now);
  const { invoice_id, user_id } = payment;
  await tx.put('dispute', { ...report, invoice_id, user_id, closed_at });
  const wasWithdrawn = known !== undefined && known.withdrawn_cents > 0;
  if (report.withdrawn_cents > 0 && !wasWithdrawn) await reopenInvoice(tx, payment, report);
  if (report.withdrawn_cents === 0 && wasWithdrawn) await payAgain(tx, payment, known);
};

const isNews = (report: DisputeReport, known: Dispute): boolean => {
  if (report.movements < known.movements || RANK[report.status] < RANK[known.status]) return false;
  return (['movements', 'status', 'amount_cents', 'evidence_due_by'] as const).some(
    (name) => report[name] !== known[name],
  );
};

const reopenInvoice = async (tx: Tx, payment: Payment, { withdrawn_cents }: DisputeReport): Promise<void> => {
  const invoice = payment.invoice_id === null ? undefined : await tx.get('invoice', payment.invoice_id);
  if (invoice?.status !== 'paid' || payment.note !== null || withdrawn_cents < invoice.amount_cents) return;
  const others = await tx.list('payment', 'invoice_id', invoice.id);
  if (others.some((other) => other.kind === 'outside' && other.status === 'succeeded')) return;
  await tx.put('invoice', { ...invoice, status: 'pending', paid_at: null });
};

const payAgain = async (tx: Tx, payment: Payment, { withdrawn_cents }: Dispute): Promise<void> => {
  const invoice = payment.invoice_id === null ? undefined : await tx.get('invoice', payment.invoice_id);
  if (!invoice || payment.note !== null || withdrawn_cents < invoice.amount_cents) return;
  if (invoice.status !== 'pending') {
    const note = `It came back after a dispute was won, when the invoice was already ${invoice.status}.`;
    return tx.put('payment', { ...payment, note });
  }
  const { checkout_session_id: session } = invoice;
  const paid_at = payment.settled_at ?? tx.now;
  await tx.put('invoice', { ...invoice, status: 'paid', paid_at, checkout_session_id: null });
  if (session) tx.after(expireCheckoutEffect(session));
};
