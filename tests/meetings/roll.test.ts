import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { createContext, type Person } from '../support/fixtures.ts';
import { annual, invalid, OK, rollOf } from '../support/meeting-rolls.ts';
import { newFact } from '../support/meetings.ts';
import { required } from '../support/required.ts';

const conflict = (message: string) => ({ ok: false, code: 'conflict', message });

const START = '2098-05-01T18:00:00.000Z';

type Unit = { _id: string; address_id: string; weight: number; owners: { name: string }[]; removed_at: string | null };

const unitOf = async (person: Person, id: string, address_id: string | null): Promise<Unit> =>
  (await rollOf(person, id)).docs.find((unit: Unit) => unit.address_id === address_id);

const votesOf = async (person: Person) => (await person.call('GET', '/api/voting-units')).body;

testBothApis(
  '[ROLL-02] a weight is a whole number up to a million, and the last change of each field stands',
  async (api, ctx) => {
    const set = (over: object) => api.act(ctx.bea, 'setVotingUnit', { id: ctx.rex.address_id, ...over });
    for (const weight of [1.5, -1, 1_000_001])
      expect(await set({ weight })).toEqual(invalid('A weight must be a whole number up to 1,000,000.'));
    expect(await api.act(ctx.rex, 'setVotingUnit', { id: ctx.rex.address_id, weight: 2 })).toMatchObject({
      code: 'forbidden',
    });
    expect(await set({ weight: 250 })).toEqual(OK);
    expect(await set({ note: 'Corner', designated: { name: 'Rita', user_id: ctx.rita.id } })).toEqual(OK);
    expect(await set({ suspended: { from: '2026-05-02', to: '2026-05-01', reason: 'x' } })).toEqual(
      invalid('The end is before the start.'),
    );
    const { docs, units, weight } = await votesOf(ctx.bea);
    expect([units, weight]).toEqual([4, 253]);
    expect(docs.find(({ address_id }: Unit) => address_id === ctx.rex.address_id)).toMatchObject({
      ...{ weight: 250, note: 'Corner', owners: [{ name: ctx.rex.name }], owners_set: false },
      designated: { name: 'Rita' },
    });
  },
);

test('[ROLL-02] weights come from a file: a dry run first, then all or none', async () => {
  const { bea, rex, rita } = await createContext();
  const street = async ({ address_id }: Person) => (await bea.call('GET', `/api/addresses/${address_id}`)).body.street;
  const lines = [
    { line: 2, street: (await street(rex)).toUpperCase(), weight: '300' },
    { line: 3, street: await street(rita), weight: '1' },
  ];
  const send = (body: object) => bea.call('POST', '/api/voting-units/import', body);
  const wrong = [...lines, { line: 4, street: 'Nowhere', weight: '1' }, { line: 5, ...lines[0], weight: '1.5' }];
  expect((await send({ lines: wrong, dry_run: true })).body).toMatchObject({
    problems: [
      { line: 4, message: 'No unit has this address.' },
      { line: 2, message: 'This unit is listed twice.' },
    ],
  });
  const refused = await send({ lines: wrong });
  expect([refused.status, refused.body.message]).toEqual([400, 'Line 4: No unit has this address.']);
  expect((await send({ lines, dry_run: true, total: 1000 })).body).toEqual({
    ...{ units: 2, changed: 1, sum: 303, problems: [], warning: 'The weights add up to 303, not 1,000.' },
  });
  expect((await votesOf(bea)).weight).toBe(4);
  expect((await send({ lines, total: 303 })).body).toMatchObject({ changed: 1, warning: null });
  expect((await votesOf(bea)).weight).toBe(303);
  expect((await rex.call('POST', '/api/voting-units/import', { lines })).status).toBe(403);
});

