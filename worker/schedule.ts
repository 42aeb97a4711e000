import journal from '../migrations/meta/_journal.json' with { type: 'json' };
import { compactLog } from '../sync/server/compact.ts';
import { CRON_MINUTES, noteCronRun } from './cron-runs.ts';
import type { Deps } from './deps.ts';
import { runSchedule } from './five-minutes.ts';
import { queueDailyWork } from './jobs/queue-daily.ts';
import { queueFees } from './jobs/queue-fees.ts';
import { NIGHTLY_CRON, runNightly } from './nightly.ts';
import { queryAll } from './queries/query.ts';
import { isFullDisk, reportFullDisk } from './services/full-disk.ts';
import { logError } from './services/log.ts';
import { alertOperator } from './services/operator.ts';
import { newTrace, runTraced } from './services/trace.ts';

/** In wrangler.toml. Compaction and the nightly work have their own invocations, and so their own limits of subrequests. */
const COMPACTION_CRON = '30 * * * *';
/** The schedule, and before it what is looked at once an hour. */
const HOURLY_CRON = '0 * * * *';

/** One line a run. Throws what the run throws, after the operator was alerted. A cron that nobody knows does nothing. */
export const runCron = (deps: Deps, cron: string): Promise<void> => {
  if (!Object.hasOwn(CRON_MINUTES, cron)) {
    deps.log({ level: 'error', event: 'cron', cron, result: 'unknown' });
    return Promise.resolve();
  }
  const trace = newTrace();
  const started = Date.now();
  const record = (result: 'done' | 'failed') => {
    const { id: request, subrequests } = trace;
    deps.log({ level: 'info', event: 'cron', request, cron, result, ms: Date.now() - started, subrequests });
  };
  return runTraced(trace, async () => {
    try {
      await noteCronRun(deps, cron).catch((error) =>
        isFullDisk(error) ? reportFullDisk(deps, error) : logError(deps, 'cron not noted', error, { cron }),
      );
      await workOf(deps, cron);
      record('done');
    } catch (error) {
      record('failed');
      deps.metrics.count('cron_failures', { cron });
      logError(deps, 'cron failed', error, { cron });
      await alertOperator(deps, 'cron_failed', [`"${cron}" (reference ${trace.id}).`]);
      throw error;
    }
  });
};

const workOf = (deps: Deps, cron: string): Promise<void> => {
  if (cron === COMPACTION_CRON) return compactLog(deps.db, deps.now());
  if (cron === NIGHTLY_CRON) return runNightly(deps);
  if (cron !== HOURLY_CRON) return runSchedule(deps);
  return queueDailyWork(deps)
    .finally(() => queueFees(deps))
    .finally(() => checkNewerData(deps))
    .finally(() => runSchedule(deps));
};

/** The newest migration that this release knows, in ms since 1970. */
const KNOWN = Math.max(...journal.entries.map(({ when }) => when));

/** Alerts the operator where a newer release has migrated the database, as after a rollback: this one serves it, and its
 * jobs wait for their own release. */
const checkNewerData = async (deps: Deps): Promise<void> => {
  const sql = 'SELECT max(created_at) AS newest FROM __drizzle_migrations';
  const [row] = await queryAll<{ newest: number }>(deps.db, sql);
  if (!row || Number(row.newest) <= KNOWN) return;
  const at = new Date(Number(row.newest)).toISOString();
  await alertOperator(deps, 'newer_data', [`The database has a migration of ${at} that this release does not know.`]);
};
