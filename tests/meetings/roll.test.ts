import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import type { RulesOfMeeting, Suspension } from '../../schema/meetings.ts';
import type { RollUnit } from '../../schema/tables/meetings.ts';
import { type Holdings, rollOfUnits, soldSince, votingRows } from '../../sync/meetings/roll.ts';
import { DEFAULT_RULES, rulesFor, settingsOf } from '../../sync/meetings/rules.ts';
import { type Api, testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { newFact } from '../support/meetings.ts';

const OK = { ok: true };
const conflict = (message: string) => ({ ok: false, code: 'conflict', message });
const invalid = (message: string) => ({ ok: false, code: 'invalid', message });
const START = '2098-05-01T18:00:00.000Z';
type Unit = { _id: string; address_id: string; weight: number; owners: { name: string }[]; removed_at: string | null };

const annual = async (api: Api, { bea }: TestContext) => {
  const meeting = { id: uuidv7(), kind: 'member_annual', title: 'Annual', starts_at: START, status: 'scheduled' };
  expect(await api.act(bea, 'createMeeting', meeting)).toEqual(OK);
  return meeting.id;
};
const rollOf = async (person: Person, id: string) => (await person.call('GET', `/api/meetings/${id}/roll`)).body;
const unitOf = async (person: Person, id: string, address_id: string | null): Promise<Unit> =>
  (await rollOf(person, id)).docs.find((unit: Unit) => unit.address_id === address_id);
const votesOf = async (person: Person) => (await person.call('GET', '/api/voting-units')).body;

const home = (id: string, over = {}) => ({
  ...{ id, street: `${id} Oak Lane`, unit_number: null, is_rented: false, resident_ids: [] as string[], ...over },
});
const user = (id: string, address_id: string | null, over = {}) => ({
  ...{
    id,
    name: id.toUpperCase(),
    email: `${id}@example.test`,
    address_id,
    status: 'active' as const,
    deleted_at: null,
  },
  ...over,
});
const vote = (id: string, over: Partial<Holdings['votes'][number]> = {}) => ({
  ...{ id, weight: 1, owners: null, designated: null, suspended: null, non_voting: false, ...over },
});
const account = (address_id: string, holder_ids: string[], status: 'open' | 'closed' = 'open') => ({
  ...{ address_id, holder_ids, status },
});

describe('[ROLL-01] the owners of a unit', () => {
  const owners = (over: Partial<Holdings>) =>
    votingRows({ addresses: [], users: [], accounts: [], votes: [], ...over }, '2026-05-01').map((row) =>
      row.owners.map(({ name }) => name),
    );
  const users = [user('ann', '1'), user('bob', '1'), user('cat', null)];

  test('are the holders of its open accounts, else its residents', () => {
    const lived = home('1', { resident_ids: ['ann', 'bob'] });
    expect(owners({ addresses: [lived], users })).toEqual([['ANN', 'BOB']]);
    expect(owners({ addresses: [lived], users, accounts: [account('1', ['cat'])] })).toEqual([['CAT']]);
    expect(owners({ addresses: [lived], users, accounts: [account('1', ['cat'], 'closed')] })).toEqual([
      ['ANN', 'BOB'],
    ]);
    const shared = [account('1', ['cat', 'ann']), account('1', ['ann'])];
    expect(owners({ addresses: [lived], users, accounts: shared })).toEqual([['CAT', 'ANN']]);
  });

  test('are not those who rent it', () => {
    const rented = home('1', { is_rented: true, resident_ids: ['ann', 'bob'] });
    expect(owners({ addresses: [rented], users })).toEqual([[]]);
    expect(owners({ addresses: [rented], users, accounts: [account('1', ['cat', 'ann'])] })).toEqual([['CAT']]);
  });

  test('are those that the board named, with or without an account', () => {
    const named = vote('1', { owners: [{ name: 'Dora', user_id: null }], designated: { name: 'CAT', user_id: 'cat' } });
    const [row] = votingRows(
      { addresses: [home('1', { resident_ids: ['ann'] })], users, accounts: [], votes: [named] },
      '2026-05-01',
    );
    expect(row).toMatchObject({ owners: [{ name: 'Dora', user_id: null }], voter_ids: ['cat'], weight: 1 });
  });
});

test('[ROLL-03] a unit owned by nobody known is on the roll and counts', () => {
  const meeting = { id: 'm', rules: rulesFor(settingsOf(), 'member_annual') };
  const roll = rollOfUnits(meeting, { addresses: [home('2'), home('10')], users: [], accounts: [], votes: [] }, START);
  expect(roll).toMatchObject([
    { id: 'm:2', label: '2 Oak Lane', position: 0, owners: [], weight: 1, voter_ids: [] },
    { id: 'm:10', position: 1 },
  ]);
});

test('[ROLL-06] [ROLL-07] votes are suspended on the day of the meeting where the rules say so', () => {
  const suspended = (from: string, to: string | null): { suspended: Suspension } => ({
    suspended: { from, to, reason: 'Dues' },
  });
  const holdings = {
    ...{ addresses: [home('1'), home('2'), home('3')], users: [], accounts: [] },
    votes: [
      vote('1', suspended('2026-05-01', null)),
      vote('2', suspended('2026-04-01', '2026-04-30')),
      vote('3', { non_voting: true }),
    ],
  };
  const of = (enabled: boolean) => {
    const rules: RulesOfMeeting = rulesFor(
      settingsOf({ suspension: { ...DEFAULT_RULES.suspension, enabled } }),
      'member_annual',
    );
    return rollOfUnits({ id: 'm', rules }, holdings, '2026-05-01').map((unit) => [unit.suspended, unit.non_voting]);
  };
  expect(of(true)).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
  expect(of(false).map(([isSuspended]) => isSuspended)).toEqual([false, false, false]);
});

testBothApis(
  '[ROLL-02] a weight is a whole number up to a million, and the last change of each field stands',
  async (api, ctx) => {
    const set = (over: object) => api.act(ctx.bea, 'setVotingUnit', { id: ctx.rex.address_id, ...over });
    for (const weight of [1.5, -1, 1_000_001])
      expect(await set({ weight })).toEqual(invalid('A weight is a whole number up to 1,000,000.'));
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
    expect(await freeze()).toEqual(
      conflict('The meeting was called to order, so the roll changes one unit at a time.'),
    );
    expect(await api.act(ctx.bea, 'updateRollUnit', { id: rex, weight: 7 })).toEqual(
      invalid('Please give a reason: the meeting was called to order.'),
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
    const member_id = ctx.rex.address_id!;
    expect(await add({ member_id })).toEqual(conflict('Freeze the roll first.'));
    expect(await api.act(bea, 'freezeRoll', { meeting_id })).toEqual(OK);
    const [early, forgotten] = [await late('9 Short Street'), await late('11 Short Street')];
    expect(await add({ member_id: early })).toEqual(OK);
    await api.act(bea, 'recordFacts', { meeting_id, facts: [newFact('called_to_order', {})] });
    await api.act(bea, 'setVotingUnit', { id: forgotten, weight: 3, owners: [{ name: 'Nora', user_id: null }] });
    expect(await add({ member_id: forgotten })).toEqual(
      invalid('Please give a reason: the meeting was called to order.'),
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

test('[ROLL-04] a home that was sold after the roll was frozen is offered with its new owners', () => {
  const meeting = { id: 'm', rules: rulesFor(settingsOf(), 'member_annual') };
  const users = [user('ann', '1'), user('bob', null), user('cat', '2')];
  const addresses = [home('1', { resident_ids: ['ann'] }), home('2', { resident_ids: ['cat'] })];
  const at = (opened_on: string, closed_on: string | null = null) => ({ opened_on, closed_on });
  const before = [
    { ...account('1', ['ann']), ...at('2020-01-01') },
    { ...account('2', ['cat']), ...at('2020-01-01') },
  ];
  const roll = rollOfUnits(meeting, { addresses, users, accounts: before, votes: [] }, '2026-05-01');
  const sold = (day: string, votes: Holdings['votes'] = []) => {
    const accounts = [
      { ...account('1', ['ann'], 'closed'), ...at('2020-01-01', day) },
      { ...account('1', ['bob']), ...at(day) },
      before[1]!,
    ];
    return soldSince(roll as RollUnit[], { addresses, users, accounts, votes }, '2026-05-01');
  };
  expect(soldSince(roll as RollUnit[], { addresses, users, accounts: before, votes: [] }, '2026-05-01')).toEqual([]);
  expect(sold('2026-05-02')).toMatchObject([{ unit: { id: 'm:1' }, owners: [{ name: 'BOB', user_id: 'bob' }] }]);
  // What the board named for a unit stands over its account.
  expect(sold('2026-05-02', [vote('1', { owners: [{ name: 'ANN', user_id: 'ann' }] })])).toEqual([]);
  const gone = roll.map((unit) => ({ ...unit, removed_at: START })) as RollUnit[];
  const accounts = [{ ...account('1', ['bob']), ...at('2026-05-02') }];
  expect(soldSince(gone, { addresses, users, accounts, votes: [] }, '2026-05-01')).toEqual([]);
});

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
