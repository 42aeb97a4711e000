import type { Client, InStatement } from '@libsql/client';
import { batch } from '../sync/server/retry.ts';
import type { Deps } from './deps.ts';
import { Later, Never } from './jobs/outcome.ts';
import { givenUp, jobs as handlers, type OutboxRow } from './jobs.ts';

type Leased = OutboxRow & { kind: string; payload: Record<string, unknown>; attempts: number };
type Drain = {
  /** Only this HOA's work; else everybody's. */
  hoa_id?: string;
  /** Milliseconds to wait for work that is not due yet. */
  patience?: number;
};

/** Worked at once. Each is an outsider's call, and holds a few megabytes at most. */
const AT_ONCE = 4;
const ROUNDS = 200;
/** Longer than any job takes: its calls end after 15 s. */
export const LEASE_MS = 30_000;
const PATIENCE_MS = 10_000;
/** Workers may go on for 30 s after their answer. */
const LINGER_MS = 25_000;
const ATTEMPTS = 10;
const LONGEST_PAUSE_S = 600;

/** Does the outbox's due work, each row under a lease, so that any number of drains may run at once. A failed row is
 * tried again later, less and less often, at last given up; the drain stays for those that are due again soon. */
export const drainOutbox = async (deps: Deps, { hoa_id, patience = PATIENCE_MS }: Drain = {}): Promise<void> => {
  const live = { ...deps, now: () => presentOf(deps) };
  const until = Date.now() + Math.max(LINGER_MS, patience);
  for (let round = 0; round < ROUNDS; round += 1) {
    const wait = await untilDue(live, hoa_id);
    if (wait > patience || Date.now() + wait > until) return;
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const leased = await lease(live, hoa_id);
    await Promise.all(leased.map((row) => work(live, row)));
  }
};

/** A late or repeated cron event tells a time of the past, in which a lease would have ended before it began. */
const presentOf = (deps: Deps) => new Date(Math.max(deps.now().getTime(), Date.now()));

const one = async (db: Client, statement: InStatement, mode: 'read' | 'write') =>
  (await batch(db, [statement], mode))[0]?.rows ?? [];

const whose = (hoa_id?: string) =>
  hoa_id === undefined ? { sql: '', args: [] } : { sql: 'AND hoa_id = ?', args: [hoa_id] };

/** Milliseconds until the next row is due. A read, so that commits without work for outsiders cost no lock. */
const untilDue = async (deps: Deps, hoa_id?: string): Promise<number> => {
  const { sql, args } = whose(hoa_id);
  const next = `SELECT min(next_at) AS next_at FROM outbox WHERE status = 'pending' ${sql}`;
  const [row] = await one(deps.db, { sql: next, args }, 'read');
  if (!row?.next_at) return Number.POSITIVE_INFINITY;
  return Math.max(0, Date.parse(String(row.next_at)) - deps.now().getTime());
};

const lease = async (deps: Deps, hoa_id?: string): Promise<Leased[]> => {
  const now = deps.now();
  const { sql, args } = whose(hoa_id);
  const update = `UPDATE outbox SET next_at = ?, attempts = attempts + 1 WHERE id IN
      (SELECT id FROM outbox WHERE status = 'pending' AND next_at <= ? ${sql} ORDER BY next_at LIMIT ?)
    RETURNING id, hoa_id, kind, payload, idempotency_key, attempts`;
  const until = new Date(now.getTime() + LEASE_MS).toISOString();
  const rows = await one(deps.db, { sql: update, args: [until, now.toISOString(), ...args, AT_ONCE] }, 'write');
  return rows.map((row) => ({
    id: String(row.id),
    hoa_id: String(row.hoa_id),
    kind: String(row.kind),
    key: String(row.idempotency_key),
    payload: JSON.parse(String(row.payload)) as Record<string, unknown>,
    attempts: Number(row.attempts),
  }));
};

const work = async (deps: Deps, row: Leased): Promise<void> => {
  try {
    const handler = handlers[row.kind];
    if (!handler) throw new Error(`No handler for ${row.kind}`);
    await handler(deps, row.payload, row);
    await end(deps, row, 'done');
  } catch (error) {
    if (!(error instanceof Later || error instanceof Never)) console.error(`outbox ${row.kind} ${row.id}`, error);
    if (error instanceof Never || row.attempts >= ATTEMPTS) await giveUp(deps, row, error);
    else await postpone(deps, row, error);
  }
};

/** What it was about goes with it: links in a mail are nobody's once it is sent. */
const end = (deps: Deps, row: Leased, status: 'done' | 'failed', error: string | null = null) => {
  const sql = "UPDATE outbox SET status = ?, last_error = ?, payload = '{}' WHERE id = ?";
  return one(deps.db, { sql, args: [status, error, row.id] }, 'write');
};

const giveUp = async (deps: Deps, row: Leased, error: unknown): Promise<void> => {
  const isKnown = error instanceof Later || error instanceof Never;
  await givenUp[row.kind]?.(deps, row.payload, isKnown ? error.message : 'Sending failed');
  await end(deps, row, 'failed', messageOf(error));
};

/** Nothing where the lease has ended meanwhile: the row is another drain's by then. */
const postpone = (deps: Deps, row: Leased, error: unknown) => {
  const asked = error instanceof Later ? (error.seconds ?? 0) : 0;
  const seconds = Math.max(asked, Math.min(LONGEST_PAUSE_S, 2 ** row.attempts));
  const next_at = new Date(deps.now().getTime() + seconds * 1000).toISOString();
  const sql = 'UPDATE outbox SET last_error = ?, next_at = ? WHERE id = ? AND attempts = ?';
  return one(deps.db, { sql, args: [messageOf(error), next_at, row.id, row.attempts] }, 'write');
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 500);
