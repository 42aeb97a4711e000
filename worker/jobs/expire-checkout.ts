import { expireSession } from '../stripe/client.ts';
import type { Job } from './register.ts';
import { stripeJob } from './stripe-job.ts';

/** Ends a checkout that must not be paid any more. */
export const expireCheckout: Job = (deps, { session }) =>
  stripeJob(deps, (stripe) => expireSession(stripe, String(session)));
