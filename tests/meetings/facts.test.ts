import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { isTimeImplausible } from '../../sync/meetings/facts/fact-time.ts';
import { nextMotionNumber } from '../../sync/meetings/motions/motions.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { boardMeeting, meetingRow, newFact, write } from '../support/meetings.ts';
import { nth, required } from '../support/required.ts';

const NO_LONGER_RECORDS =
  'You are no longer on the board, so this was not saved. Hand over this device’s record to a board member.';

const DAY_MS = 86_400_000;
const factsOf = async (person: Person, id: string) => (await person.call('GET', `/api/meetings/${id}/facts`)).body.docs;
const guest = (name: string, over = {}) => newFact('guest', { name }, over);
const exBoard = (ctx: TestContext) => ctx.join(ctx.hoa_id, 'Former Secretary', 'resident');

testBothApis('[MEET-06] a fact whose id stands already is accepted and does nothing', async (api, ctx) => {
  const { id: meeting_id } = await boardMeeting(ctx);
  const facts = [guest('A neighbour')];
  for (const _ of [1, 2]) expect(await api.act(ctx.bea, 'recordFacts', { meeting_id, facts })).toEqual({ ok: true });
  expect(await factsOf(ctx.sue, meeting_id)).toMatchObject([{ data: { name: 'A neighbour' }, by_name: ctx.bea.name }]);
});

testBothApis('[MEET-10] a desk records until 14 days after the meeting, then no more', async (api, ctx) => {
  const secretary = await exBoard(ctx);
  const facts = [guest('A neighbour')];
  const at = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const meetings = {
    open: meetingRow(ctx.bea, 'board_regular', {
      desk_ids: [secretary.id],
      recorder_ids: [secretary.id],
      starts_at: at(13),
    }),
    over: meetingRow(ctx.bea, 'board_regular', {
      desk_ids: [secretary.id],
      recorder_ids: [secretary.id],
      starts_at: at(20),
      ends_at: at(15),
    }),
    late: meetingRow(ctx.bea, 'board_regular', {
      desk_ids: [secretary.id],
      recorder_ids: [secretary.id],
      starts_at: at(20),
      adjourned_at: at(13),
    }),
    other: meetingRow(ctx.bea, 'board_regular'),
    noticed: meetingRow(ctx.bea, 'board_regular', { noticed: true }),
  };
  await write(ctx, async (tx) => {
    for (const meeting of Object.values(meetings)) await tx.put('meeting', meeting);
  });
  const record = (meeting: { id: string }) => api.act(secretary, 'recordFacts', { meeting_id: meeting.id, facts });
  expect(await record(meetings.open)).toEqual({ ok: true });
  facts[0] = guest('Another');
  expect(await record(meetings.late)).toEqual({ ok: true });
  const refused = { ok: false, code: 'forbidden', message: NO_LONGER_RECORDS };
  expect(await record(meetings.over)).toEqual(refused);
  expect(await record(meetings.noticed)).toEqual(refused);
  expect(await record(meetings.other)).toMatchObject({ code: 'not_found' });
});

testBothApis('[MEET-10] the latest adjournment counts, never one in the future', async (api, ctx) => {
  const { id: meeting_id } = await boardMeeting(ctx);
  const before = new Date().toISOString();
  const facts = ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'].map((at) => newFact('adjourned', {}, { at }));
  await api.act(ctx.bea, 'recordFacts', { meeting_id, facts });
  const { rows } = await ctx.db.execute({ sql: 'SELECT adjourned_at FROM meetings WHERE id = ?', args: [meeting_id] });
  const adjourned_at = String(rows[0]?.adjourned_at);
  expect(adjourned_at >= before && adjourned_at <= new Date(Date.now() + 60_000).toISOString()).toBe(true);
});

