import { describe, expect, test } from 'vitest';
import { proxiesThatCount, stateOfProxy } from '../../sync/meetings/proxies/proxies.ts';
import { Room, time, unitId } from '../support/meeting-books.ts';
import { light, unit } from '../support/meeting-counts.ts';

describe('proxies', () => {
  test('[PROXY-04] of those active the one signed last counts, then the one recorded last', () => {
    const room = new Room();
    const first = room.proxy(1, { signed_at: '2026-11-02', recorded_at: time('18:00') });
    const second = room.proxy(1, { signed_at: '2026-11-02', recorded_at: time('18:01') });
    const earlier = room.proxy(1, { signed_at: '2026-11-01T10:00:00.000Z', recorded_at: time('18:02'), way: 'app' });
    const standings = [first, second, earlier].map((proxy) => stateOfProxy(room.books, proxy));
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
    expect([app, paper].map((proxy) => stateOfProxy(room.books, proxy))).toEqual(['superseded', 'active']);
    room.books = { ...room.books, time_zone: 'UTC' };
    expect([app, paper].map((proxy) => stateOfProxy(room.books, proxy))).toEqual(['active', 'superseded']);
  });

  test('[PROXY-06] the days of a proxy are days of the HOA’s time zone', () => {
    const room = new Room({ meeting: { first_at: '2026-08-15T01:00:00.000Z', starts_at: '2026-11-13T01:00:00.000Z' } });
    const given = room.proxy(1, { signed_at: '2026-08-14T12:00:00.000Z', way: 'app' });
    expect(stateOfProxy(room.books, given)).toBe('active');
    room.books = { ...room.books, meeting: { ...room.books.meeting, starts_at: '2026-11-13T19:00:00.000Z' } };
    expect(stateOfProxy(room.books, given)).toBe('expired');
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
      return stateOfProxy(room.books, room.proxy(1, { signed_at }));
    };
    expect(standing('2026-08-14T19:00:00.000Z')).toBe('active');
    expect(standing('2026-08-13T19:00:00.000Z')).toBe('expired');
    expect(standing('2026-08-13T19:00:00.000Z', '2026-11-01')).toBe('active');
  });

  test('[PROXY-06] an invalid proxy counts nowhere, and counts again once the board says so', () => {
    const room = new Room();
    const proxy = room.proxy(1, { status: 'invalid' });
    room.arrive(1, '19:00', { way: 'proxy', proxy_id: proxy.id });
    expect([stateOfProxy(room.books, proxy), unit(room, 1).note]).toEqual(['invalid', 'Not counted: proxy invalid']);
    room.changeProxy(proxy.id, { status: 'active' });
    expect(unit(room, 1).way).toBe('proxy');
  });

  test('[PROXY-01] a proxy for quorum only makes its unit present without a vote', () => {
    const room = new Room();
    room.arrive(1, '19:00', { way: 'proxy', proxy_id: room.proxy(1, { kind: 'quorum' }).id });
    expect([unit(room, 1).no_vote, light(room).units]).toEqual(['proxy for quorum only', 1]);
  });
});
