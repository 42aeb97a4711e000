import type { Deps } from './deps.ts';
import { jobs as handlers } from './jobs.ts';

type Job = { id: string; kind: string; payload: Record<string, unknown> };

const JOBS_A_ROUND = 20;
const LEASE_MS = 60_000;
const ATTEMPTS = 8;

/** Does the outbox's due work, each row under a lease. A failed row is tried again later, less and less often. */
export const drainOutbox = async (deps: Deps): Promise<void> => {
  for (let round = 0; round < 50; round += 1) {
    const jobs = await lease(deps);
    for (const job of jobs) await work(deps, job);
    if (jobs.length === 0) return;
  }
};

const lease = async (deps: Deps): Promise<Job[]> => {
  const now = deps.now();
  const leased = await deps.db.execute({
    sql: `UPDATE outbox SET next_at = ?, attempts = attempts + 1 WHERE id IN
      (SELECT id FROM outbox WHERE status = 'pending' AND next_at <= ? ORDER BY next_at LIMIT ?)
      RETURNING id, kind, payload`,
    args: [new Date(now.getTime() + LEASE_MS).toISOString(), now.toISOString(), JOBS_A_ROUND],
  });
  return leased.rows.map((row) => ({
    id: String(row.id),
    kind: String(row.kind),
    payload: JSON.parse(String(row.payload)) as Record<string, unknown>,
  }));
};

const work = async (deps: Deps, job: Job): Promise<void> => {
  try {
    const handler = handlers[job.kind];
    if (!handler) throw new Error(`No handler for ${job.kind}`);
    await handler(deps, job.payload);
    await deps.db.execute({ sql: "UPDATE outbox SET status = 'done', last_error = NULL WHERE id = ?", args: [job.id] });
  } catch (error) {
    console.error(`outbox ${job.kind} ${job.id}`, error);
    await deps.db.execute({
      sql: `UPDATE outbox SET last_error = ?, status = iif(attempts >= ?, 'failed', 'pending'),
        next_at = strftime('%Y-%m-%dT%H:%M:%fZ', ?, '+' || (5 << attempts) || ' seconds') WHERE id = ?`,
      args: [String(error).slice(0, 500), ATTEMPTS, deps.now().toISOString(), job.id],
    });
  }
};
