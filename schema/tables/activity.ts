import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ActivityKind, Changes } from '../activity.ts';
import type { Role } from '../users.ts';
import { asEntity, type RowOf, searchColumn } from './columns.ts';

/** The audit trail: person, act, time, record and device. Triggers in the migration refuse every update and delete
 * that `activity_keeping` does not name. */
export const activity = asEntity(
  'activity',
  sqliteTable(
    'activity',
    {
      id: text().primaryKey(),
      hoa_id: text().notNull(),
      rev: integer().notNull().default(1),
      /** 1, 2, 3... in the order of the HOA's commits. */
      seq: integer().notNull(),
      at: text().notNull(),
      /** Null for the schedule, webhooks and jobs. */
      actor_id: text(),
      actor_name: text(),
      actor_role: text().$type<Role>(),
      /** Browser and system, as in 'Chrome on Windows'; the sign-in (token family); the Replicache client. */
      device: text(),
      sign_in: text(),
      client: text(),
      /** The name of a mutator or one of ACTS. */
      action: text().notNull(),
      entity: text().$type<ActivityKind>().notNull(),
      entity_id: text(),
      /** The record's title at that time. */
      title: text(),
      changes: text({ mode: 'json' }).$type<Changes>().notNull(),
      search_text: searchColumn(),
    },
    (t) => [
      uniqueIndex('activity_seq').on(t.hoa_id, t.seq),
      index('activity_record').on(t.hoa_id, t.entity_id, t.seq),
      index('activity_at').on(t.hoa_id, t.at),
    ],
  ),
);

/** At most one row an HOA. `years`: its own retention, null for the default, 0 for ever. `off_devices`: up to which seq
 * activities have left the devices. The other two are set only within a batch: `removable_before` where it removes
 * activities from before that instant, `erasing` where it takes a person's name out. */
export const activity_keeping = sqliteTable('activity_keeping', {
  hoa_id: text().primaryKey(),
  years: integer(),
  off_devices: integer().notNull().default(0),
  removable_before: text(),
  erasing: integer().notNull().default(0),
});

export type Activity = RowOf<typeof activity>;
/** As it goes into a commit, which gives it its place. */
export type NewActivity = Omit<Activity, 'hoa_id' | 'rev' | 'seq'>;
