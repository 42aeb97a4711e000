import type { Context } from './context.ts';
import { newId } from './ids.ts';

/** Leaves work for `at` (seconds of the emulator's clock); jobs.ts knows the kinds. */
export const scheduleJob = (ctx: Context, at: number, kind: string, target: string): void => {
  ctx.store.put('jobs', { id: newId('job', 16), at, kind, target });
};

export const cancelJob = (ctx: Context, kind: string, target: string): void => {
  for (const job of ctx.store.all('jobs')) {
    if (job.kind === kind && job.target === target) ctx.store.remove('jobs', job.id);
  }
};
