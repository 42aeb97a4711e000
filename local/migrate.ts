import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { ROOT } from './paths.ts';
import { messageOf, UserError } from './user-error.ts';

type Entry = { tag: string; when: number };

// The table of drizzle-kit, so that either tool may apply the next migration.
const TABLE = '__drizzle_migrations';

/**
 * Applies the missing migrations in order, each file atomically.
 * Returns the names applied. Throws a UserError naming the migration that is broken.
 */
export const migrate = async (client: Client, folder = join(ROOT, 'migrations')): Promise<string[]> => {
  await client.execute(
    `CREATE TABLE IF NOT EXISTS ${TABLE} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`,
  );
  const { rows } = await client.execute(`SELECT created_at FROM ${TABLE}`);
  const applied = new Set(rows.map((row) => Number(row.created_at)));
  const missing = journalOf(folder).filter((entry) => !applied.has(entry.when));
  for (const entry of missing) await apply(client, folder, entry);
  return missing.map((entry) => entry.tag);
};

const journalOf = (folder: string): Entry[] => {
  const file = join(folder, 'meta', '_journal.json');
  if (!existsSync(file)) throw new UserError(`The migrations' journal is missing: ${file}`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { entries: Entry[] }).entries;
};

const apply = async (client: Client, folder: string, { tag, when }: Entry): Promise<void> => {
  try {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8');
    const statements = text.split('--> statement-breakpoint').filter((sql) => sql.trim() !== '');
    const hash = createHash('sha256').update(text).digest('hex');
    // `migrate` turns foreign keys off for the transaction: rebuilding a table must not delete the rows that refer to it.
    await client.migrate([
      ...statements,
      { sql: `INSERT INTO ${TABLE} (hash, created_at) VALUES (?, ?)`, args: [hash, when] },
    ]);
  } catch (error) {
    throw new UserError(`The migration ${tag} is broken and was not applied: ${messageOf(error)}`);
  }
};
