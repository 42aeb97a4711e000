import type { Client, InArgs, InStatement, Row, TransactionMode, Value } from '@libsql/client';
import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { batch } from '../../sync/server/retry.ts';

type Options = {
  /** Decodes booleans and JSON by the columns of this table. */
  table?: SQLiteTable;
  mode?: TransactionMode;
};

export const queryAll = async <T>(db: Client, sql: string, args: InArgs = [], options: Options = {}): Promise<T[]> => {
  const [rows] = await queryBatch<[Row[]]>(db, [{ sql, args }], options.mode);
  return (options.table ? rows.map(decoderOf(options.table)) : rows) as T[];
};

export const queryOne = async <T>(
  db: Client,
  sql: string,
  args: InArgs = [],
  options: Options = {},
): Promise<T | undefined> => (await queryAll<T>(db, sql, args, options))[0];

export const queryBatch = async <T extends readonly (readonly unknown[] | undefined)[] = Row[][]>(
  db: Client,
  statements: InStatement[],
  mode: TransactionMode = 'read',
): Promise<T> => (await batch(db, statements, mode)).map(({ rows }) => rows) as unknown as T;

/** Decodes booleans and JSON of a row by the columns of its table. */
export const decoderOf = (table: SQLiteTable) => {
  const columns = Object.values(getTableColumns(table));
  return (row: Row): unknown => {
    const decoded = columns
      .filter(({ name }) => row[name] !== null && row[name] !== undefined)
      .map((column) => [column.name, column.mapFromDriverValue(row[column.name])]);
    return { ...row, ...Object.fromEntries(decoded) };
  };
};

export const json = <T>(value: Value | undefined): T => (value === null ? null : JSON.parse(String(value))) as T;

/** In SQL: this user may sign in. `alias` is that of the table of users, where it has one. */
export const isActive = (alias?: string): string => {
  const prefix = alias ? `${alias}.` : '';
  return `${prefix}status = 'active' AND ${prefix}deleted_at IS NULL AND ${prefix}hoa_id NOT IN (${PAUSED})`;
};

const PAUSED = 'SELECT paused_hoas.hoa_id FROM paused_hoas';

/** SQL: true for an association that works, and neither leaves nor is paused. */
export const isRunning = (alias: string): string => `${alias}.leaving_at IS NULL AND ${alias}.id NOT IN (${PAUSED})`;
