import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { atMost, tenantKey } from './columns.ts';

export const hoas = sqliteTable(
  'hoas',
  {
    id: text().primaryKey(),
    /** Equal to `id`: an HOA is its own tenant, so it syncs like any other row. */
    hoa_id: text().notNull(),
    rev: integer().notNull().default(1),
    name: text().notNull(),
    /** `name` trimmed, lower-cased, spaces collapsed: what must be unique. */
    name_key: text().notNull(),
    city: text(),
    zip: text(),
    /** IANA zone in which the HOA's calendar dates (due, send) are meant. */
    time_zone: text().notNull().default('America/Chicago'),
    created_at: text().notNull(),
  },
  (t) => [tenantKey(t), uniqueIndex('hoas_name').on(t.name_key), atMost('hoas_name', t.name, 200)],
);

export type Hoa = typeof hoas.$inferSelect;

/** The form in which HOA names are compared. */
export const hoaNameKey = (name: string) => name.trim().toLowerCase().replace(/\s+/g, ' ');
