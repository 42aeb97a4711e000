import { describe, expect, test } from 'vitest';
import { desksOut, outInWords } from '../../sync/meetings/desks.ts';
import { headsOf, ofKind } from '../../sync/meetings/facts/heads.ts';
import { resultOf } from '../../sync/meetings/motions/tally.ts';
import { presenceOf } from '../../sync/meetings/presence.ts';
import { proxiesThatCount, standingOfProxy } from '../../sync/meetings/proxies/proxies.ts';
import { needsReason, quorumOf, quorumRuleOf } from '../../sync/meetings/quorum.ts';
import { sessionOf } from '../../sync/meetings/session.ts';
import { Room, time, unitId } from '../support/meeting-books.ts';

const unit = (room: Room, n: number, at?: string) => presenceOf(room.books, at && time(at)).units.get(unitId(n))!;
const light = (room: Room) => quorumOf(room.books, presenceOf(room.books));
const clock = (at: string) => at.slice(11, 16);

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

describe('check-in (tables 3 and 7)', () => {
  test('[DESK-06] one present unit since the earlier time; both desks are named', () => {
    const room = new Room();
    room.arrive(1, '19:05', { person: 'Ann' }, 'Desk 2');
    room.arrive(1, '19:04', { person: 'Ann' }, 'Desk 1');
    const found = unit(room, 1);
    expect(found.people).toHaveLength(1);
    expect(found).toMatchObject({ since: time('19:04'), desks: ['Desk 1', 'Desk 2'] });
  });

  test('[DESK-05] the best way of its people counts: in person, then remote, then proxy', () => {
    const room = new Room();
    const proxy = room.proxy(1);
    room.arrive(1, '19:00', { way: 'proxy', proxy_id: proxy.id });
    expect(unit(room, 1)).toMatchObject({ way: 'proxy', proxy_id: proxy.id, note: null });
    room.arrive(1, '19:10', { way: 'remote', person: 'Ann' });
    expect(unit(room, 1)).toMatchObject({ way: 'remote', proxy_id: null, note: 'Not used, owner present' });
    room.arrive(1, '19:11', { way: 'in_person', person: 'Ann' });
    expect(unit(room, 1)).toMatchObject({ way: 'in_person', since: time('19:00') });
    room.leave(1, '19:20', { person: 'Ann' });
    expect(unit(room, 1)).toMatchObject({ way: 'proxy', proxy_id: proxy.id, note: null });
  });

  test('left at one desk, ticked later at the other: present again from the later time', () => {
    const room = new Room();
    room.arrive(1, '19:00');
    room.arrive(1, '19:30', {}, 'Desk 2');
    room.leave(1, '19:20');
    expect(unit(room, 1)).toMatchObject({ since: time('19:30'), left_at: time('19:20'), desks: ['Desk 2'] });
    expect(unit(room, 1, '19:25').way).toBeNull();
    expect(unit(room, 1, '19:19').since).toBe(time('19:00'));
  });

  test('[DESK-02] a unit is present until each person has left; without a name everybody leaves', () => {
    const room = new Room();
    room.arrive(1, '19:00', { person: 'Ann' });
    room.arrive(1, '19:01', { person: 'Ben' });
    room.leave(1, '19:10', { person: 'Ann' });
    expect(unit(room, 1).since).toBe(time('19:00'));
    room.arrive(2, '19:00', { person: 'Cleo' });
    room.arrive(2, '19:01', { person: 'Dan' });
    room.leave(2, '19:10');
    expect(unit(room, 2)).toMatchObject({ way: null, since: null, left_at: time('19:10') });
  });

  test('[QUORUM-08] a director who leaves the room for an item stays present', () => {
    const room = new Room({ kind: 'board_regular', units: 3 });
    room.arrive(1, '19:00');
    room.leave(1, '19:30', { item_id: 'item' });
    expect(unit(room, 1)).toMatchObject({ way: 'in_person', since: time('19:00') });
    room.arrive(1, '19:40', { item_id: 'item' });
    expect(unit(room, 1)).toMatchObject({ since: time('19:00'), desks: ['Desk 1'] });
  });

  test('a unit that was withdrawn from the roll keeps its fact and counts nowhere', () => {
    const room = new Room();
    room.arrive(1, '19:00');
    room.changeUnit(1, { removed_at: time('18:59') });
    expect(unit(room, 1)).toMatchObject({ way: 'in_person', note: 'Not counted: no vote' });
    expect(light(room)).toMatchObject({ units: 0, units_total: 9 });
  });

  test('a check-in by proxy ends when the proxy is revoked', () => {
    const room = new Room();
    const proxy = room.proxy(1);
    room.arrive(1, '19:00', { way: 'proxy', proxy_id: proxy.id });
    room.changeProxy(proxy.id, { status: 'revoked', revoked_at: time('19:30') });
    expect(unit(room, 1)).toMatchObject({ way: null, left_at: time('19:30') });
    expect(unit(room, 1, '19:29').way).toBe('proxy');
    room.arrive(1, '19:40', { way: 'proxy', proxy_id: proxy.id }, 'Desk 2');
    expect(unit(room, 1)).toMatchObject({ way: null, note: 'Not counted: proxy revoked' });
  });

  test('a proxy whose row has not come yet counts, one of another unit and one at a board meeting do not', () => {
    const room = new Room();
    const other = room.proxy(2);
    room.arrive(1, '19:00', { way: 'proxy', proxy_id: 'unknown', person: 'Hal' });
    expect(unit(room, 1)).toMatchObject({ way: 'proxy', proxy_id: 'unknown' });
    room.arrive(3, '19:00', { way: 'proxy', proxy_id: other.id });
    expect(unit(room, 3)).toMatchObject({ way: null, note: 'Not counted: proxy is not of 3 Oak Lane' });
    const board = new Room({ kind: 'board_regular' });
    board.arrive(1, '19:00', { way: 'proxy' });
    expect(unit(board, 1)).toMatchObject({ way: null, note: 'Not counted: directors cannot vote by proxy' });
  });

  test('[DESK-07] guests are named once and count for nothing', () => {
    const room = new Room();
    for (const name of ['Gus', 'gus ', 'Hana']) room.fact('guest', '19:00', null, { name });
    expect(presenceOf(room.books).guests).toEqual(['Gus', 'Hana']);
    expect(light(room).units).toBe(0);
  });
});

