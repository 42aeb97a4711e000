import { describe, expect, test } from 'vitest';
import { FILE_LIMIT, FILE_SIZE_MESSAGE, FILE_TYPE_MESSAGE } from '../../schema/uploads.ts';
import { type Answer, contextForAll, type Person, statusAndMessage, testConfig } from '../support/fixtures.ts';
import { create, NOT_FOUND } from '../support/requests.ts';
import { createWithFile, download, GENUINE, HTML, link, padded, typeOf, upload } from '../support/uploads.ts';

const ctx = contextForAll();

describe('downloads', () => {
  test('[FILE-11] [REQ-42] [SEC-15] a link is given to the owner and the board, and to nobody else', async () => {
    const { photo_url } = await createWithFile(ctx.rex, (await upload(ctx.rex, 'a.png')).s3Key);
    for (const person of [ctx.rex, ctx.bea, ctx.sue]) expect((await link(person, photo_url)).status).toBe(200);
    for (const person of [ctx.rita, ctx.olga, ctx.otto])
      expect(statusAndMessage(await link(person, photo_url))).toEqual([404, 'File not found']);
    const unclaimed = await upload(ctx.rex, 'a.png');
    for (const key of [unclaimed.s3Key, 'no/such/key', `${photo_url}x`])
      expect((await link(ctx.rex, key)).status).toBe(404);
  });

  test('[FILE-11] [FILE-14] a link lasts five minutes and downloads under its name, never shown in a page', async () => {
    const { photo_url } = await createWithFile(ctx.rex, (await upload(ctx.rex, 'a.png')).s3Key);
    const { downloadUrl } = (await link(ctx.rex, photo_url)).body;
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
    const { photo_url } = await createWithFile(ctx.rex, (await upload(ctx.rex, name)).s3Key);
    expect((await download(ctx.rex, photo_url)).headers.get('content-disposition')).toBe(disposition);
  });

  test('[FILE-12] storage opened without a signature gives nothing away', async () => {
    const { photo_url } = await createWithFile(ctx.rex, (await upload(ctx.rex, 'a.png')).s3Key);
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
    const answer = await ctx.app.request(`/api/requests/${id}/attachments`, { method: 'POST', headers, body });
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  const made = (name: string, body: Uint8Array = GENUINE.png as Uint8Array, type = typeOf(name)) =>
    new File([body as BlobPart], name, { type });
  const bare = async (person: Person): Promise<string> => (await create(person))._id;

  test('[REQ-39] [REQ-40] the owner and the board attach one file, which becomes photo_url', async () => {
    const id = await bare(ctx.rex);
    for (const person of [ctx.rex, ctx.bea]) {
      const { status, body } = await attach(person, id, made('gate.png'));
      expect(status).toBe(200);
      expect(body).toMatchObject({ _id: id, photo: { name: 'gate.png', type: 'image/png', key: body.photo_url } });
      expect(await (await download(ctx.rex, body.photo_url)).bytes()).toEqual(GENUINE.png);
    }
  });

  test('[REQ-40] [SEC-14] [SEC-15] others get 404, whatever they send', async () => {
    const id = await bare(ctx.rex);
    for (const person of [ctx.rita, ctx.olga])
      expect(statusAndMessage(await attach(person, id, made('a.exe')))).toEqual([404, NOT_FOUND]);
  });

  test('[REQ-40] [FILE-08] type, size, content and number of files are checked', async () => {
    const id = await bare(ctx.rex);
    expect(statusAndMessage(await attach(ctx.rex, id, made('a.exe', HTML, 'application/x-msdownload')))).toEqual([
      400,
      FILE_TYPE_MESSAGE,
    ]);
    expect(statusAndMessage(await attach(ctx.rex, id, made('a.png', HTML)))).toEqual([400, FILE_TYPE_MESSAGE]);
    expect(statusAndMessage(await attach(ctx.rex, id, made('a.pdf', padded('pdf', FILE_LIMIT + 1))))).toEqual([
      413,
      FILE_SIZE_MESSAGE,
    ]);
    expect(statusAndMessage(await attach(ctx.rex, id))).toEqual([400, 'No file selected']);
    expect(statusAndMessage(await attach(ctx.rex, id, made('a.png'), made('b.png')))).toEqual([
      400,
      'Please upload one file',
    ]);
    expect(statusAndMessage(await ctx.rex.call('POST', `/api/requests/${id}/attachments`, {}))).toEqual([
      400,
      'No file selected',
    ]);
    expect((await ctx.rex.call('GET', `/api/requests/${id}`)).body.photo_url).toBeNull();
  });
});
