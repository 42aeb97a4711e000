import { laterOf } from '../../schema/dates.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { findAccount, todayIn } from '../accounts/entity.ts';
import { paymentEntryOf } from '../ledger/billing.ts';
import { readBooks } from '../ledger/books.ts';
import { dayOfMovement } from '../ledger/dates.ts';
import { entryIdOf, type NewEntry } from '../ledger/entries.ts';
import { followUpsOf, leftOf, reversalOf } from '../ledger/entry-status.ts';
import { post } from '../ledger/post.ts';
import type { Tx } from '../tx.ts';
import { UNUSED } from './new-payment.ts';
import { cancellationIdOf } from './refunds.ts';

/** A refund as the provider reports it. `payment_id` is our id of the refunded payment. */
export type RefundReport = {
  id: string;
  /** Our id of the refund, where the board began it here. */
  begun_as: string | undefined;
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
export const recordRefund = async (tx: Tx, given: RefundReport): Promise<void> => {
  const begun = given.begun_as === undefined ? undefined : await tx.get('payment', given.begun_as);
  const report = begun?.refund_of === given.payment_id ? { ...given, id: begun.id } : given;
  const [charge, known] = await Promise.all([tx.get('payment', report.payment_id), tx.get('payment', report.id)]);
  if (!charge) throw new Error(`${report.provider_id} refunds an unknown payment`);
  if (known?.provider_payment_id && RANK[known.status] >= RANK[report.status]) return;
  const refund = refundRow(tx, charge, report, known);
  await tx.put('payment', refund);
  if (report.status === 'succeeded') await postRefund(tx, charge, refund, report);
  if (report.status === 'failed' || report.status === 'canceled') await undoRefund(tx, charge, report);
};

const refundRow = (tx: Tx, charge: Payment, report: RefundReport, known: Payment | undefined) => ({
  ...charge,
  ...UNUSED,
  id: report.id,
  kind: 'refund' as const,
  amount_cents: -report.amount_cents,
  status: report.status,
  provider_payment_id: report.provider_id,
  refund_of: charge.id,
  refund_terms: known?.refund_terms ?? null,
  created_at: known?.created_at ?? tx.now,
  settled_at: report.status === 'pending' ? null : tx.now,
});

type RefundRow = ReturnType<typeof refundRow>;

/** At most what is left of what was posted: a fee for paying online is none of the account's. */
const postRefund = async (tx: Tx, charge: Payment, refund: RefundRow, report: RefundReport): Promise<void> => {
  const paid = await paymentEntryOf(tx, charge);
  if (!paid) return;
  const { refund_terms: terms } = refund;
  const ids = [refund.id, ...(terms?.debit_ids ?? []).map((_, at) => cancellationIdOf(refund.id, at))];
  const books = await readBooks(tx, paid.account_id, ids);
  const amount_cents = Math.min(report.amount_cents, leftOf(paid, books.entries));
  if (amount_cents <= 0) return;
  const effective_on = await dayOfMovement(tx, report.created_at, paid.effective_on);
  const made_by_name = terms ? ((await tx.get('user', terms.made_by))?.name ?? null) : null;
  const given = {
    effective_on,
    reason: terms?.reason ?? 'Refunded by the HOA',
    made_by: terms?.made_by ?? null,
    made_by_name,
  };
  const taken = { amount_cents, source_id: paid.id, payment_id: refund.id };
  const drafts = [
    { ...given, ...taken, id: refund.id, kind: 'refund' as const },
    ...cancellations(refund, books.entries, given),
  ];
  await post(tx, await findAccount(tx, paid.account_id), drafts, books);
};

type Given = Pick<NewEntry, 'effective_on' | 'reason' | 'made_by' | 'made_by_name'>;

/** A charge that was reversed, waived or written off meanwhile stays as it is. */
const cancellations = ({ id, refund_terms }: RefundRow, entries: readonly Entry[], given: Given): NewEntry[] =>
  (refund_terms?.debit_ids ?? []).flatMap((debit_id, at): NewEntry[] => {
    const debit = entries.find((entry) => entry.id === debit_id);
    const isTaken = reversalOf(entries, debit_id) || followUpsOf(entries, debit_id, ['waiver', 'write_off']).length > 0;
    if (!debit || isTaken) return [];
    const { amount_cents, category, fund, effective_on } = debit;
    return [
      {
        ...given,
        id: cancellationIdOf(id, at),
        kind: 'reversal',
        amount_cents: -amount_cents,
        effective_on: laterOf(given.effective_on, effective_on),
        source_id: debit_id,
        category,
        fund,
      },
    ];
  });

/** Charges that were canceled with it stay canceled: the board charges anew what it still wants. */
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
