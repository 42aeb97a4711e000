import type { Client } from '@libsql/client';
import { expect } from 'vitest';

/** The rows of an HOA in each table, as a text. */
export const fingerprintsOf = async (db: Client, hoa_id: string): Promise<Map<string, string>> => {
  tables ??= await tablesOfHoas(db);
  const sql = ({ name, columns }: Table) =>
    `SELECT * FROM ${name} WHERE hoa_id = ? ORDER BY ${[1, 2, 3, 4].slice(0, columns).join(', ')}`;
  const answers = await db.batch(
    tables.map((table) => ({ sql: sql(table), args: [hoa_id] })),
    'read',
  );
  return new Map(tables.map(({ name }, at) => [name, JSON.stringify(answers[at]?.rows)]));
};

type Table = { name: string; columns: number };
let tables: Table[] | undefined;

const tablesOfHoas = async (db: Client): Promise<Table[]> => {
  const { rows } = await db.execute(
    `SELECT name, EXISTS (SELECT 1 FROM pragma_table_info(t.name) c WHERE c.name = 'hoa_id') AS is_of_hoa,
        (SELECT count(*) FROM pragma_table_info(t.name)) AS columns
      FROM sqlite_master t WHERE type = 'table' AND name NOT LIKE 'sqlite%'`,
  );
  for (const { name, is_of_hoa } of rows) if (!is_of_hoa) expect(TENANTLESS).toContain(name);
  return rows.flatMap(({ name, is_of_hoa, columns }) =>
    is_of_hoa ? [{ name: String(name), columns: Number(columns) }] : [],
  );
};

/** Tables that hold nothing of any HOA. */
const TENANTLESS = [
  '__drizzle_migrations',
  'cron_runs',
  'operator_mails',
  'rate_limits',
  'sync_guard',
  'sync_instance',
  'sync_log_days',
  'sync_log_minutes',
];
