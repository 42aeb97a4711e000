import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import type { RollUnit } from '../../schema/tables/voters.ts';
import { testBothApis } from '../support/apis.ts';
import { annual, OK, rollOf } from '../support/meeting-rolls.ts';
import { newFact } from '../support/meetings.ts';

const START = '2098-05-01T18:00:00.000Z';

testBothApis('[ROLL-04] a director comes onto the roll of a board meeting with an office', async (api, ctx) => {
  const meeting = { id: uuidv7(), kind: 'board_regular', title: 'Board', starts_at: START, status: 'scheduled' };
  expect(await api.act(ctx.bea, 'createMeeting', meeting)).toEqual(OK);
  const add = (over: object) => api.act(ctx.bea, 'addRollUnit', { meeting_id: meeting.id, ...over });
  for (const stranger of [ctx.rex.address_id, ctx.olga.id])
    expect(await add({ member_id: stranger })).toMatchObject({ code: 'not_found' });
  expect(await add({ member_id: ctx.rex.id, office: 'Emperor' })).toMatchObject({ code: 'invalid' });
  expect(await add({ member_id: ctx.rex.id, office: 'Treasurer' })).toEqual(OK);
  expect((await rollOf(ctx.bea, meeting.id)).docs.at(-1)).toMatchObject({
    ...{ label: ctx.rex.name, office: 'Treasurer', weight: 1, voter_ids: [ctx.rex.id] },
  });
});

const PAT = { id: uuidv7(), name: 'Pat Doe', office: 'Treasurer' };

testBothApis(
  '[MEET-03] [QUORUM-01] a board of five seats with three directors, one without an account, needs three of them',
  async (api, ctx) => {
    const { bea, sue } = ctx;
    const pat = { ...PAT, id: uuidv7() };
    const directors = [bea, sue].map(({ id }) => ({ user_id: id, office: 'Director' }));
    const rules = { directors, named_directors: [pat], seats: 5, quorum_of_seats: true };
    expect(await api.act(bea, 'setMeetingRules', rules)).toEqual(OK);
    const meeting = { id: uuidv7(), kind: 'board_regular', title: 'Board', starts_at: START, status: 'scheduled' };
    expect(await api.act(bea, 'createMeeting', meeting)).toEqual(OK);
    const path = `/api/meetings/${meeting.id}`;
    const { docs } = await rollOf(bea, meeting.id);
    expect(docs.map(({ label }: RollUnit) => label)).toEqual(['Pat Doe', bea.name, sue.name]);
    expect(docs[0]).toMatchObject({ user_id: null, address_id: null, office: 'Treasurer', weight: 1 });
    const quorum = async () => (await bea.call('GET', `${path}/quorum`)).body;
    const at = new Date(Date.parse(START) - 60_000).toISOString();
    const arrive = (of: string) => {
      const facts = [newFact('arrived', { way: 'in_person' }, { subject: `${meeting.id}:${of}`, at })];
      return api.act(bea, 'recordFacts', { meeting_id: meeting.id, facts });
    };
    for (const of of [bea.id, pat.id]) expect(await arrive(of)).toEqual(OK);
    expect(await quorum()).toMatchObject({ present: 2, total: 5, needed: 3, met: false });
    expect(await api.act(bea, 'setMeetingRules', { quorum_of_seats: false })).toEqual(OK);
    expect(await quorum()).toMatchObject({ total: 5, needed: 3 });
    expect(await api.act(bea, 'freezeRoll', { meeting_id: meeting.id })).toEqual(OK);
    expect(await quorum()).toMatchObject({ present: 2, total: 3, needed: 2, met: true });

    const item_id = uuidv7();
    await api.act(bea, 'addAgendaItem', { id: item_id, meeting_id: meeting.id, title: 'Roof' });
    const threshold = { kind: 'majority', basis: 'units' };
    const made = { number: '1', item_id, mover: 'Pat Doe', method: 'roll_call', threshold, desk: 'Record', at: START };
    const motion = (await bea.call('POST', `${path}/motions`, made)).body._id;
    const vote = (of: string, choice: 'for' | 'against') =>
      newFact('vote', { motion_id: motion, choice }, { subject: `${meeting.id}:${of}`, at: START });
    const facts = [
      newFact('called_to_order', {}, { at: START }),
      newFact('motion_state', { state: 'voting', method: 'roll_call' }, { subject: motion, at: START }),
      vote(bea.id, 'against'),
      vote(pat.id, 'for'),
    ];
    expect(await api.act(bea, 'recordFacts', { meeting_id: meeting.id, facts })).toEqual(OK);
    const [state] = (await bea.call('GET', `${path}/motions`)).body;
    expect([state.totals.for.units, state.totals.against.units]).toEqual([1, 1]);
    const minutes = JSON.stringify((await bea.call('GET', `${path}/minutes`)).body);
    expect(minutes).toMatch(/Directors present: Pat Doe \([^;]*; Bea Marsh/);
    expect(minutes).toContain('Vacant: 2 of 5 seats.');
  },
);

testBothApis('[MEET-03] [ROLL-04] a director without an account comes onto a frozen roll by name', async (api, ctx) => {
  await api.act(ctx.bea, 'setMeetingRules', { seats: 3 });
  const meeting = { id: uuidv7(), kind: 'board_regular', title: 'Board', starts_at: START, status: 'scheduled' };
  expect(await api.act(ctx.bea, 'createMeeting', meeting)).toEqual(OK);
  const total = async () => (await ctx.bea.call('GET', `/api/meetings/${meeting.id}/quorum`)).body.total;
  expect(await total()).toBe(3);
  const add = (over: object) => api.act(ctx.bea, 'addRollUnit', { meeting_id: meeting.id, ...over });
  expect(await add({ member_id: uuidv7(), name: ' ' })).toMatchObject({ code: 'invalid' });
  for (const _ of ['once', 'twice']) expect(await add({ member_id: PAT.id, name: 'Pat Doe' })).toEqual(OK);
  const { docs } = await rollOf(ctx.bea, meeting.id);
  expect(docs.at(-1)).toMatchObject({ label: 'Pat Doe', user_id: null, owners: [{ name: 'Pat Doe', user_id: null }] });
  expect(docs).toHaveLength(2);
  expect(await total()).toBe(3);
  const member_id = await annual(api, ctx);
  await api.act(ctx.bea, 'freezeRoll', { meeting_id: member_id });
  const other = { meeting_id: member_id, member_id: uuidv7(), name: 'Pat Doe' };
  expect(await api.act(ctx.bea, 'addRollUnit', other)).toMatchObject({ code: 'not_found' });
});
