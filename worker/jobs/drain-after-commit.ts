import type { Deps } from '../deps.ts';
import { drainOutbox, LEASE_MS } from './outbox.ts';

/** When many commits follow each other, one drains the outbox itself, and the others leave their jobs to the alarm of
 * their HOA, which runs one drain at a time. So the jobs of a busy HOA do not hold up others. */
export const drainAfterCommit = async (deps: Deps, hoa_id: string, isDue: boolean): Promise<void> => {
  const { draining } = deps;
  if (Date.now() < (draining.get(hoa_id) ?? 0)) return deps.drainLater(hoa_id, deps.now());
  const until = Date.now() + LEASE_MS;
  draining.set(hoa_id, until);
  try {
    await drainOutbox(deps, { hoa_id, isDue });
  } finally {
    if (draining.get(hoa_id) === until) draining.delete(hoa_id);
  }
};
