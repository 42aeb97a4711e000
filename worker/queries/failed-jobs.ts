import type { FailedJob } from '../../schema/tables/failed-jobs.ts';
import { entities } from '../../sync/index.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { type Paging, recordBody } from '../http/rest-shapes.ts';
import { pageOfTable, readPage, rowsOf } from './list.ts';
import { json } from './query.ts';
import { visibleTo } from './sql.ts';

export const readFailedJobs = async (deps: Pick<Deps, 'db'>, viewer: Actor, _query: object, paging: Paging) => {
  const where = visibleTo(viewer, 'failedJob');
  const page = pageOfTable(viewer, 'failedJob', { where, keys: NEWEST_FIRST, paging });
  const { rows, others: _, ...found } = await readPage(deps, page, rowsOf(page, `${shapes.failedJob.json} AS row`));
  const docs = rows.map(({ row }) => entities.failedJob.view(json<FailedJob>(row), viewer) as FailedJob);
  return { docs: docs.map(recordBody), ...found };
};

const NEWEST_FIRST = [
  { sql: 't.failed_at', descending: true },
  { sql: 't.id', descending: false },
];
