import { describe, expect, test } from 'vitest';
import { desksOut, outInWords } from '../../sync/meetings/desks.ts';
import { resultOf } from '../../sync/meetings/motions/tally.ts';
import { presenceOf } from '../../sync/meetings/presence.ts';
import { needsReason, quorumRuleOf } from '../../sync/meetings/quorum.ts';
import { Room, unitId } from '../support/meeting-books.ts';
import { clock, light, unit } from '../support/meeting-counts.ts';
import { nth } from '../support/required.ts';

describe('the quorum light', () => {
  test('[QUORUM-01] at least p % of the weight, in whole numbers', () => {
    const room = new Room({
      units: 3,
      weights: (n) => nth([333, 333, 334], n - 1),
      rules: { quorum: thirty('weight') },
    });
    expect(light(room)).toMatchObject({ needed: 300, total: 1000, met: false, missing: 300 });
    room.arrive(1, '19:00');
    expect(light(room)).toMatchObject({ present: 333, met: true, units: 1, weight: 333, percent: 33.3 });
  });

  test('[QUORUM-01] [ROLL-02] more than half is more than half, also of an even number', () => {
    const room = new Room({ kind: 'board_regular', units: 4 });
    for (const n of [1, 2]) room.arrive(n, '19:00');
    expect(light(room)).toMatchObject({ needed: 3, met: false });
    room.arrive(3, '19:01');
    expect(light(room)).toMatchObject({ present: 3, met: true });
  });

  test('[QUORUM-01] a roll that nobody is on has no quorum', () => {
    expect(light(new Room({ units: 0 }))).toMatchObject({ total: 0, needed: 1, met: false, percent: 0 });
  });

  test('[QUORUM-02] units present by any way count once each', () => {
    const room = new Room({ rules: { quorum: thirty('units') } });
    room.arrive(1, '19:00');
    room.arrive(1, '19:01', { person: 'Ben' });
    room.arrive(2, '19:00', { way: 'remote' });
    room.arrive(3, '19:00', { way: 'proxy', proxy_id: room.proxy(3).id });
    expect(light(room).present).toBe(3);
  });

  test('[QUORUM-03] red says how many are missing, amber "Just enough", green the figures', () => {
    const room = new Room({ rules: { quorum: thirty('units') } });
    room.arrive(1, '19:00');
    expect(light(room)).toMatchObject({ light: 'red', words: 'No quorum: 2 more needed' });
    for (const n of [2, 3]) room.arrive(n, '19:01');
    expect(light(room)).toMatchObject({ light: 'amber', just_enough: true, words: 'Just enough' });
    room.arrive(4, '19:02');
    expect(light(room)).toMatchObject({ light: 'green', words: 'Quorum: 4 of 10, 3 needed' });
  });

  test('[QUORUM-03] the heaviest unit present, leaving, decides whether it is just enough', () => {
    const room = new Room({ weights: (n) => (n === 1 ? 50 : 10), rules: { quorum: thirty('weight') } });
    for (const n of [1, 2, 3, 4]) room.arrive(n, '19:00');
    expect(light(room)).toMatchObject({ present: 80, needed: 42, light: 'amber' });
    room.arrive(5, '19:01');
    room.arrive(6, '19:01');
    expect(light(room)).toMatchObject({ present: 100, light: 'green' });
  });

  test('[QUORUM-04] the largest votes that those present can reach; suspended units count and cannot vote', () => {
    const suspension = { enabled: true, counts_in_total: true };
    const room = new Room({ units: 9, rules: { quorum: thirty('units'), suspension } });
    for (const n of [1, 2, 3, 4, 5, 6]) room.arrive(n, '19:00');
    expect(light(room).reachable).toEqual({ majority: true, two_thirds: true, share_percent: 66.6 });
    room.changeUnit(6, { suspended: true });
    expect(light(room)).toMatchObject({ present: 6, reachable: { majority: true, two_thirds: false } });
  });

  test('[ROLL-06] [ROLL-07] suspended units that leave the total and non-voting ones count on neither side', () => {
    const room = new Room({
      rules: { quorum: thirty('units'), suspension: { enabled: true, counts_in_total: false } },
    });
    room.changeUnit(1, { suspended: true });
    room.changeUnit(2, { non_voting: true });
    for (const n of [1, 2, 3]) room.arrive(n, '19:00');
    expect(light(room)).toMatchObject({ present: 1, total: 8 });
    expect(unit(room, 1).way).toBe('in_person');
  });

  test('[QUORUM-05] a result keeps the presence of its time', () => {
    const room = new Room({ rules: { quorum: thirty('units') } });
    room.arrive(1, '19:00');
    const motion = room.motion();
    const { presence } = resultOf(room.books, motion, presenceOf(room.books));
    expect(presence).toEqual({ present: 1, total: 10, needed: 3, met: false, units: 1, weight: 1 });
  });

  test('[QUORUM-06] the lower percentage counts at an adjourned meeting that is late enough', () => {
    const percentOf = (adjourned_from_at: string | null) => {
      const meeting = { adjourned_from: adjourned_from_at && 'first', adjourned_from_at };
      return quorumRuleOf(new Room({ meeting }).books.meeting).percent;
    };
    expect(percentOf(null)).toBe(30);
    expect(percentOf('2026-10-23T19:00:00.000Z')).toBe(20);
    expect(percentOf('2026-10-24T19:00:00.000Z')).toBe(30);
  });

  test('[QUORUM-07] without quorum adopting or failing asks for a reason, the rest does not', () => {
    expect(needsReason({ met: false }, 'adopted')).toBe(true);
    expect(needsReason({ met: true }, 'adopted')).toBe(false);
    expect(needsReason({ met: false }, 'withdrawn')).toBe(false);
  });

  test('[QUORUM-08] a recused director counts for quorum unless the rules say otherwise', () => {
    for (const [recused_count_for_quorum, present] of [
      [true, 2],
      [false, 1],
    ] as const) {
      const room = new Room({ kind: 'board_regular', units: 3, rules: { recused_count_for_quorum } });
      for (const n of [1, 2]) room.arrive(n, '19:00');
      room.fact('item_started', '19:10', 'item', {});
      room.fact('recused', '19:11', unitId(1), { item_id: 'item', nature: 'her contract', stays: true });
      expect(light(room).present).toBe(present);
      room.fact('item_started', '19:20', 'other', {});
      expect(light(room).present).toBe(2);
    }
  });

  test('[QUORUM-09] other desks are named with the time of their last row', () => {
    const room = new Room();
    room.arrive(1, '19:00', {}, 'Desk 2');
    room.arrive(2, '19:04', {}, 'Desk 2');
    room.arrive(3, '19:05', {}, 'Record');
    room.arrive(4, '19:05', {}, 'Device 12ab');
    const desks = desksOut(room.books, { device: 'one', names: new Set(['Record', 'Device 12ab']) }, false);
    expect(outInWords(desks, false, clock)).toBe('This device only. Desk 2 last seen 19:04.');
    expect(outInWords([], false, clock)).toBe('');
  });
});

const thirty = (basis: 'units' | 'weight') => ({ basis, measure: 'at_least', percent: 30 }) as const;
