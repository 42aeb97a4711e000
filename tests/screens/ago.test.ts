import { expect, test } from 'vitest';
import { formatAgo, formatDate } from '../../client/ui/format.ts';

const NOW = new Date(2030, 4, 10, 15, 0);
const ago = (...at: [number, number, number, number]) => {
  const [month, day, hour, minute] = at;
  return formatAgo(new Date(2030, month, day, hour, minute).toISOString(), NOW);
};

test('a time of today or yesterday is told from now, any other is its date', () => {
  expect(ago(4, 10, 14, 59)).toBe('1m ago');
  expect(formatAgo(NOW.toISOString(), NOW)).toBe('Just now');
  expect(ago(4, 10, 13, 0)).toBe('2h ago');
  expect(ago(4, 10, 0, 5)).toBe('14h ago');
  expect(ago(4, 9, 23, 59)).toBe('Yesterday');
  expect(ago(4, 9, 0, 0)).toBe('Yesterday');
  expect(ago(4, 8, 23, 59)).toBe('May 8, 2030');
  // The clock of whoever wrote it may be ahead.
  expect(ago(4, 11, 9, 0)).toBe(formatDate(new Date(2030, 4, 11).toISOString()));
});
