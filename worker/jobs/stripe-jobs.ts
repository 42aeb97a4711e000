import type Stripe from 'stripe';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { PermanentFailure, RetryLater } from '../services/errors.ts';
import { expireCheckoutSession, PaymentRefused, unlessInvalid, withStripe } from '../stripe/client.ts';
import type { Job } from './job.ts';

export const expireCheckout: Job<'expireCheckout'> = (deps, { session }) =>
  runStripeJob(deps, (stripe) => expireCheckoutSession(stripe, session));

/** Stripe also ends the customer's subscriptions. */
export const deleteCustomer: Job<'dropCustomer'> = (deps, { customer }) =>
  runStripeJob(deps, (stripe) => unlessInvalid(stripe.customers.del(customer)));

/** Throws PermanentFailure if Stripe refuses, RetryLater if it cannot be reached. */
export const runStripeJob = async (deps: Deps, work: (stripe: Stripe) => Promise<unknown>): Promise<void> => {
  try {
    await withStripe(deps, work);
  } catch (error) {
    if (error instanceof PaymentRefused) throw new PermanentFailure(error.message);
    throw error instanceof HttpError ? new RetryLater(error.message) : error;
  }
};
