import type { Dispute } from '../../schema/tables/disputes.ts';
import { outboxKeys } from '../outbox-keys.ts';
import type { Tx } from '../tx.ts';

/** A bank debit that came back; it is final: https://docs.stripe.com/payments/ach-direct-debit#ach-direct-debit-disputes */
const BANK_RETURNS = ['insufficient_funds', 'incorrect_account_details', 'bank_cannot_process'];
export const isReturn = ({ reason }: Pick<Dispute, 'reason'>): boolean => BANK_RETURNS.includes(reason);

/** A dispute may take the money more than once; each time its movements have grown. */
export const returnIdOf = ({ id, movements }: Pick<Dispute, 'id' | 'movements'>): string => `${id}-${movements}`;

export const returnReasonOf = (dispute: Pick<Dispute, 'reason'>): string =>
  isReturn(dispute) ? `Returned by the bank: ${dispute.reason.replaceAll('_', ' ')}` : 'Disputed with the card issuer';

/** Mails the payer of a payment, the first time that it comes back. `entry_id` is that of the return. */
export const notifyReturn = (tx: Tx, { id }: { id: string }, entry_id: string): void =>
  tx.after({ kind: 'mailReturn', key: outboxKeys.mailReturn(id), payload: { payment_id: id, entry_id } });
