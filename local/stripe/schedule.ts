import { newId } from './ids.ts';
import type { World } from './world.ts';

/** Leaves work for `at` (seconds of the emulator's clock); jobs.ts knows the kinds. */
export const schedule = (world: World, at: number, kind: string, target: string): void => {
  world.store.put('jobs', { id: newId('job', 16), at, kind, target });
};

/** Takes back what was scheduled for this target. */
export const unschedule = (world: World, kind: string, target: string): void => {
  for (const job of world.store.all('jobs')) {
    if (job.kind === kind && job.target === target) world.store.remove('jobs', job.id);
  }
};
