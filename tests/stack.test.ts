import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeDataDir } from '../local/data-dir.ts';
import { startDatabase } from '../local/database.ts';
import { migrate } from '../local/migrate.ts';
import { localScript } from '../local/paths.ts';
import { freePort, portFrom, requireFree } from '../local/ports.ts';
import { Processes } from '../local/processes.ts';
import { secretsFrom } from '../local/secrets.ts';
import { databaseUrl } from './support/database.ts';

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
  const db = createClient({ url: databaseUrl() });
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
