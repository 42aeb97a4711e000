import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { FILE_LIMIT, FILE_SIZE_MESSAGE, FILE_TYPE_MESSAGE } from '../schema/uploads.ts';
import { Refusal } from '../sync/tx.ts';
import { createStorage } from '../worker/services/storage.ts';
import { claimUploads } from '../worker/uploads.ts';
import { type Answer, type Cast, cast, type Person, testConfig } from './cast.ts';
import { bothDoors } from './doors.ts';
import { GENUINE, HTML, padded, presign, put, typeOf, upload } from './uploads.ts';

let stage: Cast;
beforeAll(async () => {
  stage = await cast();
});

const request = (photo_url?: string) => ({
  title: 'Gate',
  description: '<p>Stuck</p>',
  category: 'Maintenance',
  photo_url,
});
const file = (person: Person, photo_url: string) => person.call('POST', '/api/requests', request(photo_url));
const filed = async (person: Person, photo_url: string): Promise<{ _id: string; photo_url: string }> => {
  const { status, body } = await file(person, photo_url);
  expect(status).toBe(201);
  return body;
};
const link = (person: Person, s3Key: string) => person.call('POST', '/api/requests/download-url', { s3Key });
const download = async (person: Person, s3Key: string) => fetch((await link(person, s3Key)).body.downloadUrl);
const told = ({ status, body }: Answer) => [status, body.message];
const countOf = async (person: Person) => (await person.call('GET', '/api/requests')).body.totalDocs;

describe('upload links', () => {
  test('[FILE-01] [FILE-10] [REQ-41] a link comes with a key of the HOA and feature that nobody can guess', async () => {
    const { status, body } = await presign(stage.rex, 'gate.png');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['s3Key', 'uploadUrl']);
    expect(body.s3Key).toMatch(new RegExp(`^tmp/${stage.hoa_id}/requests/[0-9a-f-]{36}/gate\\.png$`));
    expect(new URL(body.uploadUrl).searchParams.get('X-Amz-Expires')).toBe('900');
    expect((await presign(stage.rex, 'gate.png')).body.s3Key).not.toBe(body.s3Key);
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
    expect(told(await presign(stage.rex, fileName, { fileType }))).toEqual([400, FILE_TYPE_MESSAGE]);
  });

  test('[FILE-07] exactly 10 MB may be asked for, one byte more may not', async () => {
    expect((await presign(stage.rex, 'a.pdf', { fileSize: FILE_LIMIT })).status).toBe(200);
    expect(told(await presign(stage.rex, 'a.pdf', { fileSize: FILE_LIMIT + 1 }))).toEqual([400, FILE_SIZE_MESSAGE]);
  });

  test('[API-05] a missing name is told by field', async () => {
    const { status, body } = await stage.rex.call('POST', '/api/requests/presigned-url', {});
    expect(status).toBe(400);
    expect(body.errors).toContainEqual({ path: 'fileName', msg: 'No file selected' });
  });

  test('[FILE-09] a link takes its own content type, length and key only, and nothing once it is old', async () => {
    const png = GENUINE.png as Uint8Array;
    const { uploadUrl, s3Key } = (await presign(stage.rex, 'a.png', { fileSize: png.length })).body;
    expect(await put(uploadUrl, png, 'text/html')).toBe(403);
    expect(await put(uploadUrl, padded('png', png.length + 1), 'image/png')).toBe(403);
    expect(await put(uploadUrl.replace(encodeURI(s3Key), `${s3Key}x`), png, 'image/png')).toBe(403);
    expect(await put(uploadUrl, png, 'image/png')).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 901_000 });
    const old = (await presign(stage.rex, 'a.png').finally(() => vi.useRealTimers())).body;
    expect(await put(old.uploadUrl, png, 'image/png')).toBe(403);
  });
});

