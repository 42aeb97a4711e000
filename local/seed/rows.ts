import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Row } from './tables.ts';

export type RowBuffer = {
  add<T extends SQLiteTable>(table: T, row: T['$inferInsert']): void;
  rowsOf(table: SQLiteTable): Row[];
  files: { key: string; bytes: Uint8Array; type: string }[];
};

export const newRowBuffer = (): RowBuffer => {
  const byTable = new Map<SQLiteTable, Row[]>();
  return {
    add: (table, row) => {
      const list = byTable.get(table) ?? [];
      list.push(row as Row);
      byTable.set(table, list);
    },
    rowsOf: (table) => byTable.get(table) ?? [],
    files: [],
  };
};
