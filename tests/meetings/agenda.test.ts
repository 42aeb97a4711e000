import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { packetOf } from '../../client/meetings/agenda/packet.ts';
import type { Rows } from '../../schema/rows.ts';
import { agendaOf, positionsAfter, spread } from '../../sync/meetings/agenda/agenda.ts';
import { type AgendaSources, recordsToAdd, unfinishedBusiness } from '../../sync/meetings/agenda/agenda-records.ts';
import { TEMPLATE_OF, TEMPLATES } from '../../sync/meetings/agenda/templates.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import * as documents from '../support/documents.ts';
import { createContext, type Person } from '../support/fixtures.ts';
import { boardMeeting, itemRow, meetingRow, write } from '../support/meetings.ts';
import * as requests from '../support/requests.ts';
import * as violations from '../support/violations.ts';

const OK = { ok: true };
type Item = { _id: string; title: string; position: number };
const agenda = async (person: Person, id: string): Promise<Item[]> =>
  (await person.call('GET', `/api/meetings/${id}`)).body.agenda;
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
  const [roof] = await agenda(ctx.bea, meeting_id);
  expect(await add('Pool', { after_id: roof!._id })).toEqual(OK);
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
  packetOf(store.rows('meeting').get(id)!, store.rows('agendaItem').all, store.rows('document'), {
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
  expect(positionsAfter(anew, null, 1)![0]).toBeLessThan(anew[0]!.position);
});

test('[AGENDA-01] moved on two devices: the last change of each item stands', async () => {
  const ctx = await createContext();
  const { id, items } = await boardMeeting(ctx, [ctx.bea], 4);
  const devices = [new Device(ctx, ctx.bea), new Device(ctx, ctx.sue)] as const;
  for (const device of devices) await device.sync();
  for (const device of devices) device.online = false;
  await devices[0].store.mutate('moveAgendaItem', { id: items[0]!, after_id: items[2]! });
  await devices[1].store.mutate('moveAgendaItem', { id: items[3]!, after_id: null });
  for (const device of devices) device.online = true;
  for (const device of [...devices, ...devices]) await device.sync();
  const order = devices.map((device) => agendaOf(device.store.rows('agendaItem').all).map((item) => item.id));
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
  const board = TEMPLATES.find(({ id }) => id === 'board')!.items.map(({ title }) => title);
  expect(((await create('board')) as Item[]).map(({ title }) => title)).toEqual(board);
  const own = { id: 'short', name: 'Short', body: 'board', items: [{ title: 'Hello', minutes: 3 }] };
  expect(await api.act(ctx.bea, 'setMeetingRules', { templates: [own] })).toEqual(OK);
  expect(await create('short')).toMatchObject([{ title: 'Hello', minutes: 3, kind: 'business' }]);
  expect(await create('board')).toMatchObject(NOT_FOUND);
});

