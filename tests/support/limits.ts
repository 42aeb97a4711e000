import type { Client } from '@libsql/client';
import type { DailyLimit } from '../../schema/limits.ts';
import { windowStart, withoutEmails } from '../../sync/server/limits.ts';
import { saltOf } from '../../worker/auth/limits.ts';
import { createContext, type TestContext } from './fixtures.ts';

const DAY_SECONDS = 86_400;

const DAY_MS = DAY_SECONDS * 1000;

/** It shows noon UTC at first, so that no day ends by itself during a test. `advance` by hours. */
export const clockAtNoon = () => {
  let ahead = DAY_MS - (Date.now() % DAY_MS) + DAY_MS / 2;
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (hours: number) => {
      ahead += hours * 3_600_000;
    },
  };
};

export const contextAtNoon = (): Promise<TestContext> => createContext({ now: clockAtNoon().now });

/** As if the day's other uses had left room for `left` more. */
export const leave = async ({ db, deps }: TestContext, { key, max }: Pick<DailyLimit, 'key' | 'max'>, left: number) => {
  const sql = `INSERT INTO rate_limits (key, window_start, count) VALUES (?, ?, ?)
    ON CONFLICT (key, window_start) DO UPDATE SET count = excluded.count`;
  await db.execute({ sql, args: [key, windowStart(deps.now()), max - left] });
};

/** As if midnight had passed: what was counted belongs to the day before. */
export const endDay = async ({ db }: TestContext, limits: readonly Pick<DailyLimit, 'key'>[]) => {
  for (const { key } of limits)
    await db.execute({
      sql: 'UPDATE rate_limits SET window_start = window_start - ? WHERE key = ?',
      args: [DAY_SECONDS, key],
    });
};

/** How much was counted today. */
export const countedToday = async ({ db, deps }: TestContext, key: string): Promise<number> => {
  const args = [key, windowStart(deps.now())];
  const { rows } = await db.execute({ sql: 'SELECT count FROM rate_limits WHERE key = ? AND window_start = ?', args });
  return Number(rows[0]?.count ?? 0);
};

/** A key of `countLimits` as it is stored. */
export const storedKey = async (db: Client, key: string): Promise<string> => withoutEmails(key, await saltOf(db));
