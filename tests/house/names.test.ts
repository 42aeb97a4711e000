import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

/** The files that a feature has on either side, each with its own part. */
const OF_A_FEATURE = ['list', 'outbox', 'rules', 'search'];

/** Both sides have a file about these: here it is computed, there it is shown. */
const SAME_SUBJECT = [
  'activity',
  'agenda',
  'attention',
  'books',
  'branding',
  'bulk',
  'decisions',
  'figures',
  'history',
  'home',
  'roll',
  'rule-words',
  'setup',
  'step-up',
  'wordings',
];

const namesIn = (folder: string) =>
  new Set(globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }).map((file) => basename(file).replace(/\.tsx?$/, '')));

test('files of client/ and sync/ with one name are about one thing', () => {
  const both = [...namesIn('client').intersection(namesIn('sync'))].filter((name) => !OF_A_FEATURE.includes(name));
  expect(both.sort()).toEqual(SAME_SUBJECT);
});
