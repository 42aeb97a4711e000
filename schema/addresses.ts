import { sql } from 'drizzle-orm';
import { check, foreignKey, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { atMost, rowColumns, tenantKey } from './columns.ts';
import { hoas } from './hoas.ts';

export const addresses = sqliteTable(
  'addresses',
  {
    ...rowColumns(),
    street: text().notNull(),
    unit_number: text(),
    is_rented: integer({ mode: 'boolean' }).notNull().default(false),
    notes: text(),
    /** Users who live here: the mirror of users.address_id, so that the row alone tells who may see it. */
    resident_ids: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    created_at: text().notNull(),
  },
  (t) => [
    tenantKey(t),
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    uniqueIndex('addresses_place').on(
      t.hoa_id,
      sql`lower(trim(${t.street}))`,
      sql`lower(trim(coalesce(${t.unit_number}, '')))`,
    ),
    check('addresses_street_length', sql`length(${t.street}) >= 3`),
    atMost('addresses_unit', t.unit_number, 10),
    atMost('addresses_notes', t.notes, 500),
  ],
);

export type Address = typeof addresses.$inferSelect;
