import { isRefused } from '../stripe/client.ts';
import type { Job } from './register.ts';
import { stripeJob } from './stripe-job.ts';

/** Deletes a customer whose signup came to nothing. Stripe ends their subscriptions with them. */
export const dropCustomer: Job = (deps, { customer }) =>
  stripeJob(deps, async (stripe) => {
    try {
      await stripe.customers.del(String(customer));
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
  });
