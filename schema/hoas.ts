import { sql } from 'drizzle-orm';
import { check, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { atMost, tenantTable } from './columns.ts';

export const HOA_NAME_LIMIT = 200;
export const CITY_LIMIT = 100;
export const ZIP_LIMIT = 20;

export const hoas = tenantTable(
  'hoas',
  {
    name: text().notNull(),
    name_key: text().notNull(),
    city: text(),
    zip: text(),
    /** IANA time zone of the HOA's calendar dates. */
    time_zone: text().notNull().default('America/Chicago'),
    created_at: text().notNull(),
  },
  (t) => [
    check('hoas_own_tenant', sql`${t.hoa_id} = ${t.id}`),
    uniqueIndex('hoas_name').on(t.name_key),
    atMost('hoas_name', t.name, HOA_NAME_LIMIT),
    atMost('hoas_city', t.city, CITY_LIMIT),
    atMost('hoas_zip', t.zip, ZIP_LIMIT),
  ],
);

export type Hoa = typeof hoas.$inferSelect;

export const hoaNameKey = (name: string) => name.trim().toLowerCase().replace(/\s+/g, ' ');
