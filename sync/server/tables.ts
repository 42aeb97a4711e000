import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Entity, type Rows, tables } from '../../schema/rows.ts';
import { lists } from '../index.ts';
import type { List } from '../list.ts';
import { fold } from '../search.ts';

/** Rich text columns, which ServerTx sanitizes at each write. */
export const richColumns: Partial<Record<Entity, readonly string[]>> = {
  request: ['description'],
  requestComment: ['message'],
  announcement: ['message'],
  violation: ['message'],
  violationMessage: ['message'],
};

type Shape = {
  name: string;
  columns: { name: string; kind: string; encode(row: Record<string, unknown>): string | number | null }[];
  /** SQL that renders a row aliased `t` as JSON in its TypeScript shape. */
  json: string;
};

const SEARCH_TEXT = 'search_text';

const shapeOf = (entity: Entity, table: SQLiteTable): Shape => {
  const columns = Object.values(getTableColumns(table)).map((column) => ({
    name: column.name,
    kind: column.dataType,
    encode: column.name === SEARCH_TEXT ? (row: object) => searchTextOf(entity, row) : encoderOf(column),
  }));
  const pairs = columns
    .filter(({ name }) => name !== SEARCH_TEXT)
    .map(({ name, kind }) => `'${name}', ${jsonValue(name, kind)}`);
  return { name: getTableName(table), columns, json: `json_object(${pairs.join(', ')})` };
};

const encoderOf = (column: SQLiteColumn) => (row: Record<string, unknown>) => {
  const value = row[column.name];
  return value === null || value === undefined ? null : (column.mapToDriverValue(value) as string | number);
};

/** Throws if the entity's list declares no search text. */
export const searchTextOf = (entity: Entity, row: object): string => {
  const list = (lists as Partial<Record<Entity, List<object, never>>>)[entity];
  if (!list?.searchText) throw new Error(`No list says what is searched of ${entity}`);
  return fold(list.searchText(row));
};

const jsonValue = (name: string, kind: string) => {
  if (kind === 'json') return `json(t.${name})`;
  if (kind === 'boolean') return `json(iif(t.${name}, 'true', 'false'))`;
  return `t.${name}`;
};

export const shapes = Object.fromEntries(
  Object.entries(tables).map(([entity, table]) => [entity, shapeOf(entity as Entity, table)]),
) as Record<Entity, Shape>;

/** A written row as a later read returns it: all columns, nothing else. */
export const storedShape = <E extends Entity>(entity: E, row: Rows[E]): Rows[E] => {
  const values = row as unknown as Record<string, unknown>;
  const names = shapes[entity].columns.map(({ name }) => name).filter((name) => name !== SEARCH_TEXT);
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null])) as unknown as Rows[E];
};
