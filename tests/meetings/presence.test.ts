import { describe, expect, test } from 'vitest';
import { presenceOf } from '../../sync/meetings/presence.ts';
import { Room, time } from '../support/meeting-books.ts';
import { light, unit } from '../support/meeting-counts.ts';

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
    expect(unit(room, 3)).toMatchObject({ way: null, note: 'Not counted: proxy is not for 3 Oak Lane' });
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
