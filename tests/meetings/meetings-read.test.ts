import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { createContext, type Person } from '../support/fixtures.ts';
import { draft, invalid, make, OK, read, scheduled } from '../support/meeting-drafts.ts';
import { meetingRow, newFact, write } from '../support/meetings.ts';
import { required } from '../support/required.ts';

const START = '2098-05-01T18:00:00.000Z';

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
    await tx.put('meeting', { ...required(await tx.get('meeting', id)), noticed: true });
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

const BOARD_ALONE = invalid('Only board members can be assigned to a desk.');

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
  expect(await list('?sort=when')).toEqual(['M0', 'M1', 'M2']);
  expect(await list('?sort=-title')).toEqual(['M2', 'M1', 'M0']);
  expect((await bea.call('GET', '/api/meetings?limit=2')).body).toMatchObject({ totalDocs: 3, hasNextPage: true });
});

test('[MEET-21] the order of a resident’s list by status tells nothing of minutes that are not published', async () => {
  const ctx = await createContext();
  const states = ['approved', 'none'] as const;
  const rows = states.map((minutes_status, at) =>
    meetingRow(ctx.bea, 'board_regular', {
      minutes_status,
      noticed: true,
      starts_at: `2098-0${at + 1}-01T00:00:00.000Z`,
    }),
  );
  await write(ctx, async (tx) => {
    for (const row of rows) await tx.put('meeting', row);
  });
  const [approved, none] = rows.map(({ id }) => id);
  const list = async (person: Person) =>
    (await person.call('GET', '/api/meetings?sort=status')).body.docs.map(({ _id }: { _id: string }) => _id);
  expect(await list(ctx.bea)).toEqual([none, approved]);
  await write(ctx, async (tx) => {
    for (const row of rows) await tx.put('meeting', { ...row, minutes_status: row.id === none ? 'approved' : 'none' });
  });
  expect(await list(ctx.bea)).toEqual([approved, none]);
  expect(await list(ctx.rex)).toEqual([none, approved]);
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
  await write(ctx, async (tx) => tx.put('meeting', { ...required(await tx.get('meeting', id)), noticed: true }));
  expect(await calendarOf(rex)).toContain('May meeting');
  await bea.call('POST', `/api/meetings/${id}/cancel`);
  expect(await calendarOf(rex)).not.toContain('May meeting');
});