testBothApis(
  '[AGENDA-03] [AGENDA-04] [AGENDA-05] records become items with a link and what the vote does',
  async (api, ctx) => {
    const { id: meeting_id } = await boardMeeting(ctx, [ctx.bea], 0);
    const fence = await requests.create(ctx.rex, { title: 'Fence', category: 'Modification' });
    const gate = await requests.create(ctx.rex, { title: 'Gate', category: 'Maintenance' });
    const bins = await violations.issue(ctx.bea, ctx.rex, { title: 'Bins' });
    const opened = await ctx.bea.call('POST', '/api/accounts', { address_id: null, holder_ids: [ctx.rita.id] });
    const last = meetingRow(ctx.bea, 'board_regular', { starts_at: '2026-03-03T01:00:00.000Z' });
    await write(ctx, (tx) => tx.put('meeting', last));
    const records = [
      { entity: 'request', id: fence._id },
      { entity: 'request', id: gate._id },
      { entity: 'violation', id: bins._id },
      { entity: 'account', id: opened.body._id },
      { entity: 'meeting', id: last.id },
    ];
    const items = records.map((record) => ({ id: uuidv7(), record }));
    expect(await api.act(ctx.bea, 'addAgendaRecords', { meeting_id, items })).toEqual(OK);
    const act = (id: string, status: string) => [{ entity: 'request', id, status }];
    expect(await agenda(ctx.bea, meeting_id)).toMatchObject([
      {
        ...{ title: 'Architectural: Fence', record: records[0], executive: false },
        ...{ on_adopt: act(fence._id, 'resolved'), on_fail: act(fence._id, 'rejected') },
      },
      { title: 'Maintenance: Gate', on_adopt: act(gate._id, 'in_progress'), on_fail: act(gate._id, 'closed') },
      { title: 'Violation: Bins', executive: true, on_adopt: null, on_fail: null },
      { title: `Overdue account of ${ctx.rita.name}`, executive: true, on_adopt: null },
      {
        ...{ title: 'Approve the minutes of Mar 2, 2026', kind: 'minutes', executive: false },
        on_adopt: [{ entity: 'meeting', id: last.id, status: 'approved' }],
      },
    ]);
    const again = [{ id: uuidv7(), record: { entity: 'request', id: uuidv7() } }];
    expect(await api.act(ctx.bea, 'addAgendaRecords', { meeting_id, items: again })).toMatchObject(NOT_FOUND);
    expect(await api.act(ctx.bea, 'addAgendaRecords', { meeting_id, items })).toMatchObject({ code: 'conflict' });
  },
);

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
    const id = items[0]!;
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

const TODAY = '2026-05-10';
const meeting = (id: string, over: Partial<Rows['meeting']> = {}) =>
  meetingRow({ id: 'b', name: 'Bea' } as Person, 'board_regular', {
    ...{ id, starts_at: '2026-04-01T18:00:00.000Z', adjourned_at: '2026-04-01T20:00:00.000Z', ...over },
  }) as Rows['meeting'];
const next = meeting('next', { starts_at: '2026-05-20T18:00:00.000Z', adjourned_at: null });
const result = (id: string, outcome: string, over = {}) =>
  ({
    ...{ id: `${id}-${outcome}`, kind: 'result', subject: id, at: '2026-04-01T19:00:00.000Z', replaces: [] },
    ...{ data: { outcome, to: outcome === 'referred' ? 'Ann' : undefined }, ...over },
  }) as unknown as Rows['meetingFact'];
const motion = (id: string) => ({ id, item_id: `item-${id}`, number: id, meeting_id: 'last' });
const invoice = (account_id: string, due_date: string, over = {}) => ({
  ...{ account_id, due_date, status: 'pending' as const, amount_cents: 10_000, paid_cents: 2500, ...over },
});

const sources: AgendaSources = {
  requests: (['open', 'in_progress', 'awaiting_info', 'resolved', 'closed', 'rejected'] as const).map((status) => ({
    ...{ id: status, title: status, category: 'Modification' as const, status },
  })),
  violations: (['open', 'under_review', 'escalated', 'resolved', 'dismissed'] as const).map((status) => ({
    ...{ id: status, title: status, category: 'Noise' as const, status },
  })),
  invoices: [
    invoice('a-1', '2026-05-01'),
    invoice('a-1', '2026-04-01'),
    invoice('a-2', '2026-05-10'),
    invoice('a-2', '2026-05-01', { status: 'paid' }),
  ],
  accounts: [
    { id: 'a-1', holder_ids: ['rex', 'rita'] },
    { id: 'a-2', holder_ids: ['rex'] },
  ],
  users: [
    { id: 'rex', name: 'Rex', email: 'r@example.test' },
    { id: 'rita', name: 'Rita', email: 'i@example.test' },
  ],
  meetings: [
    next,
    meeting('last', { minutes_status: 'draft' }),
    meeting('earlier', { starts_at: '2026-03-01T18:00:00.000Z', minutes_status: 'approved' }),
    meeting('members', { kind: 'member_annual' }),
    meeting('canceled', { status: 'canceled' }),
  ],
  actionItems: (['open', 'done', 'dropped'] as const).map((status) => ({
    ...{ id: status, title: status, owner_name: 'Ann', due_on: '2026-05-01', meeting_id: 'last', status },
  })),
  motions: ['1', '2', '3', '4'].map(motion),
  items: ['1', '2', '3'].map((id) =>
    itemRow('last', 1, { id: `item-${id}`, title: `Item ${id}` }),
  ) as Rows['agendaItem'][],
  facts: [
    result('1', 'postponed'),
    result('2', 'referred'),
    result('3', 'adopted'),
    result('4', 'postponed'),
    result('4', 'failed', { replaces: ['4-postponed'], data: { outcome: 'failed', reason: 'A mistake' } }),
  ],
};
const found = (over: Partial<AgendaSources> = {}) =>
  Object.fromEntries(
    recordsToAdd({ ...sources, ...over }, { meeting: next, today: TODAY, hoa: { time_zone: 'America/Chicago' } }).map(
      ({ group, records }) => [group, records],
    ),
  );
