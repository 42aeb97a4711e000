import { expect, test } from 'vitest';
import { fieldsOf, instantOf } from '../../client/meetings/time.ts';

test.each([
  ['America/Chicago', '2026-07-01', '09:00', '2026-07-01T14:00:00.000Z'],
  ['America/Chicago', '2026-12-01', '09:00', '2026-12-01T15:00:00.000Z'],
  ['America/Chicago', '2026-03-08', '01:59', '2026-03-08T07:59:00.000Z'],
  ['America/Chicago', '2026-03-08', '03:00', '2026-03-08T08:00:00.000Z'],
  ['America/Phoenix', '2026-03-08', '02:30', '2026-03-08T09:30:00.000Z'],
  ['Asia/Kathmandu', '2026-03-08', '02:30', '2026-03-07T20:45:00.000Z'],
  ['Pacific/Kiritimati', '2026-03-08', '00:15', '2026-03-07T10:15:00.000Z'],
  ['Pacific/Pago_Pago', '2026-03-08', '23:45', '2026-03-09T10:45:00.000Z'],
])('in %s, %s %s is %s', (zone, date, time, instant) => {
  expect(instantOf(zone, date, time)).toBe(instant);
  expect(fieldsOf(zone, instant)).toEqual({ date, time });
});

test.each([
  ['America/Chicago', '2026-03-08', '02:30', '2026-03-08T08:30:00.000Z', '03:30'],
  ['America/New_York', '2026-03-08', '02:00', '2026-03-08T07:00:00.000Z', '03:00'],
  ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z', '03:30'],
  ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45:00.000Z', '02:45'],
])('in %s the spring skips %s %s, so it is an hour later', (zone, date, time, instant, shown) => {
  expect(instantOf(zone, date, time)).toBe(instant);
  expect(fieldsOf(zone, instant)).toEqual({ date, time: shown });
});

test.each([
  ['America/Chicago', '2026-11-01', '01:30', '2026-11-01T06:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
])('in %s the autumn has %s %s twice, and the first is meant', (zone, date, time, instant) => {
  expect(instantOf(zone, date, time)).toBe(instant);
});

test('without a date or a time there is no instant', () => {
  expect([instantOf('America/Chicago', '', '09:00'), instantOf('America/Chicago', '2026-07-01', '')]).toEqual(['', '']);
});
