import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, check, foreignKey, index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import {
  ANNOUNCEMENT_CATEGORIES,
  ANNOUNCEMENT_STATUSES,
  type Attachment,
  AUDIENCE_TYPES,
  type DeliveryMethod,
  type Recipient,
} from '../announcements.ts';
import type { HistoryEntry } from '../history.ts';
import { RICH_LIMIT, TITLE_LIMIT } from '../inputs.ts';
import { atMost, editsColumn, entityTable, oneOf, type RowOf, searchColumn } from './columns.ts';
import { hoas } from './hoas.ts';
import { users } from './users.ts';

export const announcements = entityTable(
  'announcement',
  'announcements',
  {
    title: text().notNull(),
    message: text().notNull(),
    category: text({ enum: ANNOUNCEMENT_CATEGORIES }).notNull(),
    status: text({ enum: ANNOUNCEMENT_STATUSES }).notNull(),
    audience_type: text({ enum: AUDIENCE_TYPES }).notNull(),
    custom_recipients: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Names of streets, of a custom audience. */
    streets: text({ mode: 'json' }).$type<string[]>(),
    /** The people who lived on `streets` when the sending started. */
    street_recipients: text({ mode: 'json' }).$type<string[]>(),
    attachment: text({ mode: 'json' }).$type<Attachment>(),
    history: text({ mode: 'json' }).$type<HistoryEntry[]>().notNull().default([]),
    delivery_methods: text({ mode: 'json' }).$type<DeliveryMethod[]>().notNull().default(['in_app', 'email']),
    /** Set when sending starts. The three columns count recipients. */
    recipient_count: integer().notNull().default(0),
    delivered_count: integer().notNull().default(0),
    failed_count: integer().notNull().default(0),
    created_by: text().notNull(),
    created_by_name: text().notNull(),
    created_at: text().notNull(),
    sent_at: text(),
    /** When a scheduled one goes out: an instant, which a change of the HOA's time zone does not move. */
    send_at: text(),
    /** When the current sending or retry began; a stalled one is set to failed. */
    sending_since: text(),
    edits: editsColumn(),
    search_text: searchColumn(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    foreignKey({ columns: [t.hoa_id, t.created_by], foreignColumns: [users.hoa_id, users.id] }),
    // drizzle-kit splits an index expression at its commas, so it cannot hold coalesce() or json_extract().
    index('announcements_newest').on(
      t.hoa_id,
      sql`case when ${t.sent_at} is null then ${t.created_at} else ${t.sent_at} end`,
      t.id,
    ),
    index('announcements_file').on(sql`${t.attachment} ->> '$.s3_key'`).where(sql`${t.attachment} is not null`),
    index('announcements_sending').on(t.sending_since).where(sql`${t.status} = 'sending'`),
    oneOf('announcements_category', t.category, ANNOUNCEMENT_CATEGORIES),
    oneOf('announcements_status', t.status, ANNOUNCEMENT_STATUSES),
    oneOf('announcements_audience', t.audience_type, AUDIENCE_TYPES),
    atMost('announcements_title', t.title, TITLE_LIMIT),
    atMost('announcements_message', t.message, RICH_LIMIT),
    check('announcements_counts', sql`${t.delivered_count} + ${t.failed_count} <= ${t.recipient_count}`),
  ],
);

/** Everybody an announcement has been sent to, in one row under the announcement's id, so that a device syncs one row an
 * announcement. */
export const announcement_recipients = entityTable(
  'announcementRecipients',
  'announcement_recipients',
  {
    /** The `sending_since` of the sending that fixed the recipients. */
    sending_since: text().notNull(),
    recipients: text({ mode: 'json' }).$type<Recipient[]>().notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id, t.id], foreignColumns: [announcements.hoa_id, announcements.id] }).onDelete(
      'cascade',
    ),
  ],
);

/** The id is `readId(...)`, so that two devices write the same row. */
export const announcement_reads = entityTable(
  'announcementRead',
  'announcement_reads',
  { announcement_id: text().notNull(), user_id: text().notNull(), read_at: text().notNull() },
  (t) => [
    ofAnnouncement(t),
    foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] }),
    uniqueIndex('announcement_reads_reader').on(t.hoa_id, t.announcement_id, t.user_id),
    index('announcement_reads_user').on(t.hoa_id, t.user_id),
  ],
);

export type Announcement = RowOf<typeof announcements>;
export type AnnouncementRecipients = typeof announcement_recipients.$inferSelect;
export type AnnouncementRead = typeof announcement_reads.$inferSelect;

function ofAnnouncement(t: { hoa_id: AnySQLiteColumn; announcement_id: AnySQLiteColumn }) {
  return foreignKey({
    columns: [t.hoa_id, t.announcement_id],
    foreignColumns: [announcements.hoa_id, announcements.id],
  }).onDelete('cascade');
}