testBothApis('[MEET-15] a row of a file keeps its author and says who added it', async (api, ctx) => {
  const { id: meeting_id } = await boardMeeting(ctx);
  const file = { desk: 'Desk 1', by: ctx.sue.id };
  await api.act(ctx.bea, 'recordFacts', { meeting_id, facts: [guest('A neighbour', { desk: 'Desk 1' })], file });
  expect(await factsOf(ctx.bea, meeting_id)).toMatchObject([
    { by: ctx.sue.id, by_name: ctx.sue.name, desk: 'Desk 1', imported_by: ctx.bea.name },
  ]);
});

const CONTENTS = ['the same', 'another'] as const;
for (const content of CONTENTS)
  testBothApis(`[INV-12] a file and its own device, ${content} content, in both orders`, async (api, ctx) => {
    const [one, two] = [await boardMeeting(ctx), await boardMeeting(ctx)];
    const own = guest('A neighbour', { desk: 'Desk 1' });
    const copy = content === 'the same' ? own : { ...own, data: { name: 'Somebody else' } };
    const file = { desk: 'Desk 1', by: ctx.sue.id };
    const push = (meeting_id: string, id: string) =>
      api.act(ctx.sue, 'recordFacts', { meeting_id, facts: [{ ...own, id }] });
    const add = (meeting_id: string, id: string) =>
      api.act(ctx.bea, 'recordFacts', { meeting_id, facts: [{ ...copy, id }], file });
    const [a, b] = [uuidv7(), uuidv7()];
    for (const step of [() => push(one.id, a), () => add(one.id, a), () => add(one.id, a)]) await step();
    for (const step of [() => add(two.id, b), () => push(two.id, b), () => add(two.id, b)]) await step();
    const rows = async (id: string) =>
      (await factsOf(ctx.bea, id)).map(({ data, by, desk, _id }: Record<string, unknown>) => ({
        ...{ data, by, desk },
        isOwn: _id === a || _id === b,
      }));
    const byName = (x: { data: { name: string } }, y: { data: { name: string } }) =>
      x.data.name < y.data.name ? -1 : 1;
    const [first, second] = [await rows(one.id), await rows(two.id)];
    expect(first.sort(byName)).toEqual(second.sort(byName));
    expect(first).toHaveLength(content === 'the same' ? 1 : 2);
    const kept = (await factsOf(ctx.bea, two.id)).find(({ _id }: { _id: string }) => _id === b);
    expect(kept).toMatchObject({ data: { name: 'A neighbour' }, imported_by: null });
  });

testBothApis('[MEET-16] [INV-13] a fact never leaves the meeting that it was recorded in', async (api, ctx) => {
  const [one, two] = [await boardMeeting(ctx), await boardMeeting(ctx)];
  const facts = [guest('A neighbour')];
  await api.act(ctx.bea, 'recordFacts', { meeting_id: one.id, facts });
  expect(await api.act(ctx.bea, 'recordFacts', { meeting_id: two.id, facts })).toMatchObject({ code: 'conflict' });
  expect(await api.act(ctx.olga, 'recordFacts', { meeting_id: one.id, facts })).toMatchObject({ code: 'not_found' });
  expect(await factsOf(ctx.bea, one.id)).toHaveLength(1);
  expect(await factsOf(ctx.bea, two.id)).toHaveLength(0);
});

testBothApis('[MEET-24] no mark is refused for what it says', async (api, ctx) => {
  const { id: meeting_id, roll } = await boardMeeting(ctx);
  const mark = newFact('vote', { motion_id: uuidv7(), choice: 'for' }, { subject: nth(roll, 0) });
  expect(await api.act(ctx.bea, 'recordFacts', { meeting_id, facts: [mark] })).toEqual({ ok: true });
});

