import { createHash } from 'node:crypto';
import type { InStatement, ResultSet } from '@libsql/client';
import type { DailyLimit } from '../../schema/limits.ts';
import { LimitReached } from '../tx.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Seconds since 1970 at which the window of `seconds` that contains `now` has begun. */
export const windowStart = (now: Date, seconds = DAY_SECONDS): number => {
  const time = Math.floor(now.getTime() / 1000);
  return time - (time % seconds);
};

/** Until midnight UTC. */
export const secondsLeft = (now: Date): number => windowStart(now) + DAY_SECONDS - Math.floor(now.getTime() / 1000);

/** Counts all the uses, or none of them if one exceeds its limit: then it changes no row. */
export const countStatement = (limits: readonly DailyLimit[], now: Date): InStatement => ({
  sql: `INSERT INTO rate_limits (key, window_start, count)
    SELECT value ->> 'key', :day, value ->> 'by' FROM json_each(:uses) WHERE NOT EXISTS (
      SELECT 1 FROM json_each(:uses) u
      LEFT JOIN rate_limits r ON r.key = u.value ->> 'key' AND r.window_start = :day
      WHERE coalesce(r.count, 0) + (u.value ->> 'by') > (u.value ->> 'max'))
    ON CONFLICT (key, window_start) DO UPDATE SET count = count + excluded.count`,
  args: { uses: JSON.stringify(limits), day: windowStart(now) },
});

export const readCountsStatement = (limits: readonly DailyLimit[], now: Date): InStatement => ({
  sql: `SELECT r.key, r.count FROM json_each(?) j JOIN rate_limits r ON r.key = j.value ->> 'key' AND r.window_start = ?`,
  args: [JSON.stringify(limits), windowStart(now)],
});

/** Throws LimitReached for the first limit that one more use would exceed. `counts` answers `readCountsStatement`. */
export const requireWithin = (limits: readonly DailyLimit[], counts: ResultSet | undefined, now: Date): void => {
  const counted = new Map(counts?.rows.map((row) => [String(row.key), Number(row.count)]));
  const over = limits.find(({ key, by, max }) => (counted.get(key) ?? 0) + by > max);
  if (over) throw new LimitReached(over.reason, secondsLeft(now));
};

/** A key as it is stored: each email in it by its hash, so that counters name nobody. */
export const withoutEmails = (key: string, salt: string): string =>
  key.replace(/[^\s|/:]+@[^\s|/]+/g, (email) =>
    createHash('sha256').update(`${salt}\n${email}`).digest('base64url').slice(0, 22),
  );

const KEPT_SECONDS = DAY_SECONDS;

/** Deletes a few of the oldest counters by id, so the cost does not depend on their number. */
export const pruneStatement = (now: Date): InStatement => ({
  sql: `DELETE FROM rate_limits WHERE id IN (SELECT id FROM rate_limits ORDER BY id LIMIT 8) AND window_start < ?`,
  args: [Math.floor(now.getTime() / 1000) - KEPT_SECONDS],
});
