import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { type Api, testBothApis } from '../support/apis.ts';
import { createContext, type TestContext } from '../support/fixtures.ts';
import { boardMeeting, newFact } from '../support/meetings.ts';

const guest = (name: string) => newFact('guest', { name });
const none = { units: 0, weight: 0 };
const corrected = (subject: string) =>
  newFact(
    'result',
    {
      ...{ outcome: 'failed', method: 'count', needed: 2, of: 3, counted: [], text_id: null, reason: 'Miscounted' },
      ...{ totals: { for: none, against: none, abstain: none } },
      presence: { present: 3, total: 3, needed: 2, met: true, units: 3, weight: 3 },
    },
    { subject },
  );
const lateAt = async (ctx: TestContext, id: string) =>
  (await ctx.sue.call('GET', `/api/meetings/${id}`)).body.minutes_late_at;

/** A meeting with approved minutes; how one records in it. */
const approved = async (api: Api, ctx: TestContext) => {
  const { id: meeting_id } = await boardMeeting(ctx);
  const record = async (...facts: ReturnType<typeof guest>[]) => {
    expect(await api.act(ctx.bea, 'recordFacts', { meeting_id, facts })).toEqual({ ok: true });
    return lateAt(ctx, meeting_id);
  };
  const approve = async (late_at?: string) => {
    const args = { meeting_id, status: 'approved', ...(late_at && { late_at }) };
    expect(await api.act(ctx.bea, 'setMinutesStatus', args)).toEqual({ ok: true });
    return lateAt(ctx, meeting_id);
  };
  const early = guest('An early guest');
  expect(await record(early)).toBeNull();
  expect(await approve()).toBeNull();
  return { meeting_id, record, approve, early };
};

testBothApis('[MIN-09] entries that come after the approval wait for the board', async (api, ctx) => {
  const { record, approve, early } = await approved(api, ctx);
  expect(await record(early)).toBeNull();
  expect(await record(newFact('desk_opened', { device: 'two' }))).toBeNull();
  const subject = uuidv7();
  const anew = newFact('count', { label: 'All', for: 2, against: 1, abstain: 0 }, { subject });
  expect(await record(...([anew, corrected(subject)] as never[]))).toBeNull();
  const first = await record(guest('A late guest'));
  expect(Date.parse(first)).toBeGreaterThan(0);
  const second = await record(guest('A later guest'));
  expect(second > first).toBe(true);
  expect(await approve(first)).toBe(second);
  expect(await approve(second)).toBeNull();
  expect(await record(guest('The last guest'))).not.toBeNull();
  const correction = newFact('minutes_correction', { on: '2026-11-20' }, { text: '<p>Three guests came later</p>' });
  expect(await record(correction as never)).toBeNull();
});

test('[MIN-08] [MIN-09] approved minutes answer with the text that was approved, and name what came since', async () => {
  const ctx = await createContext();
  const { id } = await boardMeeting(ctx);
  const record = async (...facts: object[]) =>
    expect((await ctx.bea.call('POST', `/api/meetings/${id}/facts`, { facts })).status).toBe(201);
  const minutes = async (form = 'board') =>
    (await ctx.sue.call('GET', `/api/meetings/${id}/minutes?form=${form}`)).body;
  await record(newFact('called_to_order', {}), guest('An early guest'));
  expect((await minutes()).text).toContain('Guests: An early guest.');
  const status = await ctx.bea.call('POST', `/api/meetings/${id}/minutes`, { status: 'approved' });
  expect(status.status).toBe(200);
  await drainOutbox(ctx.deps, { hoa_id: ctx.hoa_id });
  await record(guest('A late guest'));
  const { text, late, head } = await minutes();
  expect(text).toContain('Guests: An early guest.');
  expect(text).not.toContain('late guest');
  expect(head.join()).toContain('A late guest');
  expect(late).toMatchObject([{ kind: 'guest', data: { name: 'A late guest' } }]);
  for (const form of ['public', 'executive']) {
    const other = await minutes(form);
    expect(other.late).toEqual([]);
    expect(other.text).not.toContain('guest');
  }
});