testBothApis(
  '[ROLL-04] the roll is frozen, again until the call to order, then one unit at a time',
  async (api, ctx) => {
    const meeting_id = await annual(api, ctx);
    const freeze = () => api.act(ctx.bea, 'freezeRoll', { meeting_id });
    expect(await api.act(ctx.rex, 'freezeRoll', { meeting_id })).toMatchObject({ code: 'not_found' });
    expect(await freeze()).toEqual(OK);
    const first = await rollOf(ctx.bea, meeting_id);
    expect([first.docs.length, typeof first.frozen_at]).toEqual([4, 'string']);
    const rex = `${meeting_id}:${ctx.rex.address_id}`;
    expect(await unitOf(ctx.bea, meeting_id, ctx.rex.address_id)).toMatchObject({
      ...{ _id: rex, weight: 1, owners: [{ name: ctx.rex.name, user_id: ctx.rex.id }], voter_ids: [ctx.rex.id] },
    });
    await api.act(ctx.bea, 'setVotingUnit', { id: ctx.rex.address_id, weight: 5 });
    expect(await unitOf(ctx.bea, meeting_id, ctx.rex.address_id)).toMatchObject({ weight: 1 });
    expect(await freeze()).toEqual(OK);
    expect(await unitOf(ctx.bea, meeting_id, ctx.rex.address_id)).toMatchObject({ weight: 5 });
    expect(await api.act(ctx.bea, 'updateRollUnit', { id: rex, weight: 6 })).toEqual(OK);
    const facts = [newFact('called_to_order', {})];
    expect(await api.act(ctx.bea, 'recordFacts', { meeting_id, facts })).toEqual(OK);
    expect(await freeze()).toEqual(conflict('The meeting was called to order. Change the roll one unit at a time.'));
    expect(await api.act(ctx.bea, 'updateRollUnit', { id: rex, weight: 7 })).toEqual(
      invalid('Please give a reason. The meeting was called to order.'),
    );
    const sale = { id: rex, owners: [{ name: 'Nora', user_id: null }], weight: 7, reason: 'Sold yesterday' };
    expect(await api.act(ctx.bea, 'updateRollUnit', sale)).toEqual(OK);
    const { docs } = await rollOf(ctx.bea, meeting_id);
    expect(docs.find(({ _id }: Unit) => _id === rex)).toMatchObject({
      ...{ weight: 7, owners: [{ name: 'Nora' }], voter_ids: [] },
      changes: [
        {
          words: expect.stringMatching(/: weight 6 to 7, owners Nora$/),
          reason: 'Sold yesterday',
          by_name: ctx.bea.name,
        },
      ],
    });
  },
);

testBothApis(
  '[ROLL-04] after the call to order a unit comes onto the roll alone, with a reason that the minutes tell',
  async (api, ctx) => {
    const { bea } = ctx;
    const meeting_id = await annual(api, ctx);
    const late = async (street: string) => (await bea.call('POST', '/api/addresses', { street })).body._id as string;
    const add = (over: object, person = bea) => api.act(person, 'addRollUnit', { meeting_id, ...over });
    const member_id = required(ctx.rex.address_id);
    expect(await add({ member_id })).toEqual(conflict('Freeze the roll first.'));
    expect(await api.act(bea, 'freezeRoll', { meeting_id })).toEqual(OK);
    const [early, forgotten] = [await late('9 Short Street'), await late('11 Short Street')];
    expect(await add({ member_id: early })).toEqual(OK);
    await api.act(bea, 'recordFacts', { meeting_id, facts: [newFact('called_to_order', {})] });
    await api.act(bea, 'setVotingUnit', { id: forgotten, weight: 3, owners: [{ name: 'Nora', user_id: null }] });
    expect(await add({ member_id: forgotten })).toEqual(
      invalid('Please give a reason. The meeting was called to order.'),
    );
    for (const stranger of [ctx.rex.id, ctx.olga.address_id ?? uuidv7()])
      expect(await add({ member_id: stranger, reason: 'x' })).toMatchObject({ code: 'not_found' });
    expect(await add({ member_id: forgotten, reason: 'x' }, ctx.rex)).toMatchObject({ code: 'not_found' });
    for (const _ of ['once', 'twice']) expect(await add({ member_id: forgotten, reason: 'Forgotten' })).toEqual(OK);
    const { docs } = await rollOf(bea, meeting_id);
    expect(docs).toHaveLength(6);
    expect(docs.at(-1)).toMatchObject({
      ...{ address_id: forgotten, label: '11 Short Street', weight: 3, owners: [{ name: 'Nora' }], position: 5 },
      changes: [{ words: '11 Short Street: added to the roll', reason: 'Forgotten', by_name: bea.name }],
    });
    expect(docs.at(-2)).toMatchObject({ address_id: early, changes: null });
    const minutes = (await bea.call('GET', `/api/meetings/${meeting_id}/minutes`)).body;
    expect(JSON.stringify(minutes.head).match(/11 Short Street: added to the roll \(Forgotten\)/g)).toHaveLength(1);
    expect(JSON.stringify(minutes)).not.toContain('11 Short Street: 11 Short Street');
    const id = `${meeting_id}:${forgotten}`;
    await api.act(bea, 'updateRollUnit', { id, removed: true, reason: 'Mistaken' });
    expect(await add({ member_id: forgotten, reason: 'It votes after all' })).toEqual(OK);
    expect(await unitOf(bea, meeting_id, forgotten)).toMatchObject({ removed_at: null, changes: { length: 3 } });
  },
);

