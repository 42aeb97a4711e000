import type { Invoice, Payment } from '../schema/tables/invoices.ts';
import { todayOf } from './dues.ts';
import { accountOfInvoice } from './ledger/billing.ts';
import { paymentEntry } from './ledger/drafts.ts';
import { post } from './ledger/post.ts';
import { Refusal, type Tx } from './tx.ts';

/** `id` is ours and always the same for one provider id. */
export type Charge = {
  id: string;
  provider_id: string;
  invoice_id: string;
  checkout_session_id: string;
  amount_cents: number;
  /** ISO 4217, lower case. */
  currency: string;
  method: Payment['method'];
  status: 'pending' | 'failed' | 'succeeded';
  /** The connected account that received the money, and those that are or were the HOA's own. */
  account: string | null;
  hoa_accounts: readonly string[];
};

/** Reports may arrive twice and in any order; a status of a lower rank is ignored. */
const STATUS_RANK: Record<Payment['status'], number> = { pending: 0, canceled: 1, failed: 1, succeeded: 2 };

/** Money that came into the HOA's own account is posted, pinned to the invoice that it was meant for. Otherwise the payment
 * carries a note for the board. */
export const recordCharge = async (tx: Tx, charge: Charge): Promise<void> => {
  const [found, known] = await Promise.all([tx.get('invoice', charge.invoice_id), tx.get('payment', charge.id)]);
  if (!found || (known && STATUS_RANK[known.status] >= STATUS_RANK[charge.status])) return;
  const account = await accountOfInvoice(tx, found);
  const invoice = (await tx.get('invoice', found.id)) ?? found;
  const payment = {
    ...paymentOf(tx, charge, { ...invoice, account_id: account.id }),
    note: discrepancyOf(charge, invoice),
    created_at: known?.created_at ?? tx.now,
  };
  await tx.put('payment', payment);
  const isOver = charge.status !== 'pending' && invoice.checkout_session_id === charge.checkout_session_id;
  if (isOver) await tx.put('invoice', { ...invoice, checkout_session_id: null });
  if (charge.status !== 'succeeded' || !isOurs(charge)) return;
  const hoa = await tx.get('hoa', tx.actor.hoa_id);
  await post(tx, account, [paymentEntry(payment, todayOf(hoa, payment.created_at), [invoice])]);
};

const isOurs = ({ currency, account, hoa_accounts }: Charge): boolean =>
  currency === 'usd' && account !== null && hoa_accounts.includes(account);

const discrepancyOf = (charge: Charge, invoice: Invoice): string | null => {
  if (charge.status !== 'succeeded') return null;
  const paid = `${money(charge.amount_cents)} ${charge.currency.toUpperCase()}`;
  const asked = invoice.amount_cents - invoice.paid_cents;
  if (charge.currency !== 'usd')
    return `${paid} came in where ${money(asked)} USD was asked for. The invoice was not marked paid.`;
  if (!isOurs(charge)) return `${paid} went to an account that is not the HOA's. The invoice was not marked paid.`;
  if (invoice.status !== 'pending')
    return `${paid} came in when the invoice was already ${invoice.status}. It stays as credit.`;
  if (charge.amount_cents === asked) return null;
  const outcome = charge.amount_cents > asked ? 'The rest stays as credit.' : 'The invoice was not marked paid.';
  return `${paid} came in where ${money(asked)} USD was asked for. ${outcome}`;
};

const money = (cents: number) => (cents / 100).toFixed(2);

const paymentOf = (tx: Tx, charge: Charge, invoice: Invoice) => ({
  id: charge.id,
  invoice_id: invoice.id,
  account_id: invoice.account_id,
  user_id: invoice.recipient_id,
  kind: 'charge' as const,
  amount_cents: charge.amount_cents,
  currency: 'usd' as const,
  status: charge.status,
  method: charge.method,
  provider_payment_id: charge.provider_id,
  checkout_session_id: charge.checkout_session_id,
  refund_of: null,
  recorded_by: null,
  received_on: null,
  reference: null,
  payer_name: null,
  memo: null,
  deposit_id: null,
  returned_cents: 0,
  kept_at: null,
  refund_terms: null,
  processor_fee_cents: null,
  unrecovered_cents: 0,
  failed_settlements: 0,
  settled_at: charge.status === 'pending' ? null : tx.now,
});

/** What a payment has cost, and what of it the HOA's account still owes the platform; `id` is that of the job that the
 * board sees meanwhile. */
export type Settlement = Pick<Payment, 'processor_fee_cents' | 'unrecovered_cents'> & {
  id: string;
  payment_id: string;
};

/** Once a day. After that the board may still have it tried. */
export const SETTLEMENT_TRIES = 30;

export const recordSettlement = async (tx: Tx, settlement: Settlement): Promise<void> => {
  const { id, payment_id, ...cents } = settlement;
  const [payment, shown] = await Promise.all([tx.get('payment', payment_id), tx.get('failedJob', id)]);
  if (!payment) return;
  const failed_settlements = payment.failed_settlements + (cents.unrecovered_cents === 0 ? 0 : 1);
  const isKnown = failed_settlements === payment.failed_settlements && isSettledAs(payment, cents);
  if (!isKnown) await tx.put('payment', { ...payment, ...cents, failed_settlements });
  if (cents.unrecovered_cents === 0) return shown && tx.delete('failedJob', id);
  await tx.put('failedJob', {
    id,
    kind: 'settlePayment',
    subject: 'payment',
    subject_id: payment_id,
    user_id: payment.user_id,
    reason: `${money(cents.unrecovered_cents)} USD could not be taken from the HOA's payment account. ${
      failed_settlements < SETTLEMENT_TRIES ? 'It is tried again each day.' : `It was tried ${SETTLEMENT_TRIES} times.`
    }`,
    payload: { payment_intent: String(payment.provider_payment_id) },
    created_at: shown?.created_at ?? tx.now,
    failed_at: tx.now,
  });
};

const isSettledAs = (payment: Payment, cents: Omit<Settlement, 'id' | 'payment_id'>): boolean =>
  payment.processor_fee_cents === cents.processor_fee_cents && payment.unrecovered_cents === cents.unrecovered_cents;

/** Throws Refusal('conflict') if the invoice is no longer pending. */
export const openCheckout = async (tx: Tx, invoice_id: string, session: string): Promise<void> => {
  const invoice = await tx.get('invoice', invoice_id);
  if (invoice?.status !== 'pending') throw new Refusal('conflict', 'This invoice is no longer to be paid.');
  await tx.put('invoice', { ...invoice, checkout_session_id: session });
};

export const closeCheckout = async (tx: Tx, invoice_id: string, session: string): Promise<void> => {
  const invoice = await tx.get('invoice', invoice_id);
  if (invoice?.checkout_session_id !== session) return;
  await tx.put('invoice', { ...invoice, checkout_session_id: null });
};
