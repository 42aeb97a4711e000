import { sql } from 'drizzle-orm';
import { type AnySQLiteColumn, check, integer, text, unique } from 'drizzle-orm/sqlite-core';

/** What every synced row carries: its id (made by the caller), its HOA, and `rev`, which each write raises by one. */
export const rowColumns = () => ({
  id: text().primaryKey(),
  hoa_id: text().notNull(),
  rev: integer().notNull().default(1),
});

/** Lets other rows of the same HOA point here by (hoa_id, id), so that no link can leave the tenant. */
export const tenantKey = (table: { hoa_id: AnySQLiteColumn; id: AnySQLiteColumn }) =>
  unique().on(table.hoa_id, table.id);

const quoted = (values: readonly string[]) =>
  sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '));

/** CHECK that a text column holds one of the listed values (or NULL, where the column allows it). */
export const oneOf = (name: string, column: AnySQLiteColumn, values: readonly string[]) =>
  check(`${name}_one_of`, sql`${column} in (${quoted(values)})`);

/** CHECK that a text column is no longer than `limit` characters. */
export const atMost = (name: string, column: AnySQLiteColumn, limit: number) =>
  check(`${name}_at_most`, sql`length(${column}) <= ${sql.raw(String(limit))}`);

/** CHECK that a text column is a calendar date that exists, as 'YYYY-MM-DD' (or NULL, where the column allows it). */
export const isDay = (name: string, column: AnySQLiteColumn) => check(`${name}_day`, sql`${column} is date(${column})`);
