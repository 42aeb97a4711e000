import { describe, expect, test } from 'vitest';
import type { Choice, FactData, Threshold } from '../../schema/meetings.ts';
import type { MeetingFact, Motion } from '../../schema/tables/meetings.ts';
import { correctedResult, countAnew } from '../../sync/meetings/motions/count-anew.ts';
import { motionStateOf } from '../../sync/meetings/motions/motions.ts';
import { casesOf, partiesOf, tooFewDirectors } from '../../sync/meetings/motions/recusal.ts';
import { methodOf, type ResultOptions, resultOf, tallyOf } from '../../sync/meetings/motions/tally.ts';
import { decide } from '../../sync/meetings/motions/thresholds.ts';
import { presenceOf } from '../../sync/meetings/presence.ts';
import { Room, time, unitId } from '../support/meeting-books.ts';

const present = (room: Room) => presenceOf(room.books);
const count = (room: Room, motion: Motion) => tallyOf(room.books, motion, present(room));
const units = (room: Room, motion: Motion) => {
  const { totals } = count(room, motion);
  return [totals.for.units, totals.against.units, totals.abstain.units];
};
const state = (room: Room, motion: Motion) => motionStateOf(room.books, motion);

/** A member meeting of 10 units, of which the first `here` are there, and a motion that is being voted on. */
const voting = (here = 5, over: Partial<Motion> = {}) => {
  const room = new Room();
  for (let n = 1; n <= here; n += 1) room.arrive(n, '19:00');
  return { room, motion: room.motion(over) };
};

const close = (
  room: Room,
  motion: Motion,
  at = '20:05',
  options: ResultOptions = {},
  over: Partial<MeetingFact> = {},
) => room.fact('result', at, motion.id, resultOf(room.books, motion, present(room), options), over);

const board = (here = 3, units = 3) => {
  const room = new Room({ kind: 'board_regular', units });
  for (let n = 1; n <= here; n += 1) room.arrive(n, '19:00');
  return { room, motion: room.motion({ threshold: { kind: 'majority', basis: 'units' } }) };
};

const recuse = (room: Room, n: number) =>
  room.fact('recused', '19:50', unitId(n), { item_id: 'item', nature: 'her contract', stays: false });

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
    const data = correctedResult(anew.books, motion, [first], { reason: 'Read the wrong way round' });
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
      warnings: [{ words: 'Counted on a proxy that does not count: 1 Oak Lane', weight: 1 }],
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

describe('thresholds', () => {
  const votes = (yes: number, no: number, abstain = 0) => {
    const each = (n: number) => ({ units: n, weight: n });
    return { for: each(yes), against: each(no), abstain: each(abstain) };
  };
  const adopts = (threshold: Partial<Threshold>, yes: number, no: number, abstain = 0) =>
    decide(
      { kind: 'majority', basis: 'units', ...threshold },
      votes(yes, no, abstain),
      { units: yes + no + abstain, weight: yes + no + abstain },
      { units: 100, weight: 100 },
    ).adopts;

  test('[MOTION-04] a majority of the votes cast leaves abstentions out; a tie fails', () => {
    expect([adopts({}, 2, 1, 50), adopts({}, 2, 2), adopts({}, 0, 0, 3)]).toEqual([true, false, false]);
  });

  test('[MOTION-04] two thirds are reached exactly', () => {
    expect([adopts({ kind: 'two_thirds' }, 4, 2), adopts({ kind: 'two_thirds' }, 5, 3)]).toEqual([true, false]);
    expect(adopts({ kind: 'two_thirds' }, 0, 0)).toBe(false);
  });

  test('[MOTION-04] a majority of those present counts abstentions as present', () => {
    expect([adopts({ kind: 'present' }, 3, 0, 2), adopts({ kind: 'present' }, 3, 0, 3)]).toEqual([true, false]);
  });

  test('[MOTION-04] a share of the whole roll, exact or more than half', () => {
    expect([adopts({ kind: 'roll', percent: 67 }, 67, 0), adopts({ kind: 'roll', percent: 67 }, 66, 0)]).toEqual([
      true,
      false,
    ]);
    expect([adopts({ kind: 'roll' }, 51, 0), adopts({ kind: 'roll' }, 50, 0)]).toEqual([true, false]);
  });
});