testBothApis(
  '[ROLL-04] a unit that is gone stays on the roll as taken off, because facts may name it',
  async (api, ctx) => {
    const made = await ctx.bea.call('POST', '/api/addresses', { street: '9 Short Street' });
    const meeting_id = await annual(api, ctx);
    expect(await api.act(ctx.bea, 'freezeRoll', { meeting_id })).toEqual(OK);
    await ctx.bea.call('DELETE', `/api/addresses/${made.body._id}`);
    expect(await api.act(ctx.bea, 'freezeRoll', { meeting_id })).toEqual(OK);
    expect((await unitOf(ctx.bea, meeting_id, made.body._id)).removed_at).toBeTypeOf('string');
    expect((await unitOf(ctx.bea, meeting_id, ctx.rex.address_id)).removed_at).toBe(null);
  },
);

test('[ROLL-05] each voter sees the row of their own unit, and nobody that of another', async () => {
  const ctx = await createContext();
  const meeting = { id: uuidv7(), kind: 'member_annual', title: 'x', starts_at: START, status: 'scheduled' };
  await ctx.bea.call('POST', '/api/meetings', meeting);
  const owners = [
    { name: 'Rex', user_id: ctx.rex.id },
    { name: 'Rita', user_id: ctx.rita.id },
  ];
  await ctx.bea.call('PUT', `/api/voting-units/${ctx.rex.address_id}`, { owners, note: 'Secret' });
  await ctx.bea.call('POST', `/api/meetings/${meeting.id}/roll`);
  for (const [person, count] of [
    [ctx.rex, 1],
    [ctx.rita, 2],
  ] as const) {
    const device = await new Device(ctx, person).sync();
    expect(device.store.rows('rollUnit').all.filter(({ voter_ids }) => voter_ids.includes(person.id))).toHaveLength(
      count,
    );
    expect(device.store.rows('rollUnit').all).toHaveLength(count);
    expect(device.store.rows('votingUnit').all).toMatchObject([{ id: ctx.rex.address_id, note: null }]);
    await device.close();
  }
  expect((await ctx.rex.call('GET', `/api/meetings/${meeting.id}/roll`)).status).toBe(403);
});

testBothApis('[INV-13] another HOA freezes, reads and changes no roll of this one', async (api, ctx) => {
  const meeting_id = await annual(api, ctx);
  expect(await api.act(ctx.bea, 'freezeRoll', { meeting_id })).toEqual(OK);
  const before = await rollOf(ctx.bea, meeting_id);
  const gone = { ok: false, code: 'not_found' };
  expect(await api.act(ctx.olga, 'freezeRoll', { meeting_id })).toMatchObject(gone);
  expect(await api.act(ctx.olga, 'updateRollUnit', { id: before.docs[0]._id, weight: 9 })).toMatchObject(gone);
  expect((await ctx.olga.call('GET', `/api/meetings/${meeting_id}/roll`)).status).toBe(404);
  expect(await rollOf(ctx.bea, meeting_id)).toEqual(before);
});
