import { dayIn } from '../../schema/dates.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { type QueuedJob, queueJobs } from '../../sync/server/queue.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { isRunning, queryAll } from '../queries/query.ts';
import { wakeDrains } from './outbox.ts';
import { REMIND_HOUR } from './wait-for-day.ts';

type Hoa = { id: string; time_zone: string; has_plans: number; has_reminders: number; reminds_board: number };

/** Queues once for each day of an HOA the job that ends its payment plans, and from nine o'clock there those that remind people of
 * what they owe, and the board of what waits. Safe to run twice, concurrently or late. */
export const queueDailyWork = async (deps: Deps, only?: string): Promise<void> => {
  const now = deps.now();
  const sql = `SELECT * FROM (SELECT h.id, h.time_zone,
      h.ledger_opened_at IS NOT NULL
        AND EXISTS (SELECT 1 FROM plans p WHERE p.hoa_id = h.id AND p.status = 'active') AS has_plans,
      h.ledger_opened_at IS NOT NULL
        AND EXISTS (SELECT 1 FROM policies p WHERE p.hoa_id = h.id AND p.kind = 'dunning') AS has_reminders,
      h.remind_unanswered_days IS NOT NULL OR h.remind_overdue AS reminds_board
    FROM hoas h WHERE ${isRunning('h')} AND (?1 IS NULL OR h.id = ?1))
    WHERE has_plans OR has_reminders OR reminds_board`;
  const hoas = await queryAll<Hoa>(deps.db, sql, [only ?? null]);
  const jobs = hoas.flatMap((hoa) => workOf(hoa, now));
  if (jobs.length === 0) return;
  const [queued] = await batch(deps.db, [queueJobs(jobs, now.toISOString())], 'write');
  if (queued?.rowsAffected) await wakeDrains(deps);
};

const workOf = ({ id: hoa_id, time_zone, has_plans, has_reminders, reminds_board }: Hoa, now: Date): QueuedJob[] => {
  const day = dayIn(time_zone, now);
  const payload = { day, after: '' };
  const isTime = hourIn(time_zone, now) >= REMIND_HOUR;
  const jobs: QueuedJob[] = [];
  if (has_plans) jobs.push({ hoa_id, kind: 'endPlans', key: outboxKeys.endPlans(day, ''), payload });
  if (isTime && (has_reminders || has_plans))
    jobs.push({ hoa_id, kind: 'remindAccounts', key: outboxKeys.remindAccounts(day, ''), payload });
  if (isTime && reminds_board)
    jobs.push({ hoa_id, kind: 'remindBoard', key: outboxKeys.remindBoard(day), payload: { day } });
  return jobs;
};

const hourIn = (timeZone: string, now: Date): number =>
  Number(new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now));
