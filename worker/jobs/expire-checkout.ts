import { HttpError } from '../errors.ts';
import type { Job } from '../jobs.ts';
import { expireSession, withStripe } from '../services/payments.ts';
import { Later } from './outcome.ts';

/** Ends a checkout that must not be paid any more. */
export const expireCheckout: Job = async (deps, { session }) => {
  try {
    await withStripe(deps, (stripe) => expireSession(stripe, String(session)));
  } catch (error) {
    throw error instanceof HttpError ? new Later(error.message) : error;
  }
};
