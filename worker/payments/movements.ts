import type Stripe from 'stripe';
import { DISPUTE_STATUSES } from '../../schema/disputes.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import { type DisputeReport, postMovement, recordDispute } from '../../sync/disputes/reports.ts';
import { type RefundReport, recordRefund } from '../../sync/payments/refund-reports.ts';
import type { Tx } from '../../sync/tx.ts';
import { derivedId } from '../derived-id.ts';
import { isoInstant } from '../stripe/shapes.ts';

type Step = { at: string; run(): Promise<void> };

/** The refunds and returns of a payment, in the order of their time: whichever is reported first, the entries are the same.
 * The payment must be known. */
export const recordMovements = async (
  tx: Tx,
  payment_id: string,
  { refunds, disputes }: { refunds: readonly Stripe.Refund[]; disputes: readonly Stripe.Dispute[] },
): Promise<void> => {
  const steps: Step[] = refunds
    .map((refund) => refundOf(refund, payment_id))
    .map((report) => ({ at: report.created_at, run: () => recordRefund(tx, report) }));
  for (const report of disputes.map((dispute) => disputeOf(dispute, payment_id))) {
    const posted = await recordDispute(tx, report);
    report.moved.forEach(({ at }, index) => {
      if (index >= posted) steps.push({ at, run: () => postMovement(tx, report, index + 1) });
    });
  }
  for (const { run } of steps.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))) await run();
};

const refundOf = (
  { id: provider_id, amount, status, created, metadata }: Stripe.Refund,
  payment_id: string,
): RefundReport => ({
  id: derivedId(provider_id),
  begun_as: metadata?.refund_id,
  provider_id,
  payment_id,
  amount_cents: amount,
  status: refundStatus(status),
  created_at: isoInstant(created),
});

const refundStatus = (status: string | null): Payment['status'] =>
  status === 'succeeded' || status === 'failed' || status === 'canceled' ? status : 'pending';

const disputeOf = (dispute: Stripe.Dispute, payment_id: string): DisputeReport => ({
  id: derivedId(dispute.id),
  provider_dispute_id: dispute.id,
  payment_id,
  amount_cents: dispute.amount,
  withdrawn_cents: Math.max(0, -dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0)),
  reason: dispute.reason,
  status: DISPUTE_STATUSES.find((status) => status === dispute.status) ?? 'under_review',
  evidence_due_by: dispute.evidence_details.due_by === null ? null : isoInstant(dispute.evidence_details.due_by),
  opened_at: isoInstant(dispute.created),
  moved: dispute.balance_transactions
    .toSorted((a, b) => a.created - b.created)
    .map(({ amount, created }) => ({ cents: amount, at: isoInstant(created) })),
});
