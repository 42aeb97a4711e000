import type Stripe from 'stripe';
import { type PlanName, TRIAL_DAYS } from '../../schema/plans.ts';
import { findOrCreatePrice } from '../billing/prices.ts';
import type { Deps } from '../deps.ts';
import type { Attempt, TrialInput, TrialObjects } from './attempt.ts';
import { isRolledBack } from './rollback.ts';

/** Reuses what an interrupted call created. Undefined if this attempt was rolled back: with its key Stripe would return
 * the deleted customer. */
export const createTrialObjects = async (
  deps: Deps,
  stripe: Stripe,
  { key, hoa_id, user_id }: Attempt,
  { email, name, plan }: TrialInput,
): Promise<TrialObjects | undefined> => {
  const metadata = { hoa_id, user_id };
  const idempotencyKey = `customer/${key}`;
  const created = await unlessReplayedError(stripe.customers.create({ email, metadata }, { idempotencyKey }));
  const customer = created?.id;
  if (customer === undefined || (await isRolledBack(deps, hoa_id, customer))) return undefined;
  const [{ data }] = await Promise.all([
    stripe.subscriptions.list({ customer, limit: 1, expand: ['data.pending_setup_intent'] }),
    stripe.customers.update(customer, { name }),
  ]);
  const subscription = data[0] ?? (await createSubscription(stripe, customer, plan, metadata, key));
  if (data[0]) await changeTrialPlan(stripe, data[0].id, plan);
  const intent = subscription.pending_setup_intent as Stripe.SetupIntent | null;
  const createIntent = () => createSetupIntent(stripe, customer, metadata, `setup/${key}`);
  return { customer, subscription, intent: intent ?? (await createIntent()) };
};

/** Stripe replays an error for the same idempotency key for a day. */
const unlessReplayedError = async <T>(call: Promise<T>): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    const { headers } = error as { headers?: Record<string, string> };
    if (headers?.['idempotent-replayed'] === 'true') return undefined;
    throw error;
  }
};

const createSubscription = async (
  stripe: Stripe,
  customer: string,
  plan: PlanName,
  metadata: Record<string, string>,
  key: string,
): Promise<Stripe.Subscription> => {
  const price = await findOrCreatePrice(stripe, plan);
  return stripe.subscriptions.create(
    {
      customer,
      items: [{ price: price.id }],
      trial_period_days: TRIAL_DAYS,
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      metadata: { ...metadata, plan },
      expand: ['pending_setup_intent'],
    },
    { idempotencyKey: `subscription/${key}/${price.id}` },
  );
};

export const createSetupIntent = (
  stripe: Stripe,
  customer: string,
  metadata: Stripe.MetadataParam,
  idempotencyKey: string,
) => stripe.setupIntents.create({ customer, usage: 'off_session', metadata }, { idempotencyKey });

export const changeTrialPlan = async (stripe: Stripe, id: string, plan: PlanName): Promise<void> => {
  const [price, subscription] = await Promise.all([findOrCreatePrice(stripe, plan), stripe.subscriptions.retrieve(id)]);
  const item = subscription.items.data[0];
  if (!item || item.price.id === price.id) return;
  await stripe.subscriptions.update(id, {
    items: [{ id: item.id, price: price.id }],
    proration_behavior: 'none',
    metadata: { plan },
  });
};
