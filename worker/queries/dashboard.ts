import { daysBefore } from '../../schema/dates.ts';
import {
  ACTIVITY_DAYS,
  ACTIVITY_LIMIT,
  type ActivityRows,
  METRIC_DAYS,
  type MetricRows,
} from '../../sync/dashboard/figures.ts';
import { OPEN_STATUSES } from '../../sync/requests/entity.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { queryBatch } from './query.ts';
import { visibleTo } from './sql.ts';

type Reader = Pick<Deps, 'db' | 'now'>;

export const readMetricRows = async (deps: Reader, viewer: Actor): Promise<MetricRows> => {
  const since = daysBefore(deps.now(), 2 * METRIC_DAYS);
  const { requests, announcements, documents } = visibleRows(viewer);
  const [open, sent, recent, [count]] = await queryBatch<
    [MetricRows['requests'], MetricRows['announcements'], MetricRows['documents'], { total: number }[]]
  >(deps.db, [
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

export const readActivityRows = async (deps: Reader, viewer: Actor): Promise<ActivityRows> => {
  const visible = visibleRows(viewer);
  const args = [daysBefore(deps.now(), ACTIVITY_DAYS), ACTIVITY_LIMIT];
  const newestOf = (columns: string, table: keyof typeof visible, time: string, only = '') => ({
    sql: `SELECT id, title, ${columns}, ${time} FROM ${table} t WHERE ${visible[table].sql} ${only} AND ${time} > ?
      ORDER BY ${time} DESC, id DESC LIMIT ?`,
    args: [...visible[table].args, ...args],
  });
  const [requests, announcements, documents] = await queryBatch<
    [ActivityRows['requests'], ActivityRows['announcements'], ActivityRows['documents']]
  >(deps.db, [
    newestOf('description', 'requests', 'created_at'),
    newestOf('message, status', 'announcements', 'sent_at', "AND status = 'sent'"),
    newestOf('category', 'documents', 'created_at'),
  ]);
  return { requests, announcements, documents };
};

const visibleRows = (viewer: Actor) => ({
  requests: visibleTo(viewer, 'request'),
  announcements: visibleTo(viewer, 'announcement'),
  documents: visibleTo(viewer, 'document'),
});
