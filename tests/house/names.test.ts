import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

/** The files that a feature has on either side, each with its own part. */
const OF_A_FEATURE = ['list', 'outbox', 'rules', 'search'];

/** What both sides have a file about: here it is computed, there it is shown. */
const SAME_SUBJECT = [
  'activity',
  'agenda',
  'attention',
  'books',
  'bulk',
  'decisions',
  'figures',
  'history',
  'home',
  'late-entries',
  'packet',
  'proxies',
  'quorum',
  'roll',
  'rule-words',
  'setup',
  'step-up',
  'wordings',
];

/** Different things of one name, until one of them has a name of its own. */
const TO_RENAME = ['fields', 'notice', 'parse', 'session', 'words'];

const namesIn = (folder: string) =>
  new Set(globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }).map((file) => basename(file).replace(/\.tsx?$/, '')));

test('files of client/ and sync/ with one name are about one thing', () => {
  const known = [...OF_A_FEATURE, ...SAME_SUBJECT, ...TO_RENAME];
  expect([...namesIn('client').intersection(namesIn('sync'))].filter((name) => !known.includes(name))).toEqual([]);
});
