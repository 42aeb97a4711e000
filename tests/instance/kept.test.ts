import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptOf } from '../../local/instance/kept.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const nameOf = (day: number) => `porchlight-${new Date(day * DAY_MS).toISOString().slice(0, 10)}T03-00-00Z.tgz`;

test('a year of nights leaves seven days, four weeks and six months', () => {
  const nights = Array.from({ length: 366 }, (_, at) => nameOf(20_700 - at));
  const kept = keptOf(nights);
  expect(kept.slice(0, 7)).toEqual(nights.slice(0, 7));
  expect(kept.length).toBeLessThanOrEqual(7 + 4 + 6);
  const months = new Set(kept.map((name) => name.slice(0, 'porchlight-2026-01'.length)));
  expect(months.size).toBe(6);
});

test('the newest always stays, and nothing is kept twice or made up, whatever nights are missing', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 19_000, max: 21_000 }), { minLength: 1 }), (days) => {
      const names = days.map(nameOf);
      const kept = keptOf(names);
      expect(kept[0]).toBe(names.toSorted().at(-1));
      expect(new Set(kept).size).toBe(kept.length);
      expect(names).toEqual(expect.arrayContaining(kept));
      expect(keptOf(kept)).toEqual(kept);
    }),
  );
});
