import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { FILE_LIMIT, FILE_SIZE_MESSAGE, FILE_TYPE_MESSAGES } from '../../schema/uploads.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { STORAGE_AWAY } from '../../worker/services/errors.ts';
import { createStorage } from '../../worker/services/storage.ts';
import { testBothApis } from '../support/apis.ts';
import {
  create,
  download,
  fields,
  get,
  link,
  list,
  post,
  presign,
  remove,
  update,
  upload,
} from '../support/documents.ts';
import { contextForAll, statusAndMessage, testConfig, withClock } from '../support/fixtures.ts';
import { create as createRequest } from '../support/requests.ts';
import { disguised, GENUINE, HTML, padded, put, upload as uploadPhoto, uploadUnbound } from '../support/uploads.ts';

const FILE_TAKEN = 'This file already belongs to another record. Please upload it again.';

const TYPE_MESSAGE = 'File type not supported. Please use PDF, DOC, DOCX, JPG, JPEG, PNG, or GIF';

const ctx = contextForAll();

describe('upload links', () => {
  test('[DOC-22] [FILE-01] [FILE-10] a link comes with a key of the HOA’s documents', async () => {
    const { status, body } = await presign(ctx.bea, 'bylaws.pdf');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['s3Key', 'uploadUrl']);
    expect(body.s3Key).toMatch(new RegExp(`^tmp/${ctx.hoa_id}/documents/[0-9a-f-]{36}\\.pdf$`));
  });

  test('[DOC-05] [DOC-22] [SEC-12] only the board gets one, whatever is asked', async () => {
    for (const name of ['bylaws.pdf', 'virus.exe'])
      expect(statusAndMessage(await presign(ctx.rex, name))).toEqual([403, 'You do not have permission to do this']);
  });

  test.each([
    ['program.exe', 'application/x-msdownload'],
    ['page.html', 'application/pdf'],
    ['scan.pdf', 'text/html'],
    ['scan.pdf', ''],
    ['scan.pdf', undefined],
    ['bylaws', 'application/pdf'],
    ['.pdf', 'image/svg+xml'],
  ])('[DOC-14] [FILE-08] %s as "%s" is refused in the vault’s own words', async (fileName, fileType) => {
    expect(statusAndMessage(await presign(ctx.bea, fileName, { fileType }))).toEqual([400, TYPE_MESSAGE]);
    expect(TYPE_MESSAGE).toBe(FILE_TYPE_MESSAGES.documents);
  });

  test('[DOC-13] [DOC-15] [FILE-07] size and name are checked before the upload', async () => {
    expect((await presign(ctx.bea, 'a.pdf', { fileSize: FILE_LIMIT })).status).toBe(200);
    expect(statusAndMessage(await presign(ctx.bea, 'a.pdf', { fileSize: FILE_LIMIT + 1 }))).toEqual([
      400,
      FILE_SIZE_MESSAGE,
    ]);
    expect(statusAndMessage(await ctx.bea.call('POST', '/api/documents/presigned-url', {}))).toEqual([
      400,
      'No file selected',
    ]);
  });
});

