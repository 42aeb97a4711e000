import { index, text } from 'drizzle-orm/sqlite-core';
import type { FailedJobSubject } from '../failed-jobs.ts';
import type { Effects, JobKind } from '../outbox.ts';
import { entityTable } from './columns.ts';

/** Jobs that failed permanently, one row per affected record, kept until the board resends or dismisses them. `payload`
 * never reaches a client. */
export const failed_jobs = entityTable(
  'failedJob',
  'failed_jobs',
  {
    kind: text().$type<JobKind>().notNull(),
    subject: text().$type<FailedJobSubject>(),
    subject_id: text(),
    user_id: text(),
    reason: text().notNull(),
    payload: text({ mode: 'json' }).$type<Effects[JobKind]>().notNull(),
    /** When the job was queued. */
    created_at: text().notNull(),
    failed_at: text().notNull(),
  },
  (t) => [index('failed_jobs_subject').on(t.hoa_id, t.subject_id)],
);
export type FailedJob = typeof failed_jobs.$inferSelect;
