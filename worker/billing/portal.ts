import type Stripe from 'stripe';
import type { PlanName } from '../../schema/plans.ts';
import type { Deps } from '../deps.ts';
import { withStripe } from '../stripe/client.ts';
import { idOf } from '../stripe/shapes.ts';
import { findOrCreatePrice } from './prices.ts';
import { findStripeSubscription } from './subscriptions.ts';

/** Stripe does not report what was done in the portal, so the return URL passes the previous plan to /profile. */
export const openPortal = async (deps: Deps, hoa_id: string): Promise<string> => {
  const { stripe_customer_id: customer, plan } = await findStripeSubscription(deps, hoa_id);
  return withStripe(deps, async (stripe) => {
    const configuration = await findOrCreateConfiguration(stripe);
    const return_url = `${deps.config.publicUrl}/profile?plan_before=${plan}`;
    return (await stripe.billingPortal.sessions.create({ customer, configuration, return_url })).url;
  });
};

/** Increase it when FEATURES change, so that a new configuration is created. */
const VERSION = '1';
const OFFERED_PLANS: PlanName[] = ['starter', 'growth', 'pro'];

const findOrCreateConfiguration = async (stripe: Stripe): Promise<string> => {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const known = data.find(({ metadata }) => metadata?.porchlight === VERSION);
  return (known ?? (await createConfiguration(stripe))).id;
};

const createConfiguration = async (stripe: Stripe) => {
  const prices = await Promise.all(OFFERED_PLANS.map((plan) => findOrCreatePrice(stripe, plan)));
  const products = prices.map(({ id, product }) => ({
    product: idOf(product),
    prices: [id],
  }));
  return stripe.billingPortal.configurations.create(
    {
      features: { ...FEATURES, subscription_update: { ...UPDATE_FEATURE, products } },
      metadata: { porchlight: VERSION },
    },
    { idempotencyKey: `portal/${VERSION}/${prices.map(({ id }) => id).join('/')}` },
  );
};

const FEATURES = {
  customer_update: { enabled: true, allowed_updates: ['email', 'address', 'name'] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: {
    enabled: true,
    mode: 'at_period_end',
    cancellation_reason: {
      enabled: true,
      options: ['too_expensive', 'missing_features', 'switched_service', 'unused', 'other'],
    },
  },
} satisfies Stripe.BillingPortal.ConfigurationCreateParams['features'];

const UPDATE_FEATURE = {
  enabled: true,
  default_allowed_updates: ['price'],
  proration_behavior: 'create_prorations',
  schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
  trial_update_behavior: 'continue_trial',
} satisfies Omit<
  NonNullable<Stripe.BillingPortal.ConfigurationCreateParams['features']['subscription_update']>,
  'products'
>;
