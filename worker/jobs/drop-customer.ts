import { HttpError } from '../errors.ts';
import type { Job } from '../jobs.ts';
import { isRefused, withStripe } from '../services/payments.ts';
import { Later } from './outcome.ts';

/** Deletes a customer whose signup came to nothing. Stripe ends their subscriptions with them. */
export const dropCustomer: Job = async (deps, { customer }) => {
  try {
    await withStripe(deps, async (stripe) => {
      try {
        await stripe.customers.del(String(customer));
      } catch (error) {
        if (!isRefused(error)) throw error;
      }
    });
  } catch (error) {
    throw error instanceof HttpError ? new Later(error.message) : error;
  }
};
