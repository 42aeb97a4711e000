import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, text } from 'drizzle-orm/sqlite-core';
import type { HistoryEntry } from '../history.ts';
import { RICH_LIMIT, TITLE_LIMIT } from '../inputs.ts';
import { REQUEST_CATEGORIES, REQUEST_STATUSES } from '../requests.ts';
import type { StoredFile } from '../uploads.ts';
import { addresses } from './addresses.ts';
import { atMost, editsColumn, entityTable, oneOf, type RowOf, searchColumn } from './columns.ts';
import { hoas } from './hoas.ts';
import { users } from './users.ts';

export const requests = entityTable(
  'request',
  'requests',
  {
    user_id: text().notNull(),
    address_id: text(),
    title: text().notNull(),
    description: text().notNull(),
    category: text({ enum: REQUEST_CATEGORIES }).notNull(),
    status: text({ enum: REQUEST_STATUSES }).notNull(),
    /** Storage key of the attachment; `photo` describes the file. */
    photo_url: text(),
    photo: text({ mode: 'json' }).$type<StoredFile>(),
    /** Its other files. */
    more_photos: text({ mode: 'json' }).$type<StoredFile[]>(),
    /** The entry of an account that it asks about. */
    entry_id: text(),
    assigned_to: text(),
    resolution_deadline: text(),
    resolution_notes: text(),
    history: text({ mode: 'json' }).$type<HistoryEntry[]>().notNull().default([]),
    edits: editsColumn(),
    created_at: text().notNull(),
    search_text: searchColumn(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] }),
    foreignKey({ columns: [t.hoa_id, t.assigned_to], foreignColumns: [users.hoa_id, users.id] }),
    foreignKey({ columns: [t.hoa_id, t.address_id], foreignColumns: [addresses.hoa_id, addresses.id] }),
    index('requests_newest').on(t.hoa_id, t.created_at, t.id),
    index('requests_owner').on(t.hoa_id, t.user_id, t.created_at, t.id),
    index('requests_photo').on(t.photo_url).where(sql`${t.photo_url} is not null`),
    oneOf('requests_category', t.category, REQUEST_CATEGORIES),
    oneOf('requests_status', t.status, REQUEST_STATUSES),
    atMost('requests_title', t.title, TITLE_LIMIT),
    atMost('requests_description', t.description, RICH_LIMIT),
  ],
);

export const request_comments = entityTable(
  'requestComment',
  'request_comments',
  {
    request_id: text().notNull(),
    /** The author of the request; with `is_public` it decides who sees the comment. */
    resident_id: text().notNull(),
    user_id: text().notNull(),
    author_name: text().notNull(),
    /** True if the author was staff at the time. */
    is_staff: integer({ mode: 'boolean' }).notNull(),
    message: text().notNull(),
    is_public: integer({ mode: 'boolean' }).notNull().default(true),
    photo_url: text(),
    photo: text({ mode: 'json' }).$type<StoredFile>(),
    more_photos: text({ mode: 'json' }).$type<StoredFile[]>(),
    created_at: text().notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id, t.request_id], foreignColumns: [requests.hoa_id, requests.id] }),
    foreignKey({ columns: [t.hoa_id, t.resident_id], foreignColumns: [users.hoa_id, users.id] }),
    foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] }),
    index('request_comments_thread').on(t.hoa_id, t.request_id, t.created_at, t.id),
    index('request_comments_photo').on(t.photo_url).where(sql`${t.photo_url} is not null`),
    atMost('request_comments_message', t.message, RICH_LIMIT),
  ],
);

export type Request = RowOf<typeof requests>;
export type RequestComment = typeof request_comments.$inferSelect;
