import type { BuildColumns } from 'drizzle-orm';
import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  check,
  integer,
  type SQLiteColumnBuilderBase,
  type SQLiteTable,
  type SQLiteTableExtraConfigValue,
  sqliteTable,
  text,
  unique,
} from 'drizzle-orm/sqlite-core';
import type { Edits } from '../edits.ts';

const rowColumns = () => ({
  id: text().primaryKey(),
  hoa_id: text().notNull(),
  rev: integer().notNull().default(1),
});
type RowColumns = ReturnType<typeof rowColumns>;
type ColumnBuilders = Record<string, SQLiteColumnBuilderBase>;

/** Each write raises `rev` by one. Rows of the same HOA refer to this table by (hoa_id, id), so that no foreign key can
 * leave the tenant. */
export const tenantTable = <Name extends string, Columns extends ColumnBuilders>(
  name: Name,
  columns: Columns,
  constraints: (table: BuildColumns<Name, RowColumns & Columns, 'sqlite'>) => SQLiteTableExtraConfigValue[],
) =>
  sqliteTable(name, { ...rowColumns(), ...columns }, (table) => [
    unique().on(table.hoa_id, table.id),
    ...constraints(table),
  ]);

/** The table of a synced entity, which schema/rows.ts finds by it. */
export const entityTable = <Entity extends string, Name extends string, Columns extends ColumnBuilders>(
  entity: Entity,
  ...[name, columns, constraints]: Parameters<typeof tenantTable<Name, Columns>>
) => asEntity(entity, tenantTable(name, columns, constraints));

export const asEntity = <Entity extends string, Table extends SQLiteTable>(entity: Entity, table: Table) =>
  Object.assign(table, { [ENTITY]: entity });
export const ENTITY = Symbol('entity');

const quoted = (values: readonly string[]) =>
  sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '));

export const oneOf = (name: string, column: AnySQLiteColumn, values: readonly string[]) =>
  check(`${name}_one_of`, sql`${column} in (${quoted(values)})`);

export const atMost = (name: string, column: AnySQLiteColumn, limit: number) =>
  check(`${name}_at_most`, sql`length(${column}) <= ${sql.raw(String(limit))}`);

/** SQLite's date() returns NULL for a day that does not exist; `is` lets a NULL column pass. */
export const isDay = (name: string, column: AnySQLiteColumn) => check(`${name}_day`, sql`${column} is date(${column})`);

/** The last edit of each field, null before the first one. Only the board sees it. */
export const editsColumn = () => text({ mode: 'json' }).$type<Edits>();

/** Folded text for searches, written by sync/server/tables.ts and left out of every row that is read. */
export const searchColumn = () => text().notNull().default('');

export type RowOf<Table extends { $inferSelect: object }> = Omit<Table['$inferSelect'], 'search_text'>;