describe('claiming', () => {
  test.each(Object.keys(GENUINE))(
    '[FILE-03] [FILE-05] a genuine .%s goes straight to storage and into a record',
    async (extension) => {
      const name = `The gate.${extension}`;
      const { s3Key } = await upload(stage.rex, name);
      const { body } = await file(stage.rex, s3Key);
      const { length } = GENUINE[extension] as Uint8Array;
      expect(body.photo).toEqual({ key: body.photo_url, name, size: length, type: typeOf(name) });
      expect(body.photo_url).toMatch(
        new RegExp(`^files/${stage.hoa_id}/requests/[0-9a-f-]{36}/The_gate\\.${extension}$`),
      );
    },
  );

  test('[FILE-07] a file of exactly 10 MB is taken, one byte more is refused and nothing is written', async () => {
    const exact = await upload(stage.rita, 'plan.pdf', padded('pdf', FILE_LIMIT));
    expect((await file(stage.rita, exact.s3Key)).status).toBe(201);
    const over = await upload(stage.rita, 'plan.pdf', padded('pdf', FILE_LIMIT + 1));
    const before = await countOf(stage.rita);
    expect(told(await file(stage.rita, over.s3Key))).toEqual([400, FILE_SIZE_MESSAGE]);
    expect(await countOf(stage.rita)).toBe(before);
  });

  test.each(Object.keys(GENUINE))('[FILE-09] [FILE-14] HTML named .%s is refused', async (extension) => {
    const { s3Key } = await upload(stage.rex, `page.${extension}`, HTML);
    expect(told(await file(stage.rex, s3Key))).toEqual([400, FILE_TYPE_MESSAGE]);
  });

  test('[FILE-09] an empty file is refused', async () => {
    const { s3Key } = await upload(stage.rex, 'a.png', new Uint8Array());
    expect(told(await file(stage.rex, s3Key))).toEqual([400, FILE_TYPE_MESSAGE]);
  });

  test('[FILE-09] an upload replaced after the claim changes nothing that is stored', async () => {
    const { uploadUrl, s3Key } = await upload(stage.rex, 'a.png');
    const { photo_url } = await filed(stage.rex, s3Key);
    expect(await put(uploadUrl, HTML, 'image/png')).toBe(200);
    expect(await (await download(stage.rex, photo_url)).bytes()).toEqual(GENUINE.png);
    expect((await filed(stage.rex, s3Key)).photo_url).toBe(photo_url);
  });

  test('[FILE-09] a key claimed by several at once has one final place', async () => {
    const { s3Key } = await upload(stage.rex, 'a.png');
    const claims = await Promise.all(Array.from({ length: 5 }, () => claimUploads(stage.deps, stage.rex, [s3Key])));
    const places = new Set(claims.map((claim) => (claim.get(s3Key) as { key: string }).key));
    expect(places.size).toBe(1);
    const [place = ''] = places;
    const again = await claimUploads(stage.deps, stage.rex, [place]);
    expect(again.get(place)).toEqual({ key: place, name: 'a.png', size: GENUINE.png?.length, type: 'image/png' });
    expect(await stage.deps.storage.head(place)).toEqual({ size: GENUINE.png?.length, type: 'image/png' });
  });

  bothDoors(
    '[FILE-10] [SEC-14] keys never issued, never uploaded, or issued to others are all not found',
    async (door, { rex, rita, olga, bea }) => {
      const keys = [
        'tmp/nowhere/requests/1/a.png',
        (await presign(rex, 'a.png')).body.s3Key,
        (await upload(olga, 'a.png')).s3Key,
        (await filed(olga, (await upload(olga, 'a.png')).s3Key)).photo_url,
        (await upload(rita, 'a.png')).s3Key,
      ];
      for (const key of keys) {
        const outcome = await door.act(rex, 'createRequest', { id: uuidv7(), ...request(key) });
        expect(outcome).toEqual({ ok: false, code: 'not_found', message: 'File not found' });
      }
      expect(await countOf(bea)).toBe(0);
    },
  );

  test('[FILE-10] one bad key is refused by itself', async () => {
    const good = (await upload(stage.rex, 'a.png')).s3Key;
    const fake = (await upload(stage.rex, 'b.png', HTML)).s3Key;
    const claims = await claimUploads(stage.deps, stage.rex, [good, fake, 'no/such/key']);
    expect(claims.get(good)).toMatchObject({ name: 'a.png', type: 'image/png' });
    expect(claims.get(fake)).toEqual(new Refusal('invalid', FILE_TYPE_MESSAGE));
    expect(claims.get('no/such/key')).toEqual(new Refusal('not_found', 'File not found'));
  });

  test('[FILE-09] the same link may be used again after a refused claim', async () => {
    const { uploadUrl, s3Key } = await upload(stage.rex, 'b.png', HTML);
    expect((await file(stage.rex, s3Key)).status).toBe(400);
    await put(uploadUrl, GENUINE.png as Uint8Array, 'image/png');
    expect((await file(stage.rex, s3Key)).status).toBe(201);
  });

  test('[SYNC-10] with storage away a claim is a fault, not a refusal, and nothing is written', async () => {
    const { s3Key } = await upload(stage.rex, 'a.png');
    const storage = createStorage({ ...testConfig().s3, endpoint: 'http://127.0.0.1:1' });
    await expect(claimUploads({ ...stage.deps, storage }, stage.rex, [s3Key])).rejects.not.toBeInstanceOf(Refusal);
    const strange = createStorage({ ...testConfig().s3, secretAccessKey: 'wrong' });
    await expect(claimUploads({ ...stage.deps, storage: strange }, stage.rex, [s3Key])).rejects.toThrow('403');
    expect((await claimUploads(stage.deps, stage.rex, [s3Key])).get(s3Key)).toMatchObject({ name: 'a.png' });
  });
});

