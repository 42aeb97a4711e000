import { uuidv7 } from 'uuidv7';
import { describe, expect, test, vi } from 'vitest';
import { checkFile } from '../../client/files/file-calls.ts';
import {
  FILE_EMPTY_MESSAGE,
  FILE_LIMIT,
  FILE_SIZE_MESSAGE,
  FILE_SIZE_MISSING,
  FILE_TYPE_MESSAGE,
} from '../../schema/uploads.ts';
import type { FileClaim } from '../../sync/server/tx.ts';
import { Refusal } from '../../sync/tx.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { claimUploads } from '../../worker/services/claims.ts';
import { createStorage } from '../../worker/services/storage.ts';
import { testBothApis } from '../support/apis.ts';
import { contextForAll, type Person, statusAndMessage, testConfig, withClock } from '../support/fixtures.ts';
import { draft, list } from '../support/requests.ts';
import {
  createWithFile,
  disguised,
  download,
  GENUINE,
  HTML,
  padded,
  postWithFile,
  presign,
  put,
  typeOf,
  upload,
  uploadUnbound,
} from '../support/uploads.ts';

const countOf = async (person: Person) => (await list(person)).totalDocs;

const ctx = contextForAll();

describe('choosing a file', () => {
  test.each([
    ['a.pdf', 'application/pdf', FILE_LIMIT, undefined],
    ['A.PDF', 'application/pdf', 1, undefined],
    ['a.pdf', 'application/pdf', 0, FILE_EMPTY_MESSAGE],
    ['a.docx', '', 1, undefined],
    ['a.pdf', 'application/pdf', FILE_LIMIT + 1, FILE_SIZE_MESSAGE],
    ['a.pdf', 'image/png', 1, FILE_TYPE_MESSAGE],
    ['a.html', 'text/html', 1, FILE_TYPE_MESSAGE],
    ['a', 'image/png', 1, FILE_TYPE_MESSAGE],
  ])('[FILE-04] [FILE-07] [FILE-08] %s of type "%s" with %i bytes: %s', (name, type, size, message) => {
    expect(checkFile({ name, type, size })).toBe(message);
  });
});

describe('upload links', () => {
  test('[FILE-01] [FILE-10] [REQ-41] a link comes with a key of the HOA and feature that nobody can guess', async () => {
    const { status, body } = await presign(ctx.rex, 'gate.png');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['s3Key', 'uploadUrl']);
    expect(body.s3Key).toMatch(new RegExp(`^tmp/${ctx.hoa_id}/requests/[0-9a-f-]{36}\\.png$`));
    expect(new URL(body.uploadUrl).searchParams.get('X-Amz-Expires')).toBe('900');
    expect((await presign(ctx.rex, 'gate.png')).body.s3Key).not.toBe(body.s3Key);
  });

  test.each([
    ['program.exe', 'application/x-msdownload'],
    ['page.html', 'text/html'],
    ['drawing.svg', 'image/svg+xml'],
    ['page.html', 'image/png'],
    ['photo.png', 'text/html'],
    ['photo.png', 'application/pdf'],
    ['scan.pdf.html', 'application/pdf'],
    ['noextension', 'image/png'],
    ['photo.png', ''],
    ['.png', 'image/svg+xml'],
  ])('[FILE-05] [FILE-08] [REQ-27] %s as "%s" is refused', async (fileName, fileType) => {
    expect(statusAndMessage(await presign(ctx.rex, fileName, { fileType }))).toEqual([400, FILE_TYPE_MESSAGE]);
  });

  test.each(['requests', 'announcements', 'documents', 'violations', 'meetings'])(
    '[API-11] [ERR-02] an empty file is refused in words of ours, for %s',
    async (feature) => {
      const asked = { fileName: 'a.pdf', fileType: 'application/pdf', fileSize: 0, feature };
      expect(statusAndMessage(await ctx.bea.call('POST', `/api/${feature}/presigned-url`, asked))).toEqual([
        400,
        FILE_EMPTY_MESSAGE,
      ]);
    },
  );

  test('[FILE-07] exactly 10 MB may be asked for, one byte more may not', async () => {
    expect((await presign(ctx.rex, 'a.pdf', { fileSize: FILE_LIMIT })).status).toBe(200);
    expect(statusAndMessage(await presign(ctx.rex, 'a.pdf', { fileSize: FILE_LIMIT + 1 }))).toEqual([
      400,
      FILE_SIZE_MESSAGE,
    ]);
  });

  test('[FILE-09] without the size there is no link, because the link binds it', async () => {
    const asked = { fileName: 'a.pdf', fileType: 'application/pdf' };
    for (const feature of ['requests', 'announcements', 'documents', 'violations', 'meetings'])
      expect(statusAndMessage(await ctx.bea.call('POST', `/api/${feature}/presigned-url`, asked))).toEqual([
        400,
        FILE_SIZE_MISSING,
      ]);
  });

  test('[API-05] a missing name is told by field', async () => {
    const { status, body } = await ctx.rex.call('POST', '/api/requests/presigned-url', {});
    expect(status).toBe(400);
    expect(body.errors).toContainEqual({ path: 'fileName', msg: 'No file selected' });
  });

  test('[FILE-09] a link takes its own content type, length and key only, and nothing once it is old', async () => {
    const png = GENUINE.png as Uint8Array;
    const { uploadUrl, s3Key } = (await presign(ctx.rex, 'a.png', { fileSize: png.length })).body;
    expect(await put(uploadUrl, png, 'text/html')).toBe(403);
    expect(await put(uploadUrl, padded('png', png.length + 1), 'image/png')).toBe(403);
    expect(await put(uploadUrl.replace(encodeURI(s3Key), `${s3Key}x`), png, 'image/png')).toBe(403);
    expect(await put(uploadUrl, png, 'image/png')).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 901_000 });
    const old = (await presign(ctx.rex, 'a.png').finally(() => vi.useRealTimers())).body;
    expect(await put(old.uploadUrl, png, 'image/png')).toBe(403);
  });
});

