import { ACTIVITY_KINDS } from '../../schema/activity.ts';
import { retentionInput } from '../../schema/activity-inputs.ts';
import { activityQuery } from '../http/list-queries.ts';
import { readActivity, readRetention, saveRetention } from '../queries/activity.ts';
import { handler, list, query } from './query.ts';
import type { Route } from './route.ts';

const superadmins = { tag: 'Activity', access: 'superadmin' } as const;

export const activityRoutes: readonly Route[] = [
  list('GET /api/activity', {
    ...{ ...superadmins, scope: 'activity:read' },
    summary: 'List activity',
    query: activityQuery,
    values: { kind: ACTIVITY_KINDS },
    read: readActivity,
    of: 'activity',
  }),
];

export const retentionRoutes: readonly Route[] = [
  query('GET /api/activity/retention', {
    ...superadmins,
    summary: 'How long activity is kept',
    answer: [async (deps, actor) => ({ years: await readRetention(deps, actor) }), 'retention'],
  }),
  handler('PUT /api/activity/retention', {
    ...superadmins,
    summary: 'Set how long activity is kept',
    body: retentionInput,
    answers: { 200: 'retention' },
    handle: async ({ deps, actor, input }) => {
      const { years } = await input();
      await saveRetention(deps, actor, years);
      return { years };
    },
  }),
];
