import { laterOf } from '../../schema/dates.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Dispute } from '../../schema/tables/disputes.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { findAccount, todayIn } from '../accounts/entity.ts';
import { paymentEntryOf } from '../ledger/billing.ts';
import { type AccountBooks, readBooks } from '../ledger/books.ts';
import { dayOfMovement } from '../ledger/dates.ts';
import { entryIdOf, type NewEntry } from '../ledger/entries.ts';
import { followUpsOf, leftOf } from '../ledger/entry-status.ts';
import { post } from '../ledger/post.ts';
import { returnedFee, returnedFeeIdOf } from '../payments/returned-fee.ts';
import { notifyReturn, returnIdOf, returnReasonOf } from '../payments/returns.ts';
import type { Tx } from '../tx.ts';
import { isUndecided, RANK } from './entity.ts';

/** A dispute as the provider reports it. `id` is ours and always the same for one provider id. */
export type DisputeReport = Pick<
  Dispute,
  'id' | 'payment_id' | 'amount_cents' | 'withdrawn_cents' | 'reason' | 'status' | 'evidence_due_by' | 'opened_at'
> & { provider_dispute_id: string; moved: readonly Movement[] };

/** Money that the provider has moved for a dispute: negative cents leave the HOA. `at` is an instant. */
type Movement = { cents: number; at: string };

/** Writes the dispute. Returns how many of its movements were posted before; all of them where the report is old. The payment
 * must be known. */
export const recordDispute = async (tx: Tx, { moved, ...report }: DisputeReport): Promise<number> => {
  const [known, payment] = await Promise.all([tx.get('dispute', report.id), tx.get('payment', report.payment_id)]);
  if (!payment) throw new Error(`${report.provider_dispute_id} disputes an unknown payment`);
  const movements = moved.length;
  if (known && !isNewer({ ...report, movements }, known)) return movements;
  const closed_at = isUndecided(report) ? null : (known?.closed_at ?? tx.now);
  const { invoice_id, user_id, account_id } = payment;
  await tx.put('dispute', { ...report, movements, invoice_id, user_id, account_id, closed_at });
  return known?.movements ?? 0;
};

const isNewer = (
  report: Omit<Dispute, 'hoa_id' | 'rev' | 'invoice_id' | 'user_id' | 'account_id' | 'closed_at'>,
  known: Dispute,
): boolean => {
  if (report.movements !== known.movements) return report.movements > known.movements;
  if (RANK[report.status] < RANK[known.status]) return false;
  return (['status', 'amount_cents', 'evidence_due_by'] as const).some((name) => report[name] !== known[name]);
};

/** Posts the `nth` movement of a dispute, counted from 1: withdrawn funds are a return of the payment, reinstated ones the
 * unreversed return's reversal. What has gone elsewhere, or is not ours, has no entry that could come back. */
export const postMovement = async (tx: Tx, report: DisputeReport, nth: number): Promise<void> => {
  const [payment, { cents, at }] = [await tx.get('payment', report.payment_id), report.moved[nth - 1] as Movement];
  const paid = payment && (await paymentEntryOf(tx, payment));
  if (!paid) return;
  const id = returnIdOf({ id: report.id, movements: nth });
  const books = await readBooks(tx, paid.account_id, [id, `${id}-won`, returnedFeeIdOf(payment.id)]);
  const [account, on] = await Promise.all([findAccount(tx, paid.account_id), dayOfMovement(tx, at, paid.effective_on)]);
  const step = { report, payment, paid, account, id, on, books };
  const drafts = cents < 0 ? returnedBy(step, -cents) : reinstatedBy(step, cents);
  if (drafts.length === 0) return;
  const returned = drafts.reduce((sum, { kind, amount_cents }) => (kind === 'charge' ? sum : sum + amount_cents), 0);
  await tx.put('payment', { ...payment, returned_cents: Math.max(0, payment.returned_cents + returned) });
  await post(tx, account, drafts, books);
  if (cents < 0) notifyReturn(tx, payment, entryIdOf(account.id, id));
};

type Step = {
  report: DisputeReport;
  payment: Payment;
  paid: Entry;
  account: Account;
  id: string;
  on: string;
  books: AccountBooks;
};

/** At most what is left of the payment. A bank debit that was not covered costs what the rules say. */
const returnedBy = ({ report, payment, paid, account, id, on, books }: Step, cents: number): NewEntry[] => {
  const amount_cents = Math.min(cents, leftOf(paid, books.entries));
  if (amount_cents <= 0) return [];
  const taken: NewEntry = {
    id,
    kind: 'return',
    amount_cents,
    effective_on: on,
    source_id: paid.id,
    payment_id: payment.id,
    reason: returnReasonOf(report),
  };
  const policies = report.reason === 'insufficient_funds' && account.status === 'open' ? books.policies : [];
  return [taken, ...returnedFee(taken, paid.account_id, { ...books, policies })];
};

/** Where only a part comes back, the rest of the return is posted anew. */
const reinstatedBy = (step: Step, cents: number): NewEntry[] => {
  const { report, payment, paid, id, on, books } = step;
  const posted = followUpsOf(books.entries, paid.id, ['return']).findLast((entry) =>
    entry.id.startsWith(entryIdOf(paid.account_id, `${report.id}-`)),
  );
  if (!posted) return [];
  const own = posted.id.slice(paid.account_id.length + 1);
  const effective_on = laterOf(on, posted.effective_on);
  const rest = posted.amount_cents - cents;
  const won: NewEntry = {
    id: `${own}-won`,
    kind: 'reversal',
    amount_cents: -posted.amount_cents,
    effective_on,
    source_id: posted.id,
    payment_id: payment.id,
    reason: 'The dispute was won',
  };
  if (rest <= 0) return [won];
  const { kind, source_id, payment_id, reason } = posted;
  return [won, { id, kind, amount_cents: rest, effective_on, source_id, payment_id, reason }];
};

/** The fee for an online payment that failed before it had succeeded, because the bank account did not hold enough. */
export const chargeFailure = async (tx: Tx, payment_id: string): Promise<void> => {
  const payment = await tx.get('payment', payment_id);
  if (payment?.status !== 'failed' || payment.account_id === null) return;
  const [account, books] = await Promise.all([
    findAccount(tx, payment.account_id),
    readBooks(tx, payment.account_id, [returnedFeeIdOf(payment_id)]),
  ]);
  if (account.status !== 'open') return;
  const failed = { id: null, payment_id, effective_on: await todayIn(tx) };
  const fees = returnedFee(failed, account.id, books);
  if (fees.length > 0) await post(tx, account, fees, books);
};
