import { bankSettles } from './bank.ts';
import { expireSession } from './checkout.ts';
import { settleRefund } from './refunds.ts';
import type { Job } from './state.ts';
import { SUBSCRIPTION_WORK } from './subscription-life.ts';
import type { World } from './world.ts';

/** What waits for a moment of the emulator's clock. A new kind of work is a line here. */
const WORK: Record<string, (world: World, target: string) => void> = {
  bank_settles: bankSettles,
  refund_settles: settleRefund,
  session_expires: expireSession,
  ...SUBSCRIPTION_WORK,
};

/** Runs everything due by `until` in the order of its time, each at its own time. */
export const runDue = (world: World, until: number): void => {
  const later = { ...world, request: { id: null, idempotency_key: null } };
  for (let job = firstDue(world, until); job; job = firstDue(world, until)) {
    const { id, at, kind, target } = job;
    world.store.remove('jobs', id);
    world.clock.at(at, () => WORK[kind]?.(later, target));
  }
  world.store.flush();
  world.webhooks.wake();
};

/** Moves the clock to `seconds`, doing on the way what falls due. */
export const moveClock = (world: World, seconds: number): void => {
  runDue(world, seconds);
  world.clock.move(seconds);
  world.store.flush();
};

const firstDue = (world: World, until: number): Job | undefined => {
  let first: Job | undefined;
  for (const job of world.store.all('jobs')) if (job.at <= until && (!first || job.at <= first.at)) first = job;
  return first;
};
