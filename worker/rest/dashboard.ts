import { metrics, recentActivity } from '../../sync/dashboard/figures.ts';
import { readActivityRows, readMetricRows } from '../queries/dashboard.ts';
import { query } from './query.ts';
import type { Route } from './route.ts';

const reads = { tag: 'Dashboard', access: 'board', scope: 'dashboard:read' } as const;

export const dashboardRoutes: readonly Route[] = [
  query('GET /api/dashboard/metrics', {
    ...reads,
    summary: 'Figures',
    answer: [async (deps, actor) => metrics(await readMetricRows(deps, actor), deps.now()), 'metrics'],
  }),
  query('GET /api/dashboard/recent-activity', {
    ...reads,
    summary: 'What happened in the last week',
    answer: [async (deps, actor) => recentActivity(await readActivityRows(deps, actor), deps.now()), 'recentActivity'],
  }),
];
