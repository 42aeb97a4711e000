import { createHash } from 'node:crypto';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { AwsClient } from 'aws4fetch';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import {
  accessKeyId,
  Bucket,
  codeOf,
  endpoint,
  newKey,
  PNG,
  refusal,
  region,
  s3,
  secretAccessKey,
  store,
  stranger,
  textOf,
} from '../support/s3.ts';

describe('the S3 emulator, asked by the AWS SDK', () => {
  test('gives back what was put, with its type, length, tag and metadata', async () => {
    const Key = await store(newKey());
    const head = await s3.send(new HeadObjectCommand({ Bucket, Key }));
    expect(head).toMatchObject({ ContentType: PNG, ContentLength: 5, Metadata: { by: 'rex' } });
    expect(head.ETag).toBe('"5d41402abc4b2a76b9719d911017c592"');
    expect(await textOf(Key)).toBe('hello');
  });

  test('keeps keys with spaces, signs and slashes apart', async () => {
    const keys = ["odd/a b+c (1)'!*é&=%2F.png", 'odd/..a', 'odd', 'odd//', '日本'].map((key) => `${uuidv7()}/${key}`);
    for (const key of keys) await store(key, key);
    expect(await Promise.all(keys.map((key) => textOf(key)))).toEqual(keys);
  });

  test.each([
    ['bytes=1-3', 'ell'],
    ['bytes=3-', 'lo'],
    ['bytes=-2', 'lo'],
    ['bytes=0-99', 'hello'],
  ])('gives the byte range %s', async (range, expected) => {
    expect(await textOf(await store(newKey()), range)).toBe(expected);
  });

  test('refuses a range behind the end', async () => {
    const Key = await store(newKey());
    expect(await codeOf(textOf(Key, 'bytes=9-'))).toEqual([416, 'InvalidRange']);
  });

  test('copies an object with its type, or with another', async () => {
    const from = await store(newKey());
    const CopySource = `${Bucket}/${from}`;
    const [same, other] = [newKey(), newKey()];
    await s3.send(new CopyObjectCommand({ Bucket, Key: same, CopySource }));
    await s3.send(
      new CopyObjectCommand({ Bucket, Key: other, CopySource, MetadataDirective: 'REPLACE', ContentType: 'image/gif' }),
    );
    expect(await textOf(same)).toBe('hello');
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key: same }))).toMatchObject({
      ContentType: PNG,
      Metadata: { by: 'rex' },
    });
    expect(await s3.send(new HeadObjectCommand({ Bucket, Key: other }))).toMatchObject({ ContentType: 'image/gif' });
  });

  test('copies only the version asked for', async () => {
    const from = await store(newKey());
    const copy = (CopySourceIfMatch: string) =>
      s3.send(new CopyObjectCommand({ Bucket, Key: newKey(), CopySource: `${Bucket}/${from}`, CopySourceIfMatch }));
    const { ETag = '' } = await s3.send(new HeadObjectCommand({ Bucket, Key: from }));
    await copy(ETag);
    await store(from, 'other');
    expect(await codeOf(copy(ETag))).toEqual([412, 'PreconditionFailed']);
  });

  test('forgets what was deleted, and deletes twice without complaint', async () => {
    const Key = await store(newKey());
    await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    expect(await codeOf(textOf(Key))).toEqual([404, 'NoSuchKey']);
  });

  test('lists the keys of a prefix in order, page by page', async () => {
    const Prefix = `test/${uuidv7()}/`;
    const keys = ['b', 'a&<b>.png', '日本', 'a'].map((name) => `${Prefix}${name}`);
    for (const key of [...keys, `test/${uuidv7()}`]) await store(key);
    const page = (ContinuationToken?: string) =>
      s3.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 3, ContinuationToken }));
    const first = await page();
    const last = await page(first.NextContinuationToken);
    expect([first.KeyCount, first.IsTruncated, last.KeyCount, last.IsTruncated]).toEqual([3, true, 1, false]);
    const listed = [...(first.Contents ?? []), ...(last.Contents ?? [])];
    expect(listed.map(({ Key }) => Key)).toEqual(['a', 'a&<b>.png', 'b', '日本'].map((name) => `${Prefix}${name}`));
    expect(listed[0]).toMatchObject({ Size: 5, LastModified: expect.any(Date) });
  });

  test('knows its bucket and no other', async () => {
    await s3.send(new HeadBucketCommand({ Bucket }));
    expect(await codeOf(s3.send(new HeadBucketCommand({ Bucket: 'elsewhere' })))).toEqual([404, 'NotFound']);
  });

  test('stores an object once where the writer asks for that', async () => {
    const Key = await store(newKey());
    const again = s3.send(new PutObjectCommand({ Bucket, Key, Body: 'other', IfNoneMatch: '*' }));
    expect(await codeOf(again)).toEqual([412, 'PreconditionFailed']);
  });

  test('stores 12 MB as they are', async () => {
    const [Key, Body] = [newKey(), Buffer.alloc(12 * 1024 * 1024, 'porchlight')];
    await s3.send(new PutObjectCommand({ Bucket, Key, Body }));
    const { Body: back } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    expect(Body.equals(Buffer.from((await back?.transformToByteArray()) ?? []))).toBe(true);
  });

  test('refuses keys it does not know', async () => {
    expect(await codeOf(stranger.send(new PutObjectCommand({ Bucket, Key: newKey(), Body: 'x' })))).toEqual([
      403,
      'SignatureDoesNotMatch',
    ]);
  });

  test('refuses a body that is not the one signed', async () => {
    const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
    const headers = { 'X-Amz-Content-Sha256': createHash('sha256').update('hello').digest('hex') };
    const put = (key: string, body: string) =>
      aws.fetch(`${endpoint}/${Bucket}/${key}`, { method: 'PUT', headers, body });
    expect((await put(newKey(), 'hello')).status).toBe(200);
    expect(await refusal(await put(newKey(), 'HELLO'))).toEqual([400, 'XAmzContentSHA256Mismatch']);
  });

  test('keeps every reader whole while an object is replaced', async () => {
    const Key = await store(newKey(), 'a'.repeat(50_000));
    const writes = ['b', 'c', 'd', 'e'].map((letter) => store(Key, letter.repeat(50_000)));
    const reads = Array.from({ length: 20 }, () => textOf(Key));
    for (const text of await Promise.all(reads)) expect(text).toMatch(/^(.)\1{49999}$/);
    await Promise.all(writes);
  });
});
