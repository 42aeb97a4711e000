import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { PHOTO_LIMIT, TOO_MANY_PHOTOS } from '../../schema/photos.ts';
import { FILE_TYPE_MESSAGE } from '../../schema/uploads.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { contextForAll, statusAndMessage } from '../support/fixtures.ts';
import { create, draft, list, NOT_FOUND, read } from '../support/requests.ts';
import { nth } from '../support/required.ts';
import { GENUINE, HTML, link, namesOf, upload, uploads } from '../support/uploads.ts';
import {
  addMessage,
  issue,
  read as readViolation,
  upload as uploadNotice,
  link as violationLink,
} from '../support/violations.ts';

const ctx = contextForAll();

describe('several files', () => {
  testBothApis('[14.4, REQ-14] a request has up to eight; the first stays photo_url', async (api, { rex, bea }) => {
    const [photo_url, ...more_photo_urls] = await uploads(rex, PHOTO_LIMIT);
    const made = { id: uuidv7(), ...draft({ title: 'Eight' }), photo_url, more_photo_urls };
    expect(await api.act(rex, 'createRequest', made)).toEqual({ ok: true });
    const [request] = (await list(bea, '?search=Eight')).docs;
    expect(namesOf(request)).toEqual(['1.png', '2.png', '3.png', '4.png', '5.png', '6.png', '7.png', '8.png']);
    expect(request.photo_url).toBe(request.photo.key);
    const nine = { ...made, id: uuidv7(), more_photo_urls: [...more_photo_urls, 'tmp/one/too/many'] };
    expect(await api.act(rex, 'createRequest', nine)).toEqual({
      ok: false,
      code: 'invalid',
      message: TOO_MANY_PHOTOS,
    });
  });

  testBothApis(
    '[14.4, FILE-09] each of them is checked, and one bad file keeps the request out',
    async (api, { rex, bea }) => {
      const [photo_url] = await uploads(rex, 1);
      const bad = (await upload(rex, 'bad.png', HTML)).s3Key;
      const made = { id: uuidv7(), ...draft({ title: 'Bad' }), photo_url, more_photo_urls: [bad] };
      expect(await api.act(rex, 'createRequest', made)).toEqual({
        ok: false,
        code: 'invalid',
        message: FILE_TYPE_MESSAGE,
      });
      const missing = { ...made, id: uuidv7(), more_photo_urls: ['no/such/key'] };
      expect(await api.act(rex, 'createRequest', missing)).toMatchObject({ code: 'not_found' });
      expect((await list(bea, '?search=Bad')).docs).toEqual([]);
    },
  );

  testBothApis(
    '[14.4] a message of a request has them too, for whoever sees the message',
    async (api, { rex, bea, rita }) => {
      const { _id } = await create(rex);
      const [photo_url, second] = await uploads(rex, 2);
      const message = { id: uuidv7(), request_id: _id, message: '<p>See</p>', photo_url, more_photo_urls: [second] };
      expect(await api.act(rex, 'addRequestComment', message)).toEqual({ ok: true });
      const [secret, secret2] = await uploads(bea, 2);
      const inside = { photo_url: secret, more_photo_urls: [secret2], is_public: false };
      await api.act(bea, 'addRequestComment', { ...message, ...inside, id: uuidv7() });
      const { comments } = await read(bea, _id);
      expect(comments.map(namesOf)).toEqual([
        ['1.png', '2.png'],
        ['1.png', '2.png'],
      ]);
      for (const key of [comments[0].photo_url, comments[0].more_photos[0].key]) {
        for (const person of [rex, bea]) expect((await link(person, key)).status).toBe(200);
        expect(statusAndMessage(await link(rita, key))).toEqual([404, 'File not found']);
      }
      for (const key of [comments[1].photo_url, comments[1].more_photos[0].key]) {
        expect((await link(bea, key)).status).toBe(200);
        expect((await link(rex, key)).status).toBe(404);
      }
    },
  );

  test('[14.4, VIO-41] a violation and its messages have them; internal ones stay with the board', async () => {
    const { bea, rex } = ctx;
    const keys = [];
    for (const name of ['a.png', 'b.png', 'c.png', 'd.png', 'e.png', 'f.png']) keys.push(await uploadNotice(bea, name));
    const [photo_url, b, c, d, e, f] = keys as [string, string, string, string, string, string];
    const { _id } = await issue(bea, rex, { photo_url, more_photo_urls: [b] });
    await addMessage(bea, _id, '<p>Letter</p>', { photo_url: c, more_photo_urls: [d] });
    await addMessage(bea, _id, '<p>Draft</p>', { photo_url: e, more_photo_urls: [f], is_internal: true });
    const violation = await readViolation(bea, _id);
    expect([namesOf(violation), ...violation.messages.map(namesOf)]).toEqual([
      ['a.png', 'b.png'],
      ['c.png', 'd.png'],
      ['e.png', 'f.png'],
    ]);
    const second = ({ more_photos }: { more_photos: { key: string }[] }) => nth(more_photos, 0).key;
    for (const record of [violation, violation.messages[0]])
      expect((await violationLink(rex, second(record))).status).toBe(200);
    expect((await violationLink(rex, second(violation.messages[1]))).status).toBe(404);
    expect((await violationLink(bea, second(violation.messages[1]))).status).toBe(200);
  });
});