describe('claiming a file', () => {
  test.each(Object.keys(GENUINE))('[DOC-14] [DOC-22] a genuine .%s is stored and downloads unchanged', async (type) => {
    const document = await create(ctx.bea, { title: 'The plan' }, `plan.${type}`);
    expect(document).toMatchObject({ file_type: type, file_size: GENUINE[type]?.length });
    expect(await (await download(ctx.bea, document._id)).bytes()).toEqual(GENUINE[type]);
  });

  testBothApis(
    '[DOC-14] [FILE-09] [FILE-14] what holds another type than its name says is refused, and nothing is written',
    async (api, context) => {
      const { bea } = context;
      const refused = { ok: false, code: 'invalid', message: TYPE_MESSAGE };
      for (const [name, bytes] of [
        ['page.pdf', HTML],
        ['photo.pdf', GENUINE.png],
        ['scan.png', GENUINE.pdf],
      ] as const) {
        const args = fields(await upload(bea, name, bytes), { file_type: name.split('.')[1] });
        expect(await api.act(bea, 'createDocument', { id: uuidv7(), ...args })).toEqual(refused);
      }
      const called = fields(await upload(bea, 'photo.png'), { file_type: 'pdf' });
      expect(await api.act(bea, 'createDocument', { id: uuidv7(), ...called })).toEqual(refused);
      const key = await uploadUnbound(context, await presign(bea, 'empty.pdf'), 'empty.pdf', new Uint8Array());
      const empty = fields(key, { file_type: 'pdf' });
      const answer = await api.act(bea, 'createDocument', { id: uuidv7(), ...empty });
      expect(answer).toEqual({ ...refused, message: 'This file is empty' });
      expect((await list(bea)).totalDocs).toBe(0);
    },
  );

  test('[DOC-14] JPG and JPEG are one type', async () => {
    const { status, body } = await post(ctx.bea, await upload(ctx.bea, 'a.jpeg'), { file_type: 'JPG' });
    expect([status, body.file_type]).toEqual([201, 'jpeg']);
  });

  test('[DOC-13] [FILE-07] 10 MB are taken, one byte more is not, whatever the record says', async () => {
    const { bea } = ctx;
    const exact = await post(bea, await upload(bea, 'a.pdf', padded('pdf', FILE_LIMIT)), { file_size: 5 });
    expect(exact.body).toMatchObject({ file_size: FILE_LIMIT, fileSizeFormatted: '10.00 MB' });
    const over = await uploadUnbound(ctx, await presign(bea, 'a.pdf'), 'a.pdf', padded('pdf', FILE_LIMIT + 1));
    expect(statusAndMessage(await post(bea, over))).toEqual([400, FILE_SIZE_MESSAGE]);
  });

  testBothApis(
    '[FILE-10] [SEC-14] a key never issued, never uploaded, of another HOA or of another record is not found',
    async (api, { bea, rex, olga }) => {
      const foreign = await create(olga);
      const photo = await createRequest(rex, { photo_url: (await uploadPhoto(rex, 'gate.png')).s3Key });
      const keys = [
        'no/such/key',
        '../../etc/passwd',
        (await presign(bea, 'a.pdf')).body.s3Key,
        await upload(olga),
        foreign.s3_key,
        photo.photo_url,
        (await uploadPhoto(bea, 'a.pdf')).s3Key,
      ];
      for (const key of keys) {
        const args = { id: uuidv7(), ...fields(key), file_type: key.endsWith('png') ? 'png' : 'pdf' };
        const absent = { ok: false, code: 'not_found', message: 'File not found' };
        expect(await api.act(bea, 'createDocument', args)).toEqual(absent);
      }
      expect((await list(bea)).totalDocs).toBe(0);
    },
  );

  testBothApis(
    '[DOC-27] [FILE-10] a file has one document, also when two name it at once',
    async (api, { bea, sue }) => {
      const key = await upload(bea);
      const act = (person: typeof bea) => api.act(person, 'createDocument', { id: uuidv7(), ...fields(key) });
      const outcomes = await Promise.all([act(bea), act(sue), act(bea)]);
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      const [document] = (await list(bea)).docs;
      const taken = { ok: false, code: 'conflict', message: FILE_TAKEN };
      expect(outcomes).toContainEqual(taken);
      const again = { id: uuidv7(), ...fields(document.s3_key) };
      expect(await api.act(sue, 'createDocument', again)).toEqual(taken);
      expect((await list(bea)).totalDocs).toBe(1);
    },
  );

  test('[FILE-09] an upload replaced after the claim changes nothing that is stored', async () => {
    const { uploadUrl, s3Key } = (await presign(ctx.bea, 'a.pdf')).body;
    await put(uploadUrl, GENUINE.pdf as Uint8Array, 'application/pdf');
    const { _id } = (await post(ctx.bea, s3Key)).body;
    expect(await put(uploadUrl, disguised('a.pdf'), 'application/pdf')).toBe(200);
    expect(await (await download(ctx.rex, _id)).bytes()).toEqual(GENUINE.pdf);
  });

  test('[DOC-29] with storage away it is a fault, nothing is written, and the same call succeeds later', async () => {
    const { bea, deps } = ctx;
    const key = await upload(bea);
    const away = createStorage({ ...testConfig().s3, endpoint: 'http://127.0.0.1:1' });
    const before = (await list(bea)).totalDocs;
    const { storage } = deps;
    deps.storage = away;
    const answer = await post(bea, key).finally(() => {
      deps.storage = storage;
    });
    expect(statusAndMessage(answer)).toEqual([503, STORAGE_AWAY]);
    expect((await list(bea)).totalDocs).toBe(before);
    expect((await post(bea, key)).status).toBe(201);
  });
});

describe('downloads', () => {
  test('[DOC-12] [DOC-25] [FILE-11] residents too get a link of five minutes to an attachment', async () => {
    const { _id } = await create(ctx.bea, { title: 'Pool rules' });
    const { status, body } = await link(ctx.rex, _id);
    expect([status, Object.keys(body)]).toEqual([200, ['downloadUrl']]);
    expect(new URL(body.downloadUrl).searchParams.get('X-Amz-Expires')).toBe('300');
    const answer = await fetch(body.downloadUrl);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Pool rules.pdf"; filename*=UTF-8''Pool%20rules.pdf`,
    );
    expect(answer.headers.get('content-type')).toBe('application/pdf');
  });

  test.each([
    ['Budget.PDF', 'Budget.PDF'],
    ['../../etc/passwd', '.. .. etc passwd.pdf'],
    ['a\r\nX-Evil: 1', 'a X-Evil 1.pdf'],
    ['???', 'document.pdf'],
    ['v1.2', 'v1.2.pdf'],
  ])('[DOC-25] [FILE-14] the title %j downloads as %j', async (title, name) => {
    const { _id } = await create(ctx.bea, { title });
    const given = (await download(ctx.bea, _id)).headers.get('content-disposition');
    expect(given).toContain(`filename="${name}"`);
  });
});

describe('the stored file of a deleted document', () => {
  const later = (ms: number) => withClock(ctx.deps, () => new Date(Date.now() + ms));

  test('[DOC-27] goes with it, and nobody can claim it any more', async () => {
    const { bea, deps } = ctx;
    const key = await upload(bea);
    const { _id, s3_key } = (await post(bea, key)).body;
    const { downloadUrl } = (await link(bea, _id)).body;
    expect(await deps.storage.head(s3_key)).toBeDefined();
    expect((await remove(bea, _id)).status).toBe(204);
    await drainOutbox(later(120_000), { hoa_id: ctx.hoa_id });
    expect(await deps.storage.head(s3_key)).toBeUndefined();
    expect((await fetch(downloadUrl)).status).toBe(404);
    for (const one of [key, s3_key]) expect(statusAndMessage(await post(bea, one))).toEqual([404, 'File not found']);
  });

  test('[DOC-27] stays while the deletion is refused, and while the document only changes', async () => {
    const { bea, rex, olga, deps } = ctx;
    const { _id, s3_key } = await create(bea);
    expect((await remove(rex, _id)).status).toBe(403);
    expect((await remove(olga, _id)).status).toBe(404);
    await update(bea, _id, { is_public: false });
    await drainOutbox(later(7_200_000), { hoa_id: ctx.hoa_id });
    expect(await deps.storage.head(s3_key)).toBeDefined();
    expect((await get(bea, _id)).status).toBe(200);
  });
});
