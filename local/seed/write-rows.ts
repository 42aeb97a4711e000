import type { Client, InStatement, InValue } from '@libsql/client';
import { type AnyColumn, getTableColumns, getTableName } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Entity } from '../../schema/rows.ts';
import { activity } from '../../schema/tables/activity.ts';
import { entries } from '../../schema/tables/ledger.ts';
import { sync_log } from '../../schema/tables/sync.ts';
import { entities } from '../../sync/index.ts';
import { batch } from '../../sync/server/retry.ts';
import { searchTextOf } from '../../sync/server/tables.ts';
import { audiencesFor, type Synced } from '../../sync/tx.ts';
import type { RowBuffer } from './rows.ts';
import { type Row, SOURCES } from './tables.ts';

/** Rows a statement; SQLite takes at most 32,766 values in one. */
const ROWS_A_STATEMENT = 400;
/** Characters a batch, which is one request and one transaction. */
const BATCH_SIZE = 1_000_000;

export const writeRows = async (db: Client, buffer: RowBuffer): Promise<void> => {
  const rows = SOURCES.flatMap(({ table, entity }) => inserts(table, searchable(table, entity, buffer.rowsOf(table))));
  await inBatches(db, [...rows, ...inserts(sync_log, logOf(buffer))]);
};

const logOf = (buffer: RowBuffer): Row[] =>
  SOURCES.flatMap(({ table, entity, age }) => {
    const register = registered(entity);
    if (!register || !age) return [];
    return buffer.rowsOf(table).map((row) => ({ row, entity, at: age(row), audiences: audiencesFor(register, row) }));
  })
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .flatMap(({ row, entity, audiences }) =>
      [...new Set(audiences)].map((audience) => ({
        hoa_id: row.hoa_id,
        audience,
        entity,
        entity_id: row.id,
        gone: 0,
      })),
    );

const registered = (entity: string | undefined): Synced<Row> | undefined =>
  entity !== undefined && Object.hasOwn(entities, entity)
    ? (entities[entity as keyof typeof entities] as unknown as Synced<Row>)
    : undefined;

const searchable = (table: SQLiteTable, entity: string | undefined, rows: Row[]): Row[] =>
  'search_text' in getTableColumns(table)
    ? rows.map((row) => ({ ...row, search_text: searchTextOf(entity as Entity, row) }))
    : rows;

const inserts = (table: SQLiteTable, rows: Row[]): InStatement[] => {
  // The database assigns the log's key.
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => table !== sync_log || name !== 'seq');
  const names = columns.map(([name]) => `"${name}"`).join(', ');
  const name = getTableName(table);
  const tuple = `(${columns.map(() => '?').join(', ')})`;
  const insertion = (values: string) =>
    table === activity || table === entries
      ? // A trigger refuses an activity or an entry that is there already before the conflict clause is asked.
        `with given (${names}) as (values ${values}) insert into "${name}" (${names})
          select * from given where id not in (select id from "${name}")`
      : `insert into "${name}" (${names}) values ${values} on conflict do nothing`;
  return chunks(rows, ROWS_A_STATEMENT).map((part) => ({
    sql: insertion(part.map(() => tuple).join(', ')),
    args: part.flatMap((row) => columns.map(([name, column]) => stored(row[name], column))),
  }));
};

const stored = (value: unknown, column: AnyColumn): InValue => {
  const given = value === undefined ? column.default : value;
  return given === null || given === undefined ? null : (column.mapToDriverValue(given) as InValue);
};

const inBatches = async (db: Client, statements: InStatement[]) => {
  let part: InStatement[] = [];
  let size = 0;
  for (const statement of statements) {
    part.push(statement);
    size += JSON.stringify(statement).length;
    if (size < BATCH_SIZE) continue;
    await batch(db, part, 'write');
    [part, size] = [[], 0];
  }
  if (part.length > 0) await batch(db, part, 'write');
};

const chunks = <T>(list: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size));
