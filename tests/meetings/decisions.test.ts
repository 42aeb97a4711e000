import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { RecordAction } from '../../schema/meetings.ts';
import { NO_RESULT, plannedActions, TWO_RESULTS, withAction } from '../../sync/meetings/motions/decisions.ts';
import { dayInWords } from '../../sync/words.ts';
import { type Api, testBothApis } from '../support/apis.ts';
import type { Person, TestContext } from '../support/fixtures.ts';
import { decisionsOf, motionOn, result, today } from '../support/meeting-decisions.ts';
import { boardMeeting, write } from '../support/meetings.ts';
import { required } from '../support/required.ts';

const askForFence = async (api: Api, ctx: TestContext): Promise<string> => {
  const id = uuidv7();
  const asked = { id, title: 'A red fence', description: '<p>Please</p>', category: 'Modification' };
  if (api.name === 'push') await api.act(ctx.rex, 'createRequest', asked);
  else return (await ctx.rex.call('POST', '/api/requests', asked)).body._id;
  return id;
};

const requestOf = async (person: Person, id: string) => (await person.call('GET', `/api/requests/${id}`)).body;

testBothApis('[AGENDA-05] [AGENDA-06] adopting a motion resolves the request, in its words', async (api, ctx) => {
  const id = await askForFence(api, ctx);
  const { motion_id, record, apply } = await motionOn(api, ctx, {
    on_adopt: [{ entity: 'request', id, status: 'resolved' }],
    on_fail: [{ entity: 'request', id, status: 'rejected' }],
  });
  expect(await apply({ status: 'open' })).toEqual({ ok: false, code: 'conflict', message: NO_RESULT });
  await record(result('adopted'));
  expect(await apply({ status: 'open' })).toEqual({ ok: true });
  const on = dayInWords(today());
  const request = await requestOf(ctx.rex, id);
  expect(request.resolution_notes).toBe(`Adopted by Motion 3 on ${on}: to approve the red fence`);
  expect(request.history.at(-1).action).toBe(`Set resolved by Motion 3 on ${on}`);
  expect(await decisionsOf(ctx, motion_id)).toMatchObject([
    { outcome: 'applied', seen: 'open', by_name: ctx.bea.name },
  ]);
});

test('[AGENDA-05] what the board planned for a motion stands before what its items plan, also where it is nothing', () => {
  const fence: RecordAction = { entity: 'request', id: uuidv7(), status: 'resolved' };
  const wall: RecordAction = { entity: 'request', id: uuidv7(), status: 'closed' };
  const items = [{ on_adopt: [fence, wall], on_fail: null }];
  const plan = (on_adopt: RecordAction[] | null) => plannedActions({ on_adopt, on_fail: null }, items, 'adopted');
  expect(plan(null)).toEqual([fence, wall]);
  expect(plan(withAction(plan(null), fence, 'rejected'))).toEqual([wall, { ...fence, status: 'rejected' }]);
  expect(plan(withAction(withAction(plan(null), fence, null), wall, null))).toEqual([]);
});

testBothApis('[AGENDA-05] a motion that failed does what was planned for that', async (api, ctx) => {
  const id = await askForFence(api, ctx);
  const { record, apply } = await motionOn(api, ctx, {
    on_adopt: [{ entity: 'request', id, status: 'resolved' }],
    on_fail: [{ entity: 'request', id, status: 'rejected' }],
  });
  await record(result('failed'));
  expect(await apply({ status: 'open' })).toEqual({ ok: true });
  expect((await requestOf(ctx.bea, id)).status).toBe('rejected');
});

testBothApis(
  '[AGENDA-06] [INV-06] of an executive motion the resident reads only that the board decided',
  async (api, ctx) => {
    const id = await askForFence(api, ctx);
    const { record, apply } = await motionOn(api, ctx, {
      executive: true,
      on_adopt: [{ entity: 'request', id, status: 'resolved' }],
    });
    await record(result('adopted'));
    expect(await apply({ status: 'open' })).toEqual({ ok: true });
    const request = await requestOf(ctx.rex, id);
    expect(request.resolution_notes).toBe(`By decision of the board on ${dayInWords(today())}`);
    expect(JSON.stringify(request)).not.toMatch(/Motion 3|to approve/);
  },
);

testBothApis(
  '[AGENDA-07] [INV-11] a record that changed meanwhile is left as it is, until the board sees it',
  async (api, ctx) => {
    const id = await askForFence(api, ctx);
    const { motion_id, record, apply } = await motionOn(api, ctx, {
      on_adopt: [{ entity: 'request', id, status: 'resolved' }],
    });
    await record(result('adopted'));
    await api.act(ctx.sue, 'updateRequest', { id, status: 'awaiting_info' });
    expect(await apply({ status: 'open' })).toEqual({ ok: true });
    expect((await requestOf(ctx.bea, id)).status).toBe('awaiting_info');
    expect(await decisionsOf(ctx, motion_id)).toMatchObject([
      { outcome: 'changed', seen: 'open', now: 'awaiting info' },
    ]);
    await apply({ status: 'awaiting_info' }, { leave: true });
    expect(await decisionsOf(ctx, motion_id)).toMatchObject([{ outcome: 'left' }]);
    await apply({ status: 'awaiting_info' });
    expect((await requestOf(ctx.bea, id)).status).toBe('resolved');
    expect(await decisionsOf(ctx, motion_id)).toMatchObject([{ outcome: 'applied' }]);
  },
);

