import type { Subscription } from '../../schema/billing.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { withStripe } from '../stripe/client.ts';
import { refreshRow } from './change-plan.ts';
import { findStripeSubscription } from './subscriptions.ts';

/** An HOA's subscription as Stripe has it now, for who comes back from there sooner than its webhook; as last heard of
 * where Stripe does not answer. Throws Refusal not_found. */
export const readCurrent = async (deps: Deps, hoa_id: string): Promise<Subscription> => {
  const row = await findStripeSubscription(deps, hoa_id);
  try {
    return await withStripe(deps, (stripe) => refreshRow(deps, stripe, row));
  } catch (error) {
    if (error instanceof HttpError) return row;
    throw error;
  }
};
