import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, dayIn } from '../../schema/dates.ts';
import { DUE_DATE_OFFSET, DUE_FREQUENCIES, MONTHS_BETWEEN } from '../../schema/dues.ts';
import type { Due } from '../../schema/tables/dues.ts';
import { schedule, sendDateOf } from '../../sync/dues/entity.ts';
import { nth, required } from '../support/required.ts';
import { runs } from '../support/runs.ts';

/** A second implementation of the calendar, without Date, which the rules use. */
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const lengthOf = (year: number, month: number) =>
  month === 2 && isLeap(year) ? 29 : nth([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31], month - 1);
const written = (year: number, month: number, day: number) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
const parts = (day: string) => day.split('-').map(Number) as [number, number, number];
const monthsOn = (anchor: string, months: number) => {
  const [year, month, day] = parts(anchor);
  const count = year * 12 + month - 1 + months;
  const [y, m] = [Math.floor(count / 12), (count % 12) + 1];
  return written(y, m, Math.min(day, lengthOf(y, m)));
};
const daysOn = (from: string, days: number) => {
  let [year, month, day] = parts(from);
  for (let n = 0; n < days; n += 1) {
    day += 1;
    if (day > lengthOf(year, month)) [day, month] = [1, month + 1];
    if (month > 12) [month, year] = [1, year + 1];
  }
  return written(year, month, day);
};

const anyDay = fc
  .tuple(fc.integer({ min: 2000, max: 2199 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, day]) => written(year, month, Math.min(day, lengthOf(year, month))));
const anchor = fc.oneof(
  anyDay,
  anyDay.map((day) => `${day.slice(0, 8)}${lengthOf(...(parts(day).slice(0, 2) as [number, number]))}`),
);
const frequency = fc.constantFrom(...DUE_FREQUENCIES);

test('[DUE-33] period n is the anchor and n times the frequency, clamped to the month’s end, for 200 years', () => {
  fc.assert(
    fc.property(anchor, frequency, fc.nat(400), (anchor_date, frequency, n) => {
      const step = MONTHS_BETWEEN[frequency];
      const expected = step === 0 && n > 0 ? null : monthsOn(anchor_date, step * n);
      expect(sendDateOf({ anchor_date, frequency }, n)).toBe(expected);
    }),
    { seed: 33, numRuns: runs(500, 3000) },
  );
});

test('[DUE-33] the original day comes back after a shorter month', () => {
  const dates = (anchor_date: string, frequency: Due['frequency'], count: number) =>
    Array.from({ length: count }, (_, n) => sendDateOf({ anchor_date, frequency }, n));
  expect(dates('2027-12-31', 'monthly', 4)).toEqual(['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31']);
  expect(dates('2027-01-29', 'monthly', 3)).toEqual(['2027-01-29', '2027-02-28', '2027-03-29']);
  expect(dates('2028-02-29', 'quarterly', 5)).toEqual([
    '2028-02-29',
    '2028-05-29',
    '2028-08-29',
    '2028-11-29',
    '2029-02-28',
  ]);
  expect(dates('2026-11-30', 'quarterly', 3)).toEqual(['2026-11-30', '2027-02-28', '2027-05-30']);
  expect(dates('2099-12-31', 'monthly', 3)).toEqual(['2099-12-31', '2100-01-31', '2100-02-28']);
  expect(dates('2026-01-31', 'one_time', 3)).toEqual(['2026-01-31', null, null]);
});

test('[DUE-19] the due date is the send date and the offset, over month ends, years and leap days', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: DUE_DATE_OFFSET.min, max: DUE_DATE_OFFSET.max }), (day, days) => {
      expect(addDays(day, days)).toBe(daysOn(day, days));
    }),
    { seed: 19, numRuns: runs(500, 2000) },
  );
});

test('[DUE-33] months add up from the anchor, never from the last date', () => {
  fc.assert(
    fc.property(anchor, fc.nat(60), (day, months) => {
      expect(addMonths(day, months)).toBe(monthsOn(day, months));
      expect(addMonths(day, 12 * months).slice(5)).toBe(monthsOn(day, 12 * months).slice(5));
    }),
    { seed: 12, numRuns: runs(500, 2000) },
  );
});

