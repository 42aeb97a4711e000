import { expect, test } from 'vitest';
import { createContext } from './support/fixtures.ts';
import { memberMeeting, newFact, RULES } from './support/meetings.ts';

const rules = { ...RULES, quorum: { basis: 'units', measure: 'at_least', percent: 50 } as const };

test('[MEET-09] [QUORUM-05] the server answers the quorum that the light shows, with the desks that have recorded', async () => {
  const ctx = await createContext();
  const { id, roll } = await memberMeeting(ctx, 4, { rules });
  const quorum = async () => (await ctx.bea.call('GET', `/api/meetings/${id}/quorum`)).body;
  expect(await quorum()).toEqual({
    ...{ present: 0, total: 4, needed: 2, units: 0, weight: 0, met: false, just_enough: false },
    ...{ asOf: null, otherDesks: [] },
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
      { subject: arrivals[2]!.id!, replaces: [arrivals[2]!.id!], desk: 'Desk 2' },
    ),
  ];
  const { status } = await ctx.bea.call('POST', `/api/meetings/${id}/facts`, { facts });
  expect(status).toBe(201);
  const { asOf, otherDesks, ...light } = await quorum();
  expect(light).toEqual({ present: 2, total: 4, needed: 2, units: 2, weight: 2, met: true, just_enough: true });
  expect(otherDesks).toMatchObject([{ desk: 'Desk 1', last_seen: '2026-11-12T19:02:00.000Z' }, { desk: 'Desk 2' }]);
  expect(Date.parse(asOf)).toBeGreaterThan(0);
});
