import type { Job } from '../jobs.ts';
import { expireSession } from '../services/payments.ts';
import { stripeJob } from './stripe-job.ts';

/** Ends a checkout that must not be paid any more. */
export const expireCheckout: Job = (deps, { session }) =>
  stripeJob(deps, (stripe) => expireSession(stripe, String(session)));
