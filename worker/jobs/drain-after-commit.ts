import { setTimeout as pause } from 'node:timers/promises';
import type { Deps, Drain } from '../deps.ts';
import { drainOutbox, LEASE_MS } from './outbox.ts';

export const DRAIN_PAUSES: Deps['drainPauses'] = { first: 50, every: 1000 };

/** One drain at a time runs for an HOA, and begins a second after the one before: those who wait for a change come before its
 * jobs, and many commits in a row share one look for them. A commit while it runs leaves its jobs to the alarm of the HOA. */
export const drainAfterCommit = async (deps: Deps, hoa_id: string, isDue: boolean): Promise<void> => {
  const { draining, drainPauses } = deps;
  const now = Date.now();
  const before = draining.get(hoa_id);
  if (before && now < before.until) return joinDrain(deps, hoa_id, before, isDue);
  // A clock may have been put back since.
  const rest = Math.min(drainPauses.every, (before?.begins ?? 0) + drainPauses.every - now);
  const wait = Math.max(drainPauses.first, rest);
  const begins = now + wait;
  const drain: Drain = { begins, until: begins + LEASE_MS, hasBegun: false, isDue, isFollowed: false };
  draining.set(hoa_id, drain);
  if (wait > 0) await pause(wait);
  drain.hasBegun = true;
  await drainOutbox(deps, { hoa_id, isDue: drain.isDue }).finally(() => {
    drain.until = 0;
  });
};

const joinDrain = async (deps: Deps, hoa_id: string, drain: Drain, isDue: boolean): Promise<void> => {
  drain.isDue ||= isDue;
  if (!drain.hasBegun || drain.isFollowed) return;
  drain.isFollowed = true;
  await deps.drainLater(hoa_id, new Date(deps.now().getTime() + deps.drainPauses.every));
};
