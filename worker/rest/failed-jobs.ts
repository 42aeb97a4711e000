import { FAILED_JOB_NOT_FOUND } from '../../sync/failed-jobs/entity.ts';
import { failedJobsQuery } from '../http/list-queries.ts';
import { readFailedJobs } from '../queries/failed-jobs.ts';
import { command } from './command.ts';
import { list } from './query.ts';
import type { Route } from './route.ts';

const board = { tag: 'Operation', access: 'board' } as const;
const decides = { ...board, isChecked: true, id: FAILED_JOB_NOT_FOUND } as const;

export const failedJobRoutes: readonly Route[] = [
  list('GET /api/failed-jobs', {
    ...board,
    summary: 'List what needs attention',
    query: failedJobsQuery,
    read: readFailedJobs,
    of: 'failedJob',
  }),
  command('POST /api/failed-jobs/:id/resend', 'resendFailedJob', {
    ...decides,
    summary: 'Try it again',
    body: 'none',
    answer: [200, async () => ({ message: 'It will be sent again' }), 'message'],
  }),
  command('DELETE /api/failed-jobs/:id', 'dismissFailedJob', { ...decides, summary: 'Dismiss it', answer: [204] }),
];
