import type * as z from 'zod/mini';
import { centsOf } from '../../schema/dues.ts';
import type { onlineRefundInput } from '../../schema/postings.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { assertNotOwn, canRecord } from '../accounts/entity.ts';
import { historyOf } from '../ledger/books.ts';
import { isDebit, leftOf } from '../ledger/entry-status.ts';
import { titleOf } from '../ledger/entry-titles.ts';
import type { Fold } from '../ledger/fold.ts';
import { assertReversible, ENTRY_NOT_FOUND, entryToFollow } from '../ledger/postings.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { assertNew, assertSame, authorize, find, Refusal, type Tx } from '../tx.ts';
import { listInWords, moneyInWords } from '../words.ts';
import { UNUSED } from './new-payment.ts';
import { PAYMENT_NOT_FOUND, paymentEntryId } from './recording.ts';

/** How long a refund is left to the request that began it before the outbox takes it over. */
const TAKEN_OVER_AFTER_MS = 60_000;

/** Writes the refund of an online payment as pending, before the payment service is asked. Throws Refusal('not_found' |
 * 'forbidden' | 'invalid' | 'conflict'). */
export const beginRefund = async (
  tx: Tx,
  { id, payment_id, amount, reason, ...args }: z.output<typeof onlineRefundInput>,
): Promise<void> => {
  authorize(canRecord(tx.actor));
  const payment = await find(tx, 'payment', payment_id, PAYMENT_NOT_FOUND);
  const cents = centsOf(amount);
  if (payment.kind !== 'charge')
    throw new Refusal('invalid', 'Only online payments can be refunded online. Record the refund instead.');
  if (payment.status !== 'succeeded') throw tooMuch(0);
  const { source, account, books } = await entryToFollow(tx, paymentEntryId(payment), [id]);
  const { entries } = books;
  await assertNotOwn(tx, account);
  const [known, payments] = await Promise.all([tx.get('payment', id), tx.list('payment', 'account_id', account.id)]);
  if (known?.refund_of === payment.id && known.amount_cents === -cents)
    return assertSame(known.refund_terms ?? {}, { reason, outcome: args.then });
  assertNew(known);
  const left = refundable(source, entries, payments);
  if (cents > left) throw tooMuch(left);
  const folded = historyOf(books).foldOn();
  const canceled = args.then === 'cancel' ? chargesToCancel(tx, source, folded, entries, args.debit_ids) : [];
  assertGivenBack(canceled, cents);
  const credit = folded.credits.get(source.id)?.left_cents ?? 0;
  if (args.then === 'credit' && cents > credit)
    throw new Refusal('conflict', `Only ${moneyInWords(credit)} of this payment is credit. The rest covers charges.`);
  const terms = { reason, outcome: args.then, debit_ids: canceled.map((debit) => debit.id), made_by: tx.actor.id };
  await tx.put('payment', { ...pendingRefund(tx, payment, id, cents), refund_terms: terms });
  const due = new Date(Date.parse(tx.now) + TAKEN_OVER_AFTER_MS).toISOString();
  tx.after({ kind: 'sendRefund', key: outboxKeys.sendRefund(id), payload: { id }, due });
};

const tooMuch = (left: number) =>
  new Refusal('conflict', `At most ${moneyInWords(left)} of this payment can be refunded.`);

/** Cents that are left of a payment after its returns and refunds, also those on their way. */
export const refundable = (
  source: Pick<Entry, 'id' | 'amount_cents' | 'payment_id'>,
  entries: readonly Entry[],
  payments: readonly Pick<Payment, 'kind' | 'status' | 'refund_of' | 'amount_cents'>[],
): number => {
  const onTheirWay = payments.filter(
    ({ kind, status, refund_of }) => kind === 'refund' && status === 'pending' && refund_of === source.payment_id,
  );
  return Math.max(
    0,
    onTheirWay.reduce((left, { amount_cents }) => left + amount_cents, leftOf(source, entries)),
  );
};

/** The charges of which a payment covers every cent. */
export const coveredWhole = (source: Pick<Entry, 'id'>, { credits, debits }: Fold<Entry>): Entry[] => {
  const cents = new Map<string, number>();
  for (const cover of credits.get(source.id)?.covers ?? [])
    cents.set(cover.debit_id, (cents.get(cover.debit_id) ?? 0) + cover.cents);
  return [...cents].flatMap(([id, covered]) => {
    const entry = debits.get(id)?.entry;
    return entry && entry.amount_cents === covered && entry.kind !== 'transfer' ? [entry] : [];
  });
};

/** Throws Refusal('not_found' | 'conflict' | 'invalid'). */
const chargesToCancel = (
  tx: Tx,
  source: Entry,
  folded: Fold<Entry>,
  entries: readonly Entry[],
  chosen: readonly string[] | null | undefined,
): Entry[] => {
  const ids = [...new Set(chosen ?? coveredWhole(source, folded).map(({ id }) => id))];
  if (ids.length === 0)
    throw new Refusal('invalid', 'This payment does not cover any charge in full. Choose the charges to cancel.');
  return ids.map((id) => {
    const debit = entries.find((entry) => entry.id === id && isDebit(entry));
    if (!debit) throw new Refusal('not_found', ENTRY_NOT_FOUND);
    assertReversible(tx, debit, entries);
    return debit;
  });
};

/** Charges canceled beyond the refund would be credit that nobody paid. Throws Refusal('conflict'). */
const assertGivenBack = (canceled: readonly Entry[], cents: number): void => {
  const total = canceled.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  if (total <= cents) return;
  const payments = new Map();
  const named = canceled.map((debit) => `${titleOf(debit, { payments })} (${moneyInWords(debit.amount_cents)})`);
  throw new Refusal(
    'conflict',
    `This refund of ${moneyInWords(cents)} cannot cancel charges of ${moneyInWords(total)}: ${listInWords(named)}. Choose fewer, or refund more.`,
  );
};

const pendingRefund = (tx: Tx, payment: Payment, id: string, cents: number) => ({
  ...payment,
  ...UNUSED,
  id,
  kind: 'refund' as const,
  amount_cents: -cents,
  status: 'pending' as const,
  provider_payment_id: null,
  refund_of: payment.id,
  created_at: tx.now,
  settled_at: null,
});

/** The payment service did not take the refund; `sentence` is its own. */
export const refuseRefund = async (tx: Tx, id: string, sentence: string): Promise<void> => {
  const refund = await tx.get('payment', id);
  if (refund?.status !== 'pending' || refund.provider_payment_id !== null) return;
  await tx.put('payment', { ...refund, status: 'failed', note: sentence.slice(0, 500), settled_at: tx.now });
};

/** The id of the entry that cancels a charge with a refund. */
export const cancellationIdOf = (refund_id: string, at: number): string => `${refund_id}-cancel-${at + 1}`;
