import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { atMost, type RowOf, searchColumn, tenantTable } from './columns.ts';
import { base, editsColumn } from './edits.ts';
import { hoas } from './hoas.ts';
import { id, optionalText, VISIBLE } from './inputs.ts';

export const STREET_LIMIT = 200;
export const UNIT_LIMIT = 10;
export const NOTES_LIMIT = 500;

export const addresses = tenantTable(
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

const street = z
  .string({ error: 'Street address is required' })
  .trim()
  .regex(VISIBLE, 'Street address is required')
  .min(3, 'Street address must be at least 3 characters long')
  .max(STREET_LIMIT, `Street address cannot exceed ${STREET_LIMIT} characters`);
const unit_number = optionalText(UNIT_LIMIT, `Unit number cannot exceed ${UNIT_LIMIT} characters`);

export const addressInput = z.object({ id, street, unit_number });
/** An omitted unit or note is cleared, as the forms leave empty ones out. With `base`, a field equal to its base keeps
 * its current value. */
export const addressUpdate = z.object({
  id,
  street,
  unit_number,
  is_rented: z.boolean({ error: 'Property type is required' }),
  notes: optionalText(NOTES_LIMIT, `Notes cannot exceed ${NOTES_LIMIT} characters`),
  base,
});
export const addressDeletion = z.object({ id });