const idsOf = (records: { record: { id: string } }[] | undefined) => records?.map(({ record }) => record.id);

test('[AGENDA-03] the records to add are those that are open, overdue, unapproved or put off', () => {
  const groups = found();
  expect(idsOf(groups.requests)).toEqual(['open', 'in_progress', 'awaiting_info']);
  expect(groups.requests![0]).toMatchObject({ title: 'Architectural: open', executive: false });
  expect(idsOf(groups.violations)).toEqual(['open', 'under_review', 'escalated']);
  expect(groups.violations![1]).toMatchObject({ detail: 'Noise, under review', executive: true });
  expect(groups.accounts).toEqual([
    {
      ...{ record: { entity: 'account', id: 'a-1' }, title: 'Overdue account of Rex and Rita', executive: true },
      detail: '2 overdue invoices, $150.00',
    },
  ]);
  expect(groups.minutes).toMatchObject([{ record: { id: 'last' }, title: 'Approve the minutes of Apr 1, 2026' }]);
  expect(groups.actions).toMatchObject([{ record: { id: 'open' }, detail: 'Ann, due May 1, 2026' }]);
  expect(groups.postponed).toMatchObject([
    { record: { entity: 'motion', id: '1' }, title: 'Item 1', detail: 'Postponed, Motion 1' },
    { record: { id: '2' }, title: 'Item 2', detail: 'Referred to Ann, Motion 2' },
  ]);
});

test('[AGENDA-03] what stands on the agenda already is not offered again, unless it was withdrawn', () => {
  const item = (record: Rows['agendaItem']['record'], over = {}) =>
    itemRow('next', 1, { record, ...over }) as Rows['agendaItem'];
  const items = [
    item({ entity: 'request', id: 'open' }),
    item({ entity: 'violation', id: 'open' }, { removed_at: TODAY }),
  ];
  const groups = found({ items });
  expect(idsOf(groups.requests)).toEqual(['in_progress', 'awaiting_info']);
  expect(idsOf(groups.violations)).toEqual(['open', 'under_review', 'escalated']);
});

test('[ACT-03] open action items stand under unfinished business of the next meeting of the same body', () => {
  const item = (id: string, meeting_id: string | null, due_on: string | null = null, status = 'open') =>
    ({ id, meeting_id, due_on, status, title: id, owner_name: 'Ann' }) as Rows['actionItem'];
  const items = [
    item('late', 'last', '2026-05-01'),
    item('none', null),
    item('members', 'members'),
    item('done', 'last', null, 'done'),
    item('here', 'next'),
    item('soon', 'earlier', '2026-04-20'),
  ];
  const of = (which: Rows['meeting']) => unfinishedBusiness(which, items, sources.meetings).map(({ id }) => id);
  expect(of(next)).toEqual(['soon', 'late', 'none']);
  expect(of(meeting('annual', { kind: 'member_annual', starts_at: '2026-06-01T00:00:00.000Z' }))).toEqual(['members']);
});
