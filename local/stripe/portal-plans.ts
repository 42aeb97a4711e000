import type Stripe from 'stripe';
import type { Price } from './state.ts';
import { release } from './subscription-phases.ts';
import { isOver, itemOf, type Subscription } from './subscription-rows.ts';
import { scheduleNext } from './subscription-schedules.ts';
import type { Details } from './subscription-shapes.ts';
import { update } from './subscription-updating.ts';
import { end } from './subscription-work.ts';
import { find, type World } from './world.ts';

export type PortalSession = Stripe.BillingPortal.Session;

/** What a portal session lets its customer do. */
export const featuresFor = (world: World, { configuration }: PortalSession) =>
  find(world, 'portal_configurations', configuration as string).features;

/** The customer's subscription that goes on, the newest first. */
export const subscriptionFor = (world: World, { customer }: PortalSession): Subscription | undefined =>
  world.store
    .all('subscriptions')
    .find((row) => row.customer === customer && !isOver(row) && row.status !== 'incomplete');

/** The prices that may be chosen, the cheapest first. */
export const offered = (world: World, session: PortalSession): Price[] => {
  const { enabled, products } = featuresFor(world, session).subscription_update;
  if (!enabled) return [];
  const prices = (products ?? []).flatMap((product) => product.prices.map((id) => find(world, 'prices', id)));
  return prices.sort((one, other) => (one.unit_amount ?? 0) - (other.unit_amount ?? 0));
};

/** The price that a schedule brings with the next period. */
export const nextPrice = (world: World, { schedule }: Subscription): Price | undefined => {
  const row = schedule ? world.store.get('schedules', schedule) : undefined;
  const next = row?.phases.find(({ start_date }) => start_date >= (row.current_phase?.end_date ?? 0));
  return next && world.store.get('prices', next.items[0]!.price as string);
};

/** Moves a subscription to an offered price, now or with the next period, as the configuration says:
 * https://docs.stripe.com/customer-management/configure-portal#subscription-updates */
export const choosePrice = (world: World, session: PortalSession, id: string): void => {
  const row = subscriptionFor(world, session);
  const price = offered(world, session).find((offer) => offer.id === id);
  if (!row || !price) return;
  letGo(world, row);
  const item = itemOf(row);
  if (price.id === item.price.id) return;
  const { proration_behavior, schedule_at_period_end, trial_update_behavior } = featuresFor(
    world,
    session,
  ).subscription_update;
  const isLess = (price.unit_amount ?? 0) < (item.price.unit_amount ?? 0);
  const waits = schedule_at_period_end.conditions.some(({ type }) => type === 'decreasing_item_amount');
  const inTrial = row.status === 'trialing';
  if (isLess && waits && !inTrial) return void scheduleNext(world, find(world, 'subscriptions', row.id), price);
  update(world, row.id, {
    items: [{ id: item.id, price: price.id }],
    proration_behavior: proration_behavior as 'create_prorations',
    ...(inTrial && trial_update_behavior === 'end_trial' && { trial_end: 'now' }),
  });
};

/** Ends the subscription with its period, or at once, as the configuration says. */
export const cancelPlan = (world: World, session: PortalSession, said: Details): void => {
  const row = subscriptionFor(world, session);
  const { enabled, mode } = featuresFor(world, session).subscription_cancel;
  if (!row || !enabled) return;
  letGo(world, row);
  if (mode === 'immediately') end(world, row.id);
  else update(world, row.id, { cancel_at_period_end: true, cancellation_details: said });
};

/** Takes a cancellation back. */
export const keepPlan = (world: World, session: PortalSession): void => {
  const row = subscriptionFor(world, session);
  if (row && row.cancel_at !== null) update(world, row.id, { cancel_at_period_end: false });
};

const letGo = (world: World, { schedule }: Subscription): void => {
  const row = schedule ? world.store.get('schedules', schedule) : undefined;
  if (row?.status === 'active') release(world, row);
};
