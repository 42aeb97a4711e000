import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Client } from '@libsql/client';
import { afterEach, beforeEach } from 'vitest';
import { filesIn, takeDataDir } from '../../local/data-dir.ts';
import { startDatabase } from '../../local/database.ts';
import { migrate } from '../../local/migrate.ts';
import { localScript } from '../../local/paths.ts';
import { freePorts } from '../../local/ports.ts';
import { Processes } from '../../local/processes.ts';
import { Disk } from '../../local/s3/disk.ts';
import { createHoa } from './fixtures.ts';

/** A folder for the data of stacks, new for each test; what was started there ends with the test. */
export const useBackupFolder = () => {
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
    const database = await openDatabase(join(folder, name));
    stops.push(database.stop);
    return database;
  };
  /** The same with one HOA and one file. */
  const filled = async (name: string) => {
    const database = await open(name);
    await migrate(database.client);
    const hoa_id = await createHoa(database.client, "Willow's\n“Green”; --");
    await storePhoto(database.disk, KEY);
    return { ...database, hoa_id };
  };
  const run = (command: 'backup' | 'restore', name: string, words: string[] = ['saved.tgz'], more: object = {}) =>
    runCommand(folder, [`${command}.ts`, ...words], { DATA_DIR: join(folder, name), ...more });
  const atEnd = (stop: () => Promise<unknown>) => void stops.push(stop);
  return { open, filled, run, atEnd, path: (name: string) => join(folder, name) };
};

const openDatabase = async (dataDir: string) => {
  const port = await freePorts(2);
  const release = await takeDataDir(dataDir, port, false);
  const processes = new Processes(() => undefined);
  const { client, url, token } = await startDatabase(processes, { port: port + 1, dataDir });
  const stop = () => processes.stop().then(release);
  return { client, url, token, disk: new Disk(filesIn(dataDir)), stop };
};

const runCommand = async (cwd: string, [script = '', ...words]: string[], more: object) => {
  const args = ['--disable-warning=ExperimentalWarning', localScript(script), ...words];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...more }, cwd });
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (said += chunk));
  const status = await new Promise((resolve) => child.on('close', resolve));
  return { status, said };
};

export const instanceOf = async (db: Client) =>
  (await db.execute('SELECT instance FROM sync_instance')).rows[0]?.instance;

const KEY = 'files/a/photo.jpg';
export const PHOTO = Buffer.from([0xff, 0xd8, 0xff, 0, 10, 13]);

export const storePhoto = (disk: Disk, key: string) =>
  disk.put(key, Readable.from([PHOTO]), { 'content-type': 'image/jpeg' }, () => undefined);

export const photoIn = async (disk: Disk) => {
  const { meta, bytes } = await disk.get(KEY, () => undefined);
  return [meta.headers['content-type'], Buffer.concat(await bytes.toArray())];
};
