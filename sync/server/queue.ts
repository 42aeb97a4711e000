import type { InArgs, InStatement, InValue } from '@libsql/client';
import type { Effect } from '../../schema/outbox.ts';
import { chunksOf } from '../chunks.ts';

/** A statement that queues the jobs that `select` gives as hoa_id, kind, payload (JSON), key and due (ISO 8601), each
 * once under its key. */
export const queueSelected = (select: string, args: InArgs): InStatement => ({
  sql: `INSERT OR IGNORE INTO outbox (id, hoa_id, kind, payload, idempotency_key, next_at, created_at)
    SELECT hoa_id || '/' || key, hoa_id, kind, payload, key, due, due FROM (${select})`,
  args,
});

const SPREAD_SECONDS = 7200;

/** In SQL: a moment within two hours of `now`, so that what all HOAs queue at night does not run at once. */
export const spreadFrom = (now: string): string =>
  `strftime('%Y-%m-%dT%H:%M:%fZ', ${now}, '+' || (abs(random()) % ${SPREAD_SECONDS}) || ' seconds')`;

export type QueuedJob = Effect & { hoa_id: string };

/** A statement that queues jobs, of one HOA or of several, each once under its key, where the SQL `condition` holds. A
 * job that says no time is due at `now`. */
export const queueJobs = (
  jobs: readonly QueuedJob[],
  now: string,
  condition = 'TRUE',
  args: Record<string, string> = {},
): InStatement => {
  const named = ['hoa_id', 'kind', 'payload', 'key', 'due'].map((name) => `value ->> '${name}' AS ${name}`);
  const rows = jobs.map(({ due = now, payload, ...job }) => ({ ...job, due, payload: JSON.stringify(payload) }));
  return queueSelected(`SELECT ${named} FROM json_each(:jobs) WHERE ${condition}`, {
    jobs: JSON.stringify(rows),
    ...args,
  });
};

/** SQL after SELECT that must give true (or 1), with its arguments by their place. */
export type Condition = { sql: string; args: InValue[] };

/** A statement that fails its batch unless the SQL `condition` is true (or 1); then it writes nothing. */
export const guard = (condition: string, args: InArgs): InStatement => ({
  sql: `INSERT INTO sync_guard (ok) SELECT ok FROM (SELECT NULL AS ok WHERE FALSE UNION ALL SELECT ${condition}) WHERE ok IS NOT 1`,
  args,
});

/** The same for several, in one statement for each hundred. */
export const guards = (conditions: readonly Condition[]): InStatement[] =>
  chunksOf(conditions, GUARDS_PER_STATEMENT).map((chunk) =>
    guard(
      chunk.map(({ sql }) => sql).join(' UNION ALL SELECT '),
      chunk.flatMap(({ args }) => args),
    ),
  );

const GUARDS_PER_STATEMENT = 100;
