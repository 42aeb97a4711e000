import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { DOCUMENT_CATEGORIES } from '../../schema/documents.ts';
import { testBothApis } from '../support/apis.ts';
import { create, fields, get, link, list, NOT_FOUND, post, remove, update, upload } from '../support/documents.ts';
import { contextForAll, statusAndMessage } from '../support/fixtures.ts';

const ctx = contextForAll();
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const REQUIRED = 'Please fill in all required fields';

describe('[DOC-14] [API-09] [API-10] storing a document', () => {
  test('[DOC-08] [DOC-09] [DOC-24] it answers 201 with the record, and the same again', async () => {
    const { bea } = ctx;
    const s3_key = await upload(bea, 'Rules & map.png');
    const input = { title: '  Rules  ', category: 'Legal', file_type: 'png', notes: ' Page 3. ', tags: ['paint'] };
    const { status, body } = await post(bea, s3_key, input);
    expect(status).toBe(201);
    expect(body).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: 'Rules',
      category: 'Legal',
      file_type: 'png',
      file_size: 16,
      fileSizeFormatted: '0.00 MB',
      is_public: true,
      notes: 'Page 3.',
      tags: ['paint'],
      s3_key: expect.stringMatching(new RegExp(`^files/${ctx.hoa_id}/documents/[0-9a-f-]{36}\\.png$`)),
      uploaded_by: { _id: bea.id, name: bea.name },
      createdAt: INSTANT,
    });
    expect((await get(bea, body._id)).body).toEqual(body);
    expect((await list(bea)).docs).toContainEqual(body);
  });

  test('[DOC-08] [DOC-19] it is public, without notes or tags, unless said otherwise', async () => {
    const s3_key = await upload(ctx.bea);
    const { body } = await post(ctx.bea, s3_key, { is_public: undefined, notes: undefined, tags: undefined });
    expect(body).toMatchObject({ is_public: true, notes: null, tags: [] });
  });

  testBothApis(
    '[DOC-17] [SEC-17] [SYNC-16] what only the server may set is ignored',
    async (api, { bea, rex, olga }) => {
      const forged = {
        hoa_id: olga.hoa_id,
        uploaded_by: rex.id,
        uploaded_by_name: 'Nobody',
        created_at: '2020-01-01T00:00:00.000Z',
        createdAt: '2020-01-01T00:00:00.000Z',
        rev: 99,
        file_size: 9_999_999,
        nonsense: { a: 1 },
      };
      const args = { id: uuidv7(), ...fields(await upload(bea), forged) };
      expect(await api.act(bea, 'createDocument', args)).toEqual({ ok: true });
      const [document] = (await list(bea)).docs;
      expect(document).toMatchObject({ file_size: 14, uploaded_by: { _id: bea.id, name: bea.name } });
      expect(document).not.toHaveProperty('nonsense');
      expect(Date.parse(document.createdAt)).toBeGreaterThan(Date.now() - 60_000);
      expect((await list(olga)).totalDocs).toBe(0);
    },
  );

  const wrong: [changes: object, message: string][] = [
    [{ title: undefined }, REQUIRED],
    [{ title: '   ' }, REQUIRED],
    [{ title: 7 }, REQUIRED],
    [{ title: 'x'.repeat(201) }, 'Cannot exceed 200 characters'],
    [{ category: undefined }, REQUIRED],
    [{ category: '' }, REQUIRED],
    [{ category: 'Recipes' }, REQUIRED],
    [{ s3_key: undefined }, REQUIRED],
    [{ s3_key: '' }, REQUIRED],
    [{ file_size: undefined }, REQUIRED],
    [{ file_size: 0 }, REQUIRED],
    [{ file_size: 10_485_761 }, 'File size must be less than 10MB'],
    [{ file_type: undefined }, 'File type not supported. Please use PDF, DOC, DOCX, JPG, JPEG, PNG, or GIF'],
    [{ file_type: 'exe' }, 'File type not supported. Please use PDF, DOC, DOCX, JPG, JPEG, PNG, or GIF'],
    [{ notes: 'x'.repeat(501) }, 'Notes cannot exceed 500 characters'],
  ];
  testBothApis('[DOC-13] [DOC-16] [DOC-18] every field rule is checked', async (api, { bea }) => {
    const key = await upload(bea);
    for (const [changes, message] of wrong) {
      const outcome = await api.act(bea, 'createDocument', { id: uuidv7(), ...fields(key), ...changes });
      expect(outcome).toEqual({ ok: false, code: 'invalid', message });
    }
    expect((await list(bea)).totalDocs).toBe(0);
    const most = { title: 'x'.repeat(200), notes: 'x'.repeat(500), file_size: 10_485_760 };
    expect(await api.act(bea, 'createDocument', { id: uuidv7(), ...fields(key), ...most })).toEqual({ ok: true });
  });

  test('[DOC-10] every category is accepted', async () => {
    for (const category of DOCUMENT_CATEGORIES) expect(await create(ctx.sue, { category })).toMatchObject({ category });
  });
});

