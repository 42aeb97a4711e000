import type { Effects, JobKind } from '../../schema/outbox.ts';
import type { Deps } from '../deps.ts';

export type OutboxRow<K extends JobKind = JobKind> = {
  [Kind in K]: { id: string; hoa_id: string; kind: Kind; key: string; payload: Effects[Kind]; created_at: string };
}[K];

/** May run twice for one row, so it must be idempotent. Any error except PermanentFailure is retried. Rows are written
 * with `transactAsSystem`. */
export type Job<K extends JobKind> = (deps: Deps, payload: Effects[K], row: OutboxRow<K>) => Promise<void>;
