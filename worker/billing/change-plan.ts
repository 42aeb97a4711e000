import type Stripe from 'stripe';
import { PLANS, type PlanName } from '../../schema/plans.ts';
import type { Subscription } from '../../schema/tables/billing.ts';
import { Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { withStripe } from '../stripe/client.ts';
import { idOf } from '../stripe/shapes.ts';
import { findOrCreatePrice } from './prices.ts';
import { refreshRow } from './refresh.ts';
import { findStripeSubscription, type StripeSubscriptionRow } from './subscriptions.ts';

/** An upgrade takes effect at once, with the difference on the next bill; a downgrade at the end of the paid period. */
export const changePlan = async (deps: Deps, hoa_id: string, plan: PlanName): Promise<Subscription> => {
  if (plan === 'free') throw new Refusal('invalid', 'This plan is not available.');
  const row = await findStripeSubscription(deps, hoa_id);
  if (row.status === 'canceled')
    throw new Refusal('conflict', 'This subscription is canceled. Please reactivate it first.');
  if (plan === (row.next_plan ?? row.plan))
    throw new Refusal('conflict', `This HOA is on the ${PLANS[plan].display_name} plan already.`);
  return withStripe(deps, (stripe) => setStripePlan(deps, stripe, row, plan));
};

export const setStripePlan = async (
  deps: Deps,
  stripe: Stripe,
  row: StripeSubscriptionRow,
  plan: PlanName,
): Promise<Subscription> => {
  const subscription = await releaseSchedule(stripe, row.stripe_subscription_id);
  const isUpgrade = PLANS[plan].rank > PLANS[row.plan].rank;
  // Stripe prorates from the current price, which must be the paid one, not the scheduled one.
  if (isUpgrade && row.next_plan) await setPrice(stripe, subscription, row.plan, 'none');
  await setPrice(stripe, subscription, plan, isUpgrade ? 'create_prorations' : 'none');
  return refreshRow(deps, stripe, row);
};

/** Stripe refuses other changes to a subscription that has a schedule. */
export const releaseSchedule = async (stripe: Stripe, id: string): Promise<Stripe.Subscription> => {
  const subscription = await stripe.subscriptions.retrieve(id);
  const { schedule } = subscription;
  if (schedule) await stripe.subscriptionSchedules.release(idOf(schedule));
  return subscription;
};

const setPrice = async (
  stripe: Stripe,
  { id, items }: Stripe.Subscription,
  plan: PlanName,
  proration_behavior: 'none' | 'create_prorations',
): Promise<void> => {
  const price = await findOrCreatePrice(stripe, plan);
  await stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]!.id, price: price.id }],
    proration_behavior,
    metadata: { plan },
  });
};