describe('who may do what', () => {
  testBothApis('[DOC-05] [DOC-26] [SEC-09] residents neither store, change nor delete', async (api, { bea, rex }) => {
    const { _id: id } = await create(bea);
    const forbidden = { ok: false, code: 'forbidden', message: 'You do not have permission to do this' };
    expect(await api.act(rex, 'createDocument', { id: uuidv7(), ...fields(await upload(bea)) })).toEqual(forbidden);
    expect(await api.act(rex, 'updateDocument', { id, title: 'Mine' })).toEqual(forbidden);
    expect(await api.act(rex, 'deleteDocument', { id })).toEqual(forbidden);
    expect((await list(rex)).docs).toMatchObject([{ _id: id, title: 'Bylaws' }]);
  });

  test('[DOC-20] [DOC-21] [SEC-15] Board Only is absent to residents everywhere, and there for the board', async () => {
    const { bea, sue, rex } = ctx;
    const { _id } = await create(bea, { is_public: false, title: 'Secret minutes' });
    for (const person of [bea, sue]) {
      expect((await get(person, _id)).body).toMatchObject({ _id, is_public: false });
      expect((await link(person, _id)).status).toBe(200);
    }
    const absent = [404, NOT_FOUND];
    expect(statusAndMessage(await get(rex, _id))).toEqual(absent);
    expect(statusAndMessage(await link(rex, _id))).toEqual(absent);
    expect(statusAndMessage(await update(rex, _id, { title: 'Found' }))).toEqual(absent);
    expect(statusAndMessage(await remove(rex, _id))).toEqual(absent);
    expect((await list(rex, '?search=secret')).totalDocs).toBe(0);
    expect(JSON.stringify(await list(rex, '?limit=100'))).not.toContain('Secret');
    expect((await list(bea, '?search=secret')).docs).toMatchObject([{ _id }]);
  });

  testBothApis(
    '[SEC-14] another HOA’s document, and one that never was, is not found, and nothing is written',
    async (api, { bea, olga }) => {
      const { _id } = await create(bea);
      for (const id of [_id, uuidv7()])
        for (const mutation of ['updateDocument', 'deleteDocument'] as const)
          expect(await api.act(olga, mutation, { id, title: 'Stolen' })).toEqual({
            ok: false,
            code: 'not_found',
            message: NOT_FOUND,
          });
      expect((await get(bea, _id)).body.title).toBe('Bylaws');
    },
  );

  test('[DOC-21] [SEC-14] the other HOA sees nothing of it', async () => {
    const { _id } = await create(ctx.bea);
    for (const person of [ctx.olga, ctx.otto]) {
      expect((await list(person)).totalDocs).toBe(0);
      expect(statusAndMessage(await get(person, _id))).toEqual([404, NOT_FOUND]);
      expect(statusAndMessage(await link(person, _id))).toEqual([404, NOT_FOUND]);
    }
  });

  test('[DOC-03] [DOC-08] [SEC-09] only the board learns who uploaded', async () => {
    const { bea, rex, sue } = ctx;
    const { _id } = await create(bea);
    expect((await get(sue, _id)).body.uploaded_by).toEqual({ _id: bea.id, name: bea.name });
    for (const answer of [(await get(rex, _id)).body, await list(rex, '?limit=100')]) {
      expect(JSON.stringify(answer)).not.toContain('uploaded_by');
      expect(JSON.stringify(answer)).not.toContain(bea.id);
    }
  });

  test('[SEC-16] a demotion holds at once, whatever the token says', async () => {
    const { join, hoa_id, db } = ctx;
    const ben = await join(hoa_id, 'Ben Marsh', 'board');
    const [open, hidden] = [await create(ben), await create(ben, { is_public: false })];
    await db.execute({ sql: "UPDATE users SET role = 'resident' WHERE id = ?", args: [ben.id] });
    expect((await remove(ben, open._id)).status).toBe(403);
    expect((await remove(ben, hidden._id)).status).toBe(404);
    expect((await ben.call('POST', '/api/documents', {})).status).toBe(403);
  });
});