testBothApis('[MOTION-01] a motion is made once and changed before the vote', async (api, ctx) => {
  const { id: meeting_id, items } = await boardMeeting(ctx);
  const id = uuidv7();
  const made = { id, meeting_id, item_id: items[0], number: '1', mover: 'Bea', method: 'voice', desk: 'Record' };
  const motion = { ...made, threshold: { kind: 'majority', basis: 'units' }, at: new Date().toISOString() };
  expect(await api.act(ctx.bea, 'makeMotion', motion)).toEqual({ ok: true });
  expect(await api.act(ctx.bea, 'updateMotion', { id, method: 'count' })).toEqual({ ok: true });
  expect(await api.act(ctx.bea, 'makeMotion', motion)).toEqual({ ok: true });
  const { rows } = await ctx.db.execute({ sql: 'SELECT * FROM motions WHERE id = ?', args: [id] });
  expect(rows).toMatchObject([{ number: '1', method: 'count', mover: 'Bea', public_summary: null }]);
  expect(await api.act(ctx.rex, 'updateMotion', { id, method: 'voice' })).toMatchObject({ code: 'not_found' });
});

test('[AGENDA-01] a motion on an executive item is executive', async () => {
  const ctx = await createContext();
  const { id: meeting_id, items } = await boardMeeting(ctx);
  await write(ctx, async (tx) =>
    tx.put('agendaItem', { ...required(await tx.get('agendaItem', nth(items, 0))), executive: true }),
  );
  const made = { item_id: items[0], number: '1', mover: 'Bea', method: 'voice', desk: 'Record' };
  const motion = { ...made, threshold: { kind: 'majority', basis: 'units' }, at: new Date().toISOString() };
  const { body } = await ctx.bea.call('POST', `/api/meetings/${meeting_id}/motions`, motion);
  expect(body).toMatchObject({ executive: true, by_name: ctx.bea.name });
});

test('[MEET-08] a time long before the meeting or after its arrival is to be checked; paper notice is not', () => {
  const meeting = { starts_at: '2026-05-10T18:00:00.000Z' };
  const fact = (at: string, kind: 'guest' | 'paper_notice' = 'guest') =>
    isTimeImplausible({ kind, at, recorded_at: '2026-05-10T19:00:00.000Z' }, meeting);
  expect(fact('2026-05-10T18:30:00.000Z')).toBe(false);
  expect(fact('2026-05-09T17:59:00.000Z')).toBe(true);
  expect(fact('2026-05-10T19:02:01.000Z')).toBe(true);
  expect(fact('2026-05-01T12:00:00.000Z', 'paper_notice')).toBe(false);
});

test('[MOTION-02] numbers count up; after a takeover they carry the desk', () => {
  const motions = ['1', '2'].map((number) => ({ number }) as never);
  const taken = (device: string) => newFact('recorder_taken', { device }) as never;
  expect(nextMotionNumber({ motions: [], facts: [] }, 'Record')).toBe('1');
  expect(nextMotionNumber({ motions, facts: [taken('a'), taken('a')] }, 'Record')).toBe('3');
  expect(nextMotionNumber({ motions, facts: [taken('a'), taken('b')] }, 'Desk 2')).toBe('Desk 2-3');
});

test('[MEET-04] [MEET-24] a device records offline, and what it recorded is the same everywhere', async () => {
  const ctx = await createContext();
  const { id: meeting_id } = await boardMeeting(ctx);
  const [one, two] = await Promise.all([new Device(ctx, ctx.bea).sync(), new Device(ctx, ctx.sue).sync()]);
  one.online = false;
  await one.store.mutate('recordFacts', { meeting_id, facts: [guest('A neighbour'), newFact('called_to_order', {})] });
  expect(one.store.rows('meetingFact').all).toHaveLength(2);
  one.online = true;
  await one.sync();
  await two.sync();
  const rows = (device: Device) =>
    device.store.rows('meetingFact').all.map(({ id, kind, by_name }) => [id, kind, by_name]);
  expect(rows(two).sort()).toEqual(rows(one).sort());
  expect(two.store.rows('meeting').all[0]?.called_at).not.toBeNull();
  await Promise.all([one.close(), two.close()]);
});
