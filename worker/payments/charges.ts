import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Payment } from '../../schema/tables/invoices.ts';
import { type Charge, closeCheckout, recordCharge, recordRefund } from '../../sync/payments.ts';
import type { Tx } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { queryOne } from '../queries/query.ts';
import { logError } from '../services/log.ts';
import { idOf } from '../stripe/shapes.ts';
import type { WebhookResult } from '../stripe/webhooks.ts';
import { uuid8 } from '../uuid8.ts';

/** Null while the checkout is open, and for a checkout without an invoice. */
export const checkoutResult = async (deps: Deps, stripe: Stripe, id: string): Promise<WebhookResult | null> => {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
  const invoiceRef = session.status === 'open' ? null : await findInvoiceRef(deps, session.metadata);
  if (!invoiceRef) return null;
  if (session.status === 'expired') return closeResult(invoiceRef.hoa_id, invoiceRef.invoice_id, id);
  const charge = chargeOf(session.payment_intent as Stripe.PaymentIntent | null, invoiceRef, id);
  return charge && chargeResult(deps, invoiceRef.hoa_id, charge);
};

export const closeResult = (hoa_id: string, invoice_id: string, session: string): WebhookResult => ({
  hoa_id,
  run: (tx) => closeCheckout(tx, invoice_id, session),
});

/** Also records the payment, because its own event may arrive later. Null for payments without an invoice. */
export const refundResult = async (
  deps: Deps,
  stripe: Stripe,
  payment_intent: string,
): Promise<WebhookResult | null> => {
  const [intent, refunds, sessions] = await Promise.all([
    stripe.paymentIntents.retrieve(payment_intent, { expand: ['latest_charge'] }),
    stripe.refunds.list({ payment_intent, limit: 100 }),
    stripe.checkout.sessions.list({ payment_intent, limit: 1 }),
  ]);
  const invoiceRef = await findInvoiceRef(deps, intent.metadata);
  const charge = invoiceRef && chargeOf(intent, invoiceRef, sessions.data[0]?.id ?? '');
  return charge && chargeResult(deps, invoiceRef.hoa_id, charge, (tx) => recordRefunds(tx, charge.id, refunds.data));
};

const recordRefunds = async (tx: Tx, payment_id: string, refunds: readonly Stripe.Refund[]): Promise<void> => {
  for (const { id: provider_id, amount: amount_cents, status } of refunds) {
    const refund = { id: rowId(provider_id), provider_id, payment_id, amount_cents, status: refundStatus(status) };
    if (!(await recordRefund(tx, refund))) throw new Error(`${provider_id} refunds an unknown payment`);
  }
};

const refundStatus = (status: string | null): Payment['status'] =>
  status === 'succeeded' || status === 'failed' || status === 'canceled' ? status : 'pending';

const chargeResult = (deps: Deps, hoa_id: string, charge: Charge, also?: (tx: Tx) => Promise<void>): WebhookResult => {
  let newDiscrepancy: string | null = null;
  return {
    hoa_id,
    run: async (tx) => {
      const before = (await tx.get('payment', charge.id))?.note ?? null;
      await recordCharge(tx, charge);
      const { note = null } = (await tx.get('payment', charge.id)) ?? {};
      newDiscrepancy = note === before ? null : note;
      await also?.(tx);
    },
    afterCommit: () => {
      const ids = { hoa: hoa_id, payment: charge.provider_id, invoice: charge.invoice_id };
      if (newDiscrepancy !== null) logError(deps, 'payment discrepancy', newDiscrepancy, ids);
    },
  };
};

type InvoiceRef = { hoa_id: string; invoice_id: string; hoa_account: string | null };

const findInvoiceRef = async ({ db }: Deps, metadata: Stripe.Metadata | null): Promise<InvoiceRef | null> => {
  const { hoa_id, invoice_id } = metadata ?? {};
  if (hoa_id === undefined || invoice_id === undefined) return null;
  const sql = `SELECT a.account_id FROM invoices i LEFT JOIN payment_accounts a ON a.hoa_id = i.hoa_id
    WHERE i.id = ? AND i.hoa_id = ?`;
  const row = await queryOne<{ account_id: string | null }>(db, sql, [invoice_id, hoa_id]);
  return row ? { hoa_id, invoice_id, hoa_account: row.account_id } : null;
};

/** After a complete checkout, `requires_action` only means that micro-deposits must verify a bank account. */
const CHARGE_STATUS: Partial<Record<Stripe.PaymentIntent.Status, Charge['status']>> = {
  requires_action: 'pending',
  processing: 'pending',
  requires_payment_method: 'failed',
  canceled: 'failed',
  succeeded: 'succeeded',
};

const chargeOf = (intent: Stripe.PaymentIntent | null, invoiceRef: InvoiceRef, session: string): Charge | null => {
  const status = intent ? CHARGE_STATUS[intent.status] : undefined;
  if (!intent || !status) return null;
  return {
    id: rowId(intent.id),
    provider_id: intent.id,
    invoice_id: invoiceRef.invoice_id,
    checkout_session_id: session,
    amount_cents: status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    method: methodOf(intent.latest_charge as Stripe.Charge | null),
    status,
    account: idOf(intent.transfer_data?.destination) ?? null,
    hoa_account: invoiceRef.hoa_account,
  };
};

const rowId = (provider_id: string): string => uuid8(createHash('sha256').update(provider_id).digest());

const methodOf = (charge: Stripe.Charge | null): Payment['method'] => {
  const type = charge?.payment_method_details?.type;
  return type === 'card' || type === 'us_bank_account' ? type : 'other';
};
