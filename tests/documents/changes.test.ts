import { describe, expect, test } from 'vitest';
import { testBothApis } from '../support/apis.ts';
import { create, get, list, NOT_FOUND, remove, update, upload } from '../support/documents.ts';
import { contextForAll, statusAndMessage } from '../support/fixtures.ts';
import { type Endpoint, testSignedIn } from '../support/signed-in.ts';

const ctx = contextForAll();
const REQUIRED = 'Please fill in all required fields';

describe('changing and deleting', () => {
  test('[DOC-26] [API-10] PUT changes title, category, access, notes and tags, and only what it names', async () => {
    const { bea } = ctx;
    const made = await create(bea, { notes: 'Old', tags: ['a'] });
    const { status, body } = await update(bea, made._id, { title: ' New ' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...made, title: 'New' });
    const all = { title: 'T', category: 'Other', is_public: false, notes: 'N', tags: ['b', 'c'] };
    expect((await update(bea, made._id, all)).body).toEqual({ ...made, ...all });
    expect((await update(bea, made._id, { notes: '' })).body).toEqual({ ...made, ...all, notes: null });
    expect((await update(bea, made._id, {})).body).toEqual({ ...made, ...all, notes: null });
  });

  testBothApis(
    '[DOC-26] [SEC-17] file, author, date and HOA of a document never change',
    async (api, { bea, sue, olga }) => {
      const made = await create(bea);
      const s3_key = await upload(sue, 'other.pdf');
      const forged = { s3_key, file_type: 'png', file_size: 1, uploaded_by: sue.id, hoa_id: olga.hoa_id, rev: 0 };
      expect(await api.act(sue, 'updateDocument', { id: made._id, title: 'New', ...forged })).toEqual({ ok: true });
      expect((await get(bea, made._id)).body).toEqual({ ...made, title: 'New' });
    },
  );

  testBothApis('[DOC-16] [DOC-18] [API-11] a change keeps the field rules', async (api, { bea }) => {
    const { _id: id } = await create(bea);
    for (const [changes, message] of [
      [{ title: ' ' }, REQUIRED],
      [{ category: 'Recipes' }, REQUIRED],
      [{ notes: 'x'.repeat(501) }, 'Notes cannot exceed 500 characters'],
    ] as const)
      expect(await api.act(bea, 'updateDocument', { id, ...changes })).toEqual({
        ok: false,
        code: 'invalid',
        message,
      });
    expect((await get(bea, id)).body).toMatchObject({ title: 'Bylaws', category: 'Bylaws', notes: null });
  });

  testBothApis(
    '[DOC-24] [DOC-27] [API-10] the board deletes, and it is gone for all',
    async (api, { bea, sue, rex }) => {
      const { _id: id } = await create(bea);
      expect(await api.act(sue, 'deleteDocument', { id })).toEqual({ ok: true });
      for (const person of [bea, sue, rex]) expect((await get(person, id)).status).toBe(404);
      expect((await list(rex)).totalDocs).toBe(0);
      expect(await api.act(bea, 'deleteDocument', { id })).toMatchObject({ ok: false, code: 'not_found' });
    },
  );

  test('[API-10] DELETE answers 204 and nothing', async () => {
    const { status, body } = await remove(ctx.bea, (await create(ctx.bea))._id);
    expect([status, body]).toEqual([204, null]);
  });
});

describe('the route itself', () => {
  const endpoints: Endpoint[] = [
    ['GET', ''],
    ['POST', ''],
    ['GET', '/x'],
    ['PUT', '/x'],
    ['DELETE', '/x'],
    ['POST', '/x/download'],
    ['POST', '/presigned-url'],
  ];
  testSignedIn(ctx, '/api/documents', endpoints);

  test.each(['nonsense', '%00', '..%2F..%2Fapi', "'%20OR%201=1", 'x'.repeat(300)])(
    '[API-06] the id %s is not found',
    async (id) => {
      for (const [method, path] of endpoints.filter(([, where]) => where.startsWith('/x'))) {
        const at = `/api/documents${path.replace('x', id)}`;
        const body = method === 'GET' ? undefined : { title: 'x' };
        expect(statusAndMessage(await ctx.bea.call(method, at, body))).toEqual([404, NOT_FOUND]);
      }
    },
  );

  test('[API-06] malformed JSON is 400, a body over 1 MB is 413, and neither writes anything', async () => {
    const made = await create(ctx.bea);
    for (const [method, path] of [
      ['POST', ''],
      ['POST', '/presigned-url'],
      ['PUT', `/${made._id}`],
    ] as const) {
      expect((await ctx.bea.call(method, `/api/documents${path}`, '{"title": ')).status).toBe(400);
      expect((await ctx.bea.call(method, `/api/documents${path}`, `"${'x'.repeat(1024 * 1024)}"`)).status).toBe(413);
    }
    for (const body of ['null', '[]', '"text"', '7'])
      expect((await ctx.bea.call('POST', '/api/documents', body)).status).toBe(400);
    expect((await get(ctx.bea, made._id)).body).toEqual(made);
  });

  test('[API-05] every wrong field is told with its message', async () => {
    const { status, body } = await ctx.bea.call('POST', '/api/documents', {});
    expect(status).toBe(400);
    expect(body.message).toBe(REQUIRED);
    const paths = body.errors.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(['category', 'file_size', 'file_type', 's3_key', 'title']);
  });
});
