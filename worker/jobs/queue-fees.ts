import { todayOf } from '../../sync/dues/entity.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { type QueuedJob, queueJobs } from '../../sync/server/queue.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { isRunning, queryAll } from '../queries/query.ts';
import { wakeDrains } from './outbox.ts';

/** Queues, once for each day of an HOA, the job that looks for late fees and interest, where the HOA has rules for them; or for
 * `only`. Days on which it did not run are caught up by the next one. */
export const queueFees = async (deps: Deps, only?: string): Promise<void> => {
  const sql = `SELECT h.id, h.time_zone FROM hoas h WHERE h.ledger_opened_at IS NOT NULL AND ${isRunning('h')}
    AND EXISTS (SELECT 1 FROM policies p WHERE p.hoa_id = h.id AND p.kind IN ('late_fee', 'interest'))
    AND (?1 IS NULL OR h.id = ?1)`;
  const hoas = await queryAll<{ id: string; time_zone: string }>(deps.db, sql, [only ?? null]);
  if (hoas.length === 0) return;
  const now = deps.now().toISOString();
  const jobs = hoas.map((hoa): QueuedJob => {
    const day = todayOf(hoa, now);
    return { hoa_id: hoa.id, kind: 'postFees', key: outboxKeys.postFees(day, ''), payload: { day, after: '' } };
  });
  await batch(deps.db, [queueJobs(jobs, now)], 'write');
  await wakeDrains(deps);
};
