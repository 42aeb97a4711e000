import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, check, foreignKey, index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { atMost, oneOf, type RowOf, searchColumn, tenantTable } from './columns.ts';
import { base, editsColumn, listOrChange } from './edits.ts';
import type { HistoryEntry } from './history.ts';
import { hoas } from './hoas.ts';
import { id, line, RICH_LIMIT, rich, TITLE_LIMIT } from './inputs.ts';
import { FILE_EMPTY_MESSAGE, FILE_LIMIT, FILE_SIZE_MESSAGE, FILE_TYPE_MESSAGE, FILE_TYPES } from './uploads.ts';
import { users } from './users.ts';

export const ANNOUNCEMENT_CATEGORIES = ['general', 'maintenance', 'event', 'reminder', 'urgent'] as const;
export type AnnouncementCategory = (typeof ANNOUNCEMENT_CATEGORIES)[number];
export const AUDIENCE_TYPES = ['all', 'board', 'residents', 'custom'] as const;
export type AudienceType = (typeof AUDIENCE_TYPES)[number];
/** 'scheduled' is valid and shown, but no code sets it. */
export const ANNOUNCEMENT_STATUSES = ['draft', 'scheduled', 'sending', 'sent', 'failed'] as const;
export type AnnouncementStatus = (typeof ANNOUNCEMENT_STATUSES)[number];
export const DELIVERY_METHODS = ['in_app', 'email'] as const;
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number];
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** `file_size` in bytes, `file_type` an extension, `pending` until the bytes are verified. */
export type Attachment = { s3_key: string; filename: string; file_size: number; file_type: string; pending?: true };

export const announcements = tenantTable(
  'announcements',
  {
    title: text().notNull(),
    message: text().notNull(),
    category: text({ enum: ANNOUNCEMENT_CATEGORIES }).notNull(),
    status: text({ enum: ANNOUNCEMENT_STATUSES }).notNull(),
    audience_type: text({ enum: AUDIENCE_TYPES }).notNull(),
    custom_recipients: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    attachment: text({ mode: 'json' }).$type<Attachment>(),
    history: text({ mode: 'json' }).$type<HistoryEntry[]>().notNull().default([]),
    delivery_methods: text({ mode: 'json' }).$type<DeliveryMethod[]>().notNull().default(['in_app', 'email']),
    /** Set when sending starts. The three columns count rows of announcement_deliveries. */
    recipient_count: integer().notNull().default(0),
    delivered_count: integer().notNull().default(0),
    failed_count: integer().notNull().default(0),
    created_by: text().notNull(),
    created_by_name: text().notNull(),
    created_at: text().notNull(),
    sent_at: text(),
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

export const announcement_deliveries = tenantTable(
  'announcement_deliveries',
  {
    announcement_id: text().notNull(),
    user_id: text().notNull(),
    /** Copied when the mail was sent. */
    name: text().notNull(),
    email: text().notNull(),
    status: text({ enum: DELIVERY_STATUSES }).notNull().default('pending'),
    reason: text(),
    provider_id: text(),
    created_at: text().notNull(),
    settled_at: text(),
  },
  (t) => [
    ofAnnouncement(t),
    foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] }),
    uniqueIndex('announcement_deliveries_recipient').on(t.hoa_id, t.announcement_id, t.user_id),
    index('announcement_deliveries_status').on(t.hoa_id, t.announcement_id, t.status),
    oneOf('announcement_deliveries_status', t.status, DELIVERY_STATUSES),
  ],
);

/** The id is `readId(...)`, so that two devices write the same row. */
export const announcement_reads = tenantTable(
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
export type AnnouncementDelivery = typeof announcement_deliveries.$inferSelect;
export type AnnouncementRead = typeof announcement_reads.$inferSelect;

export const readId = (announcement_id: string, user_id: string) => `${announcement_id}:${user_id}`;

export const lacksRecipients = (audience_type: AudienceType, custom_recipients: readonly string[]) =>
  audience_type === 'custom' && custom_recipients.length === 0;
export const RECIPIENT_MISSING = 'Please select at least one recipient';

const attachment = z.object({
  s3_key: z.string({ error: 'No file selected' }).min(1, 'No file selected').max(1024),
  filename: z.string({ error: 'No file selected' }).min(1, 'No file selected').max(255),
  file_size: z.number().int().min(1, FILE_EMPTY_MESSAGE).max(FILE_LIMIT, FILE_SIZE_MESSAGE),
  file_type: z
    .string({ error: FILE_TYPE_MESSAGE })
    .toLowerCase()
    .refine((type) => Object.hasOwn(FILE_TYPES, type), FILE_TYPE_MESSAGE),
});
const fields = {
  title: line('Title is required'),
  message: rich('Message is required'),
  category: z.enum(ANNOUNCEMENT_CATEGORIES, { error: 'Category is required' }),
  audience_type: z.enum(AUDIENCE_TYPES, { error: 'Audience is required' }),
  custom_recipients: z
    .array(id)
    .max(10_000)
    .transform((ids) => [...new Set(ids)]),
  attachment: attachment.nullable(),
};

export const announcementInput = z
  .object({
    id,
    ...fields,
    category: fields.category.default('general'),
    audience_type: fields.audience_type.default('all'),
    custom_recipients: fields.custom_recipients.default([]),
    attachment: fields.attachment.default(null),
    delivery_methods: z.array(z.enum(DELIVERY_METHODS)).default(['in_app', 'email']),
  })
  .refine((input) => !lacksRecipients(input.audience_type, input.custom_recipients), {
    error: RECIPIENT_MISSING,
    path: ['custom_recipients'],
  });
/** The mutator checks `lacksRecipients` on the merged row. */
export const announcementUpdate = z
  .object({ ...fields, custom_recipients: listOrChange(fields.custom_recipients, id) })
  .partial()
  .extend({ id, base });
export const announcementFields = z.object(fields);
export const announcementChoice = z.object({ id });
export const announcementSending = z.object({ id, base });
/** No `user_ids` means every failed recipient. */
export const announcementRetry = z.object({ id, user_ids: z.array(id).default([]) });

function ofAnnouncement(t: { hoa_id: AnySQLiteColumn; announcement_id: AnySQLiteColumn }) {
  return foreignKey({
    columns: [t.hoa_id, t.announcement_id],
    foreignColumns: [announcements.hoa_id, announcements.id],
  }).onDelete('cascade');
}
