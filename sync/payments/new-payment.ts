import type { Unsaved } from '../../schema/rows.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Tx } from '../tx.ts';

type Given = Pick<Payment, 'id' | 'user_id' | 'account_id' | 'kind' | 'amount_cents' | 'status' | 'method'> &
  Partial<Omit<Payment, 'hoa_id' | 'rev'>>;

/** A payment in dollars, made and settled now unless said otherwise. */
export const newPayment = ({ now }: Pick<Tx, 'now'>, given: Given): Unsaved<Payment> => ({
  invoice_id: null,
  currency: 'usd',
  provider_payment_id: null,
  refund_of: null,
  recorded_by: null,
  received_on: null,
  reference: null,
  payer_name: null,
  memo: null,
  deposit_id: null,
  online_fee_cents: 0,
  kept_at: null,
  refund_terms: null,
  created_at: now,
  settled_at: now,
  ...UNUSED,
  ...given,
});

/** The fields that a payment or refund fills after it was made. */
export const UNUSED = {
  checkout_session_id: null,
  returned_cents: 0,
  note: null,
  processor_fee_cents: null,
  unrecovered_cents: 0,
  failed_settlements: 0,
} as const;
