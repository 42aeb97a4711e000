import { receiptChoice } from '../../schema/postings.ts';
import { canRecord } from '../accounts/entity.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { authorize, find, mutator, Refusal } from '../tx.ts';
import { PAYMENT_NOT_FOUND } from './recording.ts';

/** Mails the receipt of a payment that stands to the holders of its account. */
const mailReceipt = mutator(receiptChoice, async (tx, { id }) => {
  const payment = await find(tx, 'payment', id, PAYMENT_NOT_FOUND);
  authorize(canRecord(tx.actor));
  // The trail of activity calls the account by its name.
  await tx.get('account', payment.account_id ?? '');
  const isReceived = payment.kind === 'outside' || payment.kind === 'charge';
  if (!isReceived || !payment.account_id || payment.status !== 'succeeded')
    throw new Refusal('conflict', 'Only a payment that was received has a receipt.');
  tx.after({ kind: 'mailReceipt', key: outboxKeys.mailReceipt(id, tx.now), payload: { id } });
});

export const mutators = { mailReceipt };