describe('downloads', () => {
  test('[FILE-11] [REQ-42] [SEC-15] a link is given to the owner and the board, and to nobody else', async () => {
    const { photo_url } = await filed(stage.rex, (await upload(stage.rex, 'a.png')).s3Key);
    for (const person of [stage.rex, stage.bea, stage.sue]) expect((await link(person, photo_url)).status).toBe(200);
    for (const person of [stage.rita, stage.olga, stage.otto])
      expect(told(await link(person, photo_url))).toEqual([404, 'File not found']);
    const unclaimed = await upload(stage.rex, 'a.png');
    for (const key of [unclaimed.s3Key, 'no/such/key', `${photo_url}x`])
      expect((await link(stage.rex, key)).status).toBe(404);
  });

  test('[FILE-11] [FILE-14] a link lasts five minutes and downloads under its name, never shown in a page', async () => {
    const { photo_url } = await filed(stage.rex, (await upload(stage.rex, 'a.png')).s3Key);
    const { downloadUrl } = (await link(stage.rex, photo_url)).body;
    expect(new URL(downloadUrl).searchParams.get('X-Amz-Expires')).toBe('300');
    const answer = await fetch(downloadUrl);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="a.png"; filename*=UTF-8''a.png`);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(await answer.bytes()).toEqual(GENUINE.png);
  });

  test.each([
    [
      'Çatı "ön" 100%.pdf',
      `attachment; filename="_at_ __n_ 100_.pdf"; filename*=UTF-8''%C3%87at%C4%B1%20%22%C3%B6n%22%20100%25.pdf`,
    ],
    ["../../etc/it's (1)*.pdf", `attachment; filename="it's (1)*.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
    [
      'a\r\nX-Evil: 1\u202efdp.exe.pdf',
      `attachment; filename="aX-Evil: 1fdp.exe.pdf"; filename*=UTF-8''aX-Evil%3A%201fdp.exe.pdf`,
    ],
    ['日本.pdf', `attachment; filename="__.pdf"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.pdf`],
  ])('[FILE-14] the name %j is safe in a header', async (name, disposition) => {
    const { photo_url } = await filed(stage.rex, (await upload(stage.rex, name)).s3Key);
    expect((await download(stage.rex, photo_url)).headers.get('content-disposition')).toBe(disposition);
  });

  test('[FILE-12] storage opened without a signature gives nothing away', async () => {
    const { photo_url } = await filed(stage.rex, (await upload(stage.rex, 'a.png')).s3Key);
    const { endpoint, bucket } = testConfig().s3;
    for (const key of [photo_url, `${photo_url}x`])
      expect((await fetch(`${endpoint}/${bucket}/${key}`)).status).toBe(403);
  });
});

describe('attachments by form', () => {
  const attach = async (person: Person, id: string, ...files: File[]): Promise<Answer> => {
    const body = new FormData();
    for (const one of files) body.append('file', one);
    const headers = { Authorization: `Bearer ${person.token}` };
    const answer = await stage.app.request(`/api/requests/${id}/attachments`, { method: 'POST', headers, body });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  const made = (name: string, body: Uint8Array = GENUINE.png as Uint8Array, type = typeOf(name)) =>
    new File([body as BlobPart], name, { type });
  const bare = async (person: Person): Promise<string> =>
    (await person.call('POST', '/api/requests', request())).body._id;

  test('[REQ-39] [REQ-40] the owner and the board attach one file, which becomes photo_url', async () => {
    const id = await bare(stage.rex);
    for (const person of [stage.rex, stage.bea]) {
      const { status, body } = await attach(person, id, made('gate.png'));
      expect(status).toBe(200);
      expect(body).toMatchObject({ _id: id, photo: { name: 'gate.png', type: 'image/png', key: body.photo_url } });
      expect(await (await download(stage.rex, body.photo_url)).bytes()).toEqual(GENUINE.png);
    }
  });

  test('[REQ-40] [SEC-14] [SEC-15] others get 404, whatever they send', async () => {
    const id = await bare(stage.rex);
    for (const person of [stage.rita, stage.olga])
      expect(told(await attach(person, id, made('a.exe')))).toEqual([
        404,
        'Request not found or you do not have permission to view it',
      ]);
  });

  test('[REQ-40] [FILE-08] type, size, content and number of files are checked', async () => {
    const id = await bare(stage.rex);
    expect(told(await attach(stage.rex, id, made('a.exe', HTML, 'application/x-msdownload')))).toEqual([
      400,
      FILE_TYPE_MESSAGE,
    ]);
    expect(told(await attach(stage.rex, id, made('a.png', HTML)))).toEqual([400, FILE_TYPE_MESSAGE]);
    expect(told(await attach(stage.rex, id, made('a.pdf', padded('pdf', FILE_LIMIT + 1))))).toEqual([
      413,
      FILE_SIZE_MESSAGE,
    ]);
    expect(told(await attach(stage.rex, id))).toEqual([400, 'No file selected']);
    expect(told(await attach(stage.rex, id, made('a.png'), made('b.png')))).toEqual([400, 'Please upload one file']);
    expect(told(await stage.rex.call('POST', `/api/requests/${id}/attachments`, {}))).toEqual([
      400,
      'No file selected',
    ]);
    expect((await stage.rex.call('GET', `/api/requests/${id}`)).body.photo_url).toBeNull();
  });
});