describe('proxies', () => {
  test('[PROXY-04] of those active the one signed last counts, then the one recorded last', () => {
    const room = new Room();
    const first = room.proxy(1, { signed_at: '2026-11-02', recorded_at: time('18:00') });
    const second = room.proxy(1, { signed_at: '2026-11-02', recorded_at: time('18:01') });
    const earlier = room.proxy(1, { signed_at: '2026-11-01T10:00:00.000Z', recorded_at: time('18:02'), way: 'app' });
    const standings = [first, second, earlier].map((proxy) => standingOfProxy(room.books, proxy));
    expect(standings).toEqual(['superseded', 'active', 'superseded']);
    room.changeProxy(second.id, { status: 'revoked', revoked_at: time('18:30') });
    expect(proxiesThatCount(room.books).get(unitId(1))?.id).toBe(first.id);
    expect(proxiesThatCount(room.books, time('18:29')).get(unitId(1))?.id).toBe(second.id);
  });

  test('[PROXY-04] of two proxies of one evening in the HOA’s time zone the one recorded last counts', () => {
    const room = new Room();
    const evening = '2026-11-11T02:00:00.000Z';
    const app = room.proxy(1, { signed_at: evening, recorded_at: evening, way: 'app' });
    const paper = room.proxy(1, { signed_at: '2026-11-10', recorded_at: '2026-11-11T03:30:00.000Z' });
    expect([app, paper].map((proxy) => standingOfProxy(room.books, proxy))).toEqual(['superseded', 'active']);
    room.books = { ...room.books, time_zone: 'UTC' };
    expect([app, paper].map((proxy) => standingOfProxy(room.books, proxy))).toEqual(['active', 'superseded']);
  });

  test('[PROXY-06] the days of a proxy are days of the HOA’s time zone', () => {
    const room = new Room({ meeting: { first_at: '2026-08-15T01:00:00.000Z', starts_at: '2026-11-13T01:00:00.000Z' } });
    const given = room.proxy(1, { signed_at: '2026-08-14T12:00:00.000Z', way: 'app' });
    expect(standingOfProxy(room.books, given)).toBe('active');
    room.books = { ...room.books, meeting: { ...room.books.meeting, starts_at: '2026-11-13T19:00:00.000Z' } };
    expect(standingOfProxy(room.books, given)).toBe('expired');
  });

  test('[PROXY-04] a superseded proxy checks nobody in', () => {
    const room = new Room();
    const app = room.proxy(1, { signed_at: '2026-11-01T10:00:00.000Z', way: 'app' });
    room.arrive(1, '19:00', { way: 'proxy', proxy_id: app.id });
    room.proxy(1, { signed_at: '2026-11-10' });
    expect(unit(room, 1)).toMatchObject({ way: null, note: 'Not counted: proxy superseded' });
  });

  test('[PROXY-06] a proxy ends 90 days after the date it was given for; one signed since is for the later meeting', () => {
    const standing = (first_at: string, signed_at = '2026-07-01') => {
      const room = new Room({ meeting: { first_at } });
      return standingOfProxy(room.books, room.proxy(1, { signed_at }));
    };
    expect(standing('2026-08-14T19:00:00.000Z')).toBe('active');
    expect(standing('2026-08-13T19:00:00.000Z')).toBe('expired');
    expect(standing('2026-08-13T19:00:00.000Z', '2026-11-01')).toBe('active');
  });

  test('[PROXY-06] an invalid proxy counts nowhere, and counts again once the board says so', () => {
    const room = new Room();
    const proxy = room.proxy(1, { status: 'invalid' });
    room.arrive(1, '19:00', { way: 'proxy', proxy_id: proxy.id });
    expect([standingOfProxy(room.books, proxy), unit(room, 1).note]).toEqual(['invalid', 'Not counted: proxy invalid']);
    room.changeProxy(proxy.id, { status: 'active' });
    expect(unit(room, 1).way).toBe('proxy');
  });

  test('[PROXY-01] a proxy for quorum only makes its unit present without a vote', () => {
    const room = new Room();
    room.arrive(1, '19:00', { way: 'proxy', proxy_id: room.proxy(1, { kind: 'quorum' }).id });
    expect([unit(room, 1).no_vote, light(room).units]).toEqual(['proxy for quorum only', 1]);
  });
});

describe('the quorum light', () => {
  test('[QUORUM-01] at least p % of the weight, in whole numbers', () => {
    const room = new Room({ units: 3, weights: (n) => [333, 333, 334][n - 1]!, rules: { quorum: thirty('weight') } });
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
