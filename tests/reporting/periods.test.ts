import { expect, test } from 'vitest';
import { formatDuration, hoursOf, medianOf, ninetiethOf } from '../../client/community/reporting/durations.ts';
import { calendarOf, monthsIn, type PeriodName, periodOf } from '../../client/community/reporting/report-period.ts';

const TODAY = '2026-03-31';
const period = (name: PeriodName, from = '', to = '') => periodOf({ period: name, from, to }, TODAY);

test('[BILLING-07] a period is this month, three, twelve, the year or any days, with as long a one before it', () => {
  expect(period('month')).toEqual({
    span: { from: '2026-03-01', to: TODAY },
    before: { from: '2026-02-01', to: '2026-02-28' },
  });
  expect(period('3-months')).toEqual({
    span: { from: '2026-01-01', to: TODAY },
    before: { from: '2025-10-01', to: '2025-12-31' },
  });
  expect(period('12-months').span.from).toBe('2025-04-01');
  expect(period('year')).toEqual({
    span: { from: '2026-01-01', to: TODAY },
    before: { from: '2025-01-01', to: '2025-03-31' },
  });
  expect(period('custom', '2026-03-11', '2026-03-20')).toEqual({
    span: { from: '2026-03-11', to: '2026-03-20' },
    before: { from: '2026-03-01', to: '2026-03-10' },
  });
});

test('[BILLING-07] days of an address that are none, in the wrong order, to come or before all records harm nothing', () => {
  expect(period('custom').span).toEqual({ from: '2026-01-01', to: TODAY });
  expect(period('custom', 'x', '2026-99-99').span).toEqual({ from: '2026-01-01', to: TODAY });
  expect(period('custom', '2026-03-20', '2026-03-11').span).toEqual({ from: '2026-03-11', to: '2026-03-20' });
  expect(period('custom', '2027-01-01', '2028-01-01').span).toEqual({ from: TODAY, to: TODAY });
  expect(monthsIn(period('custom', '0001-01-01', TODAY).span)).toHaveLength(121);
});

test('[BILLING-07] the time zone of the HOA decides the month and the day, over a change to summer time too', () => {
  const calendar = calendarOf(period('month'), 'America/Chicago');
  expect(calendar.months).toEqual(['2026-02', '2026-03']);
  expect(calendar.monthOf('2026-03-01T05:59:59.999Z')).toBe('2026-02');
  expect(calendar.monthOf('2026-03-01T06:00:00.000Z')).toBe('2026-03');
  expect(calendar.monthOf('2026-04-01T04:59:59.999Z')).toBe('2026-03');
  expect(calendar.monthOf('2026-04-01T05:00:00.000Z')).toBe(null);
  expect(calendar.monthOf('2026-02-01T05:59:59.999Z')).toBe(null);
  const parts = ['2026-03-01T06:00:00.000Z', '2026-03-01T05:59:00.000Z', '2026-01-31T12:00:00.000Z'];
  expect(parts.map(calendar.partOf)).toEqual(['span', 'before', null]);
});

test('[BILLING-07] a median is the middle or between two, of none nothing; nine of ten stay within the other figure', () => {
  expect([medianOf([3, 1, 2]), medianOf([4, 1, 3, 2]), medianOf([])]).toEqual([2, 2.5, null]);
  expect([ninetiethOf([10, 1, 2, 3, 4, 5, 6, 7, 8, 9]), ninetiethOf([5]), ninetiethOf([])]).toEqual([9, 5, null]);
  const hours = (count: number) => count * 3_600_000;
  expect([10, hours(0.5), hours(1), hours(47), hours(84)].map(formatDuration)).toEqual([
    '1 minute',
    '30 minutes',
    '1 hour',
    '47 hours',
    '3.5 days',
  ]);
  expect([formatDuration(null), hoursOf(null), hoursOf(hours(1.25))]).toEqual(['–', '', '1.25']);
});
