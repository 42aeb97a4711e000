import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { PlanName } from './plans.ts';

/** The jobs that run after a commit, each kind with its payload. Both are stored, so kinds are never renamed and
 * payloads only grow. Times are ISO 8601. */
export type Effects = {
  checkFile: { key: string; user_id: string; client_group_id: string | undefined };
  deleteFile: { key: string };
  startAnnouncement: { id: string; hoa_id: string };
  /** `since` identifies the sending; mails of an earlier sending are not sent. */
  mailAnnouncement: { id: string; hoa_id: string; since: string; deliveries: string[] };
  mailViolation: { id: string; hoa_id: string };
  issueInvoices: { id: string };
  mailInvoices: { ids: string[] };
  /** At most 100 users, invited at `at`. */
  mailInvitations: { ids: string[]; at: string };
  mailReset: { id: string; at: string };
  /** Ends the sign-ins that user `id` had at `at`. */
  endSessions: { id: string; at: string };
  closeSockets: { id: string };
  expireCheckout: { session: string };
  fitPlan: Record<string, never>;
  /** `occasion` identifies the plan change, so that it is mailed once. `units` are addresses. */
  growPlan: { from: PlanName; plan: PlanName; units: number; occasion: string };
  mailPlan: PlanMail;
  dropCustomer: { customer: string };
};
export type JobKind = keyof Effects;

export type PlanMails = {
  'trial-ending': { plan: PlanName; trial_end: string | null };
  'past-due': { plan: PlanName };
  'near-limit': { plan: PlanName; next: PlanName; units: number };
  moved: { plan: PlanName; from: PlanName; units: number };
};
export type PlanMailKind = keyof PlanMails;
export type PlanMail<K extends PlanMailKind = PlanMailKind> = {
  [Kind in K]: { mail: Kind; facts: PlanMails[Kind] };
}[K];

/** Without `due` (ISO 8601) the job runs right after the commit. `key` is its idempotency key. */
export type Effect<K extends JobKind = JobKind> = {
  [Kind in K]: { kind: Kind; key: string; payload: Effects[Kind]; due?: string };
}[K];

export const OUTBOX_STATUSES = ['pending', 'done', 'failed'] as const;

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
