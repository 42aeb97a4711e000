import type { Deps } from './deps.ts';

/** Does what an outbox row asks for. It may run twice for one row and must do no harm then; what it throws is tried
 * again later. It reports through `asSystem`. */
export type Job = (deps: Deps, payload: Record<string, unknown>) => Promise<void>;

/** What each kind of outbox row asks for. */
export const jobs: Record<string, Job> = {
  deleteFile: (deps, payload) => deps.storage.delete(String(payload.key)),
};
