import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetBucketLifecycleConfigurationCommand, GetBucketVersioningCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyBucketRules } from '../../local/bucket-rules/apply.ts';
import { freePort } from '../../local/ports.ts';
import { createS3 } from '../../local/s3/server.ts';

const APP = 'https://porchlight.example';
const EARLIER = 'https://earlier.example';
const keys = { accessKeyId: 'admin', secretAccessKey: 'of-the-admin' };
const admin = { AWS_ACCESS_KEY_ID: keys.accessKeyId, AWS_SECRET_ACCESS_KEY: keys.secretAccessKey };

/** A bucket of one's own, whose rules no other test meets. */
const bucketForAll = () => {
  const own = {} as { endpoint: string; folder: string; server: Server };
  beforeAll(async () => {
    const [folder, port] = [await mkdtemp(join(tmpdir(), 'porchlight-bucket-')), await freePort()];
    const server = createS3({ folder, bucket: 'files', origins: [EARLIER], keys: { ...keys, region: 'us-east-1' } });
    await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
    Object.assign(own, { endpoint: `http://127.0.0.1:${port}`, folder, server });
  });
  afterAll(async () => {
    own.server.close();
    await rm(own.folder, { recursive: true });
  });
  return own;
};

const own = bucketForAll();
const settings = () => ({
  PUBLIC_URL: APP,
  S3_ENDPOINT: own.endpoint,
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY_ID: 'of-the-worker',
  S3_SECRET_ACCESS_KEY: 'of-the-worker',
});
const mayUpload = async (origin: string) => {
  const headers = { Origin: origin, 'Access-Control-Request-Method': 'PUT' };
  return (await fetch(`${own.endpoint}/files/tmp/a.png`, { method: 'OPTIONS', headers })).ok;
};

test('npm run bucket keeps versions, lets the app in and cleans up', async () => {
  expect([await mayUpload(EARLIER), await mayUpload(APP)]).toEqual([true, false]);
  const lines: string[] = [];
  await applyBucketRules(settings(), admin, (line) => lines.push(line));
  expect(lines).toHaveLength(3);
  expect([await mayUpload(EARLIER), await mayUpload(APP)]).toEqual([false, true]);

  const s3 = new S3Client({ endpoint: own.endpoint, region: 'us-east-1', forcePathStyle: true, credentials: keys });
  const { Rules = [] } = await s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket: 'files' }));
  expect(Rules).toMatchObject([
    { Status: 'Enabled', Filter: { Prefix: 'tmp/' }, Expiration: { Days: 7 } },
    { Status: 'Enabled', NoncurrentVersionExpiration: { NoncurrentDays: 90 } },
    { Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
  ]);
  expect((await s3.send(new GetBucketVersioningCommand({ Bucket: 'files' }))).Status).toBe('Enabled');
});

test('a key that may not change the bucket is told so, rule by rule', async () => {
  const refused = applyBucketRules(settings(), {}, () => undefined);
  await expect(refused).rejects.toThrow(/keeps versions: .*\n.*upload and download: .*\n.*cleans up: /);
  const { S3_BUCKET, PUBLIC_URL, ...rest } = settings();
  await expect(applyBucketRules(rest, admin, () => undefined)).rejects.toThrow(
    'These settings are missing: PUBLIC_URL, S3_BUCKET.',
  );
});
