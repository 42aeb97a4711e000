import { type Check, read } from './check.ts';

/** Cron drains the outbox every five minutes, and a job that fails waits at most an hour for its next attempt. */
const LATE_MS = 2 * 60 * 60 * 1000;

/** Names jobs that nobody has run, and those that have failed for good without a record that a person sees. */
export const checkOutbox: Check = async ({ db, now }) => {
  const late = new Date(now.getTime() - LATE_MS).toISOString();
  const sql =
    "SELECT id, kind, next_at, attempts, last_error FROM outbox WHERE status = 'pending' AND next_at < ? ORDER BY next_at";
  const rows = await read(db, { sql, args: [late] });
  return rows.map(
    ({ id, kind, next_at, attempts, last_error }) =>
      `The job ${kind} ${id} has been due since ${next_at}, after ${attempts} attempts${last_error ? ` (${last_error})` : ''}.`,
  );
};
