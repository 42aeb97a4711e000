import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { packetOf } from '../../client/meetings/agenda/packet.ts';
import type { Rows } from '../../schema/rows.ts';
import { inOrder, positionsAfter, spread } from '../../sync/meetings/agenda/agenda.ts';
import { TEMPLATE_OF, templatesOf } from '../../sync/meetings/agenda/templates.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import * as documents from '../support/documents.ts';
import { createContext, type Person } from '../support/fixtures.ts';
import { agenda, boardMeeting, type Item, itemRow, meetingRow, write } from '../support/meetings.ts';
import { nth, required } from '../support/required.ts';

const OK = { ok: true };

const titles = async (person: Person, id: string) => (await agenda(person, id)).map(({ title }) => title);

const NOT_FOUND = { ok: false, code: 'not_found' };

testBothApis('[AGENDA-01] the board adds items where it wants them, with sanitized words', async (api, ctx) => {
  const { id: meeting_id } = await boardMeeting(ctx, [ctx.bea], 0);
  const add = (title: string, over: object = {}) =>
    api.act(ctx.bea, 'addAgendaItem', { id: uuidv7(), meeting_id, title, ...over });
  const words = {
    description: '<p>Why<script>x</script></p>',
    proposal: '<p>That we <strong>mend</strong> it<img src=x></p>',
  };
  expect(await add('Roof', words)).toEqual(OK);
  expect(await add('Gate')).toEqual(OK);
  const roof = nth(await agenda(ctx.bea, meeting_id), 0);
  expect(await add('Pool', { after_id: roof._id })).toEqual(OK);
  expect(await add('First', { after_id: null })).toEqual(OK);
  expect(await titles(ctx.bea, meeting_id)).toEqual(['First', 'Roof', 'Pool', 'Gate']);
  expect((await agenda(ctx.bea, meeting_id))[1]).toMatchObject({
    ...{ description: '<p>Why</p>', proposal: '<p>That we <strong>mend</strong> it</p>', executive: false },
    ...{ kind: 'business', minutes: null, record: null, removed_at: null },
  });
  expect(await add('x', { after_id: uuidv7() })).toMatchObject(NOT_FOUND);
  expect(await api.act(ctx.rex, 'addAgendaItem', { id: uuidv7(), meeting_id, title: 'x' })).toMatchObject(NOT_FOUND);
  expect(await add(' ')).toMatchObject({ code: 'invalid', message: 'Title is required' });
});

testBothApis(
  '[AGENDA-01] papers go with an item: residents and the notice get the public ones of open items',
  async (api, ctx) => {
    const { bea, rex } = ctx;
    const { id: meeting_id, items } = await boardMeeting(ctx, [bea], 2);
    const [open, closed] = items as [string, string];
    const budget = (await documents.create(bea, { title: 'Budget <2027>' }))._id;
    const bids = (await documents.create(bea, { title: 'Bids', is_public: false }))._id;
    const set = (id: string, papers: string[]) => api.act(bea, 'updateAgendaItem', { id, papers });
    expect(await set(open, [budget, bids])).toEqual(OK);
    expect(await api.act(bea, 'updateAgendaItem', { id: closed, executive: true, papers: [budget] })).toEqual(OK);
    const stranger = (await documents.create(ctx.olga))._id;
    for (const id of [uuidv7(), stranger]) expect(await set(open, [id])).toMatchObject(NOT_FOUND);
    expect(await set(open, [bids, bids])).toMatchObject({ code: 'invalid', message: 'A paper is listed twice.' });
    expect(await api.act(rex, 'updateAgendaItem', { id: open, papers: [] })).toMatchObject(NOT_FOUND);
    const papers = async (person: Person) =>
      ((await agenda(person, meeting_id)) as unknown as { papers: object[] | null }[]).map((item) => item.papers);
    const own = { document_id: budget, is_public: true };
    expect(await papers(bea)).toEqual([[own, { document_id: bids, is_public: false }], [own]]);
    const notice = { announcement_id: uuidv7(), reason: 'Late' };
    expect((await bea.call('POST', `/api/meetings/${meeting_id}/notice`, notice)).status).toBe(200);
    expect(await papers(rex)).toEqual([[own]]);
    const { message } = (await rex.call('GET', `/api/announcements/${notice.announcement_id}`)).body;
    expect(message).toContain('<li>Item 1 (papers: Budget &lt;2027&gt;)</li>');
    expect(message).toContain('Read the papers on the meeting’s page in Porchlight.');
    expect(message).not.toMatch(/Bids|Item 2/);
    const device = await new Device(ctx, rex).sync();
    expect(device.store.rows('agendaItem').all.map((item) => item.papers)).toEqual([[own]]);
    const packet = packetOn(device, meeting_id);
    expect(packet.papers).toEqual([{ document_id: budget, path: 'Papers/01 Item 1/Budget 2027.pdf' }]);
    expect(packet.html).toContain('<a href="Papers/01%20Item%201/Budget%202027.pdf">Budget &lt;2027&gt;</a>');
    expect(packet.html).not.toMatch(/Bids|Item 2/);
    const desk = await new Device(ctx, bea).sync();
    expect(packetOn(desk, meeting_id).papers.map(({ path }) => path)).toEqual([
      'Papers/01 Item 1/Budget 2027.pdf',
      'Papers/01 Item 1/Bids.pdf',
      'Papers/02 Item 2/Budget 2027.pdf',
    ]);
    await desk.close();
    await device.close();
    expect(await set(open, [])).toEqual(OK);
    expect(await papers(rex)).toEqual([null]);
  },
);