test('[DUE-03] the next sends are those of an active due, each later than the one before', () => {
  const due = fc.record({
    anchor_date: anchor,
    frequency,
    periods_sent: fc.nat(60),
    due_date_offset: fc.integer({ min: DUE_DATE_OFFSET.min, max: DUE_DATE_OFFSET.max }),
    status: fc.constantFrom('active' as const, 'inactive' as const),
  });
  fc.assert(
    fc.property(due, (row) => {
      const next = schedule(row as Due, 5);
      const once = row.frequency === 'one_time';
      const expected = row.status === 'inactive' || (once && row.periods_sent > 0) ? 0 : once ? 1 : 5;
      expect(next).toHaveLength(expected);
      for (const { send_date, due_date } of next) expect(due_date).toBe(daysOn(send_date, row.due_date_offset));
      expect(next.map(({ send_date }) => send_date)).toEqual([...new Set(next.map((one) => one.send_date))].sort());
    }),
    { seed: 3, numRuns: runs(300, 1000) },
  );
});

/** The first Sunday on or after a date, as the milliseconds of its midnight in UTC. */
const sundayFrom = (year: number, month: number, day: number) => {
  const at = Date.UTC(year, month - 1, day);
  return at + ((7 - new Date(at).getUTCDay()) % 7) * 86_400_000;
};
const HOUR = 3_600_000;
/** Hours ahead of UTC by the law that holds since 2008. */
const OFFSETS: Record<string, (instant: number) => number> = {
  'Pacific/Honolulu': () => -10,
  'America/Phoenix': () => -7,
  'Asia/Kolkata': () => 5.5,
  'America/Chicago': (instant) => {
    const year = new Date(instant).getUTCFullYear();
    const [begin, end] = [sundayFrom(year, 3, 8) + 8 * HOUR, sundayFrom(year, 11, 1) + 7 * HOUR];
    return instant >= begin && instant < end ? -5 : -6;
  },
  'Pacific/Auckland': (instant) => {
    const year = new Date(instant + 12 * HOUR).getUTCFullYear();
    const [end, begin] = [sundayFrom(year, 4, 1) - 10 * HOUR, sundayFrom(year, 9, 24) - 10 * HOUR];
    return instant >= end && instant < begin ? 12 : 13;
  },
};

describe('today', () => {
  const instants = fc.oneof(
    fc.integer({ min: Date.UTC(2008, 0, 2), max: Date.UTC(2099, 11, 30) }),
    // Around every hour at which a day begins or the clocks change.
    fc
      .tuple(fc.integer({ min: 350_000, max: 1_130_000 }), fc.integer({ min: -1, max: 1 }))
      .map(([hours, ms]) => hours * HOUR + ms),
  );
  test.each(Object.keys(OFFSETS))('[DUE-32] is the calendar date in %s, whatever it is in UTC', (zone) => {
    fc.assert(
      fc.property(instants, (instant) => {
        const local = new Date(instant + required(OFFSETS[zone])(instant) * HOUR).toISOString().slice(0, 10);
        expect([instant, dayIn(zone, new Date(instant))]).toEqual([instant, local]);
      }),
      { seed: 32, numRuns: runs(500, 3000) },
    );
  });

  test('[DUE-32] it differs from UTC on both sides of the world, and on the days the clocks change', () => {
    const noon = new Date('2026-11-20T12:00:00Z');
    expect(dayIn('Pacific/Auckland', noon)).toBe('2026-11-21');
    expect(dayIn('Pacific/Honolulu', new Date('2026-11-20T09:59:59Z'))).toBe('2026-11-19');
    expect(dayIn('America/Chicago', new Date('2026-11-01T04:59:59Z'))).toBe('2026-10-31');
    expect(dayIn('America/Chicago', new Date('2026-11-02T05:59:59Z'))).toBe('2026-11-01');
    expect(() => dayIn('Mars/Olympus', noon)).toThrow(RangeError);
  });
});
