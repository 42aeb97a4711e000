import type Stripe from 'stripe';
import { invalid } from './errors.ts';
import { newId } from './ids.ts';
import type { Features } from './portal-shapes.ts';
import { find, type World } from './world.ts';

type Configuration = Stripe.BillingPortal.Configuration;

/** A configuration with nothing allowed yet: https://docs.stripe.com/api/customer_portal/configurations/object */
export const blankConfiguration = (world: World): Configuration => ({
  id: newId('bpc'),
  object: 'billing_portal.configuration',
  active: true,
  application: null,
  business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
  created: world.clock.now(),
  default_return_url: null,
  features: featuresOf({}),
  is_default: false,
  livemode: false,
  login_page: { enabled: false, url: null },
  metadata: {},
  name: null,
  updated: world.clock.now(),
});

/** The features that are asked for, everything else off. Throws for prices that do not exist. */
export const featuresOf = (wanted: Features, world?: World): Configuration['features'] => {
  const { subscription_cancel: cancel, subscription_update: update } = wanted;
  if (world) for (const { prices } of update?.products ?? []) checkPrices(world, prices);
  return {
    customer_update: { allowed_updates: [], enabled: false, ...wanted.customer_update },
    invoice_history: wanted.invoice_history ?? { enabled: false },
    payment_method_update: { enabled: false, payment_method_configuration: null, ...wanted.payment_method_update },
    subscription_cancel: {
      enabled: cancel?.enabled ?? false,
      cancellation_reason: { enabled: false, feedback_options: null, options: [], ...cancel?.cancellation_reason },
      mode: cancel?.mode ?? 'at_period_end',
      proration_behavior: cancel?.proration_behavior ?? 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: update?.default_allowed_updates ?? [],
      enabled: update?.enabled ?? false,
      products: (update?.products ?? []).map((product) => ({ ...product, adjustable_quantity: FIXED })),
      proration_behavior: update?.proration_behavior ?? 'none',
      schedule_at_period_end: { conditions: update?.schedule_at_period_end?.conditions ?? [] },
      trial_update_behavior: update?.trial_update_behavior ?? 'end_trial',
    },
  };
};

const FIXED = { enabled: false, maximum: null, minimum: 1 };

const checkPrices = (world: World, prices: string[]): void => {
  const param = 'features[subscription_update][products][0][prices]';
  for (const id of prices) {
    if (!find(world, 'prices', id, param).recurring)
      throw invalid('Only recurring prices can be offered in the portal.', param);
  }
};
