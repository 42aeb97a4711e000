import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Client } from '@libsql/client';
import { IDENTITY } from '../sync/server/identity.ts';
import { checksum } from './archive.ts';
import { withRetries } from './retries.ts';
import { messageOf, UserError } from './user-error.ts';

/** Characters a transaction. A database that is slow, or far away, must end it within five seconds. */
const BATCH_SIZE = 250_000;

/** How far a restoration has come, as a share of the whole. */
type OnProgress = (done: number) => void;

/** Fills an empty database from a dump and gives it a new identity. One that was interrupted goes on where it stopped if
 * the dump is the same, and starts over otherwise. Throws a UserError. */
export const loadDump = async (db: Client, file: string, onProgress: OnProgress = () => undefined): Promise<void> => {
  const dump = await checksum(file);
  const loaded = await prepare(db, dump);
  const { size } = await stat(file);
  let done = 0;
  for await (const { statements, length, upTo } of batchesIn(file)) {
    done += length;
    if (upTo > loaded) await load(db, statements, { dump, upTo });
    onProgress(Math.min(1, done / size));
  }
  await finish(db);
};

/** Says which statements of which dump are in the database. What it holds before this table is dropped, nobody has used. */
const PROGRESS = 'restoration_in_progress';

/** True if a restoration into the database has begun and not ended. */
export const isHalfRestored = async (db: Client): Promise<boolean> => {
  const sql = 'SELECT 1 FROM sqlite_master WHERE name = ?';
  return (await db.execute({ sql, args: [PROGRESS] })).rows.length > 0;
};

export const beginRestoration = async (db: Client): Promise<void> => {
  await db.execute(`CREATE TABLE IF NOT EXISTS ${PROGRESS} (up_to INTEGER PRIMARY KEY, dump TEXT)`);
};

/** Returns the number of statements that are there already. */
const prepare = async (db: Client, dump: string): Promise<number> => {
  await beginRestoration(db);
  // A restoration that an earlier release began has noted nothing that can be read.
  const rows = await progressOf(db).catch(() => [{ dump: null, up_to: 0 }]);
  if (rows.every((row) => row.dump === dump)) return upToOf(rows);
  await dropTables(db);
  await beginRestoration(db);
  return 0;
};

type Progress = { dump: string | null; up_to: number };

const progressOf = async (db: Client) =>
  (await db.execute(`SELECT dump, up_to FROM ${PROGRESS}`)).rows as unknown as Progress[];

const upToOf = (rows: Progress[]) => Math.max(0, ...rows.map(({ up_to }) => up_to));

/** Notes in the same transaction what it loads, so that one whose answer was lost is not applied twice. */
const load = async (db: Client, statements: string[], { dump, upTo }: { dump: string; upTo: number }) => {
  const note = `INSERT INTO ${PROGRESS} (up_to, dump) VALUES (${upTo}, '${dump}');`;
  // A dump may have children before their parents.
  const sql = ['PRAGMA foreign_keys=OFF;', 'BEGIN IMMEDIATE;', note, ...statements, 'COMMIT;'].join('\n');
  const isLoaded = async () => upToOf(await progressOf(db)) >= upTo;
  await withRetries(() => db.executeMultiple(sql), isLoaded).catch((error) => {
    throw new UserError(`The restoration stopped: ${messageOf(error)}. Run it again to continue from here.`);
  });
};

const finish = (db: Client) => {
  const statements = [...IDENTITY, `DROP TABLE ${PROGRESS}`];
  return withRetries(
    () => db.batch(statements, 'write'),
    async () => !(await isHalfRestored(db)),
  );
};

/** Empties a database that is half restored. */
const dropTables = async (db: Client): Promise<void> => {
  const { rows } = await db.execute(`SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view')
    AND name NOT LIKE 'sqlite|_%' ESCAPE '|' AND name NOT LIKE 'libsql|_%' ESCAPE '|'`);
  const drops = rows.map(({ type, name }) => `DROP ${type} "${name}";`);
  await withRetries(() => db.executeMultiple(['PRAGMA foreign_keys=OFF;', 'BEGIN;', ...drops, 'COMMIT;'].join('\n')));
};

/** Gives a new identity to one that was restored by other means. */
export const giveIdentity = async (db: Client): Promise<void> => {
  await db.batch([...IDENTITY], 'write');
};

type Batch = { statements: string[]; length: number; upTo: number };

/** The same at each run. An index weighs as much as its table, whose rows are all read for it. */
async function* batchesIn(file: string): AsyncGenerator<Batch> {
  const sizes = new Map<string, number>();
  let [statements, length, weight, upTo]: [string[], number, number, number] = [[], 0, 0, 0];
  for await (const statement of statementsIn(createReadStream(file, 'utf8'))) {
    const [, table] = /^INSERT INTO (\S+)/i.exec(statement) ?? [];
    const [, indexed] = /^CREATE (?:UNIQUE )?INDEX \S+ ON (\S+)/i.exec(statement) ?? [];
    const size = Buffer.byteLength(statement);
    if (table) sizes.set(nameOf(table), (sizes.get(nameOf(table)) ?? 0) + size);
    if (!/^(PRAGMA foreign_keys|BEGIN|COMMIT)\b/i.test(statement)) statements.push(statement);
    upTo += 1;
    length += size;
    weight += size + (indexed ? (sizes.get(nameOf(indexed)) ?? 0) : 0);
    if (weight < BATCH_SIZE) continue;
    yield { statements, length, upTo };
    [statements, length, weight] = [[], 0, 0];
  }
  if (statements.length > 0) yield { statements, length, upTo };
}

const nameOf = (table: string) => table.replace(/[`"]/g, '');

/** A semicolon in a literal, in a quoted name or within a trigger ends no statement. */
async function* statementsIn(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let [text, quote] = ['', ''];
  for await (const chunk of chunks) {
    let start = 0;
    let at = text.length;
    text += chunk;
    for (; at < text.length; at += 1) {
      const char = text[at] as string;
      if (quote) quote = char === quote ? '' : quote;
      else if (char === "'" || char === '"') quote = char;
      else if (char === ';' && isWhole(text.slice(start, at + 1))) {
        yield text.slice(start, at + 1).trim();
        start = at + 1;
      }
    }
    text = text.slice(start);
  }
}

const isWhole = (statement: string) => !/^\s*CREATE TRIGGER\b/i.test(statement) || /\bEND;$/i.test(statement);
