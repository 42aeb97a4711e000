import { describe, expect, test } from 'vitest';
import { planOf, unchangedSince } from '../../client/forms/many.ts';
import { NONE, toggled } from '../../client/screens/picked.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];

describe('[14.2] rows that are selected', () => {
  test('are picked and taken back one by one', () => {
    const two = toggled(toggled(NONE, 'a'), 'c');
    expect([...two.ids]).toEqual(['a', 'c']);
    expect([...toggled(two, 'a').ids]).toEqual(['c']);
  });

  test.each([
    ['b', 'd', ['b', 'c', 'd']],
    ['d', 'b', ['d', 'b', 'c']],
    ['b', 'b', ['b']],
  ])('with Shift are all from %s to %s', (from, to, ids) => {
    expect([...toggled(toggled(NONE, from), to, ORDER).ids]).toEqual(ids);
  });

  test('have no range from a row that has left the list', () => {
    const one = toggled(NONE, 'gone');
    expect([...toggled(one, 'c', ORDER).ids]).toEqual(['gone', 'c']);
  });
});

describe('[14.2] an act on several rows', () => {
  const rows = [
    { id: 'a', status: 'open', mine: true },
    { id: 'b', status: 'closed', mine: true },
    { id: 'c', status: 'open', mine: false },
  ];

  test('leaves out those that may not be changed, and leaves those as they are that are so already', () => {
    const { due, done, leftOut } = planOf(rows, { to: { status: 'closed' }, may: ({ mine }) => mine });
    expect([due.map(({ id }) => id), done, leftOut]).toEqual([['a'], 1, 1]);
  });

  test('is undone for rows alone that nobody has changed or deleted since', () => {
    const now = new Map([
      ['a', { id: 'a', status: 'closed', mine: false }],
      ['b', { id: 'b', status: 'rejected', mine: true }],
    ]);
    const same = unchangedSince(rows, { status: 'closed' }, (id) => now.get(id));
    expect(same.map(({ row }) => row.id)).toEqual(['a']);
    expect(same.map(({ row, now: current }) => [row.status, current.mine])).toEqual([['open', false]]);
  });
});
