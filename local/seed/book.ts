import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Row } from './tables.ts';

/** Everything the seed will write, gathered in memory before the first row goes out. */
export type Book = {
  add<T extends SQLiteTable>(table: T, row: T['$inferInsert']): void;
  rowsOf(table: SQLiteTable): Row[];
  files: { key: string; bytes: Uint8Array; type: string }[];
};

/** An empty book. */
export const openBook = (): Book => {
  const rows = new Map<SQLiteTable, Row[]>();
  return {
    add: (table, row) => {
      const list = rows.get(table) ?? [];
      list.push(row as Row);
      rows.set(table, list);
    },
    rowsOf: (table) => rows.get(table) ?? [],
    files: [],
  };
};
