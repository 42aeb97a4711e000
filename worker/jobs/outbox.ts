import type { InStatement, Row } from '@libsql/client';
import type { JobKind } from '../../schema/outbox.ts';
import { outbox } from '../../schema/tables/outbox.ts';
import type { Deps } from '../deps.ts';
import { decoderOf, queryAll, queryBatch } from '../queries/query.ts';
import { MailsRefused } from '../services/email.ts';
import { Expired, PermanentFailure, Postponed, RetryLater } from '../services/errors.ts';
import { logError } from '../services/log.ts';
import { alertOperator } from '../services/operator.ts';
import { currentTrace, newTrace, runTraced } from '../services/trace.ts';
import { failJob } from './failed-jobs.ts';
import type { OutboxRow } from './job.ts';
import { jobs } from './register.ts';
import { SubrequestBudget } from './subrequests.ts';

type LeasedRow = OutboxRow & { attempts: number };
type DrainOptions = {
  hoa_id?: string;
  /** A commit has just left a job that is due, so that there is nothing to look for. */
  isDue?: boolean;
  maxWaitMs?: number;
  budget?: number;
};

/** Each calls an external service and uses a few megabytes at most. */
const ROWS_AT_ONCE = 4;
/** Longer than any job: its calls time out after 15 s. */
export const LEASE_MS = 30_000;
const MAX_WAIT_MS = 10_000;
/** Cloudflare ends a Worker 30 s after its response. */
const MAX_RUN_MS = 25_000;

/** Cloudflare allows 50 subrequests per invocation. A drain within a request leaves it 22; a drain in its own
 * invocation needs few others. */
const REQUEST_BUDGET = 28;
export const DRAIN_BUDGET = 44;
const ROW_SUBREQUESTS = 6;
const ROUND_SUBREQUESTS = 2;

/** Runs due jobs of an HOA, or of all HOAs of this database, each under a lease, so that drains may run concurrently. A
 * failed job is retried with backoff, by this drain or a later one. */
export const drainOutbox = async (deps: Deps, options: DrainOptions = {}): Promise<void> => {
  const { hoa_id, isDue = false, maxWaitMs = MAX_WAIT_MS, budget = REQUEST_BUDGET } = options;
  const subrequests = new SubrequestBudget(budget);
  const countedDeps = subrequests.counting({
    ...deps,
    origin: undefined,
    once: undefined,
    now: () => currentTime(deps),
  });
  const until = Date.now() + Math.max(MAX_RUN_MS, maxWaitMs);
  let next = isDue ? 0 : undefined;
  while (subrequests.left >= ROUND_SUBREQUESTS + ROW_SUBREQUESTS) {
    const wait = next ?? (await msUntilDue(countedDeps, hoa_id));
    if (wait > maxWaitMs || Date.now() + wait > until) return scheduleRest(countedDeps, hoa_id, wait);
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const rows = Math.floor((subrequests.left - 1) / ROW_SUBREQUESTS);
    const leased = await lease(countedDeps, Math.min(ROWS_AT_ONCE, rows), hoa_id);
    subrequests.use(leased.rows.length);
    next = leased.rows.length > 0 ? await runRows(countedDeps, leased.rows, hoa_id) : leased.next;
  }
  await scheduleRest(countedDeps, hoa_id, 0);
};

/** A late or repeated cron event has a time in the past, at which a lease would already have expired. */
const currentTime = (deps: Deps) => new Date(Math.max(deps.now().getTime(), Date.now()));

const scheduleRest = async (deps: Deps, hoa_id: string | undefined, wait: number): Promise<void> => {
  if (hoa_id === undefined) await wakeDrains(deps);
  else if (wait < Number.POSITIVE_INFINITY) await deps.drainLater(hoa_id, new Date(deps.now().getTime() + wait));
};

const HOAS_PER_CALL = 5;

/** A newer release may have left jobs that this one does not know: they wait for it, untouched. */
const KNOWN_KINDS = Object.keys(jobs)
  .map((kind) => `'${kind}'`)
  .join(', ');
