import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { ROOT } from './paths.ts';
import { withRetries } from './retries.ts';
import { messageOf, UserError } from './user-error.ts';

type Entry = { tag: string; when: number };

// The table of drizzle-kit, so that either tool may apply the next migration.
const TABLE = '__drizzle_migrations';

export const MIGRATIONS = join(ROOT, 'migrations');

/**
 * Applies the missing migrations in order, each file atomically.
 * Returns the names applied. Throws a UserError naming the migration that is broken, or where a newer release has used
 * the database: this one would not know what it reads.
 */
export const migrate = async (client: Client, folder = MIGRATIONS): Promise<string[]> => {
  await client.execute(
    `CREATE TABLE IF NOT EXISTS ${TABLE} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)`,
  );
  const applied = await appliedMigrations(client);
  const [unknown] = unknownMigrations(applied, folder);
  if (unknown !== undefined) throw new UserError(newerData(unknown));
  const missing = journalOf(folder).filter((entry) => !applied.has(entry.when));
  for (const entry of missing) await apply(client, folder, entry);
  return missing.map((entry) => entry.tag);
};

/** The hash of each applied migration, by its `when`. */
export const appliedMigrations = async (client: Client): Promise<Map<number, string>> => {
  const { rows } = await client.execute(`SELECT created_at, hash FROM ${TABLE}`);
  return new Map(rows.map(({ created_at, hash }) => [Number(created_at), String(hash)]));
};

/** The `when` of those that a newer release has applied, the newest first. */
export const unknownMigrations = (applied: ReadonlyMap<number, string>, folder = MIGRATIONS): number[] => {
  const known = new Set(journalOf(folder).map(({ when }) => when));
  return [...applied.keys()].filter((when) => !known.has(when)).sort((a, b) => b - a);
};

const newerData = (when: number) =>
  `A newer release of Porchlight has used this data (its migration of ${new Date(when).toISOString()} is not known here), and nothing was changed. Use that release, or restore a backup made by this one: docs/operations.md, "Going back".`;

export const journalOf = (folder: string): Entry[] => {
  const file = join(folder, 'meta', '_journal.json');
  if (!existsSync(file)) throw new UserError(`The migrations' journal is missing: ${file}`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { entries: Entry[] }).entries;
};

const apply = async (client: Client, folder: string, { tag, when }: Entry): Promise<void> => {
  try {
    const statements = textOf(folder, tag)
      .split('--> statement-breakpoint')
      .filter((sql) => sql.trim() !== '');
    // `migrate` turns foreign keys off for the transaction: rebuilding a table must not delete the rows that refer to it.
    const note = { sql: `INSERT INTO ${TABLE} (hash, created_at) VALUES (?, ?)`, args: [hashOf(folder, tag), when] };
    const isApplied = async () => (await appliedMigrations(client)).has(when);
    await withRetries(() => client.migrate([...statements, note]), isApplied);
  } catch (error) {
    throw new UserError(`The migration ${tag} is broken and was not applied: ${messageOf(error)}`);
  }
};

export const hashOf = (folder: string, tag: string): string =>
  createHash('sha256').update(textOf(folder, tag)).digest('hex');

const textOf = (folder: string, tag: string): string => readFileSync(join(folder, `${tag}.sql`), 'utf8');
