import { type Context, Hono } from 'hono';
import {
  ACTIVITY_DAYS,
  ACTIVITY_LIMIT,
  type ActivityRows,
  daysBefore,
  METRIC_DAYS,
  type MetricRows,
  metrics,
  OPEN_STATUSES,
  recentActivity,
} from '../../sync/dashboard.ts';
import { can } from '../../sync/roles.ts';
import { batch } from '../../sync/server/retry.ts';
import { authorize } from '../../sync/tx.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';

export const dashboardRoutes = new Hono<Env>()
  .use(requireActor)
  .use(async (c, next) => {
    authorize(can(c.var.actor.role, 'dashboard.view'));
    await next();
  })
  .get('/metrics', async (c) => c.json(metrics(await metricRows(c), c.var.deps.now())))
  .get('/recent-activity', async (c) => c.json(recentActivity(await activityRows(c), c.var.deps.now())));

const metricRows = async (c: Context<Env>): Promise<MetricRows> => {
  const { hoa_id } = c.var.actor;
  const since = daysBefore(c.var.deps.now(), 2 * METRIC_DAYS);
  const [requests, announcements, documents, total] = await readAll(c, [
    {
      sql: `SELECT status, created_at FROM requests WHERE hoa_id = ? AND created_at > ?
        UNION ALL SELECT status, created_at FROM requests
        WHERE hoa_id = ? AND created_at <= ? AND status IN (SELECT value FROM json_each(?))`,
      args: [hoa_id, since, hoa_id, since, JSON.stringify(OPEN_STATUSES)],
    },
    {
      sql: `SELECT status, created_at, sent_at FROM announcements
        WHERE hoa_id = ? AND (created_at > ? OR sent_at > ?)`,
      args: [hoa_id, since, since],
    },
    { sql: 'SELECT created_at FROM documents WHERE hoa_id = ? AND created_at > ?', args: [hoa_id, since] },
    { sql: 'SELECT count(*) AS total FROM documents WHERE hoa_id = ?', args: [hoa_id] },
  ]);
  const documentTotal = Number((total as { total?: unknown }[])[0]?.total);
  return { requests, announcements, documents, documentTotal } as unknown as MetricRows;
};

const activityRows = async (c: Context<Env>): Promise<ActivityRows> => {
  const args = [c.var.actor.hoa_id, daysBefore(c.var.deps.now(), ACTIVITY_DAYS)];
  const newestOf = (said: string, from: string, time: string) => ({
    sql: `SELECT id, title, ${said}, ${time} FROM ${from} AND ${time} > ? ORDER BY ${time} DESC, id DESC LIMIT ?`,
    args: [...args, ACTIVITY_LIMIT],
  });
  const [requests, announcements, documents] = await readAll(c, [
    newestOf('description', 'requests WHERE hoa_id = ?', 'created_at'),
    newestOf('message, status', "announcements WHERE hoa_id = ? AND status = 'sent'", 'sent_at'),
    newestOf('category', 'documents WHERE hoa_id = ?', 'created_at'),
  ]);
  return { requests, announcements, documents } as unknown as ActivityRows;
};

const readAll = async (c: Context<Env>, statements: { sql: string; args: (string | number)[] }[]): Promise<unknown[]> =>
  (await batch(c.var.deps.db, statements, 'read')).map(({ rows }) => rows);
