import { expect, test } from 'vitest';
import { findFuzzy } from '../../client/ui/fuzzy.ts';

const CHOICES = [
  { id: 'rita', label: 'Rita Alvarez', hint: 'rita@example.test · 14 Heron Lane, Unit 3' },
  { id: 'rex', label: 'Rex Fields', hint: 'rex@example.test · 41 Birch Court' },
];
const idsOf = (term: string) => findFuzzy(CHOICES, term).map(({ id }) => id);

test('a chooser finds people by name and home also where a word is spelled a little differently, and numbers as they are', () => {
  expect(idsOf('Alvares')).toEqual(['rita']);
  expect(idsOf('14 Herron Lane')).toEqual(['rita']);
  expect(idsOf('bich court')).toEqual(['rex']);
  expect(idsOf('15 Heron')).toEqual([]);
  expect(idsOf('zzzz')).toEqual([]);
});
