import { describe, expect, test } from 'vitest';
import { desksOut, outInWords } from '../../sync/meetings/desks.ts';
import { minutesOf } from '../../sync/meetings/minutes/minutes.ts';
import { testBothApis } from '../support/apis.ts';
import { Room, time } from '../support/meeting-books.ts';
import { boardMeeting, newFact } from '../support/meetings.ts';

const RECORD = { device: 'record', names: new Set(['Record']) };
const names = (room: Room, online: boolean, own = RECORD) => desksOut(room.books, own, online).map(({ desk }) => desk);
const clock = (at: string) => at.slice(11, 16);

/** Desk 2 is opened on the device `two`. */
const withDesk = () => {
  const room = new Room();
  room.fact('called_to_order', '19:00', null, {});
  const opened = room.fact('desk_opened', '18:50', null, { device: 'two' }, { desk: 'Desk 2' });
  return { room, opened };
};
const closed = (room: Room, at: string, desk: string) =>
  room.fact('desk_closed', at, null, { device: 'two', desk: 'Desk 2' }, { desk });

describe('desks that are out', () => {
  test('[QUORUM-09] a desk that was opened is out, online and offline, until it is closed by itself or by a person', () => {
    for (const by of ['Desk 2', 'Record']) {
      const { room } = withDesk();
      expect([names(room, true), names(room, false)]).toEqual([['Desk 2'], ['Desk 2']]);
      room.arrive(1, '18:55', {}, 'Desk 2');
      expect(desksOut(room.books, RECORD, true)).toMatchObject([{ desk: 'Desk 2', last_seen: time('18:55') }]);
      closed(room, '19:30', by);
      expect([names(room, true), names(room, false)]).toEqual([[], []]);
    }
  });

  test('[QUORUM-09] a desk that records on after it was closed is out again', () => {
    const { room } = withDesk();
    closed(room, '19:30', 'Record');
    room.arrive(1, '19:20', {}, 'Desk 2');
    expect(names(room, true)).toEqual([]);
    room.arrive(2, '19:40', {}, 'Desk 2');
    expect(names(room, true)).toEqual(['Desk 2']);
  });

  test('[QUORUM-09] taking the closing back opens the desk, taking the opening back makes it unknown', () => {
    const { room, opened } = withDesk();
    const done = closed(room, '19:30', 'Record');
    room.void(done, '19:31');
    expect(names(room, true)).toEqual(['Desk 2']);
    room.void(opened, '19:32');
    expect(names(room, true)).toEqual([]);
  });

  test('[QUORUM-09] a desk that never said it was opened is out only offline, until a person says it is in', () => {
    const room = new Room();
    room.arrive(1, '19:00', {}, 'Desk 1');
    room.fact(
      'paper_notice',
      '08:00',
      'm:u1',
      { way: 'mailed', on: '2026-06-01', name: 'Ann', units: ['m:u1'] },
      { desk: 'Office' },
    );
    expect([names(room, true), names(room, false)]).toEqual([[], ['Desk 1']]);
    room.fact('desk_closed', '19:30', null, { desk: 'Desk 1' });
    expect(names(room, false)).toEqual([]);
  });

  test('[MEET-11] a device is one desk whatever it is called, and no desk is out for itself', () => {
    const { room } = withDesk();
    room.arrive(1, '19:05', {}, 'Desk 2');
    room.fact('desk_opened', '19:10', null, { device: 'two' }, { desk: 'Side Door' });
    expect(names(room, false)).toEqual(['Side Door']);
    expect(names(room, false, { device: 'two', names: new Set(['Side Door']) })).toEqual(['Record']);
  });

  test('[MEET-11] two devices of one name are two desks', () => {
    const room = new Room();
    for (const device of ['one', 'two']) room.fact('desk_opened', '18:50', null, { device }, { desk: 'Desk 1' });
    const seen = desksOut(room.books, RECORD, true).map(({ device, last_seen }) => [device, last_seen]);
    expect(seen.sort()).toEqual([
      ['one', time('18:50')],
      ['two', time('18:50')],
    ]);
  });

  test('[QUORUM-09] the light says who is out', () => {
    const { room } = withDesk();
    const out = desksOut(room.books, RECORD, true);
    expect(outInWords(out, false, clock)).toBe('This device only. Desk 2 last seen 18:50.');
    expect(outInWords(out, true, clock)).toBe('Desk 2 hasn’t synced, last seen 18:50.');
    expect(outInWords([], true, clock)).toBe('');
  });

  test('[QUORUM-09] the board’s minutes warn of a desk that was never closed', () => {
    const { room } = withDesk();
    const context = {
      hoa: '',
      time_zone: 'UTC',
      nameOf: () => null,
      actions: [],
      earlier_corrections: [],
    };
    const warnings = (form: 'board' | 'public') => minutesOf(room.books, context, form).warnings;
    expect(warnings('board')).toEqual(['Desk 2 hasn’t synced, last seen 6:50 PM. Its entries may be missing.']);
    expect(warnings('public')).toEqual([]);
    closed(room, '19:30', 'Record');
    expect(warnings('board')).toEqual([]);
  });
});

testBothApis('[MEET-04] a desk says that it opened and that it closed', async (api, ctx) => {
  const { id: meeting_id } = await boardMeeting(ctx);
  const facts = [newFact('desk_opened', { device: 'two' }), newFact('desk_closed', { desk: 'Desk 2', device: 'two' })];
  expect(await api.act(ctx.bea, 'recordFacts', { meeting_id, facts })).toEqual({ ok: true });
  const { body } = await ctx.sue.call('GET', `/api/meetings/${meeting_id}/facts`);
  expect(body.docs.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['desk_closed', 'desk_opened']);
});