describe('files added later', () => {
  testBothApis(
    '[14.4, FILE-15] one follows the others, and none is added twice or beyond the eighth',
    async (api, { rex, bea }) => {
      const { _id } = await create(rex);
      const keys = await uploads(rex, PHOTO_LIMIT + 1);
      const add = (photo_url: string | undefined, person = rex) =>
        api.act(person, 'addPhoto', { entity: 'request', id: _id, photo_url });
      for (const key of keys.slice(0, PHOTO_LIMIT)) expect(await add(key)).toEqual({ ok: true });
      expect(await add(keys[1])).toEqual({ ok: true });
      expect(await add(keys[PHOTO_LIMIT])).toEqual({ ok: false, code: 'invalid', message: TOO_MANY_PHOTOS });
      const request = await read(bea, _id);
      expect(namesOf(request)).toHaveLength(PHOTO_LIMIT);
      expect(request.photo.name).toBe('1.png');
      expect(await add('')).toMatchObject({ code: 'invalid', message: 'No file selected' });
    },
  );

  testBothApis(
    '[SEC-12] nobody adds to what they may not see, and a resident nothing to a violation',
    async (api, { bea, rex, rita }) => {
      const { _id } = await create(rex);
      const [key] = await uploads(rita, 1);
      const add = { entity: 'request', id: _id, photo_url: key };
      const hidden = await api.act(rita, 'addPhoto', add);
      expect(hidden).toMatchObject({ ok: false, code: 'not_found' });
      expect(await api.act(rita, 'addPhoto', { ...add, id: uuidv7() })).toEqual(hidden);
      const violation = await issue(bea, rex);
      expect(await api.act(rex, 'addPhoto', { entity: 'violation', id: violation._id, photo_url: key })).toMatchObject({
        code: expect.stringMatching(/forbidden|not_found/),
      });
      expect((await readViolation(bea, violation._id)).photo_url).toBeNull();
      expect(NOT_FOUND).toContain('Request not found');
    },
  );

  test('[14.4] to a message only its author adds', async () => {
    const { bea, rex } = ctx;
    const { _id } = await create(rex);
    const id = uuidv7();
    const device = await new Device(ctx, rex).sync();
    await device.store.mutate('addRequestComment', { id, request_id: _id, message: '<p>x</p>' });
    const [mine, theirs] = [(await upload(rex, 'mine.png')).s3Key, (await upload(bea, 'theirs.png')).s3Key];
    await device.store.mutate('addPhoto', { entity: 'requestComment', id, photo_url: mine });
    await device.sync();
    const other = await new Device(ctx, bea).sync();
    await expect(
      other.store.mutate('addPhoto', { entity: 'requestComment', id, photo_url: theirs }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    expect((await read(bea, _id)).comments.map(namesOf)).toEqual([['mine.png']]);
    await Promise.all([device.close(), other.close()]);
  });

  test('[SYNC-10, FILE-09] more files than a push checks are checked afterwards, and a bad one is taken off', async () => {
    const { rex } = ctx;
    const { _id } = await create(rex);
    const keys = await uploads(rex, 5);
    const bad = (await upload(rex, 'bad.png', HTML)).s3Key;
    const device = await new Device(ctx, rex).sync();
    const message = { id: uuidv7(), request_id: _id, message: '<p>Six</p>' };
    await device.store.mutate('addRequestComment', {
      ...message,
      photo_url: keys[0],
      more_photo_urls: [...keys.slice(1), bad],
    });
    await device.sync();
    const later = { ...ctx.deps, now: () => new Date(Date.now() + 900_000) };
    // The drain after the push may still hold some of the jobs.
    const drain = () => drainOutbox(later, { hoa_id: ctx.hoa_id, budget: 1000 });
    await expect
      .poll(() => drain().then(async () => namesOf((await read(rex, _id)).comments[0])), { timeout: 15_000 })
      .toEqual(['1.png', '2.png', '3.png', '4.png', '5.png']);
    const [{ photo, more_photos }] = (await read(rex, _id)).comments;
    expect([photo, ...more_photos].some(({ pending }) => pending)).toBe(false);
    await device.sync();
    expect(device.store.rows('refusal').all.map(({ message: said }) => said)).toEqual([
      `The file bad.png was not saved: ${FILE_TYPE_MESSAGE}`,
    ]);
    await device.close();
  });
});

test('[14.4, FILE-10] a later file is kept while its record names it, and belongs to that record alone', async () => {
  const { rex, deps } = ctx;
  const [photo_url, second] = await uploads(rex, 2);
  const request = await create(rex, { photo_url, more_photo_urls: [second] });
  const { key } = request.more_photos[0];
  const again = await rex.call('POST', '/api/requests', draft({ photo_url: key }));
  expect(again.status).toBe(409);
  await ctx.db.execute({
    sql: `INSERT INTO outbox (id, hoa_id, kind, payload, idempotency_key, next_at, created_at)
      VALUES (?1, ?2, 'deleteFile', json_object('key', ?3), ?1, ?4, ?4)`,
    args: [uuidv7(), ctx.hoa_id, key, new Date(0).toISOString()],
  });
  await drainOutbox(deps, { hoa_id: ctx.hoa_id });
  expect((await deps.storage.head(key))?.size).toBe(GENUINE.png?.length);
  const { files } = (await rex.call('GET', '/api/exports/me')).body as { files: { name: string }[] };
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['1.png', '2.png']));
});
