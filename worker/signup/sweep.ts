import type { Deps } from '../deps.ts';
import { openStripe } from '../stripe/client.ts';
import { settleOverdue } from './abandoned.ts';
import { overdueSignups } from './rows.ts';

/** At a time; the rest waits for the next cron event. */
const MOST = 10;

/** Ends the signups that nobody completed within 24 hours. One that cannot be ended now keeps no other. Throws the first
 * failure, after all. */
export const sweepSignups = async (deps: Deps): Promise<void> => {
  const overdue = await overdueSignups(deps, deps.now(), MOST);
  if (overdue.length === 0) return;
  const stripe = await openStripe(deps.config);
  const results = await Promise.allSettled(overdue.map((signup) => settleOverdue(deps, stripe, signup)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
};
