import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startDatabase } from '../local/database.ts';
import { migrate } from '../local/migrate.ts';
import { localScript } from '../local/paths.ts';
import { freePorts } from '../local/ports.ts';
import { Processes } from '../local/processes.ts';
import { createHoa } from './support/fixtures.ts';

let folder: string;
let port: number;
const processes: Processes[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'porchlight-backup-'));
  port = await freePorts(5);
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((some) => some.stop()));
  rmSync(folder, { recursive: true, force: true });
});

const open = async (name: string) => {
  const own = new Processes(() => undefined);
  processes.push(own);
  const { client } = await startDatabase(own, { port: port + 1, dataDir: join(folder, name) });
  return { client, stop: () => own.stop() };
};
const run = (command: 'backup' | 'restore', name: string, archive = 'saved.tgz') => {
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(folder, name) };
  const args = ['--disable-warning=ExperimentalWarning', localScript(`${command}.ts`), join(folder, archive)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
};
const instanceOf = async (db: Awaited<ReturnType<typeof open>>['client']) =>
  (await db.execute('SELECT instance FROM sync_instance')).rows[0]?.instance;

/** A data folder with one HOA and one file, whose database runs. */
const filled = async (name: string) => {
  const database = await open(name);
  await migrate(database.client);
  const hoa_id = await createHoa(database.client, "Willow's\n“Green”;");
  mkdirSync(join(folder, name, 'files', 'a'), { recursive: true });
  writeFileSync(join(folder, name, 'files', 'a', 'photo.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0, 10, 13]));
  return { ...database, hoa_id };
};

test('a backup of a running stack is restored into an empty folder, as another database', async () => {
  const { client, stop, hoa_id } = await filled('first');
  const before = await client.execute('SELECT * FROM hoas');
  const log = await client.execute('SELECT max(seq) AS seq FROM sync_log');
  const instance = await instanceOf(client);
  expect(run('backup', 'first')).toEqual({ status: 0, said: expect.stringContaining('1 files') });
  await client.execute({ sql: 'DELETE FROM hoas WHERE id = ?', args: [hoa_id] });
  await stop();

  expect(run('restore', 'second')).toEqual({ status: 0, said: expect.stringContaining('Restored') });
  const second = await open('second');
  expect((await second.client.execute('SELECT * FROM hoas')).rows).toEqual(before.rows);
  expect(await instanceOf(second.client)).not.toBe(instance);
  const { rows } = await second.client.execute("SELECT seq FROM sqlite_sequence WHERE name = 'sync_log'");
  expect(Number(rows[0]?.seq)).toBeGreaterThan(Number(log.rows[0]?.seq));
  expect(await migrate(second.client)).toEqual([]);
  expect(readFileSync(join(folder, 'second', 'files', 'a', 'photo.jpg'))).toEqual(
    Buffer.from([0xff, 0xd8, 0xff, 0, 10, 13]),
  );
});

test('a backup is made without a running stack too', async () => {
  const { stop } = await filled('first');
  await stop();
  expect(run('backup', 'first').status).toBe(0);
  expect(run('restore', 'second').status).toBe(0);
});

test('a folder that holds data is never restored over', async () => {
  const { stop, client } = await filled('first');
  run('backup', 'first');
  await stop();
  const { status, said } = run('restore', 'first');
  expect([status, said]).toEqual([1, expect.stringContaining('holds data already')]);
  client.close();
});

test('a damaged or unknown archive is refused in a sentence, and nothing is left behind', async () => {
  writeFileSync(join(folder, 'saved.tgz'), 'no archive at all');
  const { status, said } = run('restore', 'second');
  expect([status, said]).toEqual([1, expect.stringMatching(/cannot be restored/)]);
  expect(said).not.toMatch(/\n\s+at /);
  expect(existsSync(join(folder, 'second', 'db'))).toBe(false);
});
