import { describe, expect, test } from 'vitest';
import type { Choice } from '../../schema/meetings.ts';
import type { MeetingFact, Motion } from '../../schema/tables/meetings.ts';
import { countAnew } from '../../sync/meetings/motions/count-anew.ts';
import { methodOf, resultOf } from '../../sync/meetings/motions/tally.ts';
import { presenceOf } from '../../sync/meetings/presence.ts';
import { Room, time, unitId } from '../support/meeting-books.ts';
import { close, count, state, units, voting } from '../support/meeting-counts.ts';

describe('a show of hands', () => {
  const hands = (room: Room, motion: Motion, data: [number, number, number], over: Partial<MeetingFact> = {}) =>
    room.fact('count', '20:02', motion.id, { label: 'All', for: data[0], against: data[1], abstain: data[2] }, over);

  test('[VOTE-05] a count that replaces another corrects its numbers, and a result counts those alone', () => {
    const { room, motion } = voting(5, { method: 'count' });
    const wrong = hands(room, motion, [1, 4, 0]);
    const right = hands(room, motion, [4, 1, 0], { replaces: [wrong.id] });
    expect(units(room, motion)).toEqual([4, 1, 0]);
    expect(close(room, motion).data).toMatchObject({ outcome: 'adopted', counted: [right.id] });
  });

  test('[VOTE-05] [MOTION-08] the numbers of a recorded count are corrected by a result with a reason, as of the first one', () => {
    const { room, motion } = voting(3, { method: 'count' });
    hands(room, motion, [1, 2, 0]);
    const first = close(room, motion);
    for (const n of [1, 2, 3]) room.leave(n, '20:30');
    const anew = countAnew(room.books, motion, { for: 2, against: 1, abstain: 0 }, { id: 'anew', at: time('21:00') });
    const data = resultOf(anew.books, motion, presenceOf(anew.books, first.at), { reason: 'Read the wrong way round' });
    expect(data).toMatchObject({ outcome: 'adopted', counted: ['anew'], presence: first.data.presence });
    expect([data.totals.for.units, data.totals.against.units]).toEqual([2, 1]);
  });

  test('[VOTE-05] more hands than those present are told before and after the result', () => {
    const { room, motion } = voting(3, { method: 'count' });
    hands(room, motion, [50, 50, 0]);
    expect(count(room, motion).beyond).toEqual({ votes: 100, present: 3 });
    close(room, motion);
    expect(state(room, motion)).toMatchObject({
      check: true,
      warnings: [{ words: '100 votes were counted, but only 3 were present', weight: 97 }],
    });
    room.fact('arrived', '19:00', unitId(4), { way: 'in_person' }, { desk: 'Desk 2' });
    expect(state(room, motion).warnings[0]?.words).toBe('100 votes were counted, but only 4 were present');
    const fine = voting(3, { method: 'count' });
    hands(fine.room, fine.motion, [2, 1, 0]);
    expect(count(fine.room, fine.motion).beyond).toBeNull();
    close(fine.room, fine.motion);
    expect(state(fine.room, fine.motion)).toMatchObject({ check: false, warnings: [] });
  });
});

describe('marks', () => {
  test('[VOTE-03] [INV-03] each unit enters the total once, with its weight', () => {
    const room = new Room({ weights: (n) => n * 10 });
    for (const n of [1, 2, 3, 4]) room.arrive(n, '19:00');
    const motion = room.motion();
    room.vote(motion, 1, 'for');
    room.vote(motion, 2, 'against');
    room.vote(motion, 3, 'abstain');
    const { totals, unmarked, eligible, of, needed } = count(room, motion);
    expect(totals).toEqual({
      for: { units: 1, weight: 10 },
      against: { units: 1, weight: 20 },
      abstain: { units: 1, weight: 30 },
    });
    expect([unmarked.map(({ id }) => id), eligible.length, of, needed]).toEqual([[unitId(4)], 4, 30, 16]);
  });

  test('[VOTE-04] who has left is not offered, but keeps the mark made before', () => {
    const { room, motion } = voting(2);
    room.vote(motion, 1, 'for');
    room.leave(1, '20:02');
    room.leave(2, '20:02');
    const { eligible, unmarked } = count(room, motion);
    expect([eligible.map(({ id }) => id), unmarked, units(room, motion)]).toEqual([[unitId(1)], [], [1, 0, 0]]);
  });

  test('[VOTE-06] equal marks count once, differing ones on neither side, until one replaces both', () => {
    const { room, motion } = voting();
    room.vote(motion, 1, 'for');
    room.vote(motion, 1, 'for', '20:02', { desk: 'Desk 2' });
    const one = room.vote(motion, 2, 'for');
    const other = room.vote(motion, 2, 'against', '20:02', { desk: 'Desk 2' });
    expect(units(room, motion)).toEqual([1, 0, 0]);
    expect(count(room, motion).contested.map(({ id }) => id)).toEqual([unitId(2)]);
    room.vote(motion, 2, 'against', '20:03', { replaces: [one.id, other.id] });
    expect([units(room, motion), count(room, motion).contested]).toEqual([[1, 1, 0], []]);
  });

  test('[VOTE-01] undo takes the last mark back', () => {
    const { room, motion } = voting();
    room.void(room.vote(motion, 1, 'for'), '20:02');
    expect(units(room, motion)).toEqual([0, 0, 0]);
  });

  test('[MEET-24] a mark that may not count stands with its reason', () => {
    const { room, motion } = voting();
    room.changeUnit(1, { non_voting: true });
    room.changeUnit(2, { removed_at: time('19:59') });
    for (const n of [1, 2, 3]) room.vote(motion, n, 'for');
    room.fact('vote', '20:01', 'meeting:nowhere', { motion_id: motion.id, choice: 'for' });
    const { not_counted } = count(room, motion);
    expect(units(room, motion)).toEqual([1, 0, 0]);
    expect(not_counted.map(({ reason }) => reason)).toEqual(['no vote', 'no vote', 'not on the roll']);
  });

  test('[VOTE-05] labels of a show of hands add up; a label counted twice waits until one count replaces both', () => {
    const { room, motion } = voting();
    const hands = (label: string, votes: number, over: Partial<MeetingFact> = {}) =>
      room.fact('count', '20:01', motion.id, { label, for: votes, against: 1, abstain: 0 }, over);
    room.fact('motion_state', '20:00', motion.id, { state: 'voting', method: 'count' });
    hands('Left side', 7);
    const one = hands('Right side', 5);
    expect([units(room, motion), methodOf(room.books, motion)]).toEqual([[12, 2, 0], 'count']);
    const other = hands('right side ', 6, { desk: 'Desk 2' });
    expect([units(room, motion), count(room, motion).doubled]).toEqual([[7, 1, 0], ['Right side']]);
    hands('Right side', 6, { replaces: [one.id, other.id] });
    expect([units(room, motion), count(room, motion).doubled]).toEqual([[13, 2, 0], []]);
  });
});

