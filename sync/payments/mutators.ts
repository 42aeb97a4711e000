import { duplicateInput, receiptChoice } from '../../schema/postings.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { assertNotOwn, canRecord, findAccount } from '../accounts/entity.ts';
import type { AccountBooks } from '../ledger/books.ts';
import { entryToFollow, madeBy, reverse } from '../ledger/postings.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import { possibleDuplicates } from './duplicates.ts';
import * as recording from './recording.ts';
import { PAYMENT_NOT_FOUND, paymentEntryId, recordedFor } from './recording.ts';

const resolveDuplicate = mutator(duplicateInput, async (tx, { id, keep }) => {
  authorize(canRecord(tx.actor));
  const [payment] = await Promise.all([find(tx, 'payment', id, PAYMENT_NOT_FOUND), tx.get('payment', keep)]);
  const kept = keep === 'both' || keep === id ? payment : await find(tx, 'payment', keep, PAYMENT_NOT_FOUND);
  const [{ source, account, books }] = await Promise.all([
    entryToFollow(tx, paymentEntryId(payment), [undoneIdOf(id), undoneIdOf(keep)]),
    tx.get('deposit', payment.deposit_id ?? ''),
    tx.get('deposit', kept.deposit_id ?? ''),
  ]);
  const alike = await recordedFor(tx, books.entries, -source.amount_cents);
  const group = possibleDuplicates(alike.map((one) => one.payment)).find((some) => some.some((one) => one.id === id));
  if (!group) return assertResolvedAs(payment, kept, keep);
  if (keep === 'both') {
    for (const one of group) await tx.put('payment', { ...one, kept_at: one.kept_at ?? tx.now });
    return;
  }
  if (!group.some((one) => one.id === keep)) throw resolvedOtherwise();
  await assertNotOwn(tx, account);
  const others = alike.filter((one) => one.payment.id !== keep && group.includes(one.payment));
  let current = books;
  for (const { entry } of others) current = await reverseDuplicate(tx, account.id, current, entry);
});

const undoneIdOf = (payment_id: string) => `${payment_id}-duplicate`;

const reverseDuplicate = async (tx: Tx, id: string, books: AccountBooks, entry: Entry): Promise<AccountBooks> => {
  const account = await findAccount(tx, id);
  const undone = {
    id: undoneIdOf(String(entry.payment_id)),
    effective_on: entry.effective_on,
    reason: 'Recorded twice',
  };
  return reverse(tx, { source: entry, account, books }, { ...undone, ...madeBy(tx.actor) });
};

/** Another device may have said the same. Throws Refusal('conflict') where it said something else. */
const assertResolvedAs = (payment: Payment, kept: Payment, keep: string): void => {
  const isKept = Boolean(payment.kept_at);
  const isSame =
    keep === 'both'
      ? isKept
      : kept.status === 'succeeded' && !isKept && (kept === payment || payment.status === 'canceled');
  if (!isSame) throw resolvedOtherwise();
};

const resolvedOtherwise = () => new Refusal('conflict', 'These payments were already resolved another way.');

/** Mails the receipt of a payment that stands to the holders of its account. */
const mailReceipt = mutator(receiptChoice, async (tx, { id }) => {
  const payment = await find(tx, 'payment', id, PAYMENT_NOT_FOUND);
  authorize(canRecord(tx.actor));
  // The trail of activity calls the account by its name.
  await tx.get('account', payment.account_id ?? '');
  const isReceived = payment.kind === 'outside' || payment.kind === 'charge';
  if (!isReceived || !payment.account_id || payment.status !== 'succeeded')
    throw new Refusal('conflict', 'There is no receipt for a payment that was not received.');
  tx.after({ kind: 'mailReceipt', key: outboxKeys.mailReceipt(id, tx.now), payload: { id } });
});

export const mutators = { ...recording.mutators, resolveDuplicate, mailReceipt };
