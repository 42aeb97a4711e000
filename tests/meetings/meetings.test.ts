import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { versionsOf } from '../../sync/edits.ts';
import { DEFAULT_RULES, directorsOf, noticeHours, rulesFor, settingsOf } from '../../sync/meetings/rules.ts';
import { type Api, testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { meetingRow, newFact, write } from '../support/meetings.ts';

const OK = { ok: true };
const invalid = (message: string) => ({ ok: false, code: 'invalid', message });
const conflict = (message: string) => ({ ok: false, code: 'conflict', message });
const HIDDEN = {
  ok: false,
  code: 'not_found',
  message: 'Meeting not found or you do not have permission to view it',
};
const START = '2098-05-01T18:00:00.000Z';

const draft = (over: object = {}) => ({
  id: uuidv7(),
  kind: 'board_regular',
  title: 'May meeting',
  starts_at: START,
  ...over,
});
const scheduled = (over: object = {}) => draft({ status: 'scheduled', ...over });
const read = async (person: Person, id: string) => (await person.call('GET', `/api/meetings/${id}`)).body;
const rollOf = async (person: Person, id: string) => (await person.call('GET', `/api/meetings/${id}/roll`)).body.docs;
const make = async (api: Api, { bea }: TestContext, meeting: { id: string }) => {
  expect(await api.act(bea, 'createMeeting', meeting)).toEqual(OK);
  return meeting.id;
};

testBothApis('[MEET-01] [MEET-19] only the board makes, changes and cancels meetings', async (api, ctx) => {
  const meeting = scheduled();
  expect(await api.act(ctx.rex, 'createMeeting', meeting)).toMatchObject({ code: 'forbidden' });
  await make(api, ctx, meeting);
  expect(await api.act(ctx.rex, 'updateMeeting', { id: meeting.id, title: 'x' })).toEqual(HIDDEN);
  expect(await api.act(ctx.sue, 'updateMeeting', { id: meeting.id, title: 'June meeting' })).toEqual(OK);
  expect(await read(ctx.bea, meeting.id)).toMatchObject({ title: 'June meeting', status: 'scheduled', sequence: 0 });
  expect(await api.act(ctx.bea, 'cancelMeeting', { id: meeting.id, reason: 'Storm' })).toEqual(OK);
  expect(await read(ctx.bea, meeting.id)).toMatchObject({
    ...{ status: 'canceled', cancel_reason: 'Storm', canceled_by_name: ctx.bea.name, sequence: 1 },
  });
  expect(await api.act(ctx.bea, 'updateMeeting', { id: meeting.id, title: 'x' })).toEqual(
    conflict('This meeting was canceled.'),
  );
});

testBothApis('[MEET-01] a meeting has a time, an end after it, and links that lead to a site', async (api, ctx) => {
  const act = (over: object) => api.act(ctx.bea, 'createMeeting', draft(over));
  expect(await act({ starts_at: '2098-05-01' })).toEqual(invalid('Please select a date and time.'));
  expect(await act({ starts_at: '2098-05-01T18:00' })).toEqual(invalid('Please select a date and time.'));
  expect(await act({ ends_at: START })).toEqual(invalid('The end must be after the start.'));
  expect(await act({ remote_link: 'javascript:alert(1)' })).toEqual(
    invalid('Please enter a link that starts with https://.'),
  );
  expect(await act({ kind: 'party' })).toEqual(invalid('Please select a kind.'));
  expect(await act({ starts_at: '2098-05-01T13:00:00-05:00', remote_link: 'https://example.test/a' })).toEqual(OK);
  expect((await ctx.bea.call('GET', '/api/meetings')).body.docs).toMatchObject([{ starts_at: START, status: 'draft' }]);
});

testBothApis(
  '[MEET-02] a meeting copies the rules when it is scheduled; later changes do not touch it',
  async (api, ctx) => {
    const set = (speaker_seconds: number, more: object = {}) =>
      api.act(ctx.bea, 'setMeetingRules', { speaker_seconds, ...more });
    expect(await api.act(ctx.rex, 'setMeetingRules', { speaker_seconds: 60 })).toMatchObject({ code: 'forbidden' });
    const id = await make(api, ctx, draft());
    expect((await read(ctx.bea, id)).rules).toBe(null);
    expect(await set(60, { notice_hours: { ...DEFAULT_RULES.notice_hours, board_regular: 100 } })).toEqual(OK);
    expect(await api.act(ctx.bea, 'updateMeeting', { id, status: 'scheduled' })).toEqual(OK);
    expect(await set(90)).toEqual(OK);
    expect(await read(ctx.bea, id)).toMatchObject({
      status: 'scheduled',
      rules: { speaker_seconds: 60, notice_hours: 100 },
    });
    expect((await ctx.bea.call('GET', '/api/meeting-rules')).body).toMatchObject({
      ...{ speaker_seconds: 90, notice_hours: { board_regular: 100 }, quorum: DEFAULT_RULES.quorum },
      changed_by_name: ctx.bea.name,
    });
    expect(await api.act(ctx.bea, 'updateMeeting', { id, executive_only: true })).toEqual(OK);
    expect((await read(ctx.bea, id)).rules.notice_hours).toBe(48);
    expect(await api.act(ctx.bea, 'updateMeeting', { id, kind: 'board_special' })).toEqual(
      conflict('The kind of a scheduled meeting cannot be changed.'),
    );
  },
);

test('[NOTICE-01] the hours of notice follow from the kind, an election and an executive session', () => {
  const settings = settingsOf();
  const hours = (kind: Parameters<typeof noticeHours>[1]['kind'], over = {}) =>
    noticeHours(settings, { kind, ...over });
  expect([hours('board_regular'), hours('board_special'), hours('board_emergency')]).toEqual([96, 72, 0]);
  expect([hours('member_annual'), hours('member_special', { has_election: true })]).toEqual([336, 720]);
  expect(hours('board_regular', { executive_only: true })).toBe(48);
  expect(hours('board_emergency', { executive_only: true })).toBe(0);
  expect(rulesFor(settings, 'board_regular').proxies.allowed).toBe(false);
  expect(rulesFor(settings, 'member_annual')).toMatchObject({ longest_notice_days: 60, second_required: true });
});

testBothApis('[MEET-19] a change that would overwrite what another has changed unseen is refused', async (api, ctx) => {
  const meeting = meetingRow(ctx.bea, 'board_regular', { place: 'Hall' });
  await write(ctx, async (tx) => tx.put('meeting', meeting));
  const { id } = meeting;
  const base = versionsOf(meeting, ['place', 'title']);
  expect(await api.act(ctx.sue, 'updateMeeting', { id, place: 'Library' })).toEqual(OK);
  expect(await api.act(ctx.bea, 'updateMeeting', { id, place: 'Pool house', base })).toEqual(
    conflict('The place was changed by somebody else meanwhile. Compare both and save again.'),
  );
  expect(await api.act(ctx.bea, 'updateMeeting', { id, title: 'Autumn', base })).toEqual(OK);
  expect(await api.act(ctx.bea, 'updateMeeting', { id, place: 'Library', base })).toEqual(OK);
});

testBothApis('[MEET-03] [ROLL-04] the directors are the board, or those that the rules list', async (api, ctx) => {
  const first = await make(api, ctx, scheduled());
  expect(await rollOf(ctx.bea, first)).toMatchObject([
    { _id: `${first}:${ctx.bea.id}`, user_id: ctx.bea.id, weight: 1, office: 'Director' },
  ]);
  const directors = [
    { user_id: ctx.rex.id, office: 'Treasurer' },
    { user_id: ctx.sue.id, office: 'President' },
  ];
  expect(await api.act(ctx.bea, 'setMeetingRules', { directors: [...directors, directors[0]!] })).toEqual(
    invalid('A director is listed twice.'),
  );
  expect(await api.act(ctx.bea, 'setMeetingRules', { directors })).toEqual(OK);
  const second = await make(api, ctx, scheduled());
  expect((await rollOf(ctx.bea, second)).map(({ office }: { office: string }) => office)).toEqual([
    'President',
    'Treasurer',
  ]);
  expect((await read(ctx.bea, second)).rules.directors).toEqual(directors);
});

test('[MEET-03] who is no longer active is no director', () => {
  const user = (id: string, over = {}) => ({
    id,
    role: 'board' as const,
    status: 'active' as const,
    deleted_at: null,
    ...over,
  });
  const users = [
    user('a'),
    user('b', { status: 'inactive' }),
    user('c', { deleted_at: START }),
    user('d', { role: 'superadmin' }),
  ];
  expect(directorsOf(settingsOf(), users)).toEqual([{ user_id: 'a', office: 'Director' }]);
  const directors = users.map(({ id }) => ({ user_id: id, office: 'Director' as const }));
  expect(directorsOf(settingsOf({ directors }), users).map(({ user_id }) => user_id)).toEqual(['a', 'd']);
});

testBothApis('[MEET-01] SEQUENCE rises with each change of time or place alone', async (api, ctx) => {
  const id = await make(api, ctx, scheduled());
  const change = async (over: object) => {
    expect(await api.act(ctx.bea, 'updateMeeting', { id, ...over })).toEqual(OK);
    return (await read(ctx.bea, id)).sequence;
  };
  expect([await change({ title: 'x' }), await change({ place: 'Hall' }), await change({ place: 'Hall' })]).toEqual([
    0, 1, 1,
  ]);
  expect(await change({ starts_at: '2098-05-02T18:00:00Z' })).toBe(2);
});

testBothApis('[MEET-19] only a draft can be deleted, with its agenda', async (api, ctx) => {
  const [kept, gone] = [await make(api, ctx, scheduled()), await make(api, ctx, draft({ template: 'board' }))];
  expect(await api.act(ctx.bea, 'deleteMeeting', { id: kept })).toEqual(
    conflict('Only drafts can be deleted. Cancel this meeting instead.'),
  );
  expect(await api.act(ctx.bea, 'deleteMeeting', { id: gone })).toEqual(OK);
  expect((await ctx.bea.call('GET', `/api/meetings/${gone}`)).status).toBe(404);
  expect((await ctx.bea.call('GET', '/api/meetings')).body.docs.map(({ _id }: { _id: string }) => _id)).toEqual([kept]);
});

testBothApis(
  '[MEET-20] a meeting continues another: agenda, roll and proxies that are still valid',
  async (api, ctx) => {
    const from = await make(api, ctx, scheduled({ kind: 'member_annual', template: 'annual' }));
    expect(await api.act(ctx.bea, 'freezeRoll', { meeting_id: from })).toEqual(OK);
    const agenda = (await read(ctx.bea, from)).agenda;
    expect(await api.act(ctx.bea, 'withdrawAgendaItem', { id: agenda[5]._id })).toEqual(OK);
    const unit = `${from}:${ctx.rex.address_id}`;
    expect(await api.act(ctx.bea, 'updateRollUnit', { id: unit, weight: 9 })).toEqual(OK);
    const proxy = (over: object) => ({
      ...{ id: uuidv7(), meeting_id: from, address_id: ctx.rex.address_id!, giver_name: 'Rex', giver_id: ctx.rex.id },
      ...{
        holder_name: 'Rita',
        holder_id: null,
        kind: 'directed' as const,
        signed_at: '2098-04-01',
        way: 'paper' as const,
      },
      ...{ directions: [{ item_id: agenda[1]._id, choice: 'for' as const }], photo_url: null, photo: null },
      ...{ status: 'active' as const, status_reason: null, revoked_at: null, revoked_by_name: null },
      ...{ recorded_at: START, recorded_by: null, recorded_by_name: 'x', voter_ids: [ctx.rex.id], ...over },
    });
    await write(ctx, async (tx) => {
      await tx.put('proxy', proxy({}));
      await tx.put('proxy', proxy({ status: 'revoked' }));
    });
    const on = (starts_at: string, over: object = {}) =>
      scheduled({ kind: 'member_annual', adjourned_from: from, starts_at, ...over });
    expect(await api.act(ctx.bea, 'createMeeting', on(START))).toEqual(
      invalid('It must start after the meeting that it continues.'),
    );
    expect(await api.act(ctx.bea, 'createMeeting', on('2098-06-01T18:00:00Z', { kind: 'board_regular' }))).toEqual(
      invalid('A meeting is continued by one of the same body.'),
    );
    const [soon, late] = [
      await make(api, ctx, on('2098-06-01T18:00:00Z')),
      await make(api, ctx, on('2098-12-01T18:00:00Z')),
    ];
    const next = await read(ctx.bea, soon);
    expect(next).toMatchObject({ adjourned_from: from, adjourned_from_at: START, first_at: START });
    expect(next.agenda.map(({ title }: { title: string }) => title)).toEqual(
      agenda.flatMap(({ title }: { title: string }, at: number) => (at === 5 ? [] : [title])),
    );
    expect(await rollOf(ctx.bea, soon)).toContainEqual(
      expect.objectContaining({ _id: `${soon}:${ctx.rex.address_id}`, weight: 9 }),
    );
    const device = await new Device(ctx, ctx.bea).sync();
    const proxies = device.store.rows('proxy').all;
    await device.close();
    expect(proxies.filter(({ meeting_id }) => meeting_id === late)).toEqual([]);
    expect(proxies.filter(({ meeting_id }) => meeting_id === soon)).toMatchObject([
      { giver_name: 'Rex', status: 'active', directions: [{ item_id: next.agenda[1]._id, choice: 'for' }] },
    ]);
  },
);

test('[MEET-21] residents see noticed meetings with their open items, as REST and devices tell', async () => {
  const ctx = await createContext();
  const id = uuidv7();
  await ctx.bea.call('POST', '/api/meetings', {
    ...scheduled({ exec_summary: 'Personnel', chair_id: ctx.bea.id }),
    id,
  });
  const add = async (title: string, over = {}) =>
    (await ctx.bea.call('POST', `/api/meetings/${id}/agenda`, { title, presenter: 'Bea', ...over })).body._id;
  await add('Roof');
  const secret = await add('Secret case', { executive: true });
  expect((await ctx.rex.call('GET', `/api/meetings/${id}`)).status).toBe(404);
  expect((await ctx.rex.call('GET', '/api/meetings')).body.docs).toEqual([]);
  await write(ctx, async (tx) => {
    await tx.put('meeting', { ...(await tx.get('meeting', id))!, noticed: true });
    for (const item of await tx.list('agendaItem', 'meeting_id', id))
      await tx.put('agendaItem', { ...item, noticed: true });
  });
  const later = await add('Gate');
  const seen = await read(ctx.rex, id);
  expect(seen.agenda.map(({ title }: { title: string }) => title)).toEqual(['Roof', 'Gate']);
  expect(seen).toMatchObject({ exec_summary: 'Personnel', rules: { directors: [] } });
  for (const hidden of ['chair_id', 'desk_ids', 'created_by_name']) expect(seen).not.toHaveProperty(hidden);
  expect(seen.agenda[0]).not.toHaveProperty('presenter');
  const device = await new Device(ctx, ctx.rex).sync();
  expect(
    device.store
      .rows('agendaItem')
      .all.map(({ title }) => title)
      .sort(),
  ).toEqual(['Gate', 'Roof']);
  await ctx.bea.call('PUT', `/api/agenda-items/${later}`, { executive: true });
  await ctx.bea.call('PUT', `/api/agenda-items/${secret}`, { executive: false });
  await device.pull();
  expect(
    device.store
      .rows('agendaItem')
      .all.map(({ title }) => title)
      .sort(),
  ).toEqual(['Roof', 'Secret case']);
  await ctx.bea.call('PUT', `/api/meetings/${id}`, { executive_only: true });
  await device.pull();
  expect([device.store.rows('meeting').all, device.store.rows('agendaItem').all]).toEqual([[], []]);
  await device.close();
});

test('[MEET-19] [ROLL-04] meetings, agenda and roll are made offline and are the same once they are sent', async () => {
  const ctx = await createContext();
  const device = await new Device(ctx, ctx.bea).sync();
  device.online = false;
  const meeting = scheduled({ kind: 'member_annual', template: 'annual' });
  await device.store.mutate('createMeeting', meeting);
  await device.store.mutate('freezeRoll', { meeting_id: meeting.id });
  const ids = () => ({
    items: device.store.rows('agendaItem').all.map(({ id, position, title }) => [id, position, title]),
    roll: device.store.rows('rollUnit').all.map(({ id, label, weight }) => [id, label, weight]),
  });
  const offline = ids();
  expect([offline.items.length, offline.roll.length]).toEqual([12, 4]);
  device.online = true;
  await device.sync();
  expect(ids()).toEqual(offline);
  await device.close();
});

test('[MEET-10] who is named for a desk is a user of the HOA', async () => {
  const { bea, olga } = await createContext();
  const made = await bea.call('POST', '/api/meetings', draft({ desk_ids: [bea.id] }));
  expect([made.status, made.body.desk_ids]).toEqual([201, [bea.id]]);
  const { status, body } = await bea.call('PUT', `/api/meetings/${made.body._id}`, { desk_ids: [bea.id, olga.id] });
  expect([status, body.message]).toEqual([404, 'User not found']);
});

const BOARD_ALONE = invalid('Only members of the board can be named for a desk.');

testBothApis(
  '[MEET-10] only the board is named for a desk, and who was keeps the right after leaving it',
  async (api, ctx) => {
    const carl = await ctx.join(ctx.hoa_id, 'Carl Chair', 'board');
    const record = (meeting_id: string) =>
      api.act(carl, 'recordFacts', { meeting_id, facts: [newFact('guest', { name: 'A neighbor' })] });
    const soon = { starts_at: new Date().toISOString() };
    expect(await api.act(ctx.bea, 'createMeeting', scheduled({ desk_ids: [ctx.rex.id] }))).toEqual(BOARD_ALONE);
    const named = await make(api, ctx, scheduled({ ...soon, desk_ids: [carl.id] }));
    const later = await make(api, ctx, scheduled(soon));
    expect(await api.act(ctx.bea, 'updateMeeting', { id: later, desk_ids: [ctx.rex.id] })).toEqual(BOARD_ALONE);
    await ctx.db.execute({ sql: "UPDATE users SET role = 'resident' WHERE id = ?", args: [carl.id] });
    expect(await api.act(ctx.bea, 'updateMeeting', { id: later, desk_ids: [carl.id] })).toEqual(BOARD_ALONE);
    expect(await api.act(ctx.bea, 'updateMeeting', { id: named, desk_ids: [carl.id, ctx.bea.id] })).toEqual(OK);
    expect([await record(named), await record(later)]).toMatchObject([OK, { code: 'not_found' }]);
    const next = { adjourned_from: named, starts_at: START, desk_ids: [carl.id] };
    const continued = await make(api, ctx, scheduled(next));
    expect(await record(continued)).toMatchObject({ code: 'not_found' });
    expect(await api.act(ctx.bea, 'updateMeeting', { id: named, desk_ids: [] })).toEqual(OK);
    expect(await record(named)).toMatchObject({ code: 'not_found' });
  },
);

test('[MEET-22] meetings are listed by kind, status and time, those that start last first', async () => {
  const { bea } = await createContext();
  for (const [n, kind] of (['board_regular', 'member_annual', 'board_special'] as const).entries())
    await bea.call('POST', '/api/meetings', draft({ kind, title: `M${n}`, starts_at: `2098-0${n + 1}-01T00:00:00Z` }));
  const list = async (query: string) =>
    (await bea.call('GET', `/api/meetings${query}`)).body.docs.map(({ title }: { title: string }) => title);
  expect(await list('')).toEqual(['M2', 'M1', 'M0']);
  expect(await list('?kind=board_regular,board_special')).toEqual(['M2', 'M0']);
  expect(await list('?from=2098-02-01T00:00:00Z&to=2098-03-01T00:00:00Z')).toEqual(['M1']);
  expect(await list('?status=scheduled')).toEqual([]);
  expect((await bea.call('GET', '/api/meetings?limit=2')).body).toMatchObject({ totalDocs: 3, hasNextPage: true });
});

test('[MEET-01] facts in a scheduled meeting keep it from being deleted', async () => {
  const { bea } = await createContext();
  const { body } = await bea.call('POST', '/api/meetings', scheduled());
  await bea.call('POST', `/api/meetings/${body._id}/facts`, { facts: [newFact('called_to_order', {})] });
  expect((await bea.call('DELETE', `/api/meetings/${body._id}`)).status).toBe(409);
});

test('[MEET-22] a scheduled meeting stands in the calendar of whoever may see it', async () => {
  const ctx = await createContext();
  const { bea, rex, app } = ctx;
  const id = (await bea.call('POST', '/api/meetings', scheduled({ place: 'Clubhouse' }))).body._id;
  await bea.call('POST', '/api/meetings', draft({ title: 'A draft' }));
  const calendarOf = async (person: Person) => {
    const { pathname } = new URL((await person.call('POST', '/api/calendar')).body.url);
    return (await app.request(pathname, { headers: { 'CF-Connecting-IP': '203.0.113.9' } })).text();
  };
  expect(await calendarOf(rex)).not.toContain('May meeting');
  const ofBoard = await calendarOf(bea);
  expect(ofBoard).toContain('SUMMARY:Meeting: May meeting');
  expect(ofBoard).toContain('DTSTART;VALUE=DATE:20980501');
  expect(ofBoard).not.toContain('A draft');
  await write(ctx, async (tx) => tx.put('meeting', { ...(await tx.get('meeting', id))!, noticed: true }));
  expect(await calendarOf(rex)).toContain('May meeting');
  await bea.call('POST', `/api/meetings/${id}/cancel`);
  expect(await calendarOf(rex)).not.toContain('May meeting');
});
