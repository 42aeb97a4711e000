import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { Effect } from '../../schema/outbox.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import { chargeFailure } from '../../sync/disputes/reports.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { closeCheckout } from '../../sync/payments/checkouts.ts';
import { type Charge, recordCharge } from '../../sync/payments/settlement.ts';
import type { Deps } from '../deps.ts';
import { derivedId } from '../derived-id.ts';
import { queryOne } from '../queries/query.ts';
import { logError } from '../services/log.ts';
import { unlessInvalid } from '../stripe/client.ts';
import { idOf, isoInstant } from '../stripe/shapes.ts';
import type { WebhookResult } from '../stripe/webhooks.ts';
import { readAccount } from './account-store.ts';
import { endCheckout, findCheckout } from './checkouts.ts';
import { recordMovements } from './movements.ts';

/** Null while the checkout is open, and for a checkout of no HOA. */
export const checkoutResult = async (deps: Deps, stripe: Stripe, id: string): Promise<WebhookResult | null> => {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
  const origin = session.status === 'open' ? null : await findOrigin(deps, session.metadata);
  if (!origin) return null;
  const ended = { session_id: id, account_id: origin.account_id, invoice_id: origin.invoice_id };
  if (session.status === 'expired') return closeResult(deps, origin.hoa_id, ended, 'expired');
  const intent = session.payment_intent as Stripe.PaymentIntent | null;
  const charge = chargeOf(intent, origin, id);
  if (!charge) return closeResult(deps, origin.hoa_id, ended, 'complete');
  return chargeResult(deps, origin.hoa_id, charge, { intent, refunds: [], disputes: [] });
};

type Ended = { session_id: string; account_id: string | null; invoice_id: string | null };

/** The end of a checkout that brought no payment. */
export const closeResult = (
  deps: Pick<Deps, 'now'>,
  hoa_id: string,
  { session_id, ...ended }: Ended,
  status: 'complete' | 'expired',
): WebhookResult => ({
  hoa_id,
  statements: [endCheckout(session_id, status, deps.now().toISOString())],
  run: (tx) => closeCheckout(tx, ended, session_id),
});

/** A payment with its refunds and disputes, because their events may arrive before its own. Null for payments to no
 * HOA. */
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
  const origin = intent ? await findOrigin(deps, intent.metadata) : null;
  const session = sessions.data[0];
  // While its page is open a card may be declined, and another one tried.
  if (!intent || !origin || session?.status === 'open') return null;
  const charge = session?.status === 'expired' ? null : chargeOf(intent, origin, session?.id ?? '');
  const reports = { intent, refunds: refunds.data, disputes: disputes.data };
  return charge && chargeResult(deps, origin.hoa_id, charge, reports);
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
    statements: [endCheckout(charge.checkout_session_id, 'complete', deps.now().toISOString())],
    run: async (tx) => {
      const before = (await tx.get('payment', charge.id))?.note ?? null;
      await recordCharge(tx, charge);
      const { note = null } = (await tx.get('payment', charge.id)) ?? {};
      newDiscrepancy = note === before ? null : note;
      if (isUncovered(reports)) await chargeFailure(tx, charge.id);
      await recordMovements(tx, charge.id, reports);
      if (state !== null) tx.after(settleEffect(charge.provider_id, state));
    },
    afterCommit: () => {
      // In its own invocation, because it calls Stripe several times.
      if (state !== null) deps.waitUntil(deps.drainLater(hoa_id, deps.now()));
      const ids = { hoa: hoa_id, payment: charge.provider_id, account: charge.account_id, invoice: charge.invoice_id };
      if (newDiscrepancy !== null) logError(deps, 'payment discrepancy', newDiscrepancy, ids);
    },
  };
};

/** True if a bank debit failed because the payer's account did not hold enough. */
const isUncovered = ({ intent }: Reports): boolean => {
  const charge = intent?.latest_charge as Stripe.Charge | null | undefined;
  const isDebit = charge?.payment_method_details?.type === 'us_bank_account';
  return isDebit && charge?.failure_code === 'insufficient_funds';
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

/** The purpose of a payment, in Stripe's metadata. Payments of before accounts had checkouts name an invoice alone. */
type Origin = Pick<Charge, 'account_id' | 'invoice_id' | 'checkout' | 'hoa_accounts'> & { hoa_id: string };

const findOrigin = async (deps: Deps, metadata: Stripe.Metadata | null): Promise<Origin | null> => {
  const { hoa_id, account_id = null, invoice_id = null, checkout_id = '' } = metadata ?? {};
  if (hoa_id === undefined || (account_id === null && invoice_id === null)) return null;
  const [found, checkout, connected] = await Promise.all([
    findSubject(deps, hoa_id, { account_id, invoice_id }),
    findCheckout(deps, hoa_id, checkout_id),
    readAccount(deps, hoa_id),
  ]);
  if (!found) return null;
  const hoa_accounts = connected ? [connected.account_id, ...connected.former_account_ids] : [];
  return { hoa_id, ...found, checkout: checkout ?? null, hoa_accounts };
};

type Subject = { account_id: string | null; invoice_id: string | null };

const findSubject = ({ db }: Deps, hoa_id: string, { account_id, invoice_id }: Subject): Promise<Subject | undefined> =>
  queryOne<Subject>(
    db,
    `SELECT coalesce((SELECT id FROM accounts WHERE hoa_id = ?1 AND id = ?2), i.account_id) AS account_id, i.id AS invoice_id
      FROM (SELECT 1) LEFT JOIN invoices i ON i.hoa_id = ?1 AND i.id = ?3
      WHERE i.id IS NOT NULL OR EXISTS (SELECT 1 FROM accounts WHERE hoa_id = ?1 AND id = ?2)`,
    [hoa_id, account_id, invoice_id],
  );

/** After a complete checkout, `requires_action` only means that micro-deposits must verify a bank account. */
const CHARGE_STATUS: Partial<Record<Stripe.PaymentIntent.Status, Charge['status']>> = {
  requires_action: 'pending',
  processing: 'pending',
  requires_payment_method: 'failed',
  canceled: 'failed',
  succeeded: 'succeeded',
};

const chargeOf = (intent: Stripe.PaymentIntent | null, origin: Origin, session: string): Charge | null => {
  const status = intent ? CHARGE_STATUS[intent.status] : undefined;
  if (!intent || !status) return null;
  const charge = intent.latest_charge as Stripe.Charge | null;
  const { account_id, invoice_id, checkout, hoa_accounts } = origin;
  return {
    id: derivedId(intent.id),
    provider_id: intent.id,
    account_id,
    invoice_id,
    checkout,
    checkout_session_id: session,
    received_cents: status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    method: methodOf(charge),
    status,
    confirmed_at: isoInstant(charge?.created ?? intent.created),
    account: idOf(intent.transfer_data?.destination) ?? null,
    hoa_accounts,
  };
};

const hashOf = (text: string) => createHash('sha256').update(text).digest();

const methodOf = (charge: Stripe.Charge | null): Payment['method'] => {
  const type = charge?.payment_method_details?.type;
  return type === 'card' || type === 'us_bank_account' ? type : 'other';
};
