import { expect, test } from 'vitest';
import { duesByMonth, requestsByWeek } from '../../client/community/dashboard/charts.ts';
import { ageOf, greeting, isNew, trendOf, welcome } from '../../client/community/dashboard/labels.ts';
import { planForSale } from '../../schema/plans.ts';
import type { RequestStatus } from '../../schema/requests.ts';

const NOW = new Date(2026, 5, 17, 9);
const request = (daysAgo: number, status: RequestStatus) => ({
  status,
  created_at: new Date(2026, 5, 17 - daysAgo, 8).toISOString(),
});

test('requests stand in the week they were filed in, by the state they are in now', () => {
  const weeks = requestsByWeek(
    [request(0, 'open'), request(3, 'open'), request(4, 'resolved'), request(52, 'closed'), request(53, 'open')],
    NOW,
  );
  expect(weeks.map(({ start }) => start)).toEqual([
    '2026-04-26',
    '2026-05-03',
    '2026-05-10',
    '2026-05-17',
    '2026-05-24',
    '2026-05-31',
    '2026-06-07',
    '2026-06-14',
  ]);
  expect(weeks.at(-1)).toMatchObject({ open: 2, resolved: 0 });
  expect(weeks.at(-2)).toMatchObject({ open: 0, resolved: 1 });
  expect(weeks[0]).toMatchObject({ closed: 1, open: 0 });
});

test('weeks keep their days over a change to summer time and a new year', () => {
  const starts = requestsByWeek([], new Date(2027, 0, 6)).map(({ start }) => start);
  expect(starts.slice(-2)).toEqual(['2026-12-27', '2027-01-03']);
  expect(new Set(requestsByWeek([], new Date(2026, 3, 8)).map(({ start }) => start)).size).toBe(8);
});

test('dues stand in the month they are due in, collected or outstanding; canceled ones nowhere', () => {
  const invoice = (due_date: string, status: 'pending' | 'paid' | 'canceled', amount_cents = 5000) => ({
    due_date,
    status,
    amount_cents,
  });
  const months = duesByMonth(
    [
      invoice('2026-06-30', 'pending'),
      invoice('2026-06-01', 'paid', 12_000),
      invoice('2026-05-31', 'pending'),
      invoice('2026-05-02', 'canceled'),
      invoice('2025-06-01', 'pending'),
    ],
    '2026-06-17',
  );
  expect(months.map(({ month }) => month)).toEqual(['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06']);
  expect(months.at(-1)).toEqual({ month: '2026-06', collected: 12_000, outstanding: 5000 });
  expect(months.at(-2)).toEqual({ month: '2026-05', collected: 0, outstanding: 5000 });
});

test('the months reach into the next one once something is due then', () => {
  const due = { due_date: '2027-01-04', status: 'pending' as const, amount_cents: 100 };
  expect(duesByMonth([due], '2026-12-31').at(-1)).toEqual({ month: '2027-01', collected: 0, outstanding: 100 });
});

test('[DASH-17] a trend says what it compares with, and is none where there is nothing to compare with', () => {
  expect(trendOf({ recent: 32, earlier: 3 })).toBe('29 more than last month');
  expect(trendOf({ recent: 1, earlier: 3 })).toBe('2 fewer than last month');
  expect(trendOf({ recent: 3, earlier: 3 })).toBe('same as last month');
  expect(trendOf({ recent: 29, earlier: 0 })).toBeUndefined();
});

test('[DASH-02] nobody is welcomed back at their first visit', () => {
  expect(welcome('Maple Ridge', true)).toBe('Welcome to Maple Ridge');
  expect(welcome('Maple Ridge', false)).toBe('Welcome back to Maple Ridge');
  expect(welcome(undefined, true)).toBe('Welcome');
});

test('[DASH-02] the greeting follows the hour, and names whoever has no name yet by email', () => {
  expect(greeting({ name: 'Bea Marsh', email: 'bea@x.test' }, 9)).toBe('Good morning, Bea Marsh');
  expect(greeting({ name: '', email: 'bea@x.test' }, 13)).toBe('Good afternoon, bea@x.test');
  expect([2, 23].map((hour) => greeting({ name: 'Bea', email: '' }, hour))).toEqual(Array(2).fill('Good evening, Bea'));
});

test('[DASH-20] an account is new for seven days', () => {
  expect(isNew({ created_at: '2026-06-11T00:00:00.000Z' }, new Date('2026-06-17T23:00:00Z'))).toBe(true);
  expect(isNew({ created_at: '2026-06-11T00:00:00.000Z' }, new Date('2026-06-18T00:00:00Z'))).toBe(false);
});

test('[PROFILE-12, PROFILE-13] the flag of a plan change names a paid plan, and anything else shows nothing', () => {
  expect(['starter', 'growth', 'pro'].map(planForSale)).toEqual(['Starter', 'Growth', 'Pro']);
  for (const named of [null, '', 'free', 'PRO', 'toString']) expect(planForSale(named)).toBeNull();
});

test('[14.5] an age is told in hours, then in days', () => {
  const now = new Date(2026, 5, 17, 12);
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
  expect([0.5, 1, 23, 24, 72].map((hours) => ageOf(ago(hours), now))).toEqual([
    'less than an hour',
    '1 hour',
    '23 hours',
    '1 day',
    '3 days',
  ]);
  // A due date ends with its day.
  expect([ageOf('2026-06-16', now), ageOf('2026-06-14', now)]).toEqual(['12 hours', '2 days']);
});
