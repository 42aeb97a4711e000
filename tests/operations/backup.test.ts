import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Client } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesIn, markFilling, takeDataDir } from '../../local/data-dir.ts';
import { startDatabase } from '../../local/database.ts';
import type { Subject } from '../../local/doctor/check.ts';
import { checkMigrations } from '../../local/doctor/structure.ts';
import { migrate } from '../../local/migrate.ts';
import { localScript } from '../../local/paths.ts';
import { freePorts } from '../../local/ports.ts';
import { Processes } from '../../local/processes.ts';
import { Disk } from '../../local/s3/disk.ts';
import { createS3 } from '../../local/s3/server.ts';
import { batch } from '../../sync/server/retry.ts';
import { createHoa } from '../support/fixtures.ts';
import { listening } from '../support/listening.ts';

let folder: string;
const stops: (() => Promise<unknown> | undefined)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'porchlight-backup-'));
});

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  rmSync(folder, { recursive: true, force: true });
});

/** A data folder whose database runs, as that of a stack. */
const open = async (name: string) => {
  const port = await freePorts(2);
  const dataDir = join(folder, name);
  const release = await takeDataDir(dataDir, port, false);
  const processes = new Processes(() => undefined);
  const { client, url, token } = await startDatabase(processes, { port: port + 1, dataDir });
  const stop = () => processes.stop().then(release);
  stops.push(stop);
  return { client, url, token, disk: new Disk(filesIn(dataDir)), stop };
};

const run = async (command: 'backup' | 'restore', name: string, words: string[] = ['saved.tgz'], more: object = {}) => {
  const env = { ...process.env, DATA_DIR: join(folder, name), ...more };
  const args = ['--disable-warning=ExperimentalWarning', localScript(`${command}.ts`), ...words];
  const child = spawn(process.execPath, args, { env, cwd: folder });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (said += chunk));
  const status = await new Promise((resolve) => child.on('close', resolve));
  return { status, said };
};

const instanceOf = async (db: Client) => (await db.execute('SELECT instance FROM sync_instance')).rows[0]?.instance;

const countOf = async (db: Client, table: string) =>
  Number((await db.execute(`SELECT count(*) AS count FROM ${table}`)).rows[0]?.count);

const PHOTO = Buffer.from([0xff, 0xd8, 0xff, 0, 10, 13]);

const store = (disk: Disk, key: string) =>
  disk.put(key, Readable.from([PHOTO]), { 'content-type': 'image/jpeg' }, () => undefined);

const photoIn = async (disk: Disk) => {
  const { meta, bytes } = await disk.get('files/a/photo.jpg', () => undefined);
  return [meta.headers['content-type'], Buffer.concat(await bytes.toArray())];
};

/** A data folder with one HOA and one file, whose database runs. */
const filled = async (name: string) => {
  const database = await open(name);
  await migrate(database.client);
  const hoa_id = await createHoa(database.client, "Willow's\n“Green”; --");
  await store(database.disk, 'files/a/photo.jpg');
  return { ...database, hoa_id };
};

