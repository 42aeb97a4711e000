import type { Payment } from '../schema/tables/invoices.ts';
import { findAccount, todayIn } from './accounts.ts';
import { paymentEntryOf } from './ledger/billing.ts';
import { dayOfMovement } from './ledger/dates.ts';
import { entryIdOf, post, readAround } from './ledger/post.ts';
import { leftOf } from './ledger/recording.ts';
import type { Tx } from './tx.ts';

/** A refund as the provider tells it. `payment_id` is our id of the refunded payment. */
export type RefundReport = {
  id: string;
  provider_id: string;
  payment_id: string;
  amount_cents: number;
  status: Payment['status'];
  /** The instant at which it was begun. */
  created_at: string;
};

/** A refund that succeeded may still fail later. */
const RANK: Record<Payment['status'], number> = { pending: 0, succeeded: 1, canceled: 2, failed: 2 };

/** Reports may arrive twice and in any order. The payment must be known. */
export const recordRefund = async (tx: Tx, report: RefundReport): Promise<void> => {
  const [charge, known] = await Promise.all([tx.get('payment', report.payment_id), tx.get('payment', report.id)]);
  if (!charge) throw new Error(`${report.provider_id} refunds an unknown payment`);
  if (known && RANK[known.status] >= RANK[report.status]) return;
  await tx.put('payment', refundRow(tx, charge, report, known));
  if (report.status === 'succeeded') await postRefund(tx, charge, report);
  if (report.status === 'failed' || report.status === 'canceled') await undoRefund(tx, charge, report);
};

const refundRow = (tx: Tx, charge: Payment, report: RefundReport, known: Payment | undefined) => ({
  ...charge,
  id: report.id,
  kind: 'refund' as const,
  amount_cents: -report.amount_cents,
  status: report.status,
  provider_payment_id: report.provider_id,
  checkout_session_id: null,
  refund_of: charge.id,
  returned_cents: 0,
  note: null,
  processor_fee_cents: null,
  unrecovered_cents: 0,
  failed_settlements: 0,
  created_at: known?.created_at ?? tx.now,
  settled_at: report.status === 'pending' ? null : tx.now,
});

/** At most what is left of what was posted: a fee for paying online is none of the account's. */
const postRefund = async (tx: Tx, charge: Payment, report: RefundReport): Promise<void> => {
  const paid = await paymentEntryOf(tx, charge);
  if (!paid) return;
  const { entries } = await readAround(tx, paid.account_id, [report.id]);
  const amount_cents = Math.min(report.amount_cents, leftOf(paid, entries));
  if (amount_cents <= 0) return;
  await post(tx, await findAccount(tx, paid.account_id), [
    {
      id: report.id,
      kind: 'refund',
      amount_cents,
      effective_on: await dayOfMovement(tx, report.created_at, paid.effective_on),
      source_id: paid.id,
      payment_id: report.id,
      reason: 'Refunded by the HOA',
    },
  ]);
};

const undoRefund = async (tx: Tx, { account_id }: Payment, { id }: RefundReport): Promise<void> => {
  const posted = account_id && (await tx.get('entry', entryIdOf(account_id, id)));
  if (!posted) return;
  await post(tx, await findAccount(tx, posted.account_id), [
    {
      id: `${id}-failed`,
      kind: 'reversal',
      amount_cents: -posted.amount_cents,
      effective_on: await todayIn(tx),
      source_id: posted.id,
      payment_id: id,
      reason: 'The refund failed',
    },
  ]);
};
