import { isInvalidRequest } from '../stripe/client.ts';
import type { Job } from './register.ts';
import { runStripeJob } from './stripe-job.ts';

/** Deletes a customer whose signup came to nothing. Stripe ends their subscriptions with them. */
export const deleteCustomer: Job = (deps, { customer }) =>
  runStripeJob(deps, async (stripe) => {
    try {
      await stripe.customers.del(String(customer));
    } catch (error) {
      if (!isInvalidRequest(error)) throw error;
    }
  });
