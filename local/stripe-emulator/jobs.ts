import { SUBSCRIPTION_WORK } from './billing/subscription-jobs.ts';
import { expireSession } from './checkout/sessions.ts';
import type { Context } from './core/context.ts';
import type { Job } from './core/state.ts';
import { settleDueDebit } from './payments/bank.ts';
import { settleRefund } from './payments/refunds.ts';

/** Work that waits for a moment of the emulator's clock. A new kind of work is a line here. */
const WORK: Record<string, (ctx: Context, target: string) => void> = {
  bank_settles: settleDueDebit,
  refund_settles: settleRefund,
  session_expires: expireSession,
  ...SUBSCRIPTION_WORK,
};

/** Runs everything due by `until` in the order of its time, each at its own time. */
export const runDue = (ctx: Context, until: number): void => {
  const later = { ...ctx, request: { id: null, idempotency_key: null } };
  for (let job = firstDue(ctx, until); job; job = firstDue(ctx, until)) {
    const { id, at, kind, target } = job;
    ctx.store.remove('jobs', id);
    ctx.clock.runAt(at, () => WORK[kind]?.(later, target));
  }
  ctx.store.flush();
  ctx.webhooks.wake();
};

/** Moves the clock to `seconds`, doing on the way what falls due. */
export const moveClock = (ctx: Context, seconds: number): void => {
  runDue(ctx, seconds);
  ctx.clock.move(seconds);
  ctx.store.flush();
};

const firstDue = (ctx: Context, until: number): Job | undefined => {
  let first: Job | undefined;
  for (const job of ctx.store.all('jobs')) if (job.at <= until && (!first || job.at <= first.at)) first = job;
  return first;
};
