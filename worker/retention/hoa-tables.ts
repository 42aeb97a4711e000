import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from '../../schema/index.ts';

/** They outlive the HOA: jobs that delete its files, Stripe's events, the certificate. */
const KEPT = ['outbox', 'processor_events', 'departures'];

const tables = Object.values<unknown>(schema).filter((value) => is(value, SQLiteTable));

const parentsOf = (table: SQLiteTable): SQLiteTable[] =>
  getTableConfig(table)
    .foreignKeys.map((key) => key.reference().foreignTable)
    .filter((parent) => parent !== table);

const withParents = (table: SQLiteTable, done: Set<SQLiteTable>): void => {
  if (done.has(table)) return;
  for (const parent of parentsOf(table)) withParents(parent, done);
  done.add(table);
};

const ordered = (): SQLiteTable[] => {
  const done = new Set<SQLiteTable>();
  for (const table of tables) withParents(table, done);
  return [...done].toReversed();
};

/** SQL for a JSON object of the rows of `:hoa_id` by table. */
export const countsOf = (names: readonly string[]): string =>
  `json_object(${names.map((name) => `'${name}', (SELECT count(*) FROM ${name} WHERE hoa_id = :hoa_id)`).join(', ')})`;

/** Every table with rows of an HOA, children before parents. */
export const HOA_TABLES: readonly string[] = ordered()
  .filter((table) => 'hoa_id' in getTableColumns(table))
  .map(getTableName)
  .filter((name) => !KEPT.includes(name));
