import { Hono } from 'hono';
import type { FailedJob } from '../../schema/tables/failed-jobs.ts';
import { canManage, FAILED_JOB_NOT_FOUND } from '../../sync/failed-jobs/entity.ts';
import { entities } from '../../sync/index.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, authorize } from '../../sync/tx.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Deps, Env } from '../deps.ts';
import { failedJobsQuery } from '../http/list-queries.ts';
import { type Paging, paged, recordBody } from '../http/rest-shapes.ts';
import { pathId, valid } from '../http/validate.ts';
import { json, queryBatch } from '../queries/query.ts';
import { runMutator } from '../run-mutator.ts';

export const failedJobRoutes = new Hono<Env>()
  .use(requireActor)
  .use(async (c, next) => {
    authorize(canManage(c.var.actor));
    await next();
  })
  .get('/', valid('query', failedJobsQuery), async (c) => {
    const paging = c.req.valid('query');
    const { docs, total } = await readFailedJobs(c.var.deps, c.var.actor, paging);
    return c.json(paged(docs, total, paging));
  })
  .post('/:id/resend', async (c) => {
    await runMutator(c, 'resendFailedJob', { id: pathId(c, FAILED_JOB_NOT_FOUND) });
    return c.json({ message: 'It will be sent again' });
  })
  .delete('/:id', async (c) => {
    await runMutator(c, 'dismissFailedJob', { id: pathId(c, FAILED_JOB_NOT_FOUND) });
    return c.body(null, 204);
  });

const readFailedJobs = async ({ db }: Deps, viewer: Actor, { page, limit }: Paging) => {
  const args = [viewer.hoa_id];
  const count = { sql: 'SELECT count(*) AS total FROM failed_jobs WHERE hoa_id = ?', args };
  const rows = {
    sql: `SELECT ${shapes.failedJob.json} AS row FROM failed_jobs t WHERE t.hoa_id = ?
      ORDER BY t.failed_at DESC, t.id LIMIT ? OFFSET ?`,
    args: [...args, limit, (page - 1) * limit],
  };
  const [[counted], found] = await queryBatch<[{ total: number }[], { row: string }[]]>(db, [count, rows]);
  const docs = found.map(({ row }) => entities.failedJob.view(json<FailedJob>(row), viewer));
  return { docs: docs.map(recordBody), total: Number(counted?.total) };
};
