import { type Context, Hono } from 'hono';
import { daysBefore } from '../../schema/dates.ts';
import {
  ACTIVITY_DAYS,
  ACTIVITY_LIMIT,
  type ActivityRows,
  METRIC_DAYS,
  type MetricRows,
  metrics,
  recentActivity,
} from '../../sync/dashboard/figures.ts';
import { OPEN_STATUSES } from '../../sync/requests/entity.ts';
import { can } from '../../sync/roles.ts';
import { authorize } from '../../sync/tx.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { queryBatch } from '../queries/query.ts';
import { visibleTo } from '../queries/sql.ts';

export const dashboardRoutes = new Hono<Env>()
  .use(requireActor)
  .use(async (c, next) => {
    authorize(can(c.var.actor.role, 'dashboard.view'));
    await next();
  })
  .get('/metrics', async (c) => c.json(metrics(await metricRows(c), c.var.deps.now())))
  .get('/recent-activity', async (c) => c.json(recentActivity(await activityRows(c), c.var.deps.now())));

const metricRows = async (c: Context<Env>): Promise<MetricRows> => {
  const since = daysBefore(c.var.deps.now(), 2 * METRIC_DAYS);
  const { requests, announcements, documents } = visibleRows(c);
  const [open, sent, recent, [count]] = await queryBatch<
    [MetricRows['requests'], MetricRows['announcements'], MetricRows['documents'], { total: number }[]]
  >(c.var.deps.db, [
    {
      sql: `SELECT status, created_at FROM requests t WHERE ${requests.sql} AND created_at > ?
        UNION ALL SELECT status, created_at FROM requests t
        WHERE ${requests.sql} AND created_at <= ? AND status IN (SELECT value FROM json_each(?))`,
      args: [...requests.args, since, ...requests.args, since, JSON.stringify(OPEN_STATUSES)],
    },
    {
      sql: `SELECT status, created_at, sent_at FROM announcements t
        WHERE ${announcements.sql} AND sent_at > ?`,
      args: [...announcements.args, since],
    },
    {
      sql: `SELECT created_at FROM documents t WHERE ${documents.sql} AND created_at > ?`,
      args: [...documents.args, since],
    },
    { sql: `SELECT count(*) AS total FROM documents t WHERE ${documents.sql}`, args: documents.args },
  ]);
  return { requests: open, announcements: sent, documents: recent, documentTotal: Number(count?.total) };
};

const activityRows = async (c: Context<Env>): Promise<ActivityRows> => {
  const visible = visibleRows(c);
  const args = [daysBefore(c.var.deps.now(), ACTIVITY_DAYS), ACTIVITY_LIMIT];
  const newestOf = (columns: string, table: keyof typeof visible, time: string, only = '') => ({
    sql: `SELECT id, title, ${columns}, ${time} FROM ${table} t WHERE ${visible[table].sql} ${only} AND ${time} > ?
      ORDER BY ${time} DESC, id DESC LIMIT ?`,
    args: [...visible[table].args, ...args],
  });
  const [requests, announcements, documents] = await queryBatch<
    [ActivityRows['requests'], ActivityRows['announcements'], ActivityRows['documents']]
  >(c.var.deps.db, [
    newestOf('description', 'requests', 'created_at'),
    newestOf('message, status', 'announcements', 'sent_at', "AND status = 'sent'"),
    newestOf('category', 'documents', 'created_at'),
  ]);
  return { requests, announcements, documents };
};

const visibleRows = ({ var: { actor } }: Context<Env>) => ({
  requests: visibleTo(actor, 'request'),
  announcements: visibleTo(actor, 'announcement'),
  documents: visibleTo(actor, 'document'),
});
