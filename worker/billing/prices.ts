import type Stripe from 'stripe';
import { PLAN_NAMES, PLANS, type PlanName } from '../../schema/plans.ts';

export const findOrCreatePrice = async (stripe: Stripe, plan: PlanName): Promise<Stripe.Price> => {
  const key = lookupKey(plan);
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
  return data[0] ?? (await createPrice(stripe, plan, key));
};

export const planOf = ({ lookup_key, metadata }: Stripe.Price): PlanName | undefined =>
  PLAN_NAMES.find((name) => lookup_key === lookupKey(name)) ?? PLAN_NAMES.find((name) => metadata?.plan === name);

const lookupKey = (plan: PlanName) => `porchlight_${plan}_monthly`;

const createPrice = (stripe: Stripe, plan: PlanName, lookup_key: string): Promise<Stripe.Price> => {
  const { display_name, price_cents } = PLANS[plan];
  return stripe.prices.create(
    {
      currency: 'usd',
      unit_amount: price_cents,
      recurring: { interval: 'month' },
      product_data: { name: `Porchlight ${display_name}`, metadata: { plan } },
      lookup_key,
      metadata: { plan },
    },
    { idempotencyKey: `price/${lookup_key}/${price_cents}` },
  );
};
