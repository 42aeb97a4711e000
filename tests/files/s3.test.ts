import { createHash } from 'node:crypto';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { AwsClient } from 'aws4fetch';
import { uuidv7 } from 'uuidv7';
import { describe, expect, inject, test } from 'vitest';

const { endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey } = inject('s3');
const settings = {
  endpoint,
  region,
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  maxAttempts: 1,
} as const;
const s3 = new S3Client({ ...settings, credentials: { accessKeyId, secretAccessKey } });
const stranger = new S3Client({ ...settings, credentials: { accessKeyId, secretAccessKey: 'guessed' } });

const PNG = 'image/png';
const newKey = () => `test/${uuidv7()}.png`;
const signed = new Set(['content-type', 'content-length']);

const uploadLink = (Key: string, { size = 5, at = new Date(), by = s3 } = {}) =>
  getSignedUrl(by, new PutObjectCommand({ Bucket, Key, ContentType: PNG, ContentLength: size }), {
    expiresIn: 60,
    signableHeaders: signed,
    signingDate: at,
  });
const upload = (url: string, body = 'hello', type = PNG) =>
  fetch(url, { method: 'PUT', body, headers: { 'Content-Type': type } });
const store = async (Key: string, Body = 'hello') => {
  await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: PNG, Metadata: { by: 'rex' } }));
  return Key;
};
const textOf = async (Key: string, Range?: string) => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, Range }));
  return Body?.transformToString();
};
const refusal = async (answer: Response) => [answer.status, /<Code>(\w+)/.exec(await answer.text())?.[1]];
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: { name: string; $metadata: { httpStatusCode: number } }) => [error.$metadata.httpStatusCode, error.name],
  );

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

describe('its links', () => {
  test('take the upload they were made for', async () => {
    const Key = newKey();
    expect((await upload(await uploadLink(Key))).status).toBe(200);
    expect(await textOf(Key)).toBe('hello');
  });

  test.each<[string, (key: string) => Promise<Response>, [number, string]]>([
    [
      'of another type',
      async (key) => upload(await uploadLink(key), 'hello', 'text/html'),
      [403, 'SignatureDoesNotMatch'],
    ],
    ['of another length', async (key) => upload(await uploadLink(key), 'hello!'), [403, 'SignatureDoesNotMatch']],
    [
      'to another key',
      async (key) => upload((await uploadLink('test/mine.png')).replace('test/mine.png', key)),
      [403, 'SignatureDoesNotMatch'],
    ],
    [
      'after the link expired',
      async (key) => upload(await uploadLink(key, { at: new Date(Date.now() - 61_000) })),
      [403, 'AccessDenied'],
    ],
    [
      'with a link made longer',
      async (key) => upload((await uploadLink(key)).replace('X-Amz-Expires=60', 'X-Amz-Expires=600')),
      [403, 'SignatureDoesNotMatch'],
    ],
    [
      'with a link signed by a stranger',
      async (key) => upload(await uploadLink(key, { by: stranger })),
      [403, 'SignatureDoesNotMatch'],
    ],
    [
      'with a link for a download',
      async (key) => upload(await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: key }))),
      [403, 'SignatureDoesNotMatch'],
    ],
    ['with no link at all', (key) => upload(`${endpoint}/${Bucket}/${key}`), [403, 'AccessDenied']],
  ])('refuse an upload %s', async (_, attempt, expected) => {
    const key = newKey();
    expect(await refusal(await attempt(key))).toEqual(expected);
    expect(await codeOf(textOf(key))).toEqual([404, 'NoSuchKey']);
  });

  test('for an upload cannot be turned into a copy', async () => {
    const secret = await store(newKey());
    const url = await uploadLink(newKey());
    const headers = { 'Content-Type': PNG, 'x-amz-copy-source': `${Bucket}/${secret}` };
    expect(await refusal(await fetch(url, { method: 'PUT', headers, body: 'hello' }))).toEqual([403, 'AccessDenied']);
  });

  test('for a download carry the file name and type they were signed with', async () => {
    const Key = await store(newKey());
    const url = await getSignedUrl(
      s3,
      new GetObjectCommand({
        Bucket,
        Key,
        ResponseContentDisposition: 'attachment; filename="a roof.png"',
        ResponseContentType: 'application/octet-stream',
      }),
    );
    const answer = await fetch(url);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="a roof.png"');
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(await answer.text()).toBe('hello');
    expect(await refusal(await fetch(url.replace('attachment', 'inline')))).toEqual([403, 'SignatureDoesNotMatch']);
  });

  test('refuse a file name that no header can carry', async () => {
    const Key = await store(newKey());
    const name = { Bucket, Key, ResponseContentDisposition: 'attachment; filename="屋根.png"' };
    const answer = await fetch(await getSignedUrl(s3, new GetObjectCommand(name)));
    expect(await refusal(answer)).toEqual([400, 'InvalidArgument']);
  });

  test('to nothing answer 404', async () => {
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: newKey() }));
    expect(await refusal(await fetch(url))).toEqual([404, 'NoSuchKey']);
  });
});

describe('its rule for browsers', () => {
  const ask = (origin: string) =>
    fetch(`${endpoint}/${Bucket}/x`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'content-type',
      },
    });

  test("lets the app's pages upload", async () => {
    const answer = await ask('http://localhost:8787');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:8787');
    expect(answer.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(answer.headers.get('access-control-allow-headers')).toBe('content-type');
  });

  test('lets no other page', async () => {
    expect((await ask('http://evil.test')).status).toBe(403);
  });
});
