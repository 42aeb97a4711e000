import { expect, test } from 'vitest';
import { icsName, icsOf } from '../../sync/meetings/notice/meeting-ics.ts';
import { createContext } from '../support/fixtures.ts';
import { meetingRow, write } from '../support/meetings.ts';

const MEETING = {
  ...{ id: '01998a7e-0000-7000-8000-000000000001', kind: 'board_regular' as const, title: 'Board, November; budget' },
  ...{ status: 'scheduled' as const, starts_at: '2026-11-13T01:00:00.000Z', ends_at: '2026-11-13T03:00:00.000Z' },
  ...{ place: 'Clubhouse', remote_link: null, sequence: 2, changed_at: '2026-11-01T10:00:00.000Z' },
};
const HOA = { name: 'Willow Creek', time_zone: 'America/Chicago' };
const linesOf = (ics: string) => ics.split('\r\n');

test('[NOTICE-09] a meeting is one event on the clock of its HOA', () => {
  expect(linesOf(icsOf(MEETING, HOA))).toEqual(
    expect.arrayContaining([
      'UID:meeting-01998a7e-0000-7000-8000-000000000001@porchlight',
      'SEQUENCE:2',
      'DTSTAMP:20261101T100000Z',
      'DTSTART;TZID=America/Chicago:20261112T190000',
      'DTEND;TZID=America/Chicago:20261112T210000',
      'SUMMARY:Board\\, November\\; budget',
      'STATUS:CONFIRMED',
    ]),
  );
});

test('[NOTICE-09] the file is named by the day of the HOA', () => {
  expect(icsName({ ...MEETING, title: 'Board: roof/gutters' }, HOA)).toBe('2026-11-12 Board roof gutters.ics');
});

test('[NOTICE-09] a canceled meeting says so', () => {
  expect(linesOf(icsOf({ ...MEETING, status: 'canceled' }, HOA))).toEqual(
    expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED']),
  );
});

test('[NOTICE-09] the time zone has the year’s changes of the clock', () => {
  expect(icsOf(MEETING, HOA)).toContain(
    [
      'BEGIN:DAYLIGHT',
      'DTSTART:20260308T020000',
      'TZOFFSETFROM:-0600',
      'TZOFFSETTO:-0500',
      'END:DAYLIGHT',
      'BEGIN:STANDARD',
      'DTSTART:20261101T020000',
      'TZOFFSETFROM:-0500',
      'TZOFFSETTO:-0600',
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\r\n'),
  );
  const south = icsOf(MEETING, { ...HOA, time_zone: 'Australia/Sydney' });
  for (const line of ['DTSTART:20260405T030000', 'DTSTART:20261004T020000', 'TZOFFSETTO:+1100'])
    expect(south).toContain(line);
  expect(icsOf(MEETING, { ...HOA, time_zone: 'America/Phoenix' })).not.toContain('DAYLIGHT');
});

test('[NOTICE-09] lines are folded at 75 octets, never within a character', () => {
  const title = 'Größe 🏡 '.repeat(40);
  const ics = icsOf({ ...MEETING, title }, HOA);
  const encoder = new TextEncoder();
  for (const line of linesOf(ics)) expect(encoder.encode(line).length).toBeLessThanOrEqual(75);
  expect(ics.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}`);
});

test('[NOTICE-09] [INV-06] REST answers the bytes that a device makes, the same to residents and the board', async () => {
  const ctx = await createContext();
  const meeting = meetingRow(ctx.bea, 'board_regular', { noticed: true, purpose: 'x', exec_summary: 'A hardship' });
  await write(ctx, async (tx) => tx.put('meeting', meeting));
  const { rows } = await ctx.db.execute({ sql: 'SELECT name, time_zone FROM hoas WHERE id = ?', args: [ctx.hoa_id] });
  const hoa = { name: String(rows[0]?.name), time_zone: String(rows[0]?.time_zone) };
  for (const person of [ctx.rex, ctx.bea]) {
    const answer = await person.call('GET', `/api/meetings/${meeting.id}/calendar.ics`);
    expect(answer.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    expect(answer.body).toBe(icsOf(meeting, hoa));
    expect(answer.body).not.toContain('A hardship');
  }
  expect((await ctx.olga.call('GET', `/api/meetings/${meeting.id}/calendar.ics`)).status).toBe(404);
});
