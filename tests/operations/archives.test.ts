import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createClient } from '@libsql/client';
import { create } from 'tar';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packBackup, unpackBackup } from '../../local/archive.ts';
import { saveDump } from '../../local/dump.ts';
import { loadDump } from '../../local/load-dump.ts';
import { listening } from '../support/listening.ts';

let folder: string;
const stops: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'porchlight-archive-'));
});
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  rmSync(folder, { recursive: true, force: true });
});

test('an archive in a folder that is not there is refused: the disk may not be mounted', async () => {
  const missing = join(folder, 'not-mounted', 'saved.tgz');
  await expect(packBackup(missing, async () => undefined)).rejects.toThrow('There is no folder');
});

test('a token goes with the dump, and a database that gives none is named', async () => {
  const tokens: (string | undefined)[] = [];
  const server = createServer(({ headers }, response) => {
    tokens.push(headers.authorization);
    response.writeHead(404).end();
  });
  stops.push(async () => void server.close());
  const url = `ws://127.0.0.1:${await listening(server)}`;
  const dump = saveDump({ url, token: 'a token' }, join(folder, 'dump.sql'));
  await expect(dump).rejects.toThrow(`The database at ${url} gave no whole dump (404).`);
  expect(tokens).toEqual(['Bearer a token']);
});

test('a damaged or unknown archive is refused in a sentence, and nothing is left behind', async () => {
  const archive = join(folder, 'saved.tgz');
  const target = join(folder, 'target');
  mkdirSync(target);
  writeFileSync(archive, 'no archive at all');
  await expect(unpackBackup(archive, target)).rejects.toThrow(/cannot be restored/);

  await packBackup(archive, async ({ dump }) => writeFileSync(dump, 'DELETE FROM hoas;'));
  const { dump, remove } = await unpackBackup(archive, target);
  expect(readFileSync(dump, 'utf8')).toBe('DELETE FROM hoas;');
  writeFileSync(dump, 'DELETE FROM users;');
  await create({ file: archive, cwd: dirname(dump), gzip: true }, ['manifest.json', 'database.sql', 'files']);
  await remove();
  await expect(unpackBackup(archive, target)).rejects.toThrow(/database.sql is not as it was saved/);
  expect(readdirSync(target)).toEqual([]);
});

test('a semicolon or a quote within a literal, a name or a trigger ends no statement of a dump', async () => {
  const dump = join(folder, 'dump.sql');
  const text = `${"it''s; ".repeat(30_000)}"`;
  writeFileSync(
    dump,
    `PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE sync_instance (instance text);
    CREATE TABLE "a;'b" (x text);\nINSERT INTO "a;'b" VALUES('${text}');\nINSERT INTO sync_instance VALUES('old');
    CREATE TABLE log (id INTEGER PRIMARY KEY AUTOINCREMENT);
    CREATE TRIGGER keep BEFORE DELETE ON "a;'b" BEGIN SELECT 1; SELECT RAISE(ABORT, 'kept; always'); END;\nCOMMIT;\n`,
  );
  const db = createClient({ url: `file:${join(folder, 'loaded.db')}` });
  await loadDump(db, dump);
  expect((await db.execute(`SELECT x FROM "a;'b"`)).rows[0]?.x).toBe(text.replaceAll("''", "'"));
  await expect(db.execute(`DELETE FROM "a;'b"`)).rejects.toThrow('kept; always');
  expect((await db.execute('SELECT instance FROM sync_instance')).rows[0]?.instance).not.toBe('old');
  db.close();
});
