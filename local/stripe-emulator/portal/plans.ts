import type Stripe from 'stripe';
import { endSubscription } from '../billing/subscription-changes.ts';
import { release } from '../billing/subscription-phases.ts';
import { isOver, itemOf, type Subscription } from '../billing/subscription-rows.ts';
import { scheduleNext } from '../billing/subscription-schedules.ts';
import type { Details } from '../billing/subscription-shapes.ts';
import { updateSubscription } from '../billing/update-subscription.ts';
import { type Context, find } from '../core/context.ts';
import type { Price } from '../core/price.ts';

export type PortalSession = Stripe.BillingPortal.Session;

export const featuresFor = (ctx: Context, { configuration }: PortalSession) =>
  find(ctx, 'portal_configurations', configuration as string).features;

export const subscriptionFor = (ctx: Context, { customer }: PortalSession): Subscription | undefined =>
  ctx.store
    .all('subscriptions')
    .find((row) => row.customer === customer && !isOver(row) && row.status !== 'incomplete');

export const offeredPrices = (ctx: Context, session: PortalSession): Price[] => {
  const { enabled, products } = featuresFor(ctx, session).subscription_update;
  if (!enabled) return [];
  const prices = (products ?? []).flatMap((product) => product.prices.map((id) => find(ctx, 'prices', id)));
  return prices.sort((one, other) => (one.unit_amount ?? 0) - (other.unit_amount ?? 0));
};

export const nextPrice = (ctx: Context, { schedule }: Subscription): Price | undefined => {
  const row = schedule ? ctx.store.get('schedules', schedule) : undefined;
  const next = row?.phases.find(({ start_date }) => start_date >= (row.current_phase?.end_date ?? 0));
  return next && ctx.store.get('prices', next.items[0]!.price as string);
};

/** Moves a subscription to an offered price, now or with the next period, as the configuration says:
 * https://docs.stripe.com/customer-management/configure-portal#subscription-updates */
export const choosePrice = (ctx: Context, session: PortalSession, id: string): void => {
  const row = subscriptionFor(ctx, session);
  const price = offeredPrices(ctx, session).find((offer) => offer.id === id);
  if (!row || !price) return;
  letGo(ctx, row);
  const item = itemOf(row);
  if (price.id === item.price.id) return;
  const { proration_behavior, schedule_at_period_end, trial_update_behavior } = featuresFor(
    ctx,
    session,
  ).subscription_update;
  const isLess = (price.unit_amount ?? 0) < (item.price.unit_amount ?? 0);
  const waits = schedule_at_period_end.conditions.some(({ type }) => type === 'decreasing_item_amount');
  const inTrial = row.status === 'trialing';
  if (isLess && waits && !inTrial) return void scheduleNext(ctx, find(ctx, 'subscriptions', row.id), price);
  updateSubscription(ctx, row.id, {
    items: [{ id: item.id, price: price.id }],
    proration_behavior: proration_behavior as 'create_prorations',
    ...(inTrial && trial_update_behavior === 'end_trial' && { trial_end: 'now' }),
  });
};

/** Ends the subscription with its period, or at once, as the configuration says. */
export const cancelPlan = (ctx: Context, session: PortalSession, said: Details): void => {
  const row = subscriptionFor(ctx, session);
  const { enabled, mode } = featuresFor(ctx, session).subscription_cancel;
  if (!row || !enabled) return;
  letGo(ctx, row);
  if (mode === 'immediately') endSubscription(ctx, row.id);
  else updateSubscription(ctx, row.id, { cancel_at_period_end: true, cancellation_details: said });
};

export const undoPlanChange = (ctx: Context, session: PortalSession): void => {
  const row = subscriptionFor(ctx, session);
  if (row && row.cancel_at !== null) updateSubscription(ctx, row.id, { cancel_at_period_end: false });
};

const letGo = (ctx: Context, { schedule }: Subscription): void => {
  const row = schedule ? ctx.store.get('schedules', schedule) : undefined;
  if (row?.status === 'active') release(ctx, row);
};
