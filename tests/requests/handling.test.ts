import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { REQUEST_STATUSES } from '../../schema/requests.ts';
import { testBothApis } from '../support/apis.ts';
import { contextForAll } from '../support/fixtures.ts';
import { comment, create, read, update } from '../support/requests.ts';

const ctx = contextForAll();

describe('handling a request', () => {
  testBothApis('[REQ-37] [SEC-12] a resident may not, not even on their own', async (api, { rex, bea }) => {
    const { _id } = await create(rex);
    for (const changes of [{ status: 'closed' }, { assigned_to: null }, { resolution_notes: 'x' }, {}])
      expect(await api.act(rex, 'updateRequest', { id: _id, ...changes })).toEqual({
        ok: false,
        code: 'forbidden',
        message: 'You do not have permission to do this',
      });
    expect(await read(bea, _id)).toMatchObject({ status: 'open', resolution_notes: null });
  });

  testBothApis(
    '[REQ-44] [14.2] the board answers and sets the status in one act, which a resident may not, and is refused as one',
    async (api, { rex, bea }) => {
      const { _id } = await create(rex);
      const answer = (more: object) => ({ id: uuidv7(), request_id: _id, message: '<p>Mended.</p>', ...more });
      expect(await api.act(rex, 'addRequestComment', answer({ status: 'closed' }))).toMatchObject({
        ok: false,
        code: 'forbidden',
      });
      expect(await api.act(bea, 'addRequestComment', answer({ status: 'mended' }))).toMatchObject({
        ok: false,
        code: 'invalid',
      });
      expect(await read(bea, _id)).toMatchObject({ status: 'open', comments: [] });
      expect(await api.act(bea, 'addRequestComment', answer({ status: 'resolved' }))).toEqual({ ok: true });
      const { status, comments, history } = await read(rex, _id);
      expect([status, comments.length, history.length]).toEqual(['resolved', 1, 2]);
      await api.act(bea, 'addRequestComment', answer({ status: 'resolved' }));
      expect((await read(rex, _id)).history).toHaveLength(2);
    },
  );

  test('[REQ-18] [REQ-20] [REQ-44] the board sets any status from any other, and each change enters history once', async () => {
    const { _id } = await create(ctx.rex);
    const steps = REQUEST_STATUSES.flatMap((from) => REQUEST_STATUSES.flatMap((to) => [from, to]));
    let [current, changes] = ['open', 0];
    for (const status of steps) {
      const answer = await update(ctx.bea, _id, { status });
      expect([answer.status, answer.body.status]).toEqual([200, status]);
      if (status !== current) changes += 1;
      current = status;
    }
    const { history } = await read(ctx.sue, _id);
    expect(history).toHaveLength(1 + changes);
    expect(history).toContainEqual(expect.objectContaining({ action: 'Set awaiting info' }));
  });

  testBothApis(
    '[REQ-43] the board also sets assignee, deadline and notes, and clears them',
    async (api, { rex, bea, sue }) => {
      const { _id } = await create(rex);
      const changes = { assigned_to: sue.id, resolution_deadline: '2031-05-01', resolution_notes: 'Ordered a part' };
      expect(await api.act(bea, 'updateRequest', { id: _id, ...changes })).toEqual({ ok: true });
      const { assigned_to, ...others } = changes;
      expect(await read(bea, _id)).toMatchObject({ ...others, status: 'open' });
      expect((await read(bea, _id)).assigned_to).toEqual({ _id: assigned_to, name: sue.name, email: sue.email });
      expect(await read(rex, _id)).toMatchObject({ ...others, assigned_to: null });
      await api.act(bea, 'updateRequest', {
        id: _id,
        assigned_to: null,
        resolution_deadline: null,
        resolution_notes: null,
      });
      expect(await read(bea, _id)).toMatchObject({
        assigned_to: null,
        resolution_deadline: null,
        resolution_notes: null,
      });
    },
  );

  testBothApis(
    '[SEC-14] [REQ-43] [API-11] wrong values are refused and nothing is written',
    async (api, { rex, bea, olga }) => {
      const { _id } = await create(rex);
      const act = (changes: object) => api.act(bea, 'updateRequest', { id: _id, ...changes });
      for (const assigned_to of [olga.id, uuidv7()])
        expect(await act({ assigned_to })).toEqual({ ok: false, code: 'not_found', message: 'Assignee not found' });
      expect(await act({ status: 'done' })).toEqual({ ok: false, code: 'invalid', message: 'Invalid status' });
      expect(await act({ resolution_deadline: 'soon' })).toEqual({
        ok: false,
        code: 'invalid',
        message: 'Invalid date',
      });
      expect(await act({ resolution_notes: 'x'.repeat(5001) })).toMatchObject({ ok: false, code: 'invalid' });
      expect(await read(bea, _id)).toMatchObject({ status: 'open', assigned_to: null, resolution_deadline: null });
    },
  );

  testBothApis('[SEC-17] an update touches nothing else, whatever it says', async (api, { rex, rita, bea }) => {
    const { comments: _none, ...before } = await create(rex);
    const forged = {
      title: 'Mine',
      description: '<p>x</p>',
      user_id: rita.id,
      hoa_id: rita.id,
      history: [],
      photo_url: 'x',
      rev: 0,
    };
    await api.act(bea, 'updateRequest', { id: before._id, resolution_notes: 'n', ...forged });
    expect(await read(bea, before._id)).toEqual({ ...before, resolution_notes: 'n', comments: [] });
  });

  test('[SYNC-17] edits made at once are merged by field, messages only append, every status change enters history', async () => {
    const { rex, bea, sue } = ctx;
    const { _id } = await create(rex);
    const answers = await Promise.all([
      update(bea, _id, { status: 'in_progress' }),
      update(sue, _id, { resolution_notes: 'Part ordered' }),
      update(bea, _id, { assigned_to: sue.id }),
      update(sue, _id, { status: 'awaiting_info' }),
      ...Array.from({ length: 5 }, (_, at) => comment(at % 2 ? bea : rex, _id, `<p>${at}</p>`)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201, 201, 201, 201, 201]);
    const request = await read(bea, _id);
    expect(request).toMatchObject({ resolution_notes: 'Part ordered', assigned_to: { _id: sue.id } });
    expect(request.comments).toHaveLength(5);
    expect(request.history.map((entry: { action: string }) => entry.action).sort()).toEqual([
      'Created the request',
      'Set awaiting info',
      'Set in progress',
    ]);
  });
});
