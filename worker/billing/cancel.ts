import type { Subscription } from '../../schema/tables/billing.ts';
import { Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { withStripe } from '../stripe/client.ts';
import { releaseSchedule } from './change-plan.ts';
import { refreshRow } from './refresh.ts';
import { hasEnded } from './state.ts';
import { findStripeSubscription } from './subscriptions.ts';

export const cancelSubscription = async (deps: Deps, hoa_id: string, reason: string | null): Promise<Subscription> => {
  const row = await findStripeSubscription(deps, hoa_id);
  if (row.status === 'canceled') throw alreadyCanceled();
  return withStripe(deps, async (stripe) => {
    const subscription = await releaseSchedule(stripe, row.stripe_subscription_id);
    if (hasEnded(subscription)) {
      await refreshRow(deps, stripe, row);
      throw alreadyCanceled();
    }
    await stripe.subscriptions.update(subscription.id, {
      cancel_at_period_end: true,
      ...(reason && { cancellation_details: { comment: reason } }),
    });
    return refreshRow(deps, stripe, row);
  });
};

const alreadyCanceled = () => new Refusal('conflict', 'This subscription is already canceled.');
