import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { FactInput } from '../../schema/meeting-facts.ts';
import { type Api, testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { createContext, type TestContext } from '../support/fixtures.ts';
import { boardMeeting, newFact, write } from '../support/meetings.ts';
import { nth, required } from '../support/required.ts';

const OK = { ok: true };
const conflict = (message: string) => ({ ok: false, code: 'conflict', message });
const BEGUN = conflict('The vote on this motion has started, so it can’t be changed. Record a correction instead.');
const ANOTHER = { ok: false, code: 'invalid', message: 'This belongs to another meeting.' };
const NONE = { units: 0, weight: 0 };
const RESULT = {
  ...{ outcome: 'adopted' as const, method: 'voice' as const, needed: 1, of: 1, counted: [], text_id: null },
  totals: { for: NONE, against: NONE, abstain: NONE },
  presence: { present: 2, total: 2, needed: 2, met: true, units: 2, weight: 2 },
};

const motionOf = (meeting_id: string, item_id: string, over: object = {}) => ({
  ...{ id: uuidv7(), meeting_id, item_id, number: '1', mover: 'Bea', method: 'roll_call', desk: 'Record' },
  ...{ threshold: { kind: 'majority', basis: 'units' }, at: new Date().toISOString(), ...over },
});

const motionOn = async (api: Api, ctx: TestContext) => {
  const { id: meeting_id, items, roll } = await boardMeeting(ctx);
  const motion = motionOf(meeting_id, nth(items, 0));
  expect(await api.act(ctx.bea, 'makeMotion', motion)).toEqual(OK);
  const record = (...facts: FactInput[]) => api.act(ctx.bea, 'recordFacts', { meeting_id, facts });
  const change = (over: object) => api.act(ctx.bea, 'updateMotion', { id: motion.id, ...over });
  return { meeting_id, item: nth(items, 0), roll, id: motion.id, record, change };
};

const CHANGES = [
  { mover: 'Mallory' },
  { mover_id: uuidv7() },
  { threshold: { kind: 'two_thirds', basis: 'units' } },
  { method: 'voice' },
  { executive: true },
  { item_ids: [uuidv7()] },
];

for (const begun of ['mark', 'count', 'open vote', 'result'] as const)
  testBothApis(
    `[MOTION-08] a motion is not rewritten after its vote has begun, here by its ${begun}`,
    async (api, ctx) => {
      const { id, roll, record, change } = await motionOn(api, ctx);
      const fact = {
        mark: newFact('vote', { motion_id: id, choice: 'for' }, { subject: nth(roll, 0) }),
        count: newFact('count', { label: 'All', for: 1, against: 0, abstain: 0 }, { subject: id }),
        'open vote': newFact('motion_state', { state: 'voting', method: 'voice' }, { subject: id }),
        result: newFact('result', RESULT, { subject: id }),
      }[begun];
      expect(await change({ threshold: { kind: 'present', basis: 'units' } })).toEqual(OK);
      expect(await record(fact)).toEqual(OK);
      for (const over of CHANGES) expect([over, await change(over)]).toEqual([over, BEGUN]);
      expect(await change({ mover: 'Bea', method: 'roll_call', executive: false })).toEqual(OK);
      expect(await change({ public_summary: 'A contract was signed' })).toEqual(OK);
      expect(await change({ on_adopt: [] })).toEqual(begun === 'result' ? BEGUN : OK);
      const { rows } = await ctx.db.execute({ sql: 'SELECT * FROM motions WHERE id = ?', args: [id] });
      expect(rows).toMatchObject([{ mover: 'Bea', mover_id: null, method: 'roll_call', executive: 0, item_ids: null }]);
      const back = newFact(
        'voided',
        { reason: 'A mistake' },
        { subject: required(fact.id), replaces: [required(fact.id)] },
      );
      expect(await record(back)).toEqual(OK);
      expect(await change({ mover: 'Sue' })).toEqual(OK);
    },
  );

testBothApis(
  '[MOTION-08] [AGENDA-12] an item is not made executive once a motion on it was voted on in the open',
  async (api, ctx) => {
    const { item, record, id } = await motionOn(api, ctx);
    await record(newFact('result', RESULT, { subject: id }));
    expect(await api.act(ctx.bea, 'updateAgendaItem', { id: item, executive: true })).toEqual(
      conflict('A motion on this item was voted on in open session, so the item can’t be made executive.'),
    );
    expect(await api.act(ctx.bea, 'updateAgendaItem', { id: item, title: 'The fence' })).toEqual(OK);
  },
);

testBothApis(
  '[MEET-19] a meeting in session or held is neither canceled nor taken from the residents',
  async (api, ctx) => {
    const { meeting_id, record } = await motionOn(api, ctx);
    const cancel = () => api.act(ctx.bea, 'cancelMeeting', { id: meeting_id, reason: 'Storm' });
    await record(newFact('called_to_order', {}));
    expect(await cancel()).toEqual(conflict('This meeting is in session. Adjourn it instead of canceling it.'));
    expect(await api.act(ctx.bea, 'updateMeeting', { id: meeting_id, executive_only: true })).toEqual(
      conflict('This meeting was called to order, so you can’t make all of it executive.'),
    );
    await record(newFact('adjourned', {}));
    expect(await cancel()).toEqual(conflict('This meeting was held, so it can’t be canceled.'));
    const { rows } = await ctx.db.execute({ sql: 'SELECT status FROM meetings WHERE id = ?', args: [meeting_id] });
    expect(rows).toEqual([{ status: 'scheduled' }]);
  },
);

testBothApis('[MEET-16] a fact names what belongs to its meeting alone', async (api, ctx) => {
  const { meeting_id: other, item, id: motion, roll } = await motionOn(api, ctx);
  const { id: meeting_id } = await boardMeeting(ctx);
  const kept = newFact('guest', { name: 'A neighbor' });
  await api.act(ctx.bea, 'recordFacts', { meeting_id: other, facts: [kept] });
  const record = (...facts: FactInput[]) => api.act(ctx.bea, 'recordFacts', { meeting_id, facts });
  const proxy_id = uuidv7();
  await write(ctx, (tx) =>
    tx.put('proxy', {
      ...{ id: proxy_id, meeting_id: other, address_id: uuidv7(), giver_name: 'Rex', giver_id: null, kind: 'general' },
      ...{
        holder_name: 'Rita',
        holder_id: null,
        directions: [],
        signed_at: '2026-11-01',
        way: 'paper',
        status: 'active',
      },
      ...{ photo_url: null, photo: null, status_reason: null, revoked_at: null, revoked_by_name: null, voter_ids: [] },
      ...{ recorded_at: tx.now, recorded_by: null, recorded_by_name: 'Bea' },
    }),
  );
  const own = `${meeting_id}:${ctx.bea.id}`;
  for (const fact of [
    newFact('result', RESULT, { subject: motion }),
    newFact('motion_text', {}, { subject: motion, text: '<p>x</p>' }),
    newFact('vote', { motion_id: motion, choice: 'for' }, { subject: own }),
    newFact('vote', { motion_id: uuidv7(), choice: 'for' }, { subject: nth(roll, 0) }),
    newFact('arrived', { way: 'proxy', proxy_id }, { subject: own }),
    newFact('left', {}, { subject: nth(roll, 0) }),
    newFact('item_started', {}, { subject: item }),
    newFact('recused', { item_id: item, nature: 'x', stays: true }, { subject: own }),
    newFact('paper_notice', { way: 'mailed', on: '2026-11-01', name: 'Bea', units: [own, nth(roll, 0)] }),
    newFact('voided', { reason: 'x' }, { subject: required(kept.id), replaces: [required(kept.id)] }),
  ])
    expect([fact.kind, await record(fact)]).toEqual([fact.kind, ANOTHER]);
  expect(await api.act(ctx.bea, 'makeMotion', motionOf(meeting_id, item))).toEqual(ANOTHER);
  // What is not known yet may come with another device.
  const early = newFact('result', RESULT, { subject: uuidv7() });
  expect(await record(early)).toEqual(OK);
  expect(await api.act(ctx.bea, 'makeMotion', motionOf(meeting_id, uuidv7(), { id: early.subject }))).toEqual(OK);
});

test('[AGENDA-07] a result that came ahead in another meeting decides nothing', async () => {
  const ctx = await createContext();
  const [one, other] = [await boardMeeting(ctx), await boardMeeting(ctx)];
  const motion = motionOf(one.id, nth(one.items, 0));
  const early = newFact('result', RESULT, { subject: motion.id });
  expect((await ctx.bea.call('POST', `/api/meetings/${other.id}/facts`, { facts: [early] })).status).toBe(201);
  expect((await ctx.bea.call('POST', `/api/meetings/${one.id}/motions`, motion)).status).toBe(201);
  const { status, body } = await ctx.bea.call('POST', `/api/motions/${motion.id}/decision`, {
    seen: { status: 'open' },
  });
  expect([status, body.message]).toEqual([409, 'No result has been recorded for this motion.']);
});

test('[INV-05] a change of a motion that was made offline before the vote and comes after it stands in the tray with what it says', async () => {
  const ctx = await createContext();
  const { id: meeting_id, items } = await boardMeeting(ctx);
  const motion = motionOf(meeting_id, nth(items, 0));
  await ctx.bea.call('POST', `/api/meetings/${meeting_id}/motions`, motion);
  const device = await new Device(ctx, ctx.sue).sync();
  device.online = false;
  await device.store.mutate('updateMotion', { id: motion.id, mover: 'Sue Super' });
  expect(device.store.rows('motion').get(motion.id)?.mover).toBe('Sue Super');
  await ctx.bea.call('POST', `/api/meetings/${meeting_id}/facts`, {
    facts: [newFact('result', RESULT, { subject: motion.id })],
  });
  device.online = true;
  await device.sync();
  expect(device.store.outbox).toMatchObject([
    { kind: 'refused', message: BEGUN.message, args: { mover: 'Sue Super' } },
  ]);
  expect(device.store.rows('motion').get(motion.id)?.mover).toBe('Bea');
  await device.close();
});
