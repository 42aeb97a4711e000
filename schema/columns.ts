import type { BuildColumns } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  check,
  integer,
  type SQLiteColumnBuilderBase,
  type SQLiteTableExtraConfigValue,
  sqliteTable,
  text,
  unique,
} from 'drizzle-orm/sqlite-core';

const rowColumns = () => ({
  id: text().primaryKey(),
  hoa_id: text().notNull(),
  rev: integer().notNull().default(1),
});
type RowColumns = ReturnType<typeof rowColumns>;

/** Columns of every tenant table: an id made by the caller, the HOA, and `rev`, which each write raises by one. Rows
 * of the same HOA refer here by (hoa_id, id), so that no foreign key can leave the tenant. */
export const tenantTable = <Name extends string, Columns extends Record<string, SQLiteColumnBuilderBase>>(
  name: Name,
  columns: Columns,
  constraints: (table: BuildColumns<Name, RowColumns & Columns, 'sqlite'>) => SQLiteTableExtraConfigValue[],
) =>
  sqliteTable(name, { ...rowColumns(), ...columns }, (table) => [
    unique().on(table.hoa_id, table.id),
    ...constraints(table),
  ]);

const quoted = (values: readonly string[]) =>
  sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '));

/** CHECK that a text column holds one of the values; NULL passes. */
export const oneOf = (name: string, column: AnySQLiteColumn, values: readonly string[]) =>
  check(`${name}_one_of`, sql`${column} in (${quoted(values)})`);

/** CHECK that a text column has at most `limit` characters. */
export const atMost = (name: string, column: AnySQLiteColumn, limit: number) =>
  check(`${name}_at_most`, sql`length(${column}) <= ${sql.raw(String(limit))}`);

/** CHECK that a text column is an existing calendar date 'YYYY-MM-DD'; NULL passes. */
export const isDay = (name: string, column: AnySQLiteColumn) => check(`${name}_day`, sql`${column} is date(${column})`);

/** The folded text that a search looks into: the store writes it (sync/server/tables.ts), and no row carries it. */
export const searchColumn = () => text().notNull().default('');

/** A table's row as it is read, without its search text. */
export type RowOf<Table extends { $inferSelect: object }> = Omit<Table['$inferSelect'], 'search_text'>;
