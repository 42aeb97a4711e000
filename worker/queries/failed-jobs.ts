import type { FailedJob } from '../../schema/tables/failed-jobs.ts';
import { entities } from '../../sync/index.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { type Paging, recordBody } from '../http/rest-shapes.ts';
import { json, queryBatch } from './query.ts';

export const readFailedJobs = async ({ db }: Deps, viewer: Actor, { page, limit }: Paging) => {
  const args = [viewer.hoa_id];
  const count = { sql: 'SELECT count(*) AS total FROM failed_jobs WHERE hoa_id = ?', args };
  const rows = {
    sql: `SELECT ${shapes.failedJob.json} AS row FROM failed_jobs t WHERE t.hoa_id = ?
      ORDER BY t.failed_at DESC, t.id LIMIT ? OFFSET ?`,
    args: [...args, limit, (page - 1) * limit],
  };
  const [[counted], found] = await queryBatch<[{ total: number }[], { row: string }[]]>(db, [count, rows]);
  const docs = found.map(({ row }) => entities.failedJob.view(json<FailedJob>(row), viewer) as FailedJob);
  return { docs: docs.map(recordBody), total: Number(counted?.total) };
};
