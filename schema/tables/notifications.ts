import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Choices, NotificationEvent } from '../notifications.ts';
import { entityTable } from './columns.ts';
import { users } from './users.ts';

/** A row for each person who has chosen something; its id is the user's, so that two devices write the same row. */
export const notification_preferences = entityTable(
  'notificationPreferences',
  'notification_preferences',
  {
    user_id: text().notNull(),
    /** The differences from the defaults (schema/notifications.ts). */
    choices: text({ mode: 'json' }).$type<Choices>().notNull().default({}),
    /** Hours of the HOA's clock; both null without quiet hours. */
    quiet_from: integer(),
    quiet_to: integer(),
    /** The hour of the daily digest; null where mails come one by one. */
    digest_hour: integer(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] }),
    check('notification_preferences_own', sql`${t.user_id} = ${t.id}`),
    check('notification_preferences_quiet', sql`(${t.quiet_from} is null) = (${t.quiet_to} is null)`),
  ],
);

/** One event for one person. A channel is null where it is not wanted, 'waiting' until a job has taken the row, and
 * then the id of that job, which sends the same rows again if it is run again. */
export const notifications = sqliteTable(
  'notifications',
  {
    /** Derived from the event and the person. */
    id: text().primaryKey(),
    hoa_id: text().notNull(),
    user_id: text().notNull(),
    event: text().$type<NotificationEvent>().notNull(),
    entity: text().$type<NotifiedEntity>().notNull(),
    record_id: text().notNull(),
    /** The message, of a reply; of a reminder the instant since which a request has waited, or the due date. */
    item_id: text(),
    at: text().notNull(),
    mail: text(),
    push: text(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] }),
    index('notifications_user').on(t.hoa_id, t.user_id, t.at),
    index('notifications_at').on(t.at),
  ],
);

/** Where a device takes pushes (RFC 8030), with the keys that encrypt for it (RFC 8291). */
export const push_subscriptions = sqliteTable(
  'push_subscriptions',
  {
    id: text().primaryKey(),
    hoa_id: text().notNull(),
    user_id: text().notNull(),
    /** The sign-in that it ends with. */
    family_id: text().notNull(),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** The newest job whose push it took, so that a second run passes over it. */
    last_job: text(),
    created_at: text().notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id, t.user_id], foreignColumns: [users.hoa_id, users.id] }),
    uniqueIndex('push_subscriptions_endpoint').on(t.endpoint),
    index('push_subscriptions_user').on(t.hoa_id, t.user_id),
    index('push_subscriptions_family').on(t.family_id),
  ],
);

export type NotifiedEntity = 'request' | 'violation' | 'announcement' | 'invoice';
export type NotificationPreferences = typeof notification_preferences.$inferSelect;
export type Notification = typeof notifications.$inferSelect;
export type PushSubscriptionRow = typeof push_subscriptions.$inferSelect;