describe('claiming', () => {
  test.each(Object.keys(GENUINE))(
    '[FILE-03] [FILE-05] a genuine .%s goes straight to storage and into a record',
    async (extension) => {
      const name = `The gate.${extension}`;
      const { s3Key } = await upload(ctx.rex, name);
      const { body } = await postWithFile(ctx.rex, s3Key);
      const { length } = GENUINE[extension] as Uint8Array;
      expect(body.photo).toEqual({ key: body.photo_url, name, size: length, type: typeOf(name) });
      expect(body.photo_url).toMatch(new RegExp(`^files/${ctx.hoa_id}/requests/[0-9a-f-]{36}\\.${extension}$`));
    },
  );

  test('[FILE-07] a file of exactly 10 MB is taken, one byte more is refused and nothing is written', async () => {
    const exact = await upload(ctx.rita, 'plan.pdf', padded('pdf', FILE_LIMIT));
    expect((await postWithFile(ctx.rita, exact.s3Key)).status).toBe(201);
    const over = await uploadUnbound(
      ctx,
      await presign(ctx.rita, 'plan.pdf'),
      'plan.pdf',
      padded('pdf', FILE_LIMIT + 1),
    );
    const before = await countOf(ctx.rita);
    expect(statusAndMessage(await postWithFile(ctx.rita, over))).toEqual([400, FILE_SIZE_MESSAGE]);
    expect(await countOf(ctx.rita)).toBe(before);
  });

  test.each(Object.keys(GENUINE))('[FILE-09] [FILE-14] HTML named .%s is refused', async (extension) => {
    const { s3Key } = await upload(ctx.rex, `page.${extension}`, HTML);
    expect(statusAndMessage(await postWithFile(ctx.rex, s3Key))).toEqual([400, FILE_TYPE_MESSAGE]);
  });

  test('[FILE-09] [API-11] an empty file is refused in words of ours, also where its link bound no length', async () => {
    const s3Key = await uploadUnbound(ctx, await presign(ctx.rex, 'a.png'), 'a.png', new Uint8Array());
    expect(statusAndMessage(await postWithFile(ctx.rex, s3Key))).toEqual([400, FILE_EMPTY_MESSAGE]);
  });

  test('[FILE-09] an upload replaced after the claim changes nothing that is stored', async () => {
    const { uploadUrl, s3Key } = await upload(ctx.rex, 'a.png');
    const { photo_url } = await createWithFile(ctx.rex, s3Key);
    expect(await put(uploadUrl, disguised('a.png'), 'image/png')).toBe(200);
    expect(await (await download(ctx.rex, photo_url)).bytes()).toEqual(GENUINE.png);
  });

  test('[FILE-09] a key claimed by several at once has one final place', async () => {
    const { s3Key } = await upload(ctx.rex, 'a.png');
    const claims = await Promise.all(Array.from({ length: 5 }, () => claimUploads(ctx.deps, ctx.rex, [s3Key])));
    const places = new Set(claims.map((claim) => (claim.get(s3Key) as FileClaim).file.key));
    expect(places.size).toBe(1);
    const [place = ''] = places;
    const again = await claimUploads(ctx.deps, ctx.rex, [place]);
    const file = { key: place, name: 'a.png', size: GENUINE.png?.length, type: 'image/png' };
    expect(again.get(place)).toEqual({ upload: s3Key, file, record: null });
    expect(await ctx.deps.storage.head(place)).toEqual({ size: GENUINE.png?.length, type: 'image/png' });
  });

  test('[FILE-09] what was uploaded is deleted later, what was stored stays', async () => {
    const later = withClock(ctx.deps, () => new Date(Date.now() + 7_200_000));
    const { s3Key } = await upload(ctx.rex, 'a.png');
    const { photo_url } = await createWithFile(ctx.rex, s3Key);
    await drainOutbox(ctx.deps, { hoa_id: ctx.hoa_id });
    expect(await ctx.deps.storage.head(s3Key)).toBeDefined();
    await drainOutbox(later, { hoa_id: ctx.hoa_id });
    expect(await ctx.deps.storage.head(s3Key)).toBeUndefined();
    expect(await (await download(ctx.rex, photo_url)).bytes()).toEqual(GENUINE.png);
  });

  testBothApis(
    '[FILE-10] [SEC-14] keys never issued, never uploaded, or issued to others are all not found',
    async (api, { rex, rita, olga, bea }) => {
      const keys = [
        'tmp/nowhere/requests/1/a.png',
        (await presign(rex, 'a.png')).body.s3Key,
        (await upload(olga, 'a.png')).s3Key,
        (await createWithFile(olga, (await upload(olga, 'a.png')).s3Key)).photo_url,
        (await upload(rita, 'a.png')).s3Key,
      ];
      for (const key of keys) {
        const outcome = await api.act(rex, 'createRequest', { id: uuidv7(), ...draft({ photo_url: key }) });
        expect(outcome).toEqual({ ok: false, code: 'not_found', message: 'File not found' });
      }
      expect(await countOf(bea)).toBe(0);
    },
  );

  test('[FILE-10] one bad key is refused by itself', async () => {
    const good = (await upload(ctx.rex, 'a.png')).s3Key;
    const fake = (await upload(ctx.rex, 'b.png', HTML)).s3Key;
    const claims = await claimUploads(ctx.deps, ctx.rex, [good, fake, 'no/such/key']);
    expect(claims.get(good)).toMatchObject({ file: { name: 'a.png', type: 'image/png' } });
    expect(claims.get(fake)).toEqual(new Refusal('invalid', FILE_TYPE_MESSAGE));
    expect(claims.get('no/such/key')).toEqual(new Refusal('not_found', 'File not found'));
  });

  test('[FILE-09] the same link may be used again after a refused claim', async () => {
    const { uploadUrl, s3Key } = await upload(ctx.rex, 'b.png', disguised('b.png'));
    expect((await postWithFile(ctx.rex, s3Key)).status).toBe(400);
    await put(uploadUrl, GENUINE.png as Uint8Array, 'image/png');
    expect((await postWithFile(ctx.rex, s3Key)).status).toBe(201);
  });

  test('[SYNC-10] with storage away a claim is a fault, not a refusal, and nothing is written', async () => {
    const { s3Key } = await upload(ctx.rex, 'a.png');
    const storage = createStorage({ ...testConfig().s3, endpoint: 'http://127.0.0.1:1' });
    await expect(claimUploads({ ...ctx.deps, storage }, ctx.rex, [s3Key])).rejects.not.toBeInstanceOf(Refusal);
    const strange = createStorage({ ...testConfig().s3, secretAccessKey: 'wrong' });
    await expect(claimUploads({ ...ctx.deps, storage: strange }, ctx.rex, [s3Key])).rejects.toThrow('403');
    expect((await claimUploads(ctx.deps, ctx.rex, [s3Key])).get(s3Key)).toMatchObject({ file: { name: 'a.png' } });
  });
});
