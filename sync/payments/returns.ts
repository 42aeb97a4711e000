import type { Dispute } from '../../schema/tables/disputes.ts';

/** A bank debit that came back; it is final: https://docs.stripe.com/payments/ach-direct-debit#ach-direct-debit-disputes */
const BANK_RETURNS = ['insufficient_funds', 'incorrect_account_details', 'bank_cannot_process'];
export const isReturn = ({ reason }: Pick<Dispute, 'reason'>): boolean => BANK_RETURNS.includes(reason);

/** A dispute may take the money more than once; each time its movements have grown. */
export const returnIdOf = ({ id, movements }: Pick<Dispute, 'id' | 'movements'>): string => `${id}-${movements}`;

export const returnReasonOf = (dispute: Pick<Dispute, 'reason'>): string =>
  isReturn(dispute) ? `Returned by the bank: ${dispute.reason.replaceAll('_', ' ')}` : 'Disputed with the card issuer';
