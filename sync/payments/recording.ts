import type * as z from 'zod/mini';
import { addDays } from '../../schema/dates.ts';
import { centsOf } from '../../schema/dues.ts';
import type { Pin } from '../../schema/ledger.ts';
import { paymentInput, refundInput, returnInput } from '../../schema/postings.ts';
import type { Unsaved } from '../../schema/rows.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { assertNotOwn, canRecord } from '../accounts/entity.ts';
import { depositToFill } from '../deposits/mutators.ts';
import type { AccountBooks } from '../ledger/books.ts';
import { assertNotBefore, assertPast } from '../ledger/dates.ts';
import { entryIdOf, type NewEntry } from '../ledger/entries.ts';
import { leftOf } from '../ledger/entry-status.ts';
import { post } from '../ledger/post.ts';
import {
  accountToPost,
  assertReversible,
  ENTRY_NOT_FOUND,
  entryToFollow,
  isRepeated,
  madeBy,
  reverse,
} from '../ledger/postings.ts';
import { isDirectedOn } from '../policies/rules.ts';
import { assertNew, assertSame, authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import { dayInWords, moneyInWords } from '../words.ts';
import { comparableNumber } from './duplicates.ts';
import { newPayment } from './new-payment.ts';
import { returnedFee, returnedFeeIdOf } from './returned-fee.ts';
import { notifyReturn } from './returns.ts';

export const PAYMENT_NOT_FOUND = 'Payment not found.';

type PaymentInput = z.output<typeof paymentInput>;

const recordPayment = mutator(paymentInput, async (tx, args) => {
  authorize(canRecord(tx.actor));
  const [first, known, deposit] = await Promise.all([
    accountToPost(tx, args.account_id, [args.id]),
    tx.get('payment', args.id),
    depositToFill(tx, args.deposit_id),
  ]);
  await assertPast(tx, 'received_on', args.received_on);
  if (known?.account_id !== first.account.id) assertNew(known);
  if (known) assertSame(known, detailsOf(args));
  if (!known && args.corrects) await undoWrong(tx, args.corrects);
  const { account, books } = args.corrects ? await accountToPost(tx, args.account_id, []) : first;
  const pins = pinsOf(args, books);
  if (!known && !args.duplicate_ok) await assertNoSameCheck(tx, args, books.entries);
  const payment = paymentRow(tx, account, { ...args, deposit_id: deposit?.id ?? null });
  if (!known) await tx.put('payment', payment);
  const entry: NewEntry = {
    id: payment.id,
    kind: 'payment',
    amount_cents: -payment.amount_cents,
    effective_on: args.received_on,
    payment_id: payment.id,
    pins,
    memo: args.memo,
    ...madeBy(tx.actor),
  };
  await post(tx, account, [entry], books);
});

const detailsOf = ({ method, reference, payer_name, memo, note, received_on }: PaymentInput) => {
  return { method, reference, payer_name, memo, note, received_on };
};

/** Reverses a recorded payment as of its own day, so that another takes its place. Throws Refusal. */
const undoWrong = async (tx: Tx, payment_id: string): Promise<void> => {
  const payment = await find(tx, 'payment', payment_id, PAYMENT_NOT_FOUND);
  if (payment.kind !== 'outside') throw new Refusal('invalid', 'Only payments recorded by the board can be corrected.');
  const id = `${payment_id}-corrected`;
  const { source, account, books } = await entryToFollow(tx, paymentEntryId(payment), [id]);
  await assertNotOwn(tx, account);
  assertReversible(tx, source, books.entries);
  const { effective_on } = source;
  await reverse(tx, { source, account, books }, { id, effective_on, reason: 'Corrected', ...madeBy(tx.actor) });
};

/** Null where there are none, or where the association applies payments in a fixed order. Throws Refusal('not_found') for
 * what is no debit of the account. */
const pinsOf = ({ pins, received_on }: PaymentInput, { entries, policies }: AccountBooks): Pin[] | null => {
  const debits = new Set(entries.flatMap(({ id, amount_cents }) => (amount_cents > 0 ? id : [])));
  for (const { debit_id } of pins ?? []) if (!debits.has(debit_id)) throw new Refusal('not_found', ENTRY_NOT_FOUND);
  if (!pins?.length || !isDirectedOn(policies, received_on)) return null;
  return pins.map(({ debit_id, amount }) => ({ debit_id, amount_cents: centsOf(amount) }));
};

const SAME_CHECK_DAYS = 180;

/** Throws Refusal('conflict'). Reads only the payments of the account that have the amount. */
const assertNoSameCheck = async (
  tx: Tx,
  { method, reference, amount, received_on }: PaymentInput,
  entries: readonly Entry[],
): Promise<void> => {
  if (method !== 'check' || !reference) return;
  const [from, to] = [addDays(received_on, -SAME_CHECK_DAYS), addDays(received_on, SAME_CHECK_DAYS)];
  const number = comparableNumber(reference);
  for (const { payment, entry } of await recordedFor(tx, entries, centsOf(amount))) {
    const isSame = payment.method === 'check' && comparableNumber(payment.reference ?? '') === number;
    if (!isSame || payment.returned_cents > 0 || entry.effective_on < from || entry.effective_on > to) continue;
    const what = `Check ${payment.reference} for ${moneyInWords(payment.amount_cents)}`;
    const when = dayInWords(entry.effective_on);
    throw new Refusal('conflict', `${what} is already recorded: ${when}, by ${entry.made_by_name ?? 'the board'}.`);
  }
};

/** The payments of an amount that the board recorded and that stand, with their entries. */
export const recordedFor = async (tx: Tx, entries: readonly Entry[], cents: number) => {
  const paid = entries.filter(({ kind, amount_cents }) => kind === 'payment' && amount_cents === -cents);
  const payments = await Promise.all(paid.map(({ payment_id }) => tx.get('payment', String(payment_id))));
  return paid.flatMap((entry, at) => {
    const payment = payments[at];
    return payment?.kind === 'outside' && payment.status === 'succeeded' ? [{ payment, entry }] : [];
  });
};

const paymentRow = (tx: Tx, account: Account, args: PaymentInput & { deposit_id: string | null }): Unsaved<Payment> => {
  const { id, method, received_on, reference, payer_name, memo, note, deposit_id } = args;
  const details = { method, received_on, reference, payer_name, memo, note, deposit_id };
  return newPayment(tx, {
    ...ofHolder(tx, account),
    ...details,
    id,
    kind: 'outside',
    amount_cents: centsOf(args.amount),
  });
};

/** It belongs to the primary holder, who may have gone since. */
const ofHolder = (tx: Tx, account: Account) => ({
  user_id: String(account.holder_ids[0]),
  account_id: account.id,
  status: 'succeeded' as const,
  recorded_by: tx.actor.id,
});

const returnPayment = mutator(returnInput, async (tx, { id, payment_id, returned_on, reason, fee }) => {
  authorize(canRecord(tx.actor));
  const payment = await find(tx, 'payment', payment_id, PAYMENT_NOT_FOUND);
  const places = [id, returnedFeeIdOf(payment_id)];
  const { source, account, books } = await entryToFollow(tx, paymentEntryId(payment), places);
  const { entries } = books;
  if (payment.kind !== 'outside')
    throw new Refusal('invalid', 'The payment service reports returned online payments automatically.');
  await assertPast(tx, 'returned_on', returned_on);
  assertNotBefore('returned_on', returned_on, source.effective_on);
  const again = { kind: 'return', source_id: source.id, reason, effective_on: returned_on } as const;
  if (isRepeated(entries, entryIdOf(account.id, id), again)) return;
  if (!fee) await assertNotOwn(tx, account);
  const left = leftOf(source, entries);
  if (left <= 0) throw new Refusal('conflict', 'At most $0.00 of this payment can be returned.');
  const taken: NewEntry = { ...again, id, amount_cents: left, payment_id, ...madeBy(tx.actor) };
  const policies = fee && account.status === 'open' ? books.policies : [];
  await tx.put('payment', { ...payment, returned_cents: payment.returned_cents + left });
  await post(tx, account, [taken, ...returnedFee(taken, account.id, { entries, policies })], books);
  notifyReturn(tx, payment, entryIdOf(account.id, id));
});

export const paymentEntryId = ({ id, account_id }: Pick<Payment, 'id' | 'account_id'>): string =>
  entryIdOf(account_id ?? '', id);

const recordRefund = mutator(refundInput, async (tx, { id, source_id, amount, method, refunded_on, ...args }) => {
  const [{ source, account, books }, known] = await Promise.all([
    entryToFollow(tx, source_id, [id]),
    tx.get('payment', id),
  ]);
  await assertNotOwn(tx, account);
  const what = SOURCES[source.kind];
  if (!what) throw new Refusal('invalid', 'Invalid entry kind.');
  await assertPast(tx, 'refunded_on', refunded_on);
  assertNotBefore('refunded_on', refunded_on, source.effective_on);
  const cents = centsOf(amount);
  const { reference, reason } = args;
  const again = { kind: 'refund', source_id, reason, amount_cents: cents, effective_on: refunded_on } as const;
  if (isRepeated(books.entries, entryIdOf(account.id, id), again))
    return assertSame(known ?? {}, { method, reference });
  assertNew(known);
  const left = Math.max(0, leftOf(source, books.entries));
  if (cents > left) throw new Refusal('conflict', `At most ${moneyInWords(left)} of this ${what} can be refunded.`);
  const paid = { amount_cents: -cents, method, received_on: refunded_on, reference, refund_of: source.payment_id };
  await tx.put('payment', newPayment(tx, { ...ofHolder(tx, account), ...paid, id, kind: 'refund' }));
  const given = { amount_cents: cents, effective_on: refunded_on, source_id, payment_id: id, reason };
  await post(tx, account, [{ id, kind: 'refund', ...given, ...madeBy(tx.actor) }], books);
});
const SOURCES: Partial<Record<Entry['kind'], string>> = { payment: 'payment', credit: 'credit' };

export const mutators = { recordPayment, returnPayment, recordRefund };
