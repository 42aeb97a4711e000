import type { Server } from 'node:http';
import { expect, test } from 'vitest';
import type { Subject } from '../../local/doctor/check.ts';
import { checkMigrations } from '../../local/doctor/structure.ts';
import { createS3 } from '../../local/s3/server.ts';
import { instanceOf, PHOTO, photoIn, useBackupFolder } from '../support/backups.ts';
import { listening } from '../support/listening.ts';

const { open, filled, run, atEnd, path } = useBackupFolder();

/** An empty database and bucket elsewhere, as the worker's variables name them. */
const openRemote = async () => {
  const database = await open('remote');
  const keys = { region: 'us-east-1', accessKeyId: 'PLREMOTE', secretAccessKey: 'secret' };
  const server: Server = createS3({ folder: path('bucket'), bucket: 'porchlight', keys, origins: [] });
  const port = await listening(server);
  atEnd(async () => void server.close());
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

/** Saves the data of a stopped stack. Resolves with its HOAs. */
const backedUp = async () => {
  const { client, stop } = await filled('first');
  const { rows } = await client.execute('SELECT * FROM hoas');
  await stop();
  expect((await run('backup', 'first')).status).toBe(0);
  return rows;
};

test('a backup of a stopped stack goes over the wire into an empty deployment, and back', {
  timeout: 90_000,
}, async () => {
  const hoas = await backedUp();
  const { client: remote, env } = await openRemote();
  expect((await run('restore', '', ['saved.tgz'], env)).said).toContain(`into ${env.DATABASE_URL}`);
  expect((await remote.execute('SELECT * FROM hoas')).rows).toEqual(hoas);
  const again = await run('restore', '', ['saved.tgz'], env);
  expect(again).toEqual({ status: 1, said: expect.stringContaining('holds data already') });
  const instance = await instanceOf(remote);
  expect((await run('restore', '', ['--identity'], env)).status).toBe(0);
  expect(await instanceOf(remote)).not.toBe(instance);

  expect((await run('backup', '', ['again.tgz'], env)).said).toContain('1 files');
  const words = ['again.tgz', path('named')];
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
  const hoas = await backedUp();
  const { client: remote, env } = await openRemote();
  const away = { ...env, S3_SECRET_ACCESS_KEY: 'not the key' };
  await remote.execute('CREATE TABLE restoration_in_progress (id INTEGER)');
  expect((await run('restore', '', ['saved.tgz'], away)).status).toBe(1);
  expect(await checkMigrations({ db: remote } as Subject)).toEqual(['A restoration was interrupted: run it again.']);
  expect((await run('restore', '', ['saved.tgz'], env)).status).toBe(0);
  expect((await remote.execute('SELECT * FROM hoas')).rows).toEqual(hoas);
  expect(await checkMigrations({ db: remote } as Subject)).toEqual([]);
});
