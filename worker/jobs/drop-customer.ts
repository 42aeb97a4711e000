import { isInvalidRequest } from '../stripe/client.ts';
import type { Job } from './job.ts';
import { runStripeJob } from './stripe-job.ts';

/** Deletes a customer whose signup came to nothing. Stripe ends their subscriptions with them. */
export const deleteCustomer: Job<'dropCustomer'> = (deps, { customer }) =>
  runStripeJob(deps, async (stripe) => {
    try {
      await stripe.customers.del(customer);
    } catch (error) {
      if (!isInvalidRequest(error)) throw error;
    }
  });
