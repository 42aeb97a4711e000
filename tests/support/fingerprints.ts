import type { Client } from '@libsql/client';
import { expect } from 'vitest';

/** The rows of an HOA in each table, as a text. */
export const fingerprintsOf = async (db: Client, hoa_id: string): Promise<Map<string, string>> => {
  tables ??= await tablesOfHoas(db);
  const sql = (table: string) => `SELECT * FROM ${table} WHERE hoa_id = ? ORDER BY 1, 2, 3, 4`;
  const answers = await db.batch(
    tables.map((table) => ({ sql: sql(table), args: [hoa_id] })),
    'read',
  );
  return new Map(tables.map((table, at) => [table, JSON.stringify(answers[at]?.rows)]));
};

let tables: string[] | undefined;

const tablesOfHoas = async (db: Client): Promise<string[]> => {
  const { rows } = await db.execute(
    `SELECT name, EXISTS (SELECT 1 FROM pragma_table_info(t.name) c WHERE c.name = 'hoa_id') AS is_of_hoa
      FROM sqlite_master t WHERE type = 'table' AND name NOT LIKE 'sqlite%'`,
  );
  for (const { name, is_of_hoa } of rows) if (!is_of_hoa) expect(TENANTLESS).toContain(name);
  return rows.flatMap(({ name, is_of_hoa }) => (is_of_hoa ? [String(name)] : []));
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
