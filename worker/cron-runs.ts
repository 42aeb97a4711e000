import { batch } from '../sync/server/retry.ts';
import { isEqual } from './auth/secrets.ts';
import type { Deps } from './deps.ts';
import { WAITS } from './jobs/outbox.ts';
import { queryAll } from './queries/query.ts';
import { alertOperator } from './services/operator.ts';

const MINUTE_MS = 60_000;
const GRACE_MS = 15 * MINUTE_MS;
const OLD_JOB_MS = 60 * MINUTE_MS;

/** The crons of wrangler.toml, with the minutes between two runs. */
export const CRON_MINUTES: Readonly<Record<string, number>> = {
  '*/5 * * * *': 5,
  '0 * * * *': 60,
  '30 * * * *': 60,
  '0 9 * * *': 24 * 60,
};

/** On one machine a path of the app's port runs a cron, for whoever knows it, so there `token` follows the cron. Throws
 * where it does not. */
export const calledCron = (called: string, token: string | undefined): string => {
  if (token === undefined) return called;
  const end = called.lastIndexOf(' ');
  if (!isEqual(called.slice(end + 1), token)) throw new Error('A cron was called without the token of this machine');
  return called.slice(0, end);
};

export type CronRun = { cron: string; ran_at: string };

/** Notes that this cron runs now, and alerts the operator where a cron, this one or another, should have run long ago,
 * or jobs wait for longer than an hour. */
export const noteCronRun = async (deps: Deps, cron: string): Promise<void> => {
  const now = deps.now();
  const [runs, outbox] = await batch(
    deps.db,
    [
      READ_RUNS,
      READ_OUTBOX,
      {
        sql: `INSERT INTO cron_runs (cron, ran_at) VALUES (?, ?)
          ON CONFLICT (cron) DO UPDATE SET ran_at = max(ran_at, excluded.ran_at)`,
        args: [cron, now.toISOString()],
      },
    ],
    'write',
  );
  await alertIfLate(deps, (runs?.rows ?? []) as unknown as CronRun[]);
  await checkOutbox(deps, outbox?.rows[0] as unknown as OutboxRow);
};

/** Called by each new worker, because no cron tells that none runs any more. */
export const checkCrons = async (deps: Deps): Promise<void> =>
  alertIfLate(deps, await queryAll<CronRun>(deps.db, READ_RUNS));

const READ_RUNS = 'SELECT cron, ran_at FROM cron_runs';
const READ_OUTBOX = `SELECT count(*) AS pending, min(created_at) AS created_at FROM outbox WHERE ${WAITS}`;

const alertIfLate = async (deps: Deps, runs: readonly CronRun[]): Promise<void> => {
  const late = runs.filter((run) => isLate(run, deps.now()));
  for (const { cron } of late) deps.metrics.count('crons_late', { cron });
  if (late.length > 0) await alertOperator(deps, 'cron_late', late.map(lateSentence));
};

type OutboxRow = { pending: number; created_at: string | null };

const checkOutbox = async (deps: Deps, { pending, created_at }: OutboxRow): Promise<void> => {
  const age = created_at === null ? 0 : Math.max(0, deps.now().getTime() - Date.parse(created_at));
  deps.metrics.gauge('outbox_pending', pending);
  deps.metrics.gauge('outbox_oldest_seconds', age / 1000);
  if (age > OLD_JOB_MS) await alertOperator(deps, 'outbox_old', [`The oldest has waited since ${created_at}.`]);
};

const isLate = ({ cron, ran_at }: CronRun, now: Date): boolean => {
  const minutes = CRON_MINUTES[cron];
  return minutes !== undefined && now.getTime() - Date.parse(ran_at) > minutes * MINUTE_MS + GRACE_MS;
};

const lateSentence = ({ cron, ran_at }: CronRun) =>
  `"${cron}" should run every ${CRON_MINUTES[cron]} minutes and last ran at ${ran_at}.`;