const packetOn = ({ store }: Device, id: string) =>
  packetOf(required(store.rows('meeting').get(id)), store.rows('agendaItem').all, store.rows('document'), {
    name: 'Willow Creek',
    time_zone: 'America/Chicago',
  });

testBothApis('[AGENDA-01] an item is moved without touching the others', async (api, ctx) => {
  const { id, items } = await boardMeeting(ctx, [ctx.bea], 4);
  const [a, b, c, d] = items as [string, string, string, string];
  const move = async (item: string, after_id: string | null) => {
    expect(await api.act(ctx.bea, 'moveAgendaItem', { id: item, after_id })).toEqual(OK);
    return (await agenda(ctx.bea, id)).map(({ _id }) => _id);
  };
  expect(await move(d, a)).toEqual([a, d, b, c]);
  expect(await move(a, c)).toEqual([d, b, c, a]);
  expect(await move(c, null)).toEqual([c, d, b, a]);
  expect(await move(b, b)).toEqual([c, d, b, a]);
});

test('[AGENDA-01] positions keep room, and are spread where none is left', () => {
  const items = [1, 2, 3].map((position) => itemRow('m', position, { id: String(position) })) as Rows['agendaItem'][];
  expect(positionsAfter(items, '1', 1)).toBe(null);
  const anew = spread(items);
  expect(positionsAfter(anew, '1', 2)).toEqual([1365, 1706]);
  expect(positionsAfter(anew, undefined, 1)).toEqual([4096]);
  expect(positionsAfter([], undefined, 2)).toHaveLength(2);
  expect(required(positionsAfter(anew, null, 1))[0]).toBeLessThan(nth(anew, 0).position);
});

test('[AGENDA-01] moved on two devices: the last change of each item stands', async () => {
  const ctx = await createContext();
  const { id, items } = await boardMeeting(ctx, [ctx.bea], 4);
  const devices = [new Device(ctx, ctx.bea), new Device(ctx, ctx.sue)] as const;
  for (const device of devices) await device.sync();
  for (const device of devices) device.online = false;
  await devices[0].store.mutate('moveAgendaItem', { id: nth(items, 0), after_id: nth(items, 2) });
  await devices[1].store.mutate('moveAgendaItem', { id: nth(items, 3), after_id: null });
  for (const device of devices) device.online = true;
  for (const device of [...devices, ...devices]) await device.sync();
  const order = devices.map((device) => inOrder(device.store.rows('agendaItem').all).map((item) => item.id));
  expect(order).toEqual([order[1], order[1]]);
  expect(order[0]).toEqual([items[3], items[1], items[2], items[0]]);
  expect((await agenda(ctx.bea, id)).map(({ _id }) => _id)).toEqual(order[0]);
  for (const device of devices) await device.close();
});

