import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Effect } from '../../schema/outbox.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { type Charge, closeCheckout, recordCharge } from '../../sync/payments.ts';
import { forHoa } from '../databases.ts';
import type { Deps } from '../deps.ts';
import { json, queryOne } from '../queries/query.ts';
import { logError } from '../services/log.ts';
import { unlessInvalid } from '../stripe/client.ts';
import { idOf } from '../stripe/shapes.ts';
import type { WebhookResult } from '../stripe/webhooks.ts';
import { recordMovements } from './movements.ts';
import { rowId } from './row-id.ts';

/** Null while the checkout is open, and for a checkout without an invoice. */
export const checkoutResult = async (deps: Deps, stripe: Stripe, id: string): Promise<WebhookResult | null> => {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
  const invoiceRef = session.status === 'open' ? null : await findInvoiceRef(deps, session.metadata);
  if (!invoiceRef) return null;
  if (session.status === 'expired') return closeResult(invoiceRef.hoa_id, invoiceRef.invoice_id, id);
  const intent = session.payment_intent as Stripe.PaymentIntent | null;
  const charge = chargeOf(intent, invoiceRef, id);
  return charge && chargeResult(deps, invoiceRef.hoa_id, charge, { intent, refunds: [], disputes: [] });
};

export const closeResult = (hoa_id: string, invoice_id: string, session: string): WebhookResult => ({
  hoa_id,
  run: (tx) => closeCheckout(tx, invoice_id, session),
});

/** A payment with its refunds and disputes, because their events may arrive before its own. Null for payments without an
 * invoice. */
export const paymentResult = async (
  deps: Deps,
  stripe: Stripe,
  payment_intent: string,
): Promise<WebhookResult | null> => {
  const [intent, refunds, disputes, sessions] = await Promise.all([
    unlessInvalid(stripe.paymentIntents.retrieve(payment_intent, { expand: ['latest_charge'] })),
    stripe.refunds.list({ payment_intent, limit: 100 }),
    stripe.disputes.list({ payment_intent, limit: 100 }),
    stripe.checkout.sessions.list({ payment_intent, limit: 1 }),
  ]);
  const invoiceRef = intent ? await findInvoiceRef(deps, intent.metadata) : null;
  if (!intent || !invoiceRef) return null;
  const charge = chargeOf(intent, invoiceRef, sessions.data[0]?.id ?? '');
  const reports = { intent, refunds: refunds.data, disputes: disputes.data };
  return charge && chargeResult(deps, invoiceRef.hoa_id, charge, reports);
};

type Reports = {
  intent: Stripe.PaymentIntent | null;
  refunds: readonly Stripe.Refund[];
  disputes: readonly Stripe.Dispute[];
};

const chargeResult = (deps: Deps, hoa_id: string, charge: Charge, reports: Reports): WebhookResult => {
  let newDiscrepancy: string | null = null;
  const state = moneyState(reports);
  return {
    hoa_id,
    run: async (tx) => {
      const before = (await tx.get('payment', charge.id))?.note ?? null;
      await recordCharge(tx, charge);
      const { note = null } = (await tx.get('payment', charge.id)) ?? {};
      newDiscrepancy = note === before ? null : note;
      await recordMovements(tx, charge.id, reports);
      if (state !== null) tx.after(settleEffect(charge.provider_id, state));
    },
    afterCommit: () => {
      // In its own invocation, because it calls Stripe several times.
      if (state !== null) deps.waitUntil(deps.drainLater(hoa_id, deps.now()));
      const ids = { hoa: hoa_id, payment: charge.provider_id, invoice: charge.invoice_id };
      if (newDiscrepancy !== null) logError(deps, 'payment discrepancy', newDiscrepancy, ids);
    },
  };
};

/** Distinguishes the states after which the platform's share is to be settled; null while there is none. */
const moneyState = ({ intent, refunds, disputes }: Reports): string | null => {
  const charge = intent?.latest_charge as Stripe.Charge | null | undefined;
  const entry = charge?.failure_balance_transaction ?? charge?.balance_transaction;
  if (!entry && refunds.length === 0 && disputes.length === 0) return null;
  const refunded = refunds.map(({ id, status }) => [id, status]);
  const disputed = disputes.map(({ id, balance_transactions }) => [id, balance_transactions.length]);
  return hashOf(JSON.stringify([entry, refunded, disputed]))
    .toString('hex')
    .slice(0, 16);
};

const settleEffect = (payment_intent: string, state: string): Effect<'settlePayment'> => ({
  kind: 'settlePayment',
  key: outboxKeys.settlePayment(payment_intent, state),
  payload: { payment_intent },
});

type InvoiceRef = { hoa_id: string; invoice_id: string; hoa_accounts: readonly string[] };

const findInvoiceRef = async (deps: Deps, metadata: Stripe.Metadata | null): Promise<InvoiceRef | null> => {
  const { hoa_id, invoice_id } = metadata ?? {};
  if (hoa_id === undefined || invoice_id === undefined) return null;
  const sql = `SELECT a.account_id, a.former_account_ids FROM invoices i
    LEFT JOIN payment_accounts a ON a.hoa_id = i.hoa_id WHERE i.id = ? AND i.hoa_id = ?`;
  const { db } = forHoa(deps, hoa_id);
  const row = await queryOne<{ account_id: string | null; former_account_ids: string | null }>(db, sql, [
    invoice_id,
    hoa_id,
  ]);
  if (!row) return null;
  const hoa_accounts = row.account_id === null ? [] : [row.account_id, ...json<string[]>(row.former_account_ids)];
  return { hoa_id, invoice_id, hoa_accounts };
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
    hoa_accounts: invoiceRef.hoa_accounts,
  };
};

const hashOf = (text: string) => createHash('sha256').update(text).digest();

const methodOf = (charge: Stripe.Charge | null): Payment['method'] => {
  const type = charge?.payment_method_details?.type;
  return type === 'card' || type === 'us_bank_account' ? type : 'other';
};
