import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Emulator, emulator, nth } from './support.ts';

export const DAY = 24 * 3600;

export let here: Emulator;
export let prices: Record<string, string>;
export let customer: string;

/** An emulator with three prices for all tests of a file, and a new customer for each. */
export const startForAll = (): void => {
  beforeAll(async () => {
    here = await emulator();
    prices = await threePrices(here);
  });
  afterAll(() => here.stop());
  beforeEach(async () => {
    customer = (await here.stripe.customers.create({ email: 'sue@oak.test', name: 'Sue' })).id;
  });
};

const threePrices = async ({ stripe }: Emulator) => {
  const made: Record<string, string> = {};
  for (const [plan, unit_amount] of Object.entries({ starter: 4900, growth: 9900, pro: 19900 })) {
    const product_data = { name: `Porchlight ${plan.charAt(0).toUpperCase()}${plan.slice(1)}` };
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount,
      recurring: { interval: 'month' },
      product_data,
      lookup_key: `porchlight_${plan}_monthly`,
    });
    made[plan] = price.id;
  }
  return made;
};

export const trial = (more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
  here.stripe.subscriptions.create({
    customer,
    items: [{ price: prices.growth }],
    trial_period_days: 30,
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    metadata: { plan: 'growth' },
    expand: ['pending_setup_intent'],
    ...more,
  });

export const paying = async (card = 'pm_card_visa', price = prices.starter): Promise<Stripe.Subscription> => {
  const { id } = await here.stripe.paymentMethods.attach(card, { customer });
  return here.stripe.subscriptions.create({ customer, items: [{ price }], default_payment_method: id });
};

export const read = (id: string, expand: string[] = []) => here.stripe.subscriptions.retrieve(id, { expand });

export const endOf = ({ items }: Stripe.Subscription) => nth(items.data, 0).current_period_end;

export const clockTo = (now: number) => here.control('POST', 'clock', { now });

export const told = async () => {
  const types: string[] = [];
  for await (const { type, data } of here.stripe.events.list({ limit: 100 })) {
    const { customer: of } = data.object as { customer?: string };
    if (of === customer && /^(customer\.subscription|invoice)\./.test(type)) types.unshift(type);
  }
  return types;
};
