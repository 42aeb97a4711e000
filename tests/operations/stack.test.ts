import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeDataDir } from '../../local/data-dir.ts';
import { startDatabase } from '../../local/database.ts';
import { makeDatabaseAccess } from '../../local/database-access.ts';
import { migrate } from '../../local/migrate.ts';
import { localScript } from '../../local/paths.ts';
import { freePort, portFrom, requireFree } from '../../local/ports.ts';
import { Processes } from '../../local/processes.ts';
import { secretsFrom } from '../../local/secrets.ts';
import { databaseUrl } from '../support/database.ts';
import { commandWith } from '../support/processes.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porchlight-stack-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a port in use is named, with the variable that moves it', async () => {
  const server = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await expect(requireFree([port])).rejects.toThrow(new RegExp(`^Port ${port} is in use: .*PORT`));
  await new Promise((resolve) => server.close(resolve));
  await requireFree([port]);
});

test('PORT is a port, or the reason is said', () => {
  expect(portFrom(undefined)).toBe(8787);
  expect(portFrom('9000')).toBe(9000);
  expect(() => portFrom('65533')).toThrow('PORT must be a whole number from 1 to 65531, and is "65533".');
});

test('a broken migration is named and leaves nothing of itself behind', async () => {
  const migrations = join(folder, 'migrations');
  await mkdir(join(migrations, 'meta'), { recursive: true });
  const journal = { entries: [{ tag: '0000_half', when: 1 }] };
  await writeFile(join(migrations, 'meta', '_journal.json'), JSON.stringify(journal));
  await writeFile(
    join(migrations, '0000_half.sql'),
    'CREATE TABLE half (a);\n--> statement-breakpoint\nALTER TABLE nowhere ADD b;',
  );
  const db = createClient({ url: `file:${join(folder, 'broken.db')}` });
  await expect(migrate(db, migrations)).rejects.toThrow(/^The migration 0000_half is broken and was not applied: /);
  expect((await db.execute("SELECT name FROM sqlite_master WHERE name = 'half'")).rows).toEqual([]);
  db.close();
});

test('migrations that were applied are not applied again', async () => {
  const db = createClient({ url: databaseUrl() });
  expect(await migrate(db)).toEqual([]);
  db.close();
});

test('every commit is flushed to the disk', async () => {
  const processes = new Processes(() => undefined);
  const { client } = await startDatabase(processes, { port: await freePort(), dataDir: join(folder, 'durable') });
  const { rows } = await client.execute('PRAGMA synchronous').finally(() => processes.stop());
  expect(rows[0]?.synchronous).toBe(2);
});

test('the database and its admin API answer nobody without the token, which lies in the folder for its owner alone', async () => {
  const processes = new Processes(() => undefined);
  const dataDir = join(folder, 'guarded');
  const { url, token, client } = await startDatabase(processes, { port: await freePort(), dataDir });
  try {
    const { origin, host } = new URL(url);
    const call = (path: string, init: RequestInit = {}) => fetch(origin + path, init).then(({ status }) => status);
    const body = JSON.stringify({
      requests: [],
      statements: ['SELECT 1'],
      stmt: { sql: 'SELECT 1' },
      batch: { steps: [] },
    });
    for (const path of ['/', '/v1/execute', '/v1/batch', '/v2/pipeline', '/v3/pipeline', '/v3/cursor'])
      for (const bearer of ['', 'x', makeDatabaseAccess().token]) {
        const headers = { Authorization: `Bearer ${bearer}` };
        expect([path, await call(path, { method: 'POST', headers, body })]).toEqual([path, 401]);
      }
    expect(await call('/dump')).toBe(401);
    await expect(createClient({ url: origin }).execute('SELECT 1')).rejects.toThrow('401');
    const [, admin] = /--admin-listen-addr (\S+)/.exec(commandWith(`--http-listen-addr ${host}`)) ?? [];
    expect((await fetch(`http://${admin}/v1/namespaces/default/config`)).status).toBe(401);
    expect((await client.execute('SELECT 1 AS one')).rows[0]?.one).toBe(1);
    expect(await readFile(join(dataDir, 'database.token'), 'utf8')).toBe(token);
    expect((await stat(join(dataDir, 'database.token'))).mode & 0o077).toBe(0);
  } finally {
    await processes.stop();
  }
});

test('secrets are made once, and what the file holds stays', async () => {
  const file = join(folder, '.dev.vars');
  await writeFile(file, 'STRIPE_SECRET_KEY=sk_test_mine');
  const secrets = secretsFrom(file);
  expect(secrets.STRIPE_SECRET_KEY).toBe('sk_test_mine');
  expect(await readFile(file, 'utf8')).toMatch(/^STRIPE_WEBHOOK_SECRET=whsec_\w+$/m);
  expect(secretsFrom(file)).toEqual(secrets);
});

test('a start that was interrupted while seeding begins anew, and touches nothing of others', async () => {
  const dataDir = join(folder, 'data');
  await mkdir(join(dataDir, 'db'), { recursive: true });
  await writeFile(join(dataDir, 'mine.txt'), 'kept');
  (await takeDataDir(dataDir, await freePort(), false))();
  await readFile(join(dataDir, 'mine.txt'));
  await writeFile(join(dataDir, 'db', 'half'), '');
  await writeFile(join(dataDir, 'seeding'), '');
  (await takeDataDir(dataDir, await freePort(), false))();
  await expect(readFile(join(dataDir, 'db', 'half'))).rejects.toThrow('ENOENT');
  expect(await readFile(join(dataDir, 'mine.txt'), 'utf8')).toBe('kept');
});

test('the processes of a stack that was killed are ended for it', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], {
    detached: true,
    stdio: 'ignore',
  });
  const gone = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  const watchdog = spawn(process.execPath, [localScript('process-watchdog.ts')], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.stdin.end(`${child.pid}\n`);
  expect(await gone).toBe('SIGKILL');
});
