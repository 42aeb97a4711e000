import { describe, expect, test } from 'vitest';
import type { RulesOfMeeting, Suspension } from '../../schema/meetings.ts';
import type { RollUnit } from '../../schema/tables/voters.ts';
import { rollOfUnits, soldSince, votingRows } from '../../sync/meetings/roll.ts';
import { rulesFor, settingsOf } from '../../sync/meetings/rules.ts';
import { account, vote } from '../support/meeting-rolls.ts';
import { nth } from '../support/required.ts';

type Holdings = Parameters<typeof rollOfUnits>[1];

const START = '2098-05-01T18:00:00.000Z';

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
      settingsOf({ suspension: { ...settingsOf().suspension, enabled } }),
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
      nth(before, 1),
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
