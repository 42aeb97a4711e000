import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { NOTES_LIMIT, STREET_LIMIT, UNIT_LIMIT } from '../addresses.ts';
import { atMost, editsColumn, entityTable, type RowOf, searchColumn } from './columns.ts';
import { hoas } from './hoas.ts';

export const addresses = entityTable(
  'address',
  'addresses',
  {
    street: text().notNull(),
    unit_number: text(),
    is_rented: integer({ mode: 'boolean' }).notNull().default(false),
    notes: text(),
    /** Copied from users.address_id, so that the row alone decides who may see it. */
    resident_ids: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    created_at: text().notNull(),
    edits: editsColumn(),
    search_text: searchColumn(),
  },
  (t) => [
    foreignKey({ columns: [t.hoa_id], foreignColumns: [hoas.id] }),
    // drizzle-kit splits an index expression at its commas, so it cannot hold coalesce().
    uniqueIndex('addresses_place').on(
      t.hoa_id,
      sql`lower(trim(${t.street}))`,
      sql`lower(trim(case when ${t.unit_number} is null then '' else ${t.unit_number} end))`,
    ),
    index('addresses_list').on(t.hoa_id, t.street, t.unit_number, t.id),
    check('addresses_street_length', sql`length(${t.street}) >= 3`),
    atMost('addresses_street', t.street, STREET_LIMIT),
    atMost('addresses_unit', t.unit_number, UNIT_LIMIT),
    atMost('addresses_notes', t.notes, NOTES_LIMIT),
  ],
);

export type Address = RowOf<typeof addresses>;
