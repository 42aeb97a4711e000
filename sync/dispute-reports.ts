import type { Dispute } from '../schema/tables/disputes.ts';
import type { Payment } from '../schema/tables/invoices.ts';
import { findAccount, todayIn } from './accounts.ts';
import { isUndecided, RANK } from './disputes.ts';
import { paymentEntryOf } from './ledger/billing.ts';
import { entryIdOf, post } from './ledger/post.ts';
import { returnIdOf, returnReasonOf } from './returns.ts';
import type { Tx } from './tx.ts';

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

/** Withdrawn funds are a return of the payment, reinstated ones the reversal of that return. The payment must be known. */
export const recordDispute = async (tx: Tx, report: DisputeReport): Promise<void> => {
  const [known, payment] = await Promise.all([tx.get('dispute', report.id), tx.get('payment', report.payment_id)]);
  if (!payment) throw new Error(`${report.provider_dispute_id} disputes an unknown payment`);
  if (known && !isNews(report, known)) return;
  const closed_at = isUndecided(report) ? null : (known?.closed_at ?? tx.now);
  const { invoice_id, user_id, account_id } = payment;
  await tx.put('dispute', { ...report, invoice_id, user_id, account_id, closed_at });
  const wasWithdrawn = known !== undefined && known.withdrawn_cents > 0;
  if (report.withdrawn_cents > 0 && !wasWithdrawn) await returnMoney(tx, payment, report);
  if (report.withdrawn_cents === 0 && wasWithdrawn) await reinstateMoney(tx, payment, known);
};

const isNews = (report: DisputeReport, known: Dispute): boolean => {
  if (report.movements < known.movements || RANK[report.status] < RANK[known.status]) return false;
  return (['movements', 'status', 'amount_cents', 'evidence_due_by'] as const).some(
    (name) => report[name] !== known[name],
  );
};

/** At most what is left of the payment. What has gone elsewhere, or is not ours, has no entry that could come back. */
const returnMoney = async (tx: Tx, payment: Payment, report: DisputeReport): Promise<void> => {
  const paid = await paymentEntryOf(tx, payment);
  if (!paid) return;
  const cents = Math.min(report.withdrawn_cents, -paid.amount_cents - payment.returned_cents);
  if (cents <= 0) return;
  await tx.put('payment', { ...payment, returned_cents: payment.returned_cents + cents });
  await post(tx, await findAccount(tx, paid.account_id), [
    {
      id: returnIdOf(report),
      kind: 'return',
      amount_cents: cents,
      effective_on: await todayIn(tx),
      source_id: paid.id,
      payment_id: payment.id,
      reason: returnReasonOf(report),
    },
  ]);
};

const reinstateMoney = async (tx: Tx, payment: Payment, known: Dispute): Promise<void> => {
  const paid = await paymentEntryOf(tx, payment);
  const returned = paid && (await tx.get('entry', entryIdOf(paid.account_id, returnIdOf(known))));
  if (!returned) return;
  await tx.put('payment', { ...payment, returned_cents: payment.returned_cents - returned.amount_cents });
  await post(tx, await findAccount(tx, returned.account_id), [
    {
      id: `${returnIdOf(known)}-won`,
      kind: 'reversal',
      amount_cents: -returned.amount_cents,
      effective_on: await todayIn(tx),
      source_id: returned.id,
      payment_id: payment.id,
      reason: 'The dispute was won',
    },
  ]);
};
