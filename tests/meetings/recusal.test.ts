import { describe, expect, test } from 'vitest';
import { casesOf, partiesOf, tooFewDirectors } from '../../sync/meetings/motions/recusal.ts';
import { Room, unitId } from '../support/meeting-books.ts';
import { close, count, state, voting } from '../support/meeting-counts.ts';

const board = (here = 3, units = 3) => {
  const room = new Room({ kind: 'board_regular', units });
  for (let n = 1; n <= here; n += 1) room.arrive(n, '19:00');
  return { room, motion: room.motion({ threshold: { kind: 'majority', basis: 'units' } }) };
};

const recuse = (room: Room, n: number) =>
  room.fact('recused', '19:50', unitId(n), { item_id: 'item', nature: 'her contract', stays: false });

describe('recusal', () => {
  test("[RECUSE-01] a director is party by what they declare and by their own or their address's case", () => {
    const { room } = board();
    const cases = casesOf({
      requests: () => ({ user_id: 'resident', address_id: 'home' }),
      violations: () => undefined,
      accounts: () => undefined,
      users: [
        { id: 'u2', address_id: 'home' },
        { id: 'u3', address_id: 'elsewhere' },
      ],
    });
    recuse(room, 1);
    const item = { id: 'item', record: { entity: 'request', id: 'r' } } as const;
    room.books = { ...room.books, cases };
    expect([...partiesOf(room.books, item)]).toEqual([
      [unitId(2), 'own case'],
      [unitId(1), 'her contract'],
    ]);
    expect(partiesOf(room.books, { id: 'other', record: null }).size).toBe(0);
  });

  test('[RECUSE-01] the holders of an account are parties to it', () => {
    const { room } = board();
    const cases = casesOf({
      requests: () => undefined,
      violations: () => undefined,
      accounts: () => ({ holder_ids: ['u3'], address_id: null }),
      users: [{ id: 'u2', address_id: null }],
    });
    const item = { id: 'item', record: { entity: 'account', id: 'a' } } as const;
    room.books = { ...room.books, cases };
    expect([...partiesOf(room.books, item).keys()]).toEqual([unitId(3)]);
  });

  test('[RECUSE-02] a party is in no total and not in the base of a majority', () => {
    const { room, motion } = board();
    const present = { ...motion, threshold: { kind: 'present', basis: 'units' } } as const;
    recuse(room, 1);
    for (const n of [1, 2, 3]) room.vote(motion, n, n === 3 ? 'against' : 'for');
    const { totals, of, eligible, not_counted } = count(room, present);
    expect([totals.for.units, totals.against.units, of, eligible.length]).toEqual([1, 1, 2, 2]);
    expect(not_counted.map(({ reason }) => reason)).toEqual(['Director 1 is recused']);
  });

  test('[RECUSE-02] a mover who is party warns; a case linked after the vote warns with the name, the result stays', () => {
    const { room, motion } = board();
    const moved = { ...motion, mover_id: 'u1' };
    for (const n of [1, 2, 3]) room.vote(motion, n, n === 3 ? 'against' : 'for');
    const result = close(room, motion);
    recuse(room, 1);
    expect(state(room, moved)).toMatchObject({
      result,
      warnings: [
        { words: 'Counted though recused: Director 1', weight: 1 },
        { words: 'Director 1 made the motion and is recused', weight: 0 },
      ],
      check: true,
    });
  });

  test('[RECUSE-05] too few directors who may vote are counted', () => {
    const { room } = board(5, 5);
    const item = { id: 'item', record: null };
    for (const n of [1, 2]) recuse(room, n);
    expect(tooFewDirectors(room.books, item, 3)).toBeNull();
    recuse(room, 3);
    expect(tooFewDirectors(room.books, item, 3)).toBe('Only 2 directors can vote on this.');
  });

  test('at a member meeting nobody is recused', () => {
    const { room } = voting();
    recuse(room, 1);
    expect(partiesOf(room.books, { id: 'item', record: null }).size).toBe(0);
  });
});
