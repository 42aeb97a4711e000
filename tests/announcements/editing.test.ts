import { describe, expect, test } from 'vitest';
import { create, get, list, markRead, publish, read, remove, send, update } from '../support/announcements.ts';
import { testBothApis } from '../support/apis.ts';
import { contextForAll, statusAndMessage } from '../support/fixtures.ts';

const ctx = contextForAll();
const DONE = { ok: true };

describe('editing and deleting', () => {
  test('[ANN-83] [API-10] an edit answers 200 with the record, and touches what it names alone', async () => {
    const before = await create(ctx.bea);
    const changes = { title: ' Party ', message: '<p>Come</p>', category: 'event', audience_type: 'board' };
    const { status, body } = await update(ctx.sue, before._id, changes);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...changes,
      title: 'Party',
      createdAt: before.createdAt,
      created_by: before.created_by,
    });
    expect((await update(ctx.bea, before._id, { category: 'urgent' })).body).toEqual({ ...body, category: 'urgent' });
  });

  testBothApis(
    '[ANN-57] [ANN-58] [ANN-85] only drafts can be edited, and what was sent stays',
    async (api, { bea, db }) => {
      const edited = { ok: false, code: 'conflict', message: 'Only drafts can be edited' };
      const deleted = { ok: false, code: 'conflict', message: 'Only drafts and failed announcements can be deleted' };
      for (const status of ['scheduled', 'sending', 'sent', 'failed']) {
        const { _id } = await create(bea);
        await db.execute({ sql: 'UPDATE announcements SET status = ? WHERE id = ?', args: [status, _id] });
        expect(await api.act(bea, 'updateAnnouncement', { id: _id, title: 'New' })).toEqual(edited);
        expect((await read(bea, _id)).title).toBe('Pool');
        expect(await api.act(bea, 'deleteAnnouncement', { id: _id })).toEqual(status === 'failed' ? DONE : deleted);
        expect((await get(bea, _id)).status).toBe(status === 'failed' ? 404 : 200);
      }
    },
  );

  test('[ANN-84] [ANN-85] a draft is deleted with 204, and is gone then', async () => {
    const { _id } = await create(ctx.bea);
    expect(await remove(ctx.bea, _id)).toMatchObject({ status: 204, body: null });
    expect((await remove(ctx.bea, _id)).status).toBe(404);
  });

  test('[SYNC-17] edits made at once are merged by field', async () => {
    const { bea, sue } = ctx;
    const { _id } = await create(bea);
    const answers = await Promise.all([
      update(bea, _id, { title: 'Party' }),
      update(sue, _id, { category: 'event' }),
      update(bea, _id, { message: '<p>Come</p>' }),
      update(sue, _id, { audience_type: 'board' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const merged = { title: 'Party', category: 'event', message: '<p>Come</p>', audience_type: 'board' };
    expect(await read(bea, _id)).toMatchObject(merged);
  });
});

describe('read marks', () => {
  testBothApis(
    '[ANN-48] [ANN-86] a mark is made once, and is the reader’s own',
    async (api, { bea, rex, rita, db }) => {
      const { _id } = await publish(bea);
      for (let times = 0; times < 2; times += 1)
        expect(await api.act(rex, 'markAnnouncementRead', { id: _id })).toEqual(DONE);
      expect((await read(rex, _id)).isReadBy).toBe(true);
      expect((await list(rex)).docs[0].isReadBy).toBe(true);
      for (const person of [rita, bea]) expect((await read(person, _id)).isReadBy).toBe(false);
      const sql = 'SELECT user_id FROM announcement_reads WHERE announcement_id = ?';
      expect((await db.execute({ sql, args: [_id] })).rows.map((row) => row.user_id)).toEqual([rex.id]);
    },
  );

  test('[ANN-04] [ANN-48] a draft is never marked read', async () => {
    const { _id } = await create(ctx.bea);
    expect(await markRead(ctx.bea, _id)).toMatchObject({ status: 204, body: null });
    expect((await read(ctx.bea, _id)).isReadBy).toBe(false);
  });

  test('[ANN-85] the marks of a failed announcement go with it', async () => {
    const { _id } = await create(ctx.bea);
    await ctx.db.execute({ sql: "UPDATE announcements SET status = 'failed' WHERE id = ?", args: [_id] });
    await markRead(ctx.sue, _id);
    expect((await remove(ctx.bea, _id)).status).toBe(204);
    const sql = 'SELECT 1 FROM announcement_reads WHERE announcement_id = ?';
    expect((await ctx.db.execute({ sql, args: [_id] })).rows).toEqual([]);
  });

  test('[ANN-55] [ANN-60] what is scheduled can be neither sent nor edited', async () => {
    const { _id } = await create(ctx.bea);
    await ctx.db.execute({ sql: "UPDATE announcements SET status = 'scheduled' WHERE id = ?", args: [_id] });
    expect((await send(ctx.bea, _id)).status).toBe(409);
    expect(statusAndMessage(await update(ctx.bea, _id, { title: 'x' }))).toEqual([409, 'Only drafts can be edited']);
  });
});
