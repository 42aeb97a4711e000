import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDatabase } from '../../local/database.ts';
import { saveDump } from '../../local/dump.ts';
import { isHalfRestored, loadDump } from '../../local/load-dump.ts';
import { migrate } from '../../local/migrate.ts';
import { freePort } from '../../local/ports.ts';
import { Processes } from '../../local/processes.ts';
import { type Fault, openLine } from '../support/database-line.ts';

let folder: string;
const closes: (() => unknown)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'porchlight-restoring-'));
});
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

const behind = async (url: string, faultOf: (sql: string) => Fault): Promise<Client> => {
  const { db, close } = await openLine(url, faultOf);
  closes.push(close);
  return db;
};

const startEmpty = async (name: string) => {
  const dataDir = join(folder, `data of ${name}`);
  const processes = new Processes(() => undefined);
  closes.push(() => processes.stop());
  return startDatabase(processes, { port: await freePort(), dataDir, durability: 'off', checkpoints: false });
};

const ROWS = 4000;
/** A dump of more than a megabyte. */
const saved = async (name: string): Promise<string> => {
  const { client, url, token } = await startEmpty(name);
  await client.executeMultiple(`
    CREATE TABLE sync_instance (instance TEXT);
    INSERT INTO sync_instance VALUES ('${name}');
    CREATE TABLE sync_log (seq INTEGER PRIMARY KEY AUTOINCREMENT, entity TEXT);
    CREATE TABLE entries (id TEXT PRIMARY KEY, memo TEXT);
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
      INSERT INTO entries SELECT '${name} ' || i, hex(randomblob(200)) FROM n;
    INSERT INTO sync_log (entity) SELECT id FROM entries;
    CREATE INDEX entries_memo ON entries (memo);
    CREATE TRIGGER entries_kept BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'kept'); END;`);
  const dump = join(folder, `${name}.sql`);
  await saveDump({ url: new URL(url).origin, token }, dump);
  client.close();
  return dump;
};

const contentOf = async (db: Client) => {
  const sql = `SELECT min(id) AS first, count(*) AS entries, (SELECT count(*) FROM sync_log) AS logged,
    (SELECT count(*) FROM sqlite_master WHERE name LIKE 'entries%') AS structure FROM entries`;
  const [row] = (await db.execute(sql)).rows;
  return [row?.first, row?.entries, row?.logged, row?.structure];
};
const contentNamed = (name: string) => [`${name} 1`, ROWS, ROWS, 3];

const isWrite = (sql: string) => /INSERT INTO|CREATE |UPDATE sync_instance|DROP /.test(sql);

test('a restoration goes on when the database is busy with a checkpoint, and applies once what was committed without an answer', {
  timeout: 60_000,
}, async () => {
  const dump = await saved('oak');
  const { client, url } = await startEmpty('target');
  let writes = 0;
  const faults: Fault[] = ['none', 'busy', 'lost', 'busy', 'none'];
  const db = await behind(url, (sql) => (isWrite(sql) ? (faults[writes++ % faults.length] as Fault) : 'none'));
  await loadDump(db, dump);
  expect(writes).toBeGreaterThan(faults.length);
  expect(await contentOf(client)).toEqual(contentNamed('oak'));
  expect(await isHalfRestored(client)).toBe(false);
});

/** Loads into a disk that is full after so many transactions. */
const breakOff = async (url: string, dump: string, after: number) => {
  let transactions = 0;
  const line = await behind(url, (sql) => {
    if (/BEGIN IMMEDIATE/.test(sql)) transactions += 1;
    return transactions > after ? 'full' : 'none';
  });
  await expect(loadDump(line, dump)).rejects.toThrow('Run it again to continue from here');
};

test('a restoration that was interrupted goes on where it stopped with the same dump, and starts over with another', {
  timeout: 120_000,
}, async () => {
  const [oak, elm] = [await saved('oak'), await saved('elm')];
  const { client, url } = await startEmpty('target');
  await breakOff(url, oak, 3);
  expect(await isHalfRestored(client)).toBe(true);
  const sent: string[] = [];
  const line = await behind(url, (sql) => {
    sent.push(sql);
    return 'none';
  });
  await loadDump(line, oak);
  expect(sent.some((sql) => sql.includes('CREATE TABLE sync_log'))).toBe(false);
  expect(await contentOf(client)).toEqual(contentNamed('oak'));

  const other = await startEmpty('other');
  await breakOff(other.url, oak, 3);
  await loadDump(other.client, elm);
  expect(await contentOf(other.client)).toEqual(contentNamed('elm'));
});

test('a migration is applied once where the database is busy at first, or commits it without an answer', {
  timeout: 60_000,
}, async () => {
  const { client, url } = await startEmpty('target');
  const faults: Fault[] = ['busy', 'lost'];
  const db = await behind(url, (sql) => (/ALTER TABLE|CREATE INDEX/.test(sql) && faults.shift()) || 'none');
  const applied = await migrate(db);
  expect(faults).toEqual([]);
  expect((await client.execute('SELECT count(*) AS count FROM __drizzle_migrations')).rows[0]?.count).toBe(
    applied.length,
  );
});
