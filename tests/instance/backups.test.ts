import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archivesIn, backUp, drill, outcomesOf } from '../../local/instance/backups.ts';
import { mirrorFolder, takeFromMirror } from '../../local/instance/mirror.ts';
import { Disk } from '../../local/s3/disk.ts';
import { createS3 } from '../../local/s3/server.ts';
import { instanceForAll } from '../support/instance.ts';
import { listening } from '../support/listening.ts';
import { nth } from '../support/required.ts';

const KEYS = { region: 'us-east-1', accessKeyId: 'PLAWAY', secretAccessKey: 'secret' };
const instance = instanceForAll();
const folder = mkdtempSync(join(tmpdir(), 'porchlight-mirror-'));
beforeAll(() => {
  process.env.PORCHLIGHT_HOME = join(instance.settings.file, '..');
});
afterAll(() => {
  delete process.env.PORCHLIGHT_HOME;
  rmSync(folder, { recursive: true });
});

const store = (disk: Disk, key: string, text: string) =>
  disk.put(key, Readable.from([Buffer.from(text)]), { 'content-type': 'text/plain' }, () => undefined);
const dataOf = (mirror: string) =>
  readdirSync(mirror, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /[0-9a-f]{64}\.[0-9a-f-]{36}$/.test(name),
  );

test('a nightly backup is restored and examined, and a second one stores no file again', {
  timeout: 120_000,
}, async () => {
  const { settings } = instance;
  await instance.superadmin('Backup');
  const disk = new Disk(join(settings.dataDir, 'files'));
  await store(disk, 'files/x/one', 'one');
  const { length } = await disk.list('');
  expect(await backUp(settings)).toMatch(new RegExp(`^Saved the database .* and ${length} files to `));
  const mirror = join(settings.backupDir, 'files');
  const before = dataOf(mirror);
  expect(before).toHaveLength(length);
  await backUp(settings);
  expect(dataOf(mirror)).toEqual(before);
  expect(await drill(settings)).toMatch(/was restored and examined in \d+ s: all is well\.$/);
  expect(outcomesOf(settings)).toMatchObject({ backup: { ok: true }, drill: { ok: true } });
  expect(readdirSync(settings.dataDir).filter((name) => name.startsWith('drill-'))).toEqual([]);

  appendFileSync(join(mirror, nth(before, 0)), 'damage');
  await expect(drill(settings)).rejects.toThrow('is not as it was saved');
  expect(outcomesOf(settings).drill).toMatchObject({
    ok: false,
    said: expect.stringContaining('is not as it was saved'),
  });
  expect((await archivesIn(settings.backupDir)).length).toBeGreaterThan(0);
});

test('a disk for backups that is not mounted is missed, and said', async () => {
  const { settings } = instance;
  const away = {
    ...settings,
    backupDir: join(folder, 'away'),
    values: { ...settings.values, BACKUP_DIR: join(folder, 'away') },
  };
  await expect(backUp(away)).rejects.toThrow(`There is no folder ${join(folder, 'away')}`);
  expect(outcomesOf(settings).backup).toMatchObject({ ok: false });
  expect(existsSync(join(folder, 'away'))).toBe(false);
});

test('a mirror keeps what was deleted since, for the backups that name it', async () => {
  const [files, mirror, into] = ['files', 'mirror', 'into'].map((name) => join(folder, name));
  const disk = new Disk(String(files));
  await store(disk, 'a', 'first');
  await store(disk, 'b', 'second');
  const entries = await mirrorFolder(String(files), String(mirror));
  await disk.remove('a');
  await store(disk, 'b', 'stored anew');
  expect(await mirrorFolder(String(files), String(mirror))).toHaveLength(1);
  mkdirSync(String(into));
  await takeFromMirror(String(mirror), entries, String(into));
  const textOf = async (key: string) => {
    const { bytes } = await new Disk(String(into)).get(key, () => undefined);
    return Buffer.concat(await bytes.toArray()).toString();
  };
  expect([await textOf('a'), await textOf('b')]).toEqual(['first', 'second']);
});

test('a backup goes to a bucket elsewhere too, and each file goes once', async () => {
  const { settings } = instance;
  const server = createS3({ folder: join(folder, 'bucket'), bucket: 'away', keys: KEYS, origins: [] });
  const endpoint = `http://127.0.0.1:${await listening(server)}`;
  const { region, accessKeyId, secretAccessKey } = KEYS;
  const values = {
    ...settings.values,
    ...{ BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region, BACKUP_S3_BUCKET: 'away' },
    ...{ BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey },
  };
  await store(new Disk(join(settings.dataDir, 'files')), 'files/x/two', 'two');
  expect(await backUp({ ...settings, values })).toMatch(/, and to away\.$/);
  const there = async () =>
    (await new Disk(join(folder, 'bucket')).list('')).map(({ key, modified }) => [key, modified]);
  const before = await there();
  expect(before.some(([key]) => String(key).endsWith('.tgz'))).toBe(true);
  expect(before.filter(([key]) => String(key).startsWith('files/')).length).toBeGreaterThanOrEqual(2);
  await backUp({ ...settings, values });
  const files = (all: unknown[][]) => all.filter(([key]) => String(key).startsWith('files/'));
  expect(files(await there())).toEqual(files(before));
  server.close();
});

test('a copy that was cut off is made again', async () => {
  const [files, mirror] = ['half-files', 'half-mirror'].map((name) => join(folder, name));
  await store(new Disk(String(files)), 'a', 'whole');
  const [entry] = await mirrorFolder(String(files), String(mirror));
  const copy = join(String(mirror), String(entry?.data));
  rmSync(copy);
  writeFileSync(`${copy}.part`, 'wh');
  await mirrorFolder(String(files), String(mirror));
  expect(readFileSync(copy, 'utf8')).toBe('whole');
});
