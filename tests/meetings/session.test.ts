import { describe, expect, test } from 'vitest';
import { headsOf, ofKind } from '../../sync/meetings/facts/heads.ts';
import { sessionOf } from '../../sync/meetings/meeting-session.ts';
import { Room, time, unitId } from '../support/meeting-books.ts';
import { clock, unit } from '../support/meeting-counts.ts';

describe('facts', () => {
  test('[MEET-05] what a later fact replaces counts no more; taking the later one back does not revive it', () => {
    const room = new Room();
    const first = room.arrive(1, '19:00');
    const second = room.fact('arrived', '19:05', unitId(1), { way: 'remote' }, { replaces: [first.id] });
    expect([headsOf(room.books).map(({ id }) => id), unit(room, 1).way]).toEqual([[second.id], 'remote']);
    room.void(second, '19:06');
    expect([headsOf(room.books), unit(room, 1).way]).toEqual([[], null]);
  });

  test('[MEET-05] a fact that replaces itself, or one that nobody has, stands', () => {
    const room = new Room();
    room.fact('arrived', '19:00', unitId(1), { way: 'remote' }, { id: 'self', replaces: ['self', 'unknown'] });
    expect(unit(room, 1).way).toBe('remote');
  });

  test('[MEET-07] facts sort by time, those of one instant by id', () => {
    const room = new Room();
    for (const [id, at] of [
      ['b', '19:01'],
      ['a', '19:01'],
      ['c', '19:00'],
    ] as const)
      room.fact('guest', at, null, { name: id }, { id });
    expect(ofKind(room.books, 'guest').map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });
});

describe('the session (table 3)', () => {
  test('the earliest opening and the latest closing count, the others are also recorded', () => {
    const room = new Room();
    const late = room.fact('called_to_order', '19:02', null, {});
    room.fact('called_to_order', '19:00', null, {}, { desk: 'Desk 1' });
    const early = room.fact('adjourned', '21:00', null, {});
    expect(sessionOf(room.books)).toMatchObject({ status: 'adjourned', adjourned_at: time('21:00') });
    room.fact('adjourned', '21:05', null, {});
    const { opened_at, adjourned_at, also } = sessionOf(room.books);
    expect([opened_at, adjourned_at]).toEqual([time('19:00'), time('21:05')]);
    expect(also.map(({ id }) => id)).toEqual([late.id, early.id]);
  });

  test('a recess or an executive session recorded on two devices is one, from the earliest to the latest', () => {
    const room = new Room();
    room.fact('called_to_order', '19:00', null, {});
    for (const at of ['19:30', '19:31']) room.fact('recess', at, null, {});
    expect(sessionOf(room.books).status).toBe('recess');
    for (const at of ['19:40', '19:42']) room.fact('resumed', at, null, {});
    room.fact('executive_started', '20:00', null, {});
    const { status, recesses, executive, also } = sessionOf(room.books);
    expect([status, recesses, executive]).toEqual([
      'executive',
      [{ from: time('19:30'), to: time('19:42') }],
      [{ from: time('20:00'), to: null }],
    ]);
    expect(also.map(({ kind, at }) => [kind, clock(at)])).toEqual([
      ['recess', '19:31'],
      ['resumed', '19:40'],
    ]);
    room.fact('adjourned', '20:30', null, {});
    expect(sessionOf(room.books).executive).toEqual([{ from: time('20:00'), to: time('20:30') }]);
  });

  test('the last item begun is the current one; its minutes run without the recess', () => {
    const room = new Room();
    expect(sessionOf(room.books)).toMatchObject({ status: 'not_started', item_id: null, recorder: null });
    room.fact('called_to_order', '19:00', null, {});
    room.fact('item_started', '19:00', 'item', {});
    room.fact('item_started', '19:10', 'other', {});
    room.fact('item_started', '19:20', 'item', {});
    room.fact('recess', '19:25', null, {});
    room.fact('resumed', '19:30', null, {});
    const { item_id, starts, used } = sessionOf(room.books, time('19:35'));
    expect([item_id, Object.fromEntries(starts)]).toEqual(['item', { item: time('19:00'), other: time('19:10') }]);
    expect(Object.fromEntries(used)).toEqual({ item: 20 * 60_000, other: 10 * 60_000 });
  });

  test('the latest who took the record holds it', () => {
    const room = new Room();
    room.fact('recorder_taken', '19:30', null, { device: 'two' }, { desk: 'Desk 2', by_name: 'Bea' });
    room.fact('recorder_taken', '19:00', null, { device: 'one' });
    expect(sessionOf(room.books).recorder).toMatchObject({ by_name: 'Bea', desk: 'Desk 2', device: 'two' });
  });
});
