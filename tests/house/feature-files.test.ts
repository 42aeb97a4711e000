import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nth, required } from '../support/required.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Features that have nothing to do with one another: a file that names nearly all of them is one that every feature edits. */
const FEATURES = [
  /\brequests?\b/,
  /\bannouncements?\b/,
  /\bdocuments?\b/,
  /\b(violations?|compliance)\b/,
  /\bdues?\b/,
  /\baddress(es)?\b/,
  /\binvoices?\b/,
  /\busers?\b/,
  /\bmeetings?\b/,
];
const NEARLY_ALL = FEATURES.length - 1;

/** The names in a file's texts, imports, keys and spreads. */
const namesIn = (source: string): string =>
  [...source.matchAll(/'([^'\n]*)'|^\s*(?:\.\.\.)?(\w+)[:,.]/gm)].map(([, text, key]) => text ?? key).join('\n');

const isRegister = (source: string): boolean => {
  const names = namesIn(source);
  return FEATURES.filter((feature) => feature.test(names)).length >= NEARLY_ALL;
};

const listed = (): { always: string[]; whereNeeded: string[] } => {
  const [, always = '', whereNeeded = ''] = nth(read('CONTRIBUTING.md').split(/^## A feature$/m), 1).split(
    /^Shared files that every feature edits.*$|^And where it needs them:$/m,
  );
  return { always: filesIn(always), whereNeeded: filesIn(whereNeeded) };
};

/** The paths in the first column of a table. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, file]) => required(file)),
  );

test('CONTRIBUTING.md names each file in which nearly all features are named', () => {
  const files = globSync('{schema,sync,worker,client}/**/*.{ts,tsx}', { cwd: ROOT });
  const { always, whereNeeded } = listed();
  const unnamed = files.filter((file) => isRegister(read(file)) && ![...always, ...whereNeeded].includes(file));
  expect(unnamed).toEqual([]);
});

test('what CONTRIBUTING.md names is there, and is at most seven files for every feature', () => {
  const { always, whereNeeded } = listed();
  expect([...always, ...whereNeeded].filter((file) => globSync(file, { cwd: ROOT }).length === 0)).toEqual([]);
  expect(always.length).toBeLessThanOrEqual(7);
  expect(always.filter((file) => !isRegister(read(file)))).toEqual([]);
});
