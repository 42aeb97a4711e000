import type { Client, InStatement } from '@libsql/client';
import type { Context } from 'hono';
import { pruneStatement, windowStart, withoutEmails } from '../../sync/server/limits.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { type HttpError, tooManyRequests } from '../http/errors.ts';
import { callerKey } from '../http/origin.ts';
import { queryBatch, queryOne } from '../queries/query.ts';

export type Limit = { key: string; max: number; seconds: number };

/** `key` is the limit's as it is stored. */
export type Attempt = { limit: Limit; key: string; window_start: number }[];

/** Counts before the attempt, so that a burst cannot exceed the limit. Throws HttpError 429 with Retry-After. */
export const countAttempt = async (deps: Deps, limits: Limit[]): Promise<Attempt> => {
  const { attempt, over } = await countLimits(deps, limits);
  if (over.length > 0) throw tooManyAttempts(longestWait(over));
  return attempt;
};

export const isWithinLimit = async (deps: Deps, limit: Limit): Promise<boolean> =>
  (await countLimits(deps, [limit])).over.length === 0;

/** `wait` is the seconds until its window ends. */
export type Counted = { limit: Limit; count: number; wait: number };

export const longestWait = (over: Counted[]): number => Math.max(...over.map(({ wait }) => wait));

/** `rows` are those of `read`, a statement that goes along. */
export const countLimits = async <Row>(
  deps: Deps,
  limits: Limit[],
  read: InStatement = 'SELECT 1 LIMIT 0',
): Promise<{ attempt: Attempt; counted: Counted[]; over: Counted[]; rows: Row[] }> => {
  const now = Math.floor(deps.now().getTime() / 1000);
  const salt = limits.some(({ key }) => key.includes('@')) ? await saltOf(deps.db) : '';
  const attempt = limits.map((limit) => ({
    limit,
    key: withoutEmails(limit.key, salt),
    window_start: windowStart(deps.now(), limit.seconds),
  }));
  const statements = [countStatement(attempt), pruneStatement(deps.now()), read];
  const [counts, , rows] = await queryBatch<[{ key: string; count: number }[], [], Row[]]>(
    deps.db,
    statements,
    'write',
  );
  const countOf = new Map(counts.map(({ key, count }) => [key, count]));
  const counted = attempt.map(({ limit, key, window_start }) => ({
    limit,
    count: countOf.get(key) ?? 0,
    wait: window_start + limit.seconds - now,
  }));
  return { attempt, counted, over: counted.filter(({ limit, count }) => count > limit.max), rows };
};

const salts = new WeakMap<Client, Promise<string>>();

/** Each database has its own. */
export const saltOf = (db: Client): Promise<string> => {
  const known = salts.get(db) ?? readSalt(db);
  salts.set(db, known);
  known.catch(() => salts.delete(db));
  return known;
};

const readSalt = async (db: Client): Promise<string> =>
  (await queryOne<{ instance: string }>(db, 'SELECT instance FROM sync_instance', []))?.instance ?? '';

export const tooManyAttempts = (seconds: number): HttpError => tooManyRequests('Too many attempts.', seconds);

export const releaseAttempt = async (deps: Deps, attempt: Attempt, reset: string[]): Promise<void> => {
  const statements = attempt.map(({ limit, key, window_start }) => ({
    sql: `UPDATE rate_limits SET count = ${reset.includes(limit.key) ? '0' : 'max(count - 1, 0)'} WHERE key = ? AND window_start = ?`,
    args: [key, window_start],
  }));
  await batch(deps.db, statements, 'write');
};

export const callerIn = (c: Context): string => callerKey(c.req.header('CF-Connecting-IP'));

const countStatement = (attempt: Attempt): InStatement => ({
  sql: `INSERT INTO rate_limits (key, window_start, count) VALUES ${attempt.map(() => '(?, ?, 1)').join(', ')}
    ON CONFLICT (key, window_start) DO UPDATE SET count = count + 1 RETURNING key, count`,
  args: attempt.flatMap(({ key, window_start }) => [key, window_start]),
});
