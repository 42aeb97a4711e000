import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUp } from '../../local/instance/backups.ts';
import { Disk } from '../../local/s3/disk.ts';
import { createS3 } from '../../local/s3/server.ts';
import { createApp } from '../../worker/app.ts';
import { SyncClient, senderWithToken } from '../bench/caller.ts';
import { useBackupFolder } from '../support/backups.ts';
import { connect } from '../support/database.ts';
import { testConfig, testDeps } from '../support/fixtures.ts';
import { instanceForAll } from '../support/instance.ts';
import { listening } from '../support/listening.ts';
import { nth } from '../support/required.ts';

// An instance moves to the distributed engine and back, with a device that goes on.
const instance = instanceForAll();
const { open, run, atEnd, path } = useBackupFolder();
beforeAll(() => {
  process.env.PORCHLIGHT_HOME = join(instance.settings.file, '..');
});
afterAll(() => {
  delete process.env.PORCHLIGHT_HOME;
});

const request = () => ({ id: uuidv7(), title: 'Lamp', description: '<p>Out.</p>', category: 'Other' });

test('an instance moves to a database and a bucket elsewhere, and back, and its devices lose nothing', {
  timeout: 180_000,
}, async () => {
  const { settings } = instance;
  const { token } = await instance.superadmin('Moving');
  await new Disk(join(settings.dataDir, 'files')).put(
    'files/x/one',
    Readable.from([Buffer.from('one')]),
    { 'content-type': 'text/plain' },
    () => undefined,
  );
  const device = new SyncClient();
  const home = senderWithToken(token, instance.url);
  await device.pullAll(home);
  await device.push(home, 'createRequest', request());
  await backUp(settings);
  await instance.stop();

  const remote = await open('remote');
  const keys = { region: 'us-east-1', accessKeyId: 'PLREMOTE', secretAccessKey: 'secret' };
  const server = createS3({ folder: path('bucket'), bucket: 'porchlight', keys, origins: [] });
  const endpoint = `http://127.0.0.1:${await listening(server)}`;
  atEnd(async () => void server.close());
  const { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } = keys;
  const s3 = {
    S3_ENDPOINT: endpoint,
    S3_REGION: keys.region,
    S3_BUCKET: 'porchlight',
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY,
  };
  const env = { DATABASE_URL: new URL(remote.url).origin, DATABASE_TOKEN: remote.token, ...s3 };
  const archive = join(
    settings.backupDir,
    nth(
      readdirSync(settings.backupDir).filter((name) => name.endsWith('.tgz')),
      0,
    ),
  );
  expect(await run('restore', '', [archive], env)).toMatchObject({ status: 0 });
  const { JWT_SECRET = '' } = settings.values;
  const config = { ...testConfig(), jwtSecret: JWT_SECRET, publicUrl: instance.url };
  const worker = createApp(testDeps({ db: connect(remote.url), config }));
  const away = senderWithToken(token, instance.url, (url, init) => worker.fetch(new Request(url, init)));
  // What the device made without a connection, and did not know to have moved.
  await device.push(away, 'createRequest', request());
  await device.pullAll(away);

  expect(await run('backup', '', [path('back.tgz')], env)).toMatchObject({ status: 0 });
  expect(await run('restore', '', [path('back.tgz'), path('home')])).toMatchObject({ status: 0 });
  const { client, disk } = await open('home');
  const { rows } = await client.execute('SELECT count(*) AS count FROM requests');
  expect(rows[0]?.count).toBe(2);
  const { bytes } = await disk.get('files/x/one', () => undefined);
  expect(Buffer.concat(await bytes.toArray()).toString()).toBe('one');
});
