import { type Check, read, STAYS } from './check.ts';

/** Cron drains the outbox every five minutes, and a job that fails waits at most an hour for its next attempt. */
const LATE_MS = 2 * 60 * 60 * 1000;

const RECENT_MS = 7 * 24 * 60 * 60 * 1000;

/** Names jobs that nobody has run, those that failed for good in the last week, and older ones that the board has neither
 * resent nor dismissed. */
export const checkOutbox: Check = async ({ db, now }) => {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const ofStatus = `SELECT id, kind, next_at, attempts, last_error FROM outbox WHERE`;
  const late = await read(db, {
    sql: `${ofStatus} status = 'pending' AND next_at < ? ORDER BY next_at`,
    args: [before(LATE_MS)],
  });
  const failed = await read(db, {
    sql: `${ofStatus} status = 'failed' AND next_at >= ? ORDER BY next_at`,
    args: [before(RECENT_MS)],
  });
  const unsettled = await read(db, {
    sql: `SELECT t.id, t.hoa_id, t.kind, t.failed_at FROM failed_jobs t WHERE ${STAYS} AND t.failed_at < ?`,
    args: [before(RECENT_MS)],
  });
  return [
    ...late.map(
      ({ id, kind, next_at, attempts, last_error }) =>
        `The job ${kind} ${id} has been due since ${next_at}, after ${attempts} attempts${last_error ? ` (${last_error})` : ''}.`,
    ),
    ...failed.map(
      ({ id, kind, attempts, last_error }) =>
        `The job ${kind} ${id} failed after ${attempts} attempts (${last_error}).`,
    ),
    ...unsettled.map(
      ({ id, hoa_id, kind, failed_at }) =>
        `The job ${kind} of HOA ${hoa_id} failed ${failed_at}, and no one has resent or dismissed it (${id}).`,
    ),
  ];
};
