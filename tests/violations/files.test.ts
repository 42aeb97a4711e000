import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { FILE_LIMIT, FILE_SIZE_MESSAGE, FILE_TYPES } from '../../schema/uploads.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { contextForAll, statusAndMessage } from '../support/fixtures.ts';
import { GENUINE, HTML, put, typeOf, upload as uploadForRequest } from '../support/uploads.ts';
import { addMessage, draft, inDays, issue, link, list, presign, read, upload } from '../support/violations.ts';

const ctx = contextForAll();
const FORBIDDEN = { ok: false, code: 'forbidden' };
const WRONG_TYPE = 'Invalid file type. Allowed: JPG, PNG, GIF, PDF, DOC, DOCX';

describe('uploads', () => {
  test('[VIO-46] [FILE-01] [14.4] whoever may write to a violation asks for a link, uploads, and names the key', async () => {
    const { bea, sue, rex } = ctx;
    for (const person of [bea, sue, rex]) {
      const { status, body } = await presign(person, 'a.png');
      expect([status, Object.keys(body).sort()]).toEqual([200, ['s3Key', 'uploadUrl']]);
      expect(await put(body.uploadUrl, GENUINE.png as Uint8Array, 'image/png')).toBe(200);
    }
  });

  test.each(Object.keys(FILE_TYPES))('[VIO-33] [FILE-05] a %s may be attached', async (extension) => {
    const { bea, rex } = ctx;
    const violation = await issue(bea, rex, { photo_url: await upload(bea, `a.${extension}`) });
    expect(violation.photo).toMatchObject({ name: `a.${extension}`, type: FILE_TYPES[extension] });
  });

  test('[VIO-34] [FILE-08] [API-11] what may not be attached is told in the area’s words', async () => {
    const ask = async (body: object) =>
      statusAndMessage(await ctx.bea.call('POST', '/api/violations/presigned-url', body));
    for (const [fileName, fileType] of [
      ['a.html', 'text/html'],
      ['a.png', 'text/html'],
      ['a.exe', 'image/png'],
      ['a.txt', 'text/plain'],
      ['a.png', ''],
      ['a', 'image/png'],
    ])
      expect(await ask({ fileName, fileType, fileSize: 9 })).toEqual([400, WRONG_TYPE]);
    expect(await ask({ fileType: 'image/png', fileSize: 9 })).toEqual([400, 'No file selected']);
    const sized = { fileName: 'a.png', fileType: 'image/png' };
    expect(await ask({ ...sized, fileSize: FILE_LIMIT + 1 })).toEqual([400, FILE_SIZE_MESSAGE]);
    expect(
      (await ctx.bea.call('POST', '/api/violations/presigned-url', { ...sized, fileSize: FILE_LIMIT })).status,
    ).toBe(200);
  });

  testBothApis(
    '[FILE-09] [FILE-10] [VIO-34] a key must be the HOA’s, uploaded, and what its name says',
    async (api, ctx) => {
      const { bea, rex, olga } = ctx;
      const missing = (await presign(bea, 'a.png')).body.s3Key;
      const foreign = await upload(olga, 'a.png');
      for (const photo_url of [missing, foreign, 'no/such/key'])
        expect(await api.act(bea, 'createViolation', { id: uuidv7(), ...draft(rex), photo_url })).toEqual({
          ok: false,
          code: 'not_found',
          message: 'File not found',
        });
      const disguised = await upload(bea, 'a.png', HTML);
      expect(await api.act(bea, 'createViolation', { id: uuidv7(), ...draft(rex), photo_url: disguised })).toEqual({
        ok: false,
        code: 'invalid',
        message: WRONG_TYPE,
      });
      expect((await list(bea)).totalDocs).toBe(0);
    },
  );

  test('[FILE-15] a file kept on a device is attached later; the one it replaces is deleted 30 days later', async () => {
    const { bea, rex, db } = ctx;
    const { _id, photo_url } = await issue(bea, rex, { photo_url: await upload(bea, 'old.png') });
    const device = await new Device(ctx, bea).sync();
    await device.store.mutate('attachViolationFile', { id: _id, photo_url: await upload(bea, 'new.pdf') });
    await device.sync();
    expect((await read(rex, _id)).photo).toMatchObject({ name: 'new.pdf', type: typeOf('new.pdf') });
    const sql = "SELECT next_at FROM outbox WHERE kind = 'deleteFile' AND idempotency_key LIKE ?";
    const { rows } = await db.execute({ sql, args: [`deleteFile:${photo_url}%`] });
    expect(rows.map(({ next_at }) => String(next_at).slice(0, 10))).toEqual([inDays(30)]);
    await device.close();
  });

  testBothApis(
    '[14.4] [SEC-12] a resident attaches to messages about their violations alone',
    async (api, { bea, rex, rita, olga }) => {
      const [theirs, other] = [await issue(bea, rex), await issue(bea, rita)];
      const photo_url = await upload(rex, 'fixed.png');
      const message = (over: object) => ({
        id: uuidv7(),
        message: '<p>See</p>',
        is_internal: false,
        photo_url,
        ...over,
      });
      const write = (violation_id: string, over: object = {}) =>
        api.act(rex, 'addViolationMessage', message({ violation_id, ...over }));
      expect(await write(other._id)).toMatchObject({ ok: false, code: 'not_found' });
      expect(await write(theirs._id, { is_internal: true })).toMatchObject({ ok: false, code: 'forbidden' });
      for (const foreign of [
        await upload(bea, 'board.png'),
        await upload(rita, 'rita.png'),
        await upload(olga, 'a.png'),
      ])
        expect(await write(theirs._id, { photo_url: foreign })).toMatchObject({ ok: false, code: 'not_found' });
      expect(await api.act(rex, 'createViolation', { id: uuidv7(), ...draft(rex), photo_url })).toMatchObject(
        FORBIDDEN,
      );
      expect(await api.act(rex, 'addPhoto', { entity: 'violation', id: theirs._id, photo_url })).toMatchObject(
        FORBIDDEN,
      );
      expect(await write(theirs._id)).toEqual({ ok: true });
      const violation = await read(bea, theirs._id);
      expect([
        violation.photo_url,
        violation.messages.map(({ photo }: { photo: { name: string } }) => photo.name),
      ]).toEqual([null, ['fixed.png']]);
      const key = violation.messages[0].photo_url;
      for (const person of [rex, bea]) expect((await link(person, key)).status).toBe(200);
      for (const person of [rita, olga]) expect((await link(person, key)).status).toBe(404);
    },
  );

  testBothApis(
    '[14.4] [VIO-41] the file of an internal message reaches no resident, whatever names it',
    async (api, { bea, rex }) => {
      const { _id } = await issue(bea, rex);
      const internal = { photo_url: await upload(bea, 'draft.pdf'), is_internal: true };
      await addMessage(bea, _id, '<p>Draft</p>', internal);
      const secret = (await read(bea, _id)).messages[0].photo_url;
      const message = { id: uuidv7(), violation_id: _id, message: '<p>x</p>', is_internal: false, photo_url: secret };
      expect(await api.act(rex, 'addViolationMessage', message)).toMatchObject({ ok: false, code: 'not_found' });
      expect(await api.act(bea, 'addViolationMessage', message)).toMatchObject({ ok: false, code: 'conflict' });
      expect((await link(rex, secret)).status).toBe(404);
      expect((await read(rex, _id)).messages).toEqual([]);
    },
  );

  test('[SEC-12] a resident attaches nothing to a violation itself', async () => {
    const { bea, rex } = ctx;
    const { _id } = await issue(bea, rex);
    const device = await new Device(ctx, rex).sync();
    const photo_url = (await uploadForRequest(rex, 'a.png')).s3Key;
    await expect(device.store.mutate('attachViolationFile', { id: _id, photo_url })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect((await read(rex, _id)).photo_url).toBeNull();
    await device.close();
  });
});

describe('downloads', () => {
  test('[VIO-47] [FILE-11] [SEC-15] a link is given to the resident and the board, and to nobody else', async () => {
    const { bea, sue, rex, rita, olga, otto } = ctx;
    const { photo_url } = await issue(bea, rex, { photo_url: await upload(bea, 'bins.png') });
    for (const person of [rex, bea, sue]) {
      const { status, body } = await link(person, photo_url);
      expect(status).toBe(200);
      const answer = await fetch(body.downloadUrl);
      expect(answer.headers.get('content-disposition')).toContain('attachment; filename="bins.png"');
      expect(await answer.bytes()).toEqual(GENUINE.png);
    }
    for (const person of [rita, olga, otto])
      expect(statusAndMessage(await link(person, photo_url))).toEqual([404, 'File not found']);
    for (const key of [await upload(bea, 'a.png'), 'no/such/key', `${photo_url}x`])
      expect((await link(bea, key)).status).toBe(404);
  });

  test('[VIO-17] [VIO-41] a message’s file goes where the message goes', async () => {
    const { bea, sue, rex, rita } = ctx;
    const { _id } = await issue(bea, rex);
    await addMessage(bea, _id, '<p>Letter</p>', { photo_url: await upload(bea, 'letter.pdf') });
    await addMessage(bea, _id, '<p>Draft</p>', { photo_url: await upload(bea, 'draft.pdf'), is_internal: true });
    const [letter, secret] = (await read(bea, _id)).messages.map(({ photo_url }: { photo_url: string }) => photo_url);
    for (const person of [rex, bea, sue]) expect((await link(person, letter)).status).toBe(200);
    for (const person of [bea, sue]) expect((await link(person, secret)).status).toBe(200);
    expect((await link(rex, secret)).status).toBe(404);
    expect((await link(rita, letter)).status).toBe(404);
  });
});
