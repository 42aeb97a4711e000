import { getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Entity, type Rows, tables } from '../../schema/rows.ts';
import type { Descriptor } from '../entity.ts';
import { ENTITY_NAMES, entities } from '../index.ts';
import { fold } from '../list.ts';

type Shape = {
  name: string;
  columns: { name: string; kind: string; encode(row: Record<string, unknown>): string | number | null }[];
  /** SQL that renders a row aliased `t` as JSON in its TypeScript shape. */
  json: string;
  /** The same as a JSON array, without the names, in the order of `names`. */
  array: string;
  names: string[];
};

const SEARCH_TEXT = 'search_text';

const shapeOf = (entity: Entity, table: SQLiteTable): Shape => {
  const columns = Object.values(getTableColumns(table)).map((column) => ({
    name: column.name,
    kind: column.dataType,
    encode: column.name === SEARCH_TEXT ? (row: object) => searchTextOf(entity, row) : encoderOf(column),
  }));
  const sent = columns.filter(({ name }) => name !== SEARCH_TEXT);
  const values = sent.map(({ name, kind }) => jsonValue(name, kind));
  return {
    name: getTableName(table),
    columns,
    json: `json_object(${sent.map(({ name }, at) => `'${name}', ${values[at]}`).join(', ')})`,
    array: `json_array(${values.join(', ')})`,
    names: sent.map(({ name }) => name),
  };
};

const encoderOf = (column: SQLiteColumn) => (row: Record<string, unknown>) => {
  const value = row[column.name];
  return value === null || value === undefined ? null : (column.mapToDriverValue(value) as string | number);
};

/** Throws if the entity's list declares no search text. */
export const searchTextOf = (entity: Entity, row: object): string => {
  const { list } = entities[entity] as Descriptor<object>;
  if (!list?.searchText) throw new Error(`No list says what is searched of ${entity}`);
  return fold(list.searchText(row));
};

const jsonValue = (name: string, kind: string) => {
  if (kind === 'json') return `json(t.${name})`;
  if (kind === 'boolean') return `json(iif(t.${name}, 'true', 'false'))`;
  return `t.${name}`;
};

export const shapes = Object.fromEntries(
  ENTITY_NAMES.map((entity) => [entity, shapeOf(entity, tables[entity])]),
) as Record<Entity, Shape>;

/** The row of the values that `array` renders. */
export const rowOfValues = <E extends Entity>(entity: E, values: unknown[]): Rows[E] => {
  const { names } = shapes[entity];
  const row: Record<string, unknown> = {};
  for (let at = 0; at < names.length; at += 1) row[names[at]!] = values[at];
  return row as unknown as Rows[E];
};

/** A written row as a later read returns it: all columns, nothing else. */
export const storedShape = <E extends Entity>(entity: E, row: Rows[E]): Rows[E] => {
  const values = row as unknown as Record<string, unknown>;
  return Object.fromEntries(shapes[entity].names.map((name) => [name, values[name] ?? null])) as unknown as Rows[E];
};
