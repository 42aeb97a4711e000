import { expireCheckoutSession } from '../stripe/client.ts';
import type { Job } from './register.ts';
import { runStripeJob } from './stripe-job.ts';

/** Ends a checkout that must not be paid any more. */
export const expireCheckout: Job = (deps, { session }) =>
  runStripeJob(deps, (stripe) => expireCheckoutSession(stripe, String(session)));