/** The kinds that this release runs, and none of a newer one. */
export const WAITS = `status = 'pending' AND kind IN (${KNOWN_KINDS})`;

/** Starts a drain for the HOAs that have waited longest, including rows leased by a worker that may have been killed.
 * */
export const wakeDrains = async (deps: Deps): Promise<void> => {
  const sql = `SELECT hoa_id, min(next_at) AS next_at FROM outbox WHERE ${WAITS} AND next_at <= ?
    GROUP BY hoa_id ORDER BY next_at LIMIT ?`;
  const soon = new Date(deps.now().getTime() + LEASE_MS).toISOString();
  const due = await queryAll<{ hoa_id: string; next_at: string }>(deps.db, sql, [soon, HOAS_PER_CALL]);
  await Promise.all(due.map(({ hoa_id, next_at }) => deps.drainLater(hoa_id, new Date(next_at))));
};

const hoaCondition = (hoa_id?: string) =>
  hoa_id === undefined ? { sql: '', args: [] } : { sql: 'AND hoa_id = ?', args: [hoa_id] };

/** A read, so that commits without jobs take no write lock. */
const msUntilDue = async (deps: Deps, hoa_id?: string): Promise<number> => {
  const [rows] = await queryBatch<[NextRow[]]>(deps.db, [readNext(hoa_id)]);
  return msUntil(deps, rows);
};

type NextRow = { next_at: string | null };

const readNext = (hoa_id?: string): InStatement => {
  const { sql, args } = hoaCondition(hoa_id);
  return { sql: `SELECT min(next_at) AS next_at FROM outbox WHERE ${WAITS} ${sql}`, args };
};

const msUntil = (deps: Deps, [row]: NextRow[]): number =>
  row?.next_at ? Math.max(0, Date.parse(row.next_at) - deps.now().getTime()) : Number.POSITIVE_INFINITY;

/** `next`: the milliseconds until the next job after these. */
const lease = async (deps: Deps, most: number, hoa_id?: string): Promise<{ rows: LeasedRow[]; next: number }> => {
  const now = deps.now();
  const { sql, args } = hoaCondition(hoa_id);
  const update = `UPDATE outbox SET next_at = ?, attempts = attempts + 1 WHERE (hoa_id, id) IN
      (SELECT hoa_id, id FROM outbox WHERE ${WAITS} AND next_at <= ? ${sql} ORDER BY next_at LIMIT ?)
    RETURNING id, hoa_id, kind, payload, idempotency_key AS key, attempts, created_at`;
  const until = new Date(now.getTime() + LEASE_MS).toISOString();
  const taking = { sql: update, args: [until, now.toISOString(), ...args, most] };
  const [rows, found] = await queryBatch<[Row[], NextRow[]]>(deps.db, [taking, readNext(hoa_id)], 'write');
  return { rows: rows.map(decoderOf(outbox)) as LeasedRow[], next: msUntil(deps, found) };
};

type JobResult = 'done' | 'postponed' | 'retry' | 'expired' | 'failed';

/** Returns the milliseconds until the next job, where the one that ended last was done: the call that notes it reads that
 * too. */
const runRows = async (deps: Deps, rows: readonly LeasedRow[], hoa_id?: string): Promise<number | undefined> => {
  let unfinished = rows.length;
  let next: number | undefined;
  const finish = async (row: LeasedRow) => {
    if (unfinished > 1) return markDone(deps, row);
    const [, found] = await queryBatch<[[], NextRow[]]>(deps.db, [doneStatement(row), readNext(hoa_id)], 'write');
    next = msUntil(deps, found);
  };
  await Promise.all(
    rows.map((row) =>
      runRow(deps, row, finish).finally(() => {
        unfinished -= 1;
      }),
    ),
  );
  return next;
};

type Finish = (row: LeasedRow) => Promise<void>;

