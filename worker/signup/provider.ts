import type Stripe from 'stripe';
import { type PlanName, TRIAL_DAYS } from '../../schema/plans.ts';
import { batch } from '../../sync/server/retry.ts';
import { priceOf } from '../billing/prices.ts';
import type { Deps } from '../deps.ts';
import type { Attempt, TrialInput } from './attempt.ts';

/** What a signup has at Stripe. */
export type Made = { customer: string; subscription: Stripe.Subscription; intent: Stripe.SetupIntent };

/** A customer and their trial, waiting for a card. Undefined where an earlier attempt under the same key has been given
 * up: Stripe would answer with a customer who is gone, or soon will be. */
export const makeTrial = async (
  deps: Deps,
  stripe: Stripe,
  { key, hoa_id, user_id }: Attempt,
  { email, name, plan }: TrialInput,
): Promise<Made | undefined> => {
  const metadata = { hoa_id, user_id, plan };
  const customer = await stripe.customers.create({ email, name, metadata }, { idempotencyKey: `customer/${key}` });
  if (await isGivenUp(deps, customer.id)) return undefined;
  const price = await priceOf(stripe, plan);
  const subscription = await stripe.subscriptions.create(
    {
      customer: customer.id,
      items: [{ price: price.id }],
      trial_period_days: TRIAL_DAYS,
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      metadata,
      expand: ['pending_setup_intent'],
    },
    { idempotencyKey: `subscription/${key}` },
  );
  const intent = subscription.pending_setup_intent as Stripe.SetupIntent | null;
  const asked = () => newSetupIntent(stripe, customer.id, metadata, `setup/${key}`);
  return { customer: customer.id, subscription, intent: intent ?? (await asked()) };
};

/** Asks for a card, for a subscription that does not ask itself: nothing is due for it yet, or the first asking ended. */
export const newSetupIntent = (
  stripe: Stripe,
  customer: string,
  metadata: Stripe.MetadataParam,
  idempotencyKey: string,
) => stripe.setupIntents.create({ customer, usage: 'off_session', metadata }, { idempotencyKey });

/** Moves a trial to another plan. Nothing has been charged yet, so nothing is settled. */
export const moveTrial = async (stripe: Stripe, id: string, plan: PlanName): Promise<void> => {
  const [price, subscription] = await Promise.all([priceOf(stripe, plan), stripe.subscriptions.retrieve(id)]);
  const item = subscription.items.data[0];
  if (!item || item.price.id === price.id) return;
  await stripe.subscriptions.update(id, {
    items: [{ id: item.id, price: price.id }],
    proration_behavior: 'none',
    metadata: { plan },
  });
};

/** Leaves the end of a customer and their subscription to the outbox. */
export const dropping = (customer: string) => ({
  kind: 'dropCustomer',
  key: `drop-customer/${customer}`,
  payload: { customer },
});

const isGivenUp = async ({ db }: Pick<Deps, 'db'>, customer: string): Promise<boolean> => {
  const sql = 'SELECT 1 FROM outbox WHERE idempotency_key = ?';
  const [result] = await batch(db, [{ sql, args: [dropping(customer).key] }], 'read');
  return result?.rows.length === 1;
};
