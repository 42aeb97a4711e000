import type { Deps } from '../deps.ts';
import { openStripe } from '../stripe/client.ts';
import { settleExpired } from './abandoned.ts';
import { expiredSignups } from './signups.ts';

/** At a time; the rest waits for the next cron event. */
const SIGNUPS_PER_RUN = 10;

/** Ends the signups that nobody completed within 24 hours. One that cannot be ended now keeps no other. Throws the first
 * failure, after all. */
export const settleExpiredSignups = async (deps: Deps): Promise<void> => {
  const overdue = await expiredSignups(deps, deps.now(), SIGNUPS_PER_RUN);
  if (overdue.length === 0) return;
  const stripe = await openStripe(deps.config);
  const results = await Promise.allSettled(overdue.map((signup) => settleExpired(deps, stripe, signup)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
};
