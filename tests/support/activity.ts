import { activity as table } from '../../schema/index.ts';
import type { Activity } from '../../schema/tables/activity.ts';
import { queryAll } from '../../worker/queries/query.ts';
import type { TestContext } from './fixtures.ts';

/** All activity of an HOA, in its order. */
export const trailOf = ({ db, hoa_id }: Pick<TestContext, 'db' | 'hoa_id'>): Promise<Activity[]> =>
  queryAll<Activity>(db, 'SELECT * FROM activity WHERE hoa_id = ? ORDER BY seq', [hoa_id], { table });
