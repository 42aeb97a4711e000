import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, text } from 'drizzle-orm/sqlite-core';
import type { HistoryEntry } from '../history.ts';
import { RICH_LIMIT, TITLE_LIMIT } from '../inputs.ts';
import type { StoredFile } from '../uploads.ts';
import { type Resolution, VIOLATION_CATEGORIES, VIOLATION_STATUSES } from '../violations.ts';
import { addresses } from './addresses.ts';
import { atMost, editsColumn, entityTable, isDay, oneOf, type RowOf, searchColumn } from './columns.ts';
import { hoas } from './hoas.ts';
import { users } from './users.ts';

export const violations = entityTable(
  'violation',
  'violations',
  {
    /** The resident, and their address when the violation was issued. */
    user_id: text().notNull(),
    address_id: text(),
    issued_by: text().notNull(),
    /** Copied, because residents do not sync other users' rows. */
    issued_by_name: text().notNull(),
    issued_by_email: text().notNull(),
    category: text({ enum: VIOLATION_CATEGORIES }).notNull(),
    title: text().notNull(),
    message: text().notNull(),
    due_date: text().notNull(),
    photo_url: text(),
    photo: text({ mode: 'json' }).$type<StoredFile>(),
    more_photos: text({ mode: 'json' }).$type<StoredFile[]>(),
    status: text({ enum: VIOLATION_STATUSES }).notNull(),
    resolution: text({ mode: 'json' }).$type<Resolution>(),
    history: text({ mode: 'json' }).$type<HistoryEntry[]>().notNull().default([]),
    edits: editsColumn(),
    search_text: searchColumn(),
    created_at: text().notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] }),
    foreignKey({ columns: [t.hoa_id, t.issued_by], foreignColumns: [users.hoa_id, users.id] }),
    foreignKey({ columns: [t.hoa_id, t.address_id], foreignColumns: [addresses.hoa_id, addresses.id] }),
    index('violations_newest').on(t.hoa_id, t.created_at, t.id),
    index('violations_owner').on(t.hoa_id, t.user_id, t.created_at, t.id),
    index('violations_photo').on(t.photo_url).where(sql`${t.photo_url} is not null`),
    oneOf('violations_category', t.category, VIOLATION_CATEGORIES),
    oneOf('violations_status', t.status, VIOLATION_STATUSES),
    isDay('violations_due', t.due_date),
    atMost('violations_title', t.title, TITLE_LIMIT),
    atMost('violations_message', t.message, RICH_LIMIT),
  ],
);

export const violation_messages = entityTable(
  'violationMessage',
  'violation_messages',
  {
    violation_id: text().notNull(),
    /** The resident of the violation; with `is_internal` it decides who sees the message. */
    resident_id: text().notNull(),
    sender_id: text().notNull(),
    sender_name: text().notNull(),
    is_staff: integer({ mode: 'boolean' }).notNull(),
    message: text().notNull(),
    is_internal: integer({ mode: 'boolean' }).notNull().default(false),
    photo_url: text(),
    photo: text({ mode: 'json' }).$type<StoredFile>(),
    more_photos: text({ mode: 'json' }).$type<StoredFile[]>(),
    sent_at: text().notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id, t.violation_id], foreignColumns: [violations.hoa_id, violations.id] }),
    foreignKey({ columns: [t.hoa_id, t.resident_id], foreignColumns: [users.hoa_id, users.id] }),
    foreignKey({ columns: [t.hoa_id, t.sender_id], foreignColumns: [users.hoa_id, users.id] }),
    index('violation_messages_thread').on(t.hoa_id, t.violation_id, t.sent_at, t.id),
    index('violation_messages_photo').on(t.photo_url).where(sql`${t.photo_url} is not null`),
    atMost('violation_messages_message', t.message, RICH_LIMIT),
  ],
);

export type Violation = RowOf<typeof violations>;
export type ViolationMessage = typeof violation_messages.$inferSelect;