test('a backup is one view of a running stack, and is restored as another database', { timeout: 90_000 }, async () => {
  const { client, disk, stop, hoa_id } = await filled('first');
  const hoas = (await client.execute('SELECT * FROM hoas')).rows;
  const instance = await instanceOf(client);
  await client.execute(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO rate_limits (key, window_start, count) SELECT 'of ' || i || hex(randomblob(200)), i, 1 FROM n`);
  const backup = run('backup', 'first');
  const written = await writePairs(client, disk, backup);
  expect(await backup).toEqual({ status: 0, said: expect.stringMatching(/^Saved the database and \d+ files of/) });
  expect(statSync(join(folder, 'saved.tgz')).mode & 0o777).toBe(0o600);
  await client.execute({ sql: 'DELETE FROM hoas WHERE id = ?', args: [hoa_id] });
  await stop();

  expect(await run('restore', 'second')).toEqual({ status: 0, said: expect.stringContaining('Restored') });
  const second = await open('second');
  expect((await second.client.execute('SELECT * FROM hoas')).rows).toEqual(hoas);
  expect(await photoIn(second.disk)).toEqual(['image/jpeg', PHOTO]);
  expect(await countOf(second.client, 'rate_limits')).toBe(20_000);
  const pairs = await countOf(second.client, 'outbox');
  const logged = await second.client.execute("SELECT count(*) FROM sync_log WHERE entity = 'pair'");
  expect(logged.rows[0]?.[0]).toBe(pairs);
  expect(pairs).toBeLessThan(written);
  expect(await instanceOf(second.client)).not.toBe(instance);
  const { rows } = await second.client.execute("SELECT seq FROM sqlite_sequence WHERE name = 'sync_log'");
  expect(Number(rows[0]?.seq)).toBeGreaterThan(written);
  expect(await migrate(second.client)).toEqual([]);
});

/** Writes two rows in each commit, and a file that is soon gone, until `ended`. Returns the number of commits. */
const writePairs = async (client: Client, disk: Disk, ended: Promise<unknown>): Promise<number> => {
  let [count, isOver] = [0, false];
  void ended.then(() => {
    isOver = true;
  });
  for (; !isOver; count += 1) {
    const id = uuidv7();
    await store(disk, `tmp/${id}`);
    await batch(
      client,
      [
        `INSERT INTO outbox (id, hoa_id, kind, payload, idempotency_key, next_at, created_at)
          VALUES ('${id}', 'h', 'fitPlan', '{}', '${id}', '', '')`,
        `INSERT INTO sync_log (hoa_id, audience, entity, entity_id) VALUES ('h', 'all', 'pair', '${id}')`,
      ],
      'write',
    );
    await disk.remove(`tmp/${id}`);
  }
  return count;
};

/** An empty database and bucket elsewhere, as the worker's variables name them. */
const openRemote = async () => {
  const database = await open('remote');
  const keys = { region: 'us-east-1', accessKeyId: 'PLREMOTE', secretAccessKey: 'secret' };
  const server: Server = createS3({ folder: join(folder, 'bucket'), bucket: 'porchlight', keys, origins: [] });
  const port = await listening(server);
  stops.push(async () => void server.close());
  const env = {
    DATABASE_URL: new URL(database.url).origin,
    DATABASE_TOKEN: database.token,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_REGION: keys.region,
    S3_BUCKET: 'porchlight',
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
  };
  return { ...database, env };
};

test('a backup of a stopped stack goes over the wire into an empty deployment, and back', {
  timeout: 90_000,
}, async () => {
  const { client, stop } = await filled('first');
  const hoas = (await client.execute('SELECT * FROM hoas')).rows;
  await stop();
  expect((await run('backup', 'first')).status).toBe(0);
  const { client: remote, env } = await openRemote();
  expect((await run('restore', '', ['saved.tgz'], env)).said).toContain(`into ${env.DATABASE_URL}`);
  expect((await remote.execute('SELECT * FROM hoas')).rows).toEqual(hoas);
  const again = await run('restore', '', ['saved.tgz'], env);
  expect(again).toEqual({ status: 1, said: expect.stringContaining('holds data already') });
  const instance = await instanceOf(remote);
  expect((await run('restore', '', ['--identity'], env)).status).toBe(0);
  expect(await instanceOf(remote)).not.toBe(instance);

  expect((await run('backup', '', ['again.tgz'], env)).said).toContain('1 files');
  const words = ['again.tgz', join(folder, 'named')];
  expect((await run('restore', 'first', words)).status).toBe(0);
  expect(await run('restore', 'first', words)).toEqual({
    status: 1,
    said: expect.stringContaining('holds data already'),
  });
  const named = await open('named');
  expect((await named.client.execute('SELECT * FROM hoas')).rows).toEqual(hoas);
  expect(await photoIn(named.disk)).toEqual(['image/jpeg', PHOTO]);
});

test('a restoration over the wire that breaks off is known as such, and ends when it is run again', {
  timeout: 90_000,
}, async () => {
  const { client, stop } = await filled('first');
  const hoas = (await client.execute('SELECT * FROM hoas')).rows;
  await stop();
  await run('backup', 'first');
  const { client: remote, env } = await openRemote();
  const away = { ...env, S3_SECRET_ACCESS_KEY: 'not the key' };
  await remote.execute('CREATE TABLE restoration_in_progress (id INTEGER)');
  expect((await run('restore', '', ['saved.tgz'], away)).status).toBe(1);
  expect(await checkMigrations({ db: remote } as Subject)).toEqual(['A restoration was interrupted: run it again.']);
  expect((await run('restore', '', ['saved.tgz'], env)).status).toBe(0);
  expect((await remote.execute('SELECT * FROM hoas')).rows).toEqual(hoas);
  expect(await checkMigrations({ db: remote } as Subject)).toEqual([]);
});

test('a restoration into a folder that breaks off is not started as an empty app', { timeout: 90_000 }, async () => {
  const dataDir = join(folder, 'broken');
  mkdirSync(dataDir);
  const cut = markFilling(dataDir, 'restoring', () => Promise.reject(new Error('cut')));
  await expect(cut).rejects.toThrow('cut');
  await expect(takeDataDir(dataDir, await freePorts(2), false)).rejects.toThrow('was interrupted: run it again');
  const { stop } = await filled('first');
  await stop();
  await run('backup', 'first');
  expect((await run('restore', 'broken')).said).toContain('Restored');
  const { client } = await open('broken');
  expect(await countOf(client, 'hoas')).toBe(1);
});