/** Under the id of the request that started this drain, if any. */
const runRow = (deps: Deps, row: LeasedRow, finish: Finish): Promise<void> => {
  const trace = newTrace(currentTrace()?.id);
  const started = Date.now();
  return runTraced(trace, async () => {
    const result = await tryRow(deps, row, finish);
    const { id: job, kind, hoa_id: hoa, attempts } = row;
    const { id: request, subrequests } = trace;
    const ms = Date.now() - started;
    deps.log({ level: 'info', event: 'job', request, kind, job, hoa, attempts, result, ms, subrequests });
    if (result === 'retry') deps.metrics.count('outbox_retries', { kind });
    if (result === 'failed') deps.metrics.count('outbox_failures', { kind });
  });
};

const tryRow = async (deps: Deps, row: LeasedRow, finish: Finish): Promise<JobResult> => {
  try {
    await run(deps, row);
    await finish(row);
    return 'done';
  } catch (error) {
    if (error instanceof Postponed) {
      await postpone(deps, row, error);
      return 'postponed';
    }
    if (!(error instanceof RetryLater || error instanceof PermanentFailure))
      logError(deps, 'job failed', error, { kind: row.kind, job: row.id });
    const isFinal = error instanceof PermanentFailure || isExhausted(deps, row);
    await (isFinal ? failJob(deps, row, error) : retryLater(deps, row, error));
    if (!isFinal) return 'retry';
    if (error instanceof Expired) return 'expired';
    if (row.kind !== 'mailOperator' && isOurFault(error))
      await alertOperator(deps, 'outbox_failed', [`The job ${row.kind} of HOA ${row.hoa_id} (${row.id}).`]);
    return 'failed';
  }
};

/** A mail refused for its content, such as an invalid address, is shown to the board instead. */
const isOurFault = (error: unknown) =>
  error instanceof MailsRefused ? !error.divisible : !(error instanceof PermanentFailure);

const run = <K extends JobKind>(deps: Deps, row: OutboxRow<K>): Promise<void> => jobs[row.kind](deps, row.payload, row);

const markDone = async (deps: Deps, row: LeasedRow): Promise<void> =>
  void (await queryBatch(deps.db, [doneStatement(row)], 'write'));

/** Clears the payload, which may contain secrets of the recipient. */
const doneStatement = ({ id, hoa_id }: LeasedRow): InStatement => ({
  sql: "UPDATE outbox SET status = 'done', last_error = NULL, payload = '{}' WHERE id = ? AND hoa_id = ?",
  args: [id, hoa_id],
});

/** A job that was not tried for that long still gets MIN_ATTEMPTS. */
const GIVE_UP_AFTER_MS = 72 * 60 * 60 * 1000;
const MIN_ATTEMPTS = 8;

const isExhausted = (deps: Deps, { attempts, created_at }: LeasedRow): boolean =>
  attempts >= MIN_ATTEMPTS && deps.now().getTime() - Date.parse(created_at) >= GIVE_UP_AFTER_MS;

const MAX_PAUSE_SECONDS = 3600;

/** Changes nothing if the lease has ended, because another drain then owns the row. */
const retryLater = (deps: Deps, row: LeasedRow, error: unknown) => {
  const asked = error instanceof RetryLater ? (error.seconds ?? 0) : 0;
  const seconds = Math.max(asked, backoffSeconds(row.attempts));
  const next_at = new Date(deps.now().getTime() + seconds * 1000).toISOString();
  const sql = 'UPDATE outbox SET last_error = ?, next_at = ? WHERE id = ? AND hoa_id = ? AND attempts = ?';
  return queryAll(deps.db, sql, [messageOf(error), next_at, row.id, row.hoa_id, row.attempts], { mode: 'write' });
};

/** As if the job were due only then. */
const postpone = (deps: Deps, { id, hoa_id, attempts }: LeasedRow, { message, until }: Postponed) => {
  const due = until.toISOString();
  const sql = `UPDATE outbox SET last_error = ?, next_at = ?, created_at = ?
    WHERE id = ? AND hoa_id = ? AND attempts = ?`;
  return queryAll(deps.db, sql, [message, due, due, id, hoa_id, attempts], { mode: 'write' });
};

const backoffSeconds = (attempts: number) => Math.min(MAX_PAUSE_SECONDS, 2 ** attempts) * (1 - Math.random() / 2);

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500);
