import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { entityTable } from './columns.ts';

/** One row that identifies the database. A restored backup gets a new value, so that clients detect it. */
export const sync_instance = sqliteTable('sync_instance', { instance: text().primaryKey() });

/** The newest change of each (row, audience). `gone = 1` is a tombstone: the audience may no longer see the row. */
export const sync_log = sqliteTable(
  'sync_log',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    hoa_id: text().notNull(),
    /** 'all', 'board', 'residents', a user id, or a client group id. */
    audience: text().notNull(),
    entity: text().notNull(),
    entity_id: text().notNull(),
    gone: integer().notNull().default(0),
  },
  (t) => [
    // The entity's id comes first so that the index also finds ids that another HOA has used.
    uniqueIndex('sync_log_row').on(t.entity, t.entity_id, t.hoa_id, t.audience),
    index('sync_log_audience').on(t.hoa_id, t.audience, t.seq),
    index('sync_log_hoa').on(t.hoa_id, t.seq),
    index('sync_log_tombstones').on(t.seq).where(sql`${t.gone} = 1 and ${t.entity} <> 'horizon'`),
  ],
);

/** How far the log had come on a day (ISO 8601): its entries have no times of their own. */
export const sync_log_days = sqliteTable('sync_log_days', { day: text().primaryKey(), seq: integer().notNull() });

/** The position of the log before the first commit of a minute, by the clock of the database: for reads of what has changed since a time. */
export const sync_log_minutes = sqliteTable('sync_log_minutes', {
  /** Minutes since 1970. */
  minute: integer().primaryKey(),
  seq: integer().notNull(),
});

export const sync_client_groups = sqliteTable('sync_client_groups', {
  id: text().primaryKey(),
  hoa_id: text().notNull(),
  user_id: text().notNull(),
  created_at: text().notNull(),
  /** When its clients, unseen for a year, were forgotten. Changes made before cannot be told from accepted ones. */
  forgotten_at: text(),
});

export const sync_clients = sqliteTable(
  'sync_clients',
  {
    id: text().primaryKey(),
    hoa_id: text().notNull(),
    client_group_id: text().notNull(),
    last_mutation_id: integer().notNull(),
    seen_at: text().notNull(),
  },
  (t) => [index('sync_clients_group').on(t.client_group_id)],
);

/** A refused mutation, kept for its client group until the user resends or discards it. */
export const refusals = entityTable(
  'refusal',
  'refusals',
  {
    client_group_id: text().notNull(),
    user_id: text().notNull(),
    mutation: text().notNull(),
    args: text({ mode: 'json' }).$type<unknown>().notNull(),
    code: text().notNull(),
    message: text().notNull(),
    at: text().notNull(),
  },
  (t) => [index('refusals_group').on(t.client_group_id), index('refusals_user').on(t.hoa_id, t.user_id, t.id)],
);
export type RefusalRow = typeof refusals.$inferSelect;

/** Always empty. Inserting 0 or 2 violates a CHECK and fails the whole batch: 0 if the rows that it read have changed,
 * 2 if another HOA has used an id of its new rows. */
export const sync_guard = sqliteTable('sync_guard', { ok: integer().notNull() }, (t) => [
  check('sync_guard_moved', sql`${t.ok} <> 0`),
  check('sync_guard_taken', sql`${t.ok} <> 2`),
]);
