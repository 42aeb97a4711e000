import { expect, test } from 'vitest';
import { createContext } from '../support/fixtures.ts';
import { boardMeeting, memberMeeting, newFact, RULES, write } from '../support/meetings.ts';
import { nth, required } from '../support/required.ts';

const rules = { ...RULES, quorum: { basis: 'units', measure: 'at_least', percent: 50 } as const };

test('[MEET-09] [QUORUM-05] the server answers the quorum that the light shows, with the desks that have recorded', async () => {
  const ctx = await createContext();
  const { id, roll } = await memberMeeting(ctx, 4, { rules });
  const quorum = async () => (await ctx.bea.call('GET', `/api/meetings/${id}/quorum`)).body;
  expect(await quorum()).toEqual({
    ...{ present: 0, total: 4, needed: 2, units: 0, weight: 0, met: false, just_enough: false },
    ...{ asOf: null, otherDesks: [], desksOut: [] },
  });
  const arrivals = roll.slice(0, 3).map((subject, n) => {
    const at = `2026-11-12T19:0${n}:00.000Z`;
    return newFact('arrived', { way: 'in_person' }, { subject, at, desk: `Desk ${(n % 2) + 1}` });
  });
  const facts = [
    ...arrivals,
    newFact(
      'voided',
      { reason: 'Wrong unit' },
      { subject: required(nth(arrivals, 2).id), replaces: [required(nth(arrivals, 2).id)], desk: 'Desk 2' },
    ),
  ];
  const { status } = await ctx.bea.call('POST', `/api/meetings/${id}/facts`, { facts });
  expect(status).toBe(201);
  const { asOf, otherDesks, desksOut, ...light } = await quorum();
  expect(desksOut).toEqual([]);
  expect(light).toEqual({ present: 2, total: 4, needed: 2, units: 2, weight: 2, met: true, just_enough: true });
  expect(otherDesks).toMatchObject([{ desk: 'Desk 1', last_seen: '2026-11-12T19:02:00.000Z' }, { desk: 'Desk 2' }]);
  expect(Date.parse(asOf)).toBeGreaterThan(0);
  const desk = 'Desk 2';
  const record = async (...more: object[]) => {
    const recorded = await ctx.bea.call('POST', `/api/meetings/${id}/facts`, { facts: more });
    expect(recorded.status).toBe(201);
    return (await quorum()).desksOut;
  };
  const opened = newFact('desk_opened', { device: 'two' }, { desk, at: '2026-11-12T18:50:00.000Z' });
  expect(await record(opened)).toMatchObject([{ desk, device: 'two' }]);
  const closed = newFact('desk_closed', { desk, device: 'two' }, { desk: 'Record', at: '2026-11-12T20:00:00.000Z' });
  expect(await record(closed)).toEqual([]);
  const mark = newFact('guest', { name: 'Gus' }, { desk, at: '2026-11-12T20:30:00.000Z' });
  expect(await record(mark)).toMatchObject([{ desk, device: 'two' }]);
});

test('[MEET-09] [RECUSE-01] the server leaves a director out of totals, quorum and minutes of their own case, as devices do', async () => {
  const ctx = await createContext();
  const { id, items, roll } = await boardMeeting(ctx);
  await write(ctx, async (tx) => {
    const meeting = await tx.get('meeting', id);
    await tx.put('meeting', { ...required(meeting), rules: { ...RULES, recused_count_for_quorum: false } });
  });
  const request = { title: 'Lamp', description: '<p>Out.</p>', category: 'Other' };
  const record = { entity: 'request', id: (await ctx.sue.call('POST', '/api/requests', request)).body._id } as const;
  await write(ctx, async (tx) => {
    for (const item of await tx.list('agendaItem', 'meeting_id', id))
      await tx.put('agendaItem', { ...item, record: item.id === items[0] ? record : null });
  });
  const motion = { number: '1', mover: 'Bea', method: 'roll_call', threshold: RULES.threshold, desk: 'Record' };
  const made = { ...motion, item_id: items[0], at: '2026-11-12T19:00:00.000Z' };
  const { body } = await ctx.bea.call('POST', `/api/meetings/${id}/motions`, made);
  const facts = roll.map((subject) => newFact('vote', { motion_id: body._id, choice: 'for' }, { subject }));
  expect((await ctx.bea.call('POST', `/api/meetings/${id}/facts`, { facts })).status).toBe(201);
  const [state] = (await ctx.bea.call('GET', `/api/meetings/${id}/motions`)).body;
  expect([state.status, state.totals.for]).toEqual(['made', { units: 1, weight: 1 }]);
  const here = roll.map((subject) => newFact('arrived', { way: 'in_person' }, { subject, at: made.at }));
  const begun = newFact('item_started', {}, { subject: nth(items, 0), at: '2026-11-12T19:01:00.000Z' });
  const told = await ctx.bea.call('POST', `/api/meetings/${id}/facts`, { facts: [...here, begun] });
  expect(told.status).toBe(201);
  expect((await ctx.bea.call('GET', `/api/meetings/${id}/quorum`)).body).toMatchObject({ present: 1, met: false });
  const minutes = (await ctx.bea.call('GET', `/api/meetings/${id}/minutes`)).body;
  expect(minutes.sections[1].lines).toEqual([`${ctx.sue.name} was recused (own case) and stayed.`]);
});
