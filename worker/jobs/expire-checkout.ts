import { expireCheckoutSession } from '../stripe/client.ts';
import type { Job } from './job.ts';
import { runStripeJob } from './stripe-job.ts';

/** Ends a checkout that must not be paid any more. */
export const expireCheckout: Job<'expireCheckout'> = (deps, { session }) =>
  runStripeJob(deps, (stripe) => expireCheckoutSession(stripe, session));