describe('proxies at a vote', () => {
  const directed = (choice: Choice) => {
    const room = new Room();
    room.changeItem('item', { proposal: '<p>Paint the hall</p>' });
    const proxy = room.proxy(1, { kind: 'directed', directions: [{ item_id: 'item', choice }] });
    room.arrive(1, '19:00', { way: 'proxy', proxy_id: proxy.id });
    room.arrive(2, '19:00');
    const motion = room.motion();
    const text = (words: string, replaces: string[] = []) =>
      room.fact('motion_text', '20:00', motion.id, {}, { text: words, replaces });
    return { room, proxy, motion, text };
  };

  test('[PROXY-09] the unit is filled in as directed, and its holder cannot change it', () => {
    const { room, proxy, motion, text } = directed('against');
    text('<p>Paint the hall </p>');
    expect(units(room, motion)).toEqual([0, 1, 0]);
    room.vote(motion, 1, 'for', '20:01', { proxy_id: proxy.id });
    expect(units(room, motion)).toEqual([0, 1, 0]);
    expect(count(room, motion).not_counted[0]?.reason).toBe('the proxy directs otherwise');
  });

  test('[PROXY-09] [MOTION-09] a result names the proxy that filled a unit in, and warns once it is known to be revoked', () => {
    const { room, proxy, motion, text } = directed('for');
    text('<p>Paint the hall</p>');
    const result = close(room, motion);
    expect(result.data).toMatchObject({ outcome: 'adopted', counted: [proxy.id] });
    expect(state(room, motion)).toMatchObject({ warnings: [], late: [] });
    room.changeProxy(proxy.id, { status: 'revoked', revoked_at: time('19:30') });
    expect(state(room, motion)).toMatchObject({
      warnings: [{ words: 'Counted with a proxy that is not valid: 1 Oak Lane', weight: 1 }],
      check: true,
    });
  });

  test('[PROXY-09] once the words are amended the unit is present, not voting', () => {
    const { room, proxy, motion, text } = directed('for');
    const first = text('<p>Paint the hall</p>');
    text('<p>Paint the hall red</p>', [first.id]);
    room.vote(motion, 1, 'for', '20:01', { proxy_id: proxy.id });
    expect(units(room, motion)).toEqual([0, 0, 0]);
    expect(count(room, motion).unmarked.map(({ id }) => id)).toEqual([unitId(1), unitId(2)]);
  });

  test('[DESK-05] an owner who is there votes for the unit, not the holder', () => {
    const { room, proxy, motion } = directed('for');
    room.arrive(1, '19:30', { person: 'Ann' }, 'Desk 2');
    room.vote(motion, 1, 'for', '20:01', { proxy_id: proxy.id });
    expect(count(room, motion).not_counted[0]?.reason).toBe('Not used, owner present');
    room.vote(motion, 1, 'against');
    expect(units(room, motion)).toEqual([0, 1, 0]);
  });

  test('[INV-09] a mark made after the revocation counts nowhere, one made before it stands', () => {
    const { room, motion } = voting(0);
    const proxy = room.proxy(1);
    room.vote(motion, 1, 'for', '20:01', { proxy_id: proxy.id });
    room.changeProxy(proxy.id, { status: 'revoked', revoked_at: time('20:02') });
    expect(units(room, motion)).toEqual([1, 0, 0]);
    room.changeProxy(proxy.id, { revoked_at: time('20:00') });
    expect([units(room, motion), count(room, motion).not_counted[0]?.reason]).toEqual([[0, 0, 0], 'proxy revoked']);
  });
});
