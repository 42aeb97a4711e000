import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import { ACTION_OWNER_REQUIRED } from '../../schema/action-words.ts';
import { testBothApis } from '../support/apis.ts';
import type { Person } from '../support/fixtures.ts';
import { boardMeeting, itemRow, write } from '../support/meetings.ts';
import { nth } from '../support/required.ts';

const itemsOf = async (person: Person, query = '') =>
  (await person.call('GET', `/api/action-items${query}`)).body.docs as { _id: string; status: string }[];

testBothApis('[ACT-01] an action item has a user or a typed name as its owner', async (api, ctx) => {
  const { id: meeting_id, items } = await boardMeeting(ctx);
  const make = (over: object) =>
    api.act(ctx.bea, 'createActionItem', {
      id: uuidv7(),
      title: 'Call the roofer',
      meeting_id,
      item_id: nth(items, 0),
      ...over,
    });
  expect(await make({ owner_id: ctx.sue.id, due_on: '2099-02-01' })).toEqual({ ok: true });
  expect(await make({ owner_name: 'The gardener' })).toEqual({ ok: true });
  expect(await make({})).toEqual({ ok: false, code: 'invalid', message: ACTION_OWNER_REQUIRED });
  expect(await make({ owner_name: 'x', item_id: uuidv7() })).toMatchObject({ code: 'not_found' });
  expect(await itemsOf(ctx.bea)).toMatchObject([
    { title: 'Call the roofer', owner_name: ctx.sue.name, due_on: '2099-02-01', status: 'open' },
    { owner_id: null, owner_name: 'The gardener', due_on: null },
  ]);
});

testBothApis(
  '[ACT-04] a resident owns one of an open item, sees only it, and says that it is done',
  async (api, ctx) => {
    const { id: meeting_id, items } = await boardMeeting(ctx);
    const secret = itemRow(meeting_id, 3, { executive: true });
    await write(ctx, (tx) => tx.put('agendaItem', secret));
    const make = (item_id: string, owner: Person) =>
      api.act(ctx.bea, 'createActionItem', { id: uuidv7(), title: 'Paint', owner_id: owner.id, meeting_id, item_id });
    expect(await make(nth(items, 0), ctx.rex)).toEqual({ ok: true });
    expect(await make(nth(items, 0), ctx.sue)).toEqual({ ok: true });
    expect(await make(secret.id, ctx.rex)).toMatchObject({ code: 'invalid' });
    expect(await make(secret.id, ctx.sue)).toEqual({ ok: true });
    const mine = nth(await itemsOf(ctx.rex), 0);
    expect(await itemsOf(ctx.rex)).toHaveLength(1);
    const change = (changes: object) => api.act(ctx.rex, 'updateActionItem', { id: mine._id, ...changes });
    for (const changes of [{ title: 'x' }, { status: 'dropped' }, { status: 'done', due_on: null }])
      expect(await change(changes)).toMatchObject({ code: 'forbidden' });
    expect(await change({ status: 'done', done_note: 'Two coats' })).toEqual({ ok: true });
    expect(await itemsOf(ctx.bea, '?status=done')).toMatchObject([{ done_note: 'Two coats', status: 'done' }]);
    expect(await change({ status: 'open' })).toMatchObject({ code: 'forbidden' });
    const other = nth(
      (await itemsOf(ctx.bea)).filter(({ _id }) => _id !== mine._id),
      0,
    );
    expect(await api.act(ctx.rex, 'updateActionItem', { id: other._id, status: 'done' })).toMatchObject({
      code: 'not_found',
    });
  },
);

testBothApis('[ACT-01] the board moves an item to any status and to another owner', async (api, ctx) => {
  const { id: meeting_id } = await boardMeeting(ctx);
  await api.act(ctx.bea, 'createActionItem', { id: uuidv7(), title: 'Paint', owner_name: 'Pat', meeting_id });
  const made = nth(await itemsOf(ctx.bea), 0);
  const change = (changes: object) => api.act(ctx.sue, 'updateActionItem', { id: made._id, ...changes });
  for (const status of ['done', 'dropped', 'open']) expect(await change({ status })).toEqual({ ok: true });
  await change({ owner_id: ctx.bea.id });
  expect(await itemsOf(ctx.bea)).toMatchObject([{ owner_name: ctx.bea.name, status: 'open', done_at: null }]);
  await change({ owner_name: 'Pat' });
  expect(await itemsOf(ctx.bea)).toMatchObject([{ owner_id: null, owner_name: 'Pat' }]);
});
