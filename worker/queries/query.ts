import type { Client, InArgs, InStatement, Row, TransactionMode, Value } from '@libsql/client';
import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { batch } from '../../sync/server/retry.ts';

type Options = {
  /** Whose columns the statement selects: their booleans and JSON are decoded. */
  table?: SQLiteTable;
  /** 'write' for statements that change rows and return them. */
  mode?: TransactionMode;
};

/** The rows of one statement. `T` names its columns. */
export const queryAll = async <T>(db: Client, sql: string, args: InArgs = [], options: Options = {}): Promise<T[]> => {
  const [rows = []] = await queryBatch(db, [{ sql, args }], options.mode);
  return (options.table ? rows.map(decoderOf(options.table)) : rows) as T[];
};

/** The first row of one statement, undefined where it has none. */
export const queryOne = async <T>(
  db: Client,
  sql: string,
  args: InArgs = [],
  options: Options = {},
): Promise<T | undefined> => (await queryAll<T>(db, sql, args, options))[0];

/** The rows of each of several statements, read in one round trip. */
export const queryBatch = async (
  db: Client,
  statements: InStatement[],
  mode: TransactionMode = 'read',
): Promise<Row[][]> => (await batch(db, statements, mode)).map(({ rows }) => rows);

const decoderOf = (table: SQLiteTable) => {
  const columns = Object.values(getTableColumns(table));
  return (row: Row): unknown =>
    Object.fromEntries(
      columns
        .filter(({ name }) => name in row)
        .map((column) => {
          const value = row[column.name];
          return [column.name, value === null ? null : column.mapFromDriverValue(value)];
        }),
    );
};

/** A column that holds JSON. */
export const json = <T>(value: Value | undefined): T => (value === null ? null : JSON.parse(String(value))) as T;
