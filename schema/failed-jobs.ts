import { index, text } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { tenantTable } from './columns.ts';
import { id } from './inputs.ts';
import type { Effects, JobKind } from './outbox.ts';

/** The records that a failed job may be about. */
export type FailedJobSubject = 'user' | 'violation' | 'invoice' | 'due';

/** Work for external services that failed for good, kept for the board until somebody resends or dismisses it: one row a
 * record that it was about. `payload` is what Resend leaves to the outbox again; it never reaches a device. */
export const failed_jobs = tenantTable(
  'failed_jobs',
  {
    kind: text().$type<JobKind>().notNull(),
    subject: text().$type<FailedJobSubject>(),
    subject_id: text(),
    /** Who it was for, if it was for one person. */
    user_id: text(),
    /** Why it failed, in words for the board. */
    reason: text().notNull(),
    payload: text({ mode: 'json' }).$type<Effects[JobKind]>().notNull(),
    /** When the work was asked for. */
    created_at: text().notNull(),
    failed_at: text().notNull(),
  },
  (t) => [index('failed_jobs_subject').on(t.hoa_id, t.subject_id)],
);
export type FailedJob = typeof failed_jobs.$inferSelect;

export const failedJobChoice = z.object({ id });