testBothApis('[AGENDA-02] a meeting starts from a template, and the HOA may have its own', async (api, ctx) => {
  const create = async (template: string, over: object = {}) => {
    const meeting = { id: uuidv7(), kind: 'member_special', title: 'x', starts_at: '2098-05-01T18:00:00Z', template };
    const outcome = await api.act(ctx.bea, 'createMeeting', { ...meeting, ...over });
    return outcome.ok ? agenda(ctx.bea, meeting.id) : outcome;
  };
  const stated = await create(TEMPLATE_OF.member_special, { purpose: 'Sell <the> pool' });
  expect(stated).toMatchObject([
    { kind: 'call_to_order' },
    { kind: 'quorum' },
    { kind: 'notice_proof' },
    { title: 'Stated purpose', description: '<p>Sell &lt;the&gt; pool</p>' },
    { kind: 'adjournment' },
  ]);
  const { items } = required(templatesOf({ templates: null }).find(({ id }) => id === 'board'));
  const board = items.map(({ title }) => title);
  expect(((await create('board')) as Item[]).map(({ title }) => title)).toEqual(board);
  const own = { id: 'short', name: 'Short', body: 'board', items: [{ title: 'Hello', minutes: 3 }] };
  expect(await api.act(ctx.bea, 'setMeetingRules', { templates: [own] })).toEqual(OK);
  expect(await create('short')).toMatchObject([{ title: 'Hello', minutes: 3, kind: 'business' }]);
  expect(await create('board')).toMatchObject(NOT_FOUND);
});

testBothApis('[MIN-08] the next meeting of the same body is to approve the minutes', async (api, ctx) => {
  const held = (starts_at: string, kind: Rows['meeting']['kind'] = 'board_regular', over = {}) =>
    meetingRow(ctx.bea, kind, { starts_at, adjourned_at: starts_at, ...over });
  // Canceled by somebody who had not heard that it was held.
  const first = held('2026-03-03T18:00:00.000Z', 'board_regular', { status: 'canceled' });
  const members = held('2026-03-04T18:00:00.000Z', 'member_annual');
  await write(ctx, async (tx) => {
    for (const one of [first, members]) await tx.put('meeting', one);
  });
  const create = async (starts_at: string) => {
    const meeting = { id: uuidv7(), kind: 'board_regular', title: 'x', starts_at, template: 'board' };
    expect(await api.act(ctx.bea, 'createMeeting', { ...meeting, status: 'scheduled' })).toEqual(OK);
    return meeting.id;
  };
  const minutesOn = async (id: string) =>
    (await ctx.bea.call('GET', `/api/meetings/${id}`)).body.agenda.filter(
      ({ kind }: { kind: string }) => kind === 'minutes',
    );
  const approving = {
    ...{ title: 'Approve the minutes of Mar 3, 2026', record: { entity: 'meeting', id: first.id } },
    on_adopt: [{ entity: 'meeting', id: first.id, status: 'approved' }],
  };
  const second = await create('2026-04-03T18:00:00.000Z');
  const third = await create('2026-05-03T18:00:00.000Z');
  const review = (meeting_id: string) => api.act(ctx.bea, 'setMinutesStatus', { meeting_id, status: 'in_review' });
  expect(await review(first.id)).toEqual(OK);
  expect(await minutesOn(second)).toMatchObject([approving]);
  expect(await review(second)).toEqual(OK);
  expect(await minutesOn(third)).toMatchObject([approving, { title: 'Approve the minutes of Apr 3, 2026' }]);
});

testBothApis(
  '[AGENDA-08] [AGENDA-12] an item is changed: consent, executive with all that hangs on it',
  async (api, ctx) => {
    const { id: meeting_id, items } = await boardMeeting(ctx, [ctx.bea], 1);
    const id = nth(items, 0);
    const made = await ctx.bea.call('POST', '/api/action-items', {
      title: 'x',
      owner_name: 'Ann',
      meeting_id,
      item_id: id,
    });
    expect(made.status).toBe(201);
    expect(await api.act(ctx.bea, 'updateAgendaItem', { id, consent: true, minutes: 5 })).toEqual(OK);
    expect(await agenda(ctx.bea, meeting_id)).toMatchObject([{ consent: true, minutes: 5, title: 'Item 1' }]);
    expect(await api.act(ctx.bea, 'updateAgendaItem', { id, executive: true })).toEqual(OK);
    expect((await ctx.bea.call('GET', '/api/action-items')).body.docs).toMatchObject([{ executive: true }]);
    expect(await api.act(ctx.rex, 'updateAgendaItem', { id, title: 'x' })).toMatchObject(NOT_FOUND);
  },
);

testBothApis('[AGENDA-09] an item is withdrawn and put back, never deleted', async (api, ctx) => {
  const { id, items } = await boardMeeting(ctx, [ctx.bea], 1);
  const withdraw = (withdrawn: boolean) => api.act(ctx.bea, 'withdrawAgendaItem', { id: items[0], withdrawn });
  expect(await withdraw(true)).toEqual(OK);
  expect(await agenda(ctx.bea, id)).toMatchObject([{ _id: items[0], removed_at: expect.any(String) }]);
  expect(await withdraw(false)).toEqual(OK);
  expect(await agenda(ctx.bea, id)).toMatchObject([{ removed_at: null }]);
});