testBothApis('[INV-11] a result changes its record once; a correction may change it again', async (api, ctx) => {
  const id = await askForFence(api, ctx);
  const { record, apply } = await motionOn(api, ctx, {
    on_adopt: [{ entity: 'request', id, status: 'resolved' }],
    on_fail: [{ entity: 'request', id, status: 'rejected' }],
  });
  const first = await record(result('adopted'));
  await apply({ status: 'open' });
  await api.act(ctx.bea, 'updateRequest', { id, status: 'in_progress' });
  expect(await apply({ status: 'in_progress' })).toEqual({ ok: true });
  expect((await requestOf(ctx.bea, id)).status).toBe('in_progress');
  await record(result('failed', { reason: 'Miscounted' }), { replaces: [first] });
  await apply({ status: 'in_progress' });
  expect((await requestOf(ctx.bea, id)).status).toBe('rejected');
});

testBothApis('[INV-11] no record is changed while two results wait to be settled', async (api, ctx) => {
  const id = await askForFence(api, ctx);
  const { record, apply } = await motionOn(api, ctx, { on_adopt: [{ entity: 'request', id, status: 'resolved' }] });
  const results = [await record(result('adopted')), await record(result('failed'))];
  expect(await apply({ status: 'open' })).toEqual({ ok: false, code: 'conflict', message: TWO_RESULTS });
  await record(result('adopted', { reason: 'Counted again' }), { replaces: results });
  expect(await apply({ status: 'open' })).toEqual({ ok: true });
  expect((await requestOf(ctx.bea, id)).status).toBe('resolved');
});

testBothApis(
  '[AGENDA-07] the board may change the action, and a record that is gone is said to be',
  async (api, ctx) => {
    const id = await askForFence(api, ctx);
    const { motion_id, record, apply } = await motionOn(api, ctx, {
      on_adopt: [
        { entity: 'request', id, status: 'resolved' },
        { entity: 'violation', id: uuidv7(), status: 'dismissed' },
      ],
    });
    await record(result('adopted'));
    expect(await apply({ status: 'open' })).toMatchObject({ code: 'invalid' });
    expect(await apply({ status: 'open' }, { record_id: id, status: 'nonsense' })).toMatchObject({ code: 'invalid' });
    await apply({ status: 'open' }, { record_id: id, status: 'in_progress' });
    expect((await requestOf(ctx.bea, id)).status).toBe('in_progress');

    const planned = await decisionsOf(ctx, motion_id);
    const { rows } = await ctx.db.execute({ sql: 'SELECT on_adopt FROM motions WHERE id = ?', args: [motion_id] });
    const [, violation] = JSON.parse(String(rows[0]?.on_adopt));
    await apply({ status: 'open' }, { record_id: violation.id });
    expect(await decisionsOf(ctx, motion_id)).toMatchObject([...required(planned), { outcome: 'gone', now: null }]);
  },
);

testBothApis('[AGENDA-06] the violation of a resident who is gone is left as it is', async (api, ctx) => {
  const neighbour = await ctx.join(ctx.hoa_id, 'Nora Neighbour', 'resident');
  const id = uuidv7();
  await write(ctx, async (tx) => {
    await tx.put('violation', {
      ...{ id, user_id: neighbour.id, address_id: null, issued_by: ctx.bea.id, issued_by_name: 'Bea' },
      ...{ issued_by_email: 'x@example.test', category: 'Other', title: 'Bins', message: '<p>x</p>', status: 'open' },
      ...{ due_date: '2099-01-01', photo_url: null, photo: null, more_photos: null, resolution: null, history: [] },
      created_at: tx.now,
    });
  });
  const { motion_id, record, apply } = await motionOn(api, ctx, {
    on_adopt: [{ entity: 'violation', id, status: 'dismissed' }],
  });
  await record(result('adopted'));
  await write(ctx, async (tx) => {
    await tx.put('user', { ...required(await tx.get('user', neighbour.id)), deleted_at: tx.now });
  });
  await apply({ status: 'open' });
  expect(await decisionsOf(ctx, motion_id)).toMatchObject([{ outcome: 'gone' }]);
});

testBothApis('[MIN-08] a motion approves the minutes of another meeting', async (api, ctx) => {
  const last = await boardMeeting(ctx);
  const { record, apply } = await motionOn(api, ctx, {
    on_adopt: [{ entity: 'meeting', id: last.id, status: 'approved' }],
  });
  await record(result('adopted'));
  expect(await apply({ status: 'none' })).toEqual({ ok: true });
  const { rows } = await ctx.db.execute({
    sql: 'SELECT minutes_status, minutes_approved_on FROM meetings WHERE id = ?',
    args: [last.id],
  });
  expect(rows).toMatchObject([{ minutes_status: 'approved', minutes_approved_on: today() }]);
});
