import type { Subscription } from '../../schema/billing.ts';
import { Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { withStripe } from '../stripe/client.ts';
import { release, reread } from './change-plan.ts';
import { findOrdered } from './rows.ts';
import { isOver } from './state.ts';

/** Ends an HOA's subscription with the period that is paid for. Throws Refusal not_found or conflict, HttpError 502. */
export const cancel = async (deps: Deps, hoa_id: string, reason: string | null): Promise<Subscription> => {
  const row = await findOrdered(deps, hoa_id);
  if (row.status === 'canceled') throw canceled();
  return withStripe(deps, async (stripe) => {
    const subscription = await release(stripe, row.stripe_subscription_id);
    if (isOver(subscription)) {
      await reread(deps, stripe, row);
      throw canceled();
    }
    await stripe.subscriptions.update(subscription.id, {
      cancel_at_period_end: true,
      ...(reason && { cancellation_details: { comment: reason } }),
    });
    return reread(deps, stripe, row);
  });
};

const canceled = () => new Refusal('conflict', 'This subscription is already canceled.');
