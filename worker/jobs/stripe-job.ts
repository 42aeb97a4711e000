import type Stripe from 'stripe';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { PermanentFailure, RetryLater } from '../services/errors.ts';
import { PaymentRefused, withStripe } from '../stripe/client.ts';

/** Does a job's work with Stripe. Throws PermanentFailure where Stripe says no, RetryLater where it cannot be reached. */
export const runStripeJob = async (deps: Deps, work: (stripe: Stripe) => Promise<unknown>): Promise<void> => {
  try {
    await withStripe(deps, work);
  } catch (error) {
    if (error instanceof PaymentRefused) throw new PermanentFailure(error.message);
    throw error instanceof HttpError ? new RetryLater(error.message) : error;
  }
};