describe('motions (tables 3 and 7)', () => {
  test('[MOTION-01] every wording stays readable; two at once are contested', () => {
    const { room, motion } = voting();
    const text = (words: string, at: string, replaces: string[] = [], data: FactData['motion_text'] = {}) =>
      room.fact('motion_text', at, motion.id, data, { text: words, replaces });
    const first = text('Paint', '20:00');
    const second = text('Paint it red', '20:01', [first.id], { mover: 'Ben', reason: 'He likes red' });
    expect(state(room, motion)).toMatchObject({ wording: { id: second.id }, wording_contested: false });
    const third = text('Paint it blue', '20:02', [first.id]);
    const { wordings, wording, wording_contested } = state(room, motion);
    expect([wordings.map(({ id }) => id), wording?.id]).toEqual([[first.id, second.id, third.id], third.id]);
    expect(wording_contested).toBe(true);
  });

  test('a motion is made, seconded, voted on and closed', () => {
    const { room, motion } = voting(3, { method: 'voice' });
    expect(state(room, motion)).toMatchObject({ status: 'made', seconded_by: null, method: 'voice', result: null });
    room.fact('motion_seconded', '20:00', motion.id, { name: 'Ben' });
    expect(state(room, motion)).toMatchObject({ status: 'seconded', seconded_by: 'Ben' });
    room.fact('motion_state', '20:01', motion.id, { state: 'voting', method: 'roll_call' });
    expect(state(room, motion)).toMatchObject({ status: 'voting', method: 'roll_call' });
    room.fact('motion_state', '20:02', motion.id, { state: 'made' });
    expect(state(room, motion).status).toBe('seconded');
    close(room, motion);
    expect(state(room, motion)).toMatchObject({ status: 'closed', result: { data: { outcome: 'failed' } } });
  });

  test('[MOTION-06] [MOTION-07] [INV-04] a result stores its totals and what was counted; later marks change nothing', () => {
    const { room, motion } = voting();
    const mark = room.vote(motion, 1, 'for');
    const result = close(room, motion);
    expect(result.data).toMatchObject({ outcome: 'adopted', counted: [mark.id], needed: 1, of: 1 });
    room.vote(motion, 1, 'for', '20:02', { desk: 'Desk 2' });
    const late = room.vote(motion, 2, 'against', '20:06', { desk: 'Desk 2' });
    const after = state(room, motion);
    expect([after.result, after.late.map(({ id }) => id)]).toEqual([result, [late.id]]);
    expect([after.warnings, after.check]).toEqual([[], false]);
  });

  test('[MOTION-07] marks that differed or might not count at closing are not late', () => {
    const { room, motion } = voting();
    room.vote(motion, 1, 'for');
    room.vote(motion, 1, 'against', '20:02', { desk: 'Desk 2' });
    room.changeUnit(2, { non_voting: true });
    room.vote(motion, 2, 'for');
    room.vote(motion, 3, 'for');
    close(room, motion);
    expect([state(room, motion).late, count(room, motion).contested.length]).toEqual([[], 1]);
  });

  test('[MOTION-05] a motion may be postponed, referred or die; nothing empty is stored', () => {
    const { room, motion } = voting();
    const { data } = close(room, motion, '20:05', { outcome: 'referred', to: 'Ben', reason: '' });
    expect([data.outcome, data.to, 'reason' in data]).toEqual(['referred', 'Ben', false]);
  });

  test('closed on two devices with the same figures: one result', () => {
    const { room, motion } = voting();
    room.vote(motion, 1, 'for');
    const first = close(room, motion, '20:05');
    close(room, motion, '20:06', {}, { desk: 'Desk 2' });
    expect(state(room, motion)).toMatchObject({ status: 'closed', result: { id: first.id }, notes: [] });
  });

  test('[MOTION-08] closed on two devices with other figures: contested, until a result with its reason replaces both', () => {
    const { room, motion } = voting();
    room.vote(motion, 1, 'for');
    const first = close(room, motion, '20:05');
    room.vote(motion, 2, 'against');
    const second = close(room, motion, '20:06', {}, { desk: 'Desk 2' });
    expect(state(room, motion)).toMatchObject({
      status: 'contested',
      result: null,
      notes: ['Two results were recorded'],
    });
    const replaces = [first.id, second.id];
    close(room, motion, '20:10', { outcome: 'adopted' }, { replaces });
    expect(state(room, motion).status).toBe('contested');
    const settled = close(room, motion, '20:11', { outcome: 'failed', reason: 'Both sides were heard' }, { replaces });
    const [extra] = state(room, motion).results.filter(({ id }) => id !== settled.id);
    expect(state(room, motion).status).toBe('contested');
    room.void(extra!, '20:12');
    const { status, result, corrected } = state(room, motion);
    expect([status, result?.id, corrected.map(({ id }) => id)]).toEqual(['closed', settled.id, replaces]);
  });

  test('[MOTION-09] a revoked proxy warns with name and weight, and asks for a check where it could turn the outcome', () => {
    const { room, motion } = voting(0);
    const proxy = room.proxy(1);
    room.vote(motion, 1, 'for', '20:01', { proxy_id: proxy.id });
    close(room, motion);
    expect(state(room, motion)).toMatchObject({ warnings: [], check: false });
    room.changeProxy(proxy.id, { status: 'revoked', revoked_at: time('19:00') });
    expect(state(room, motion)).toMatchObject({
      status: 'closed',
      result: { data: { outcome: 'adopted' } },
      warnings: [{ words: 'Counted on a proxy that does not count: 1 Oak Lane', weight: 1 }],
      check: true,
    });
    for (const n of [2, 3]) room.vote(motion, n, 'for');
    expect(state(room, motion).late).toHaveLength(2);
  });

  test('[MOTION-09] a warning that cannot turn the outcome asks for no check', () => {
    const { room, motion } = voting(3);
    for (const n of [1, 2, 3]) room.vote(motion, n, 'for');
    close(room, motion);
    room.vote(motion, 1, 'against', '20:01', { desk: 'Desk 2' });
    const { warnings, check, late } = state(room, motion);
    expect(warnings).toEqual([{ words: 'Marked differently on two devices: 1 Oak Lane', weight: 1 }]);
    expect([check, late.length]).toEqual([false, 1]);
  });

  test('[MOTION-09] a unit without a vote and a mark taken back warn; a unit withdrawn afterwards does not', () => {
    const { room, motion } = voting(3);
    const [first] = [1, 2, 3].map((n) => room.vote(motion, n, 'for'));
    close(room, motion);
    room.changeUnit(3, { removed_at: time('20:30') });
    expect(state(room, motion).warnings).toEqual([]);
    room.changeUnit(2, { non_voting: true });
    room.void(first!, '20:31');
    expect(state(room, motion).warnings.map(({ words }) => words)).toEqual([
      'Counted without a vote: 2 Oak Lane',
      'Changed after the result: 1 Oak Lane',
    ]);
    expect(state(room, motion).check).toBe(true);
  });

  test('text amended on one device, voted on the other: the result keeps its wording and warns', () => {
    const { room, motion } = voting();
    const first = room.fact('motion_text', '20:00', motion.id, {}, { text: 'Paint' });
    room.vote(motion, 1, 'for');
    const result = close(room, motion);
    room.fact('motion_text', '20:01', motion.id, {}, { text: 'Paint it red', replaces: [first.id], desk: 'Desk 2' });
    expect(result.data.text_id).toBe(first.id);
    expect(state(room, motion)).toMatchObject({
      wordings: [{ text: 'Paint' }, { text: 'Paint it red' }],
      warnings: [{ words: 'The wording was changed on another device', weight: 0 }],
      check: false,
    });
  });

  test('[QUORUM-05] a result without quorum that the merged rows confirm says so and keeps its presence', () => {
    const room = new Room({ rules: { quorum: { basis: 'units', measure: 'at_least', percent: 30 } } });
    for (const n of [1, 2]) room.arrive(n, '19:00');
    const motion = room.motion();
    close(room, motion, '20:05', { no_quorum_reason: 'Desk 2 has more' });
    expect(state(room, motion).notes).toEqual([]);
    room.arrive(3, '20:06', {}, 'Desk 2');
    expect(state(room, motion).notes).toEqual([]);
    room.arrive(4, '19:30', {}, 'Desk 2');
    expect(state(room, motion)).toMatchObject({
      notes: ['Quorum confirmed after merging'],
      result: { data: { presence: { present: 2, met: false } } },
    });
  });
});

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
    expect(tooFewDirectors(room.books, item, 3)).toBe('Only 2 directors may vote on this.');
  });

  test('at a member meeting nobody is recused', () => {
    const { room } = voting();
    recuse(room, 1);
    expect(partiesOf(room.books, { id: 'item', record: null }).size).toBe(0);
  });
});
