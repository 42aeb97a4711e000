import { type JobKind, outbox } from '../../schema/outbox.ts';
import type { Deps } from '../deps.ts';
import { queryAll, queryOne } from '../queries/query.ts';
import { PermanentFailure, RetryLater } from '../services/errors.ts';
import { failJob } from './failed-jobs.ts';
import type { OutboxRow } from './job.ts';
import { jobs } from './register.ts';
import { SubrequestBudget } from './subrequests.ts';

type Leased = OutboxRow & { attempts: number };
type Drain = {
  /** Only this HOA's work; else everybody's. */
  hoa_id?: string;
  /** Milliseconds to wait for work that is not due yet. */
  patience?: number;
  /** Subrequests that it may use. */
  budget?: number;
};

/** Worked at once. Each is an external service's call, and holds a few megabytes at most. */
const AT_ONCE = 4;
/** Longer than any job takes: its calls end after 15 s. */
export const LEASE_MS = 30_000;
const PATIENCE_MS = 10_000;
/** Workers may go on for 30 s after their answer. */
const LINGER_MS = 25_000;

/** Of the 50 subrequests that Cloudflare allows an invocation: in a request, beside what it has needed itself; and in one
 * that does nothing else. */
const REQUEST_BUDGET = 28;
export const DRAIN_BUDGET = 44;
/** What most rows need at most, and what a round needs beside its rows. */
const ROW_SUBREQUESTS = 6;
const ROUND_SUBREQUESTS = 2;

/** Does the outbox's due work, each row under a lease, so that any number of drains may run at once. What fails for now is
 * tried again less and less often; the drain stays for what is due again soon, and leaves the rest to later ones. */
export const drainOutbox = async (deps: Deps, options: Drain = {}): Promise<void> => {
  const { hoa_id, patience = PATIENCE_MS, budget = REQUEST_BUDGET } = options;
  const subrequests = new SubrequestBudget(budget);
  const live = subrequests.counting({ ...deps, now: () => presentOf(deps) });
  const until = Date.now() + Math.max(LINGER_MS, patience);
  while (subrequests.left >= ROUND_SUBREQUESTS + ROW_SUBREQUESTS) {
    const wait = await untilDue(live, hoa_id);
    if (wait > patience || Date.now() + wait > until) return leaveRest(live, hoa_id, wait);
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const rows = Math.floor((subrequests.left - 1) / ROW_SUBREQUESTS);
    const leased = await lease(live, Math.min(AT_ONCE, rows), hoa_id);
    subrequests.use(leased.length);
    await Promise.all(leased.map((row) => work(live, row)));
  }
  await leaveRest(live, hoa_id, 0);
};

/** A late or repeated cron event tells a time of the past, in which a lease would have ended before it began. */
const presentOf = (deps: Deps) => new Date(Math.max(deps.now().getTime(), Date.now()));

const leaveRest = async (deps: Deps, hoa_id: string | undefined, wait: number): Promise<void> => {
  if (hoa_id === undefined) await wakeDrains(deps);
  else if (wait < Number.POSITIVE_INFINITY) await deps.drainLater(hoa_id, new Date(deps.now().getTime() + wait));
};

const HOAS_A_CALL = 5;

/** Has the work of the HOAs that have waited longest done by drains of their own: what is due, or was under way in a
 * worker that may have been killed. */
export const wakeDrains = async (deps: Deps): Promise<void> => {
  const sql = `SELECT hoa_id, min(next_at) AS next_at FROM outbox WHERE status = 'pending' AND next_at <= ?
    GROUP BY hoa_id ORDER BY next_at LIMIT ?`;
  const soon = new Date(deps.now().getTime() + LEASE_MS).toISOString();
  const due = await queryAll<{ hoa_id: string; next_at: string }>(deps.db, sql, [soon, HOAS_A_CALL]);
  await Promise.all(due.map(({ hoa_id, next_at }) => deps.drainLater(hoa_id, new Date(next_at))));
};

