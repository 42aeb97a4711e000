import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, test } from 'vitest';
import { Bucket, codeOf, endpoint, newKey, PNG, refusal, s3, signed, store, stranger, textOf } from '../support/s3.ts';

const uploadLink = (Key: string, { size = 5, at = new Date(), by = s3 } = {}) =>
  getSignedUrl(by, new PutObjectCommand({ Bucket, Key, ContentType: PNG, ContentLength: size }), {
    expiresIn: 60,
    signableHeaders: signed,
    signingDate: at,
  });

const upload = (url: string, body = 'hello', type = PNG) =>
  fetch(url, { method: 'PUT', body, headers: { 'Content-Type': type } });

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
