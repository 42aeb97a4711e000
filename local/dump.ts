import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Client } from '@libsql/client';
import { messageOf, UserError } from './user-error.ts';

/** Writes the whole database as SQL, from one read transaction (https://github.com/tursodatabase/libsql, GET /dump).
 * Throws a UserError. */
export const saveDump = async ({ url, token }: { url: string; token?: string }, file: string): Promise<void> => {
  const address = url.replace(/^(libsql|wss):/, 'https:').replace(/^ws:/, 'http:');
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const answer = await fetch(`${address}/dump`, { headers }).catch((error) => {
    throw new UserError(`The database at ${url} does not answer: ${messageOf(error)}.`);
  });
  const end = answer.ok && answer.body ? await write(answer.body, file) : '';
  if (!end.trimEnd().endsWith('COMMIT;')) {
    throw new UserError(`The database at ${url} gave no whole dump (${answer.status}).`);
  }
};

const TAIL = 100;

/** Returns the last characters. */
const write = async (body: AsyncIterable<Uint8Array>, path: string): Promise<string> => {
  const file = await open(path, 'w', 0o600);
  const decoder = new TextDecoder();
  let end = '';
  try {
    for await (const chunk of body) {
      await file.write(chunk);
      end = (end + decoder.decode(chunk, { stream: true })).slice(-TAIL);
    }
  } finally {
    await file.close();
  }
  return end;
};

/** Characters a batch, which is one request and one transaction. */
const BATCH_SIZE = 1_000_000;

/** Fills an empty database from a dump, in batches, and gives it a new identity. */
export const loadDump = async (db: Client, file: string): Promise<void> => {
  let [statements, size]: [string[], number] = [[], 0];
  const flush = async () => {
    // A dump may have children before their parents.
    await db.executeMultiple(['PRAGMA foreign_keys=OFF;', 'BEGIN;', ...statements, 'COMMIT;'].join('\n'));
    [statements, size] = [[], 0];
  };
  for await (const statement of statementsIn(createReadStream(file, 'utf8'))) {
    if (/^(PRAGMA foreign_keys|BEGIN|COMMIT)\b/i.test(statement)) continue;
    statements.push(statement);
    size += statement.length;
    if (size >= BATCH_SIZE) await flush();
  }
  await flush();
  await giveIdentity(db);
};

const MARKER = 'restoration_in_progress';

/** True if a restoration into the database has begun and not ended: what it holds then, nobody has used. */
export const isHalfRestored = async (db: Client): Promise<boolean> => {
  const sql = 'SELECT 1 FROM sqlite_master WHERE name = ?';
  return (await db.execute({ sql, args: [MARKER] })).rows.length > 0;
};

export const beginRestoration = async (db: Client): Promise<void> => {
  await db.execute(`CREATE TABLE ${MARKER} (id INTEGER)`);
};

export const endRestoration = async (db: Client): Promise<void> => {
  await db.execute(`DROP TABLE ${MARKER}`);
};

/** Empties a database that is half restored. */
export const dropTables = async (db: Client): Promise<void> => {
  const { rows } = await db.execute(`SELECT type, name FROM sqlite_master WHERE type IN ('table', 'view')
    AND name NOT LIKE 'sqlite|_%' ESCAPE '|' AND name NOT LIKE 'libsql|_%' ESCAPE '|'`);
  const drops = rows.map(({ type, name }) => `DROP ${type} "${name}";`);
  await db.executeMultiple(['PRAGMA foreign_keys=OFF;', 'BEGIN;', ...drops, 'COMMIT;'].join('\n'));
};

/** More log entries than the lost database can have had since its backup, and few enough for an exact cookie order. */
const LOG_GAP = 10_000_000;

/** Gives a database a new instance id, which clients notice. Its log continues beyond any client's cookie, because the
 * tabs of a device order their states by it. */
export const giveIdentity = async (db: Client): Promise<void> => {
  await db.batch(
    [
      'UPDATE sync_instance SET instance = lower(hex(randomblob(8)))',
      { sql: "UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'sync_log'", args: [LOG_GAP] },
    ],
    'write',
  );
};

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