const whose = (hoa_id?: string) =>
  hoa_id === undefined ? { sql: '', args: [] } : { sql: 'AND hoa_id = ?', args: [hoa_id] };

/** Milliseconds until the next row is due. A read, so that commits without work for external services cost no lock. */
const untilDue = async (deps: Deps, hoa_id?: string): Promise<number> => {
  const { sql, args } = whose(hoa_id);
  const next = `SELECT min(next_at) AS next_at FROM outbox WHERE status = 'pending' ${sql}`;
  const row = await queryOne<{ next_at: string | null }>(deps.db, next, args);
  if (!row?.next_at) return Number.POSITIVE_INFINITY;
  return Math.max(0, Date.parse(row.next_at) - deps.now().getTime());
};

const lease = (deps: Deps, most: number, hoa_id?: string): Promise<Leased[]> => {
  const now = deps.now();
  const { sql, args } = whose(hoa_id);
  const update = `UPDATE outbox SET next_at = ?, attempts = attempts + 1 WHERE (hoa_id, id) IN
      (SELECT hoa_id, id FROM outbox WHERE status = 'pending' AND next_at <= ? ${sql} ORDER BY next_at LIMIT ?)
    RETURNING id, hoa_id, kind, payload, idempotency_key AS key, attempts, created_at`;
  const until = new Date(now.getTime() + LEASE_MS).toISOString();
  return queryAll<Leased>(deps.db, update, [until, now.toISOString(), ...args, most], { table: outbox, mode: 'write' });
};

const work = async (deps: Deps, row: Leased): Promise<void> => {
  try {
    await run(deps, row);
    await done(deps, row);
  } catch (error) {
    if (!(error instanceof RetryLater || error instanceof PermanentFailure))
      console.error(`outbox ${row.kind} ${row.id}`, error);
    if (error instanceof PermanentFailure || isOver(deps, row)) await failJob(deps, row, error);
    else await postpone(deps, row, error);
  }
};

const run = <K extends JobKind>(deps: Deps, row: OutboxRow<K>): Promise<void> => {
  if (!Object.hasOwn(jobs, row.kind)) throw new Error(`No job for ${row.kind}`);
  return jobs[row.kind](deps, row.payload, row);
};

/** What it was about goes with it: links in a mail are nobody's once it is sent. */
const done = (deps: Deps, { id, hoa_id }: Leased) => {
  const sql = "UPDATE outbox SET status = 'done', last_error = NULL, payload = '{}' WHERE id = ? AND hoa_id = ?";
  return queryAll(deps.db, sql, [id, hoa_id], { mode: 'write' });
};

/** How long an outage is waited out. What nobody has tried for as long still gets some attempts. */
const WAIT_MS = 72 * 60 * 60 * 1000;
const LEAST_ATTEMPTS = 8;

const isOver = (deps: Deps, { attempts, created_at }: Leased): boolean =>
  attempts >= LEAST_ATTEMPTS && deps.now().getTime() - Date.parse(created_at) >= WAIT_MS;

const LONGEST_PAUSE_S = 3600;

/** Nothing where the lease has ended meanwhile: the row is another drain's by then. */
const postpone = (deps: Deps, row: Leased, error: unknown) => {
  const asked = error instanceof RetryLater ? (error.seconds ?? 0) : 0;
  const seconds = Math.max(asked, pauseAfter(row.attempts));
  const next_at = new Date(deps.now().getTime() + seconds * 1000).toISOString();
  const sql = 'UPDATE outbox SET last_error = ?, next_at = ? WHERE id = ? AND hoa_id = ? AND attempts = ?';
  return queryAll(deps.db, sql, [messageOf(error), next_at, row.id, row.hoa_id, row.attempts], { mode: 'write' });
};

/** Seconds, doubling up to an hour; by chance up to half of them fewer, so that not all come back at once. */
const pauseAfter = (attempts: number) => Math.min(LONGEST_PAUSE_S, 2 ** attempts) * (1 - Math.random() / 2);

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500);
