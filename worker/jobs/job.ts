import type { Effects, JobKind } from '../../schema/outbox.ts';
import type { Deps } from '../deps.ts';

/** The row a job works on. `id` may be sent along to the external service as the idempotency key. */
export type OutboxRow<K extends JobKind = JobKind> = {
  [Kind in K]: { id: string; hoa_id: string; kind: Kind; key: string; payload: Effects[Kind]; created_at: string };
}[K];

/** Does what an outbox row asks for. It may run twice for one row and must do no harm then; what it throws is tried
 * again later, unless it is a PermanentFailure. It writes rows with `transactAsSystem`. */
export type Job<K extends JobKind> = (deps: Deps, payload: Effects[K], row: OutboxRow<K>) => Promise<void>;
