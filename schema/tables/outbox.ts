import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { type Effects, type JobKind, OUTBOX_STATUSES } from '../outbox.ts';

/** A job is queued in the transaction that requests it and runs once after the commit. A failed row keeps its payload;
 * a done one does not. */
export const outbox = sqliteTable(
  'outbox',
  {
    /** `{hoa_id}/{idempotency_key}`, which external services receive as their idempotency key. */
    id: text().primaryKey(),
    hoa_id: text().notNull(),
    kind: text().$type<JobKind>().notNull(),
    payload: text({ mode: 'json' }).$type<Effects[JobKind]>().notNull(),
    idempotency_key: text().notNull(),
    status: text({ enum: OUTBOX_STATUSES }).notNull().default('pending'),
    attempts: integer().notNull().default(0),
    /** When the job is due; while a drain runs it, the end of its lease. */
    next_at: text().notNull(),
    last_error: text(),
    /** When the job was first due. The 72 hours of retries count from here. */
    created_at: text().notNull(),
  },
  (t) => [
    uniqueIndex('outbox_tenant_key').on(t.hoa_id, t.idempotency_key),
    index('outbox_due').on(t.next_at).where(sql`${t.status} = 'pending'`),
    check('outbox_status_one_of', sql`${t.status} in ('pending', 'done', 'failed')`),
  ],
);
