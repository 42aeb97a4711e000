import type Stripe from 'stripe';
import type { PlanName } from '../../schema/plans.ts';
import { Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { expireCheckoutSession, withStripe } from '../stripe/client.ts';
import { findOrCreatePrice } from './prices.ts';
import { refreshSubscription } from './refresh.ts';
import { findStripeSubscription, needsReactivation, type StripeSubscriptionRow } from './subscriptions.ts';

export const openReactivation = async (deps: Deps, hoa_id: string, plan: PlanName): Promise<string> => {
  if (plan === 'free') throw new Refusal('invalid', 'Please select a plan to continue.');
  const row = await findStripeSubscription(deps, hoa_id);
  if (!needsReactivation(row, deps.now())) throw reactivationNotNeeded();
  return withStripe(deps, async (stripe) => {
    await refuseIfSubscribed(deps, stripe, row);
    const sessions = await stripe.checkout.sessions.list({ customer: row.stripe_customer_id, limit: 100 });
    const open = sessions.data.filter(({ status, mode }) => status === 'open' && mode === 'subscription');
    const samePlan = open.find(({ metadata, url }) => metadata?.plan === plan && url);
    if (samePlan?.url) return samePlan.url;
    // Two open checkouts could both be paid.
    await Promise.all(open.map(({ id }) => expireCheckoutSession(stripe, id)));
    // A checkout that could not be expired may just have been paid.
    if (open.length > 0) await refuseIfSubscribed(deps, stripe, row);
    return createCheckout(deps, stripe, row, plan, sessions.data.length);
  });
};

const reactivationNotNeeded = () => new Refusal('conflict', 'Your subscription does not need to be reactivated.');

/** If the webhook of a paid checkout has not arrived yet, its subscription is stored now. */
const refuseIfSubscribed = async (
  deps: Deps,
  stripe: Stripe,
  { stripe_customer_id: customer }: StripeSubscriptionRow,
): Promise<void> => {
  const { data } = await stripe.subscriptions.list({ customer, limit: 10 });
  const current = data.find(({ status }) => ['trialing', 'active', 'past_due', 'unpaid'].includes(status));
  if (!current) return;
  await refreshSubscription(deps, stripe, { customer, subscription: current.id });
  throw reactivationNotNeeded();
};

/** Concurrent calls count the same number of `earlierCheckouts`, so they share the idempotency key and the session. If
 * their plans differ, Stripe refuses the second. */
const createCheckout = async (
  { config }: Deps,
  stripe: Stripe,
  { hoa_id, stripe_customer_id: customer }: StripeSubscriptionRow,
  plan: PlanName,
  earlierCheckouts: number,
): Promise<string> => {
  const price = await findOrCreatePrice(stripe, plan);
  const metadata = { hoa_id, plan };
  const { id, url } = await stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer,
      line_items: [{ price: price.id, quantity: 1 }],
      subscription_data: { metadata },
      metadata,
      client_reference_id: hoa_id,
      success_url: `${config.publicUrl}/dashboard?reactivated=1`,
      cancel_url: `${config.publicUrl}/reactivation?checkout=canceled`,
    },
    { idempotencyKey: `reactivation/${customer}/${earlierCheckouts}` },
  );
  if (!url) throw new Error(`${id} has no page`);
  return url;
};
