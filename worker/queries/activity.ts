import { type Changes, DEFAULT_ACTIVITY_YEARS } from '../../schema/activity.ts';
import type { Activity } from '../../schema/tables/activity.ts';
import type { ActivityQuery } from '../../sync/activity/entity.ts';
import { entities } from '../../sync/index.ts';
import { keepYears } from '../../sync/server/activity-keeping.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { type Paging, recordBody } from '../http/rest-shapes.ts';
import type { ActivityBody } from '../shapes/trail.ts';
import { recordActivity } from '../transact.ts';
import { pageOf, readPage, rowsOf } from './list.ts';
import { json, queryOne } from './query.ts';

/** Also what is too old for the devices. */
export const readActivity = async (deps: Pick<Deps, 'db'>, viewer: Actor, query: ActivityQuery, paging: Paging) => {
  const page = pageOf(viewer, 'activity', query, paging);
  const { rows, others: _, ...found } = await readPage(deps, page, rowsOf(page, `${shapes.activity.json} AS row`));
  return {
    docs: rows.map(({ row }) => recordBody(entities.activity.view(json<Activity>(row), viewer)) as ActivityBody),
    ...found,
  };
};

/** Null: for ever. */
export const readRetention = async ({ db }: Pick<Deps, 'db'>, { hoa_id }: Actor): Promise<number | null> => {
  const sql = 'SELECT years FROM activity_keeping WHERE hoa_id = ?';
  const years = (await queryOne<{ years: number | null }>(db, sql, [hoa_id]))?.years ?? DEFAULT_ACTIVITY_YEARS;
  return years === 0 ? null : years;
};

export const saveRetention = async (deps: Deps, actor: Actor, years: number | null): Promise<void> => {
  const changes: Changes = { years: [await readRetention(deps, actor), years] };
  const about = { entity: 'activity', entity_id: null, title: null, changes } as const;
  const statementsBefore = [keepYears(actor.hoa_id, years ?? 0)];
  await recordActivity(deps, actor.hoa_id, { action: 'setActivityRetention', by: actor, about }, { statementsBefore });
};
