import { PLANS } from '../../schema/plans.ts';
import type { DemoHoa } from './demo.ts';
import { emit } from './events.ts';
import { newPrice } from './prices.ts';
import type { Price } from './state.ts';
import { newSubscription } from './subscription-making.ts';
import { itemOf } from './subscription-rows.ts';
import { plan } from './subscription-work.ts';
import { find, type World } from './world.ts';

const DAY = 24 * 3600;
const TRIAL_DAYS = 30;
/** How far ahead the app's seed puts the end of a paid period. */
const PAID_DAYS = 17;

/** Makes what a demo HOA pays for Porchlight, with the ids and dates of the app's seed (local/seed/billing.ts). */
export const addDemoSubscription = (world: World, hoa: DemoHoa): void => {
  const prices = demoPrices(world);
  const price = prices.get(hoa.plan)!.id;
  const now = world.clock.now();
  const joined = now - Math.round((hoa.days ?? TRIAL_DAYS / 2) * DAY);
  const isTrial = hoa.status === 'trialing';
  const end = isTrial ? joined + TRIAL_DAYS * DAY : now + PAID_DAYS * DAY;
  const id = `sub_demo_${hoa.slug}`;
  const input = {
    customer: `cus_demo_${hoa.slug}`,
    items: [{ price }],
    default_payment_method: `pm_demo_${hoa.slug}`,
    metadata: { plan: hoa.plan },
    ...(isTrial && { trial_end: end }),
  };
  world.clock.at(isTrial ? joined : end - TRIAL_DAYS * DAY, () => newSubscription(world, input, { id }));
  const row = find(world, 'subscriptions', id);
  const items = { ...row.items, data: [{ ...itemOf(row), current_period_end: end }] };
  const told = { ...row, billing_cycle_anchor: end, created: joined, items, start_date: joined };
  plan(world, world.store.put('subscriptions', told));
};

/** Tells the app how the demo's subscriptions stand, so that its rows have their very seconds. */
export const tellOfDemo = (world: World): void => {
  for (const row of world.store.all('subscriptions')) emit(world, 'customer.subscription.updated', row);
};

/** The prices of all plans, as the app would make them. */
const demoPrices = (world: World): Map<string, Price> =>
  new Map(
    (['starter', 'growth', 'pro'] as const).map((name) => {
      const lookup_key = `porchlight_${name}_monthly`;
      const known = world.store.all('prices').find((row) => row.lookup_key === lookup_key);
      const { display_name, price_cents } = PLANS[name];
      const metadata = { plan: name };
      const product_data = { name: `Porchlight ${display_name}`, metadata };
      const made = { currency: 'usd', unit_amount: price_cents, product_data, lookup_key, metadata };
      return [name, known ?? newPrice(world, { ...made, recurring: { interval: 'month' } })];
    }),
  );
