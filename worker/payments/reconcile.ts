import type Stripe from 'stripe';
import type { Effects } from '../../schema/outbox.ts';
import { refreshSubscription } from '../billing/refresh.ts';
import { readSubscription } from '../billing/subscriptions.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { runStripeJob } from '../jobs/stripe-jobs.ts';
import { queryOne } from '../queries/query.ts';
import { logError } from '../services/log.ts';
import { alertOperator } from '../services/operator.ts';
import { unlessInvalid } from '../stripe/client.ts';
import { applyResult, type WebhookResult } from '../stripe/webhooks.ts';
import { accountResult } from './accounts.ts';
import { checkoutResult, closeResult, paymentResult } from './charges.ts';
import { settle } from './settle-payment.ts';

/** Brings one thing to what Stripe says of it, in the way its webhook would have. */
export const reconcile: Job<'reconcile'> = (deps, payload, { hoa_id }) =>
  runStripeJob(deps, async (stripe) => {
    const { what, id } = payload;
    const before = await fingerprint(deps, payload);
    await compare[what](deps, stripe, hoa_id, id);
    if ((await fingerprint(deps, payload)) === before) return;
    deps.metrics.count('reconciliation_differences', { what });
    await alertOperator(deps, 'reconciliation', [
      `Mended: the ${what} ${id} of HOA ${hoa_id} was not what Stripe said.`,
    ]);
    logError(deps, 'reconciliation', 'A webhook was missed: the database differed from Stripe', {
      hoa: hoa_id,
      what,
      id,
    });
  });

const FINGERPRINTS: Record<Effects['reconcile']['what'], string> = {
  account: `SELECT json_array(charges_enabled, payouts_enabled, details_submitted, requirements_due, deauthorized_at) AS is_now
    FROM payment_accounts WHERE account_id = ?`,
  checkout: `SELECT coalesce((SELECT status FROM checkouts WHERE session_id = ?1),
    (SELECT status FROM invoices WHERE checkout_session_id = ?1)) AS is_now`,
  subscription: 'SELECT rev AS is_now FROM subscriptions WHERE stripe_subscription_id = ?',
  payment: `SELECT json_array(p.status, p.processor_fee_cents, p.unrecovered_cents,
      (SELECT json_group_array(r.status) FROM payments r WHERE r.refund_of = p.id),
      (SELECT json_group_array(json_array(d.status, d.movements)) FROM disputes d WHERE d.payment_id = p.id)) AS is_now
    FROM payments p WHERE p.provider_payment_id = ?`,
};

const fingerprint = async ({ db }: Deps, { what, id }: Effects['reconcile']): Promise<string | undefined> =>
  (await queryOne<{ is_now: string }>(db, FINGERPRINTS[what], [id]))?.is_now;

type Comparison = (deps: Deps, stripe: Stripe, hoa_id: string, id: string) => Promise<void>;

const compare: Record<Effects['reconcile']['what'], Comparison> = {
  account: async (deps, stripe, _hoa_id, id) => apply(deps, await accountResult(deps, stripe, id)),
  checkout: async (deps, stripe, hoa_id, id) => apply(deps, await sessionResult(deps, stripe, hoa_id, id)),
  payment: async (deps, stripe, hoa_id, id) => {
    await apply(deps, await paymentResult(deps, stripe, id));
    await settle(deps, stripe, hoa_id, id);
  },
  subscription: async (deps, stripe, hoa_id, subscription) => {
    const row = await readSubscription(deps, hoa_id);
    if (row?.stripe_customer_id)
      await refreshSubscription(deps, stripe, { customer: row.stripe_customer_id, subscription });
  },
};

const apply = async (deps: Deps, result: WebhookResult | null): Promise<void> => {
  if (result) await applyResult(deps, result);
};

/** A session that Stripe does not know blocks its account for nothing. */
const sessionResult = async (
  deps: Deps,
  stripe: Stripe,
  hoa_id: string,
  session: string,
): Promise<WebhookResult | null> => {
  if (await unlessInvalid(stripe.checkout.sessions.retrieve(session))) return checkoutResult(deps, stripe, session);
  const sql = `SELECT account_id, NULL AS invoice_id FROM checkouts WHERE session_id = ?1 AND hoa_id = ?2
    UNION ALL SELECT NULL, id FROM invoices WHERE checkout_session_id = ?1 AND hoa_id = ?2`;
  const found = await queryOne<{ account_id: string | null; invoice_id: string | null }>(deps.db, sql, [
    session,
    hoa_id,
  ]);
  return found ? closeResult(deps, hoa_id, { session_id: session, ...found }, 'expired') : null;
};
