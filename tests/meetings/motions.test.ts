import { describe, expect, test } from 'vitest';
import type { FactData } from '../../schema/facts.ts';
import type { Threshold } from '../../schema/meetings.ts';
import { decide } from '../../sync/meetings/motions/thresholds.ts';
import { Room, time } from '../support/meeting-books.ts';
import { close, count, state, voting } from '../support/meeting-counts.ts';
import { nth } from '../support/required.ts';

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
    const extra = nth(
      state(room, motion).results.filter(({ id }) => id !== settled.id),
      0,
    );
    expect(state(room, motion).status).toBe('contested');
    room.void(extra, '20:12');
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
      warnings: [{ words: 'Counted with a proxy that is not valid: 1 Oak Lane', weight: 1 }],
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
    const first = nth(
      [1, 2, 3].map((n) => room.vote(motion, n, 'for')),
      0,
    );
    close(room, motion);
    room.changeUnit(3, { removed_at: time('20:30') });
    expect(state(room, motion).warnings).toEqual([]);
    room.changeUnit(2, { non_voting: true });
    room.void(first, '20:31');
    expect(state(room, motion).warnings.map(({ words }) => words)).toEqual([
      'Counted without a right to vote: 2 Oak Lane',
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
