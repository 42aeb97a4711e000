import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { nth, required } from '../support/required.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGES = globSync('{*,docs/*}.md', { cwd: ROOT }).filter((page) => page !== 'CHANGELOG.md');
const FOLDERS = ['client', 'docs', 'local', 'migrations', 'schema', 'sync', 'tests', 'worker'];
const NAMES = new Set(globSync(`{${FOLDERS}}/**/*.{ts,tsx}`, { cwd: ROOT }).map((file) => basename(file)));

/** The feature of the example in CONTRIBUTING.md. */
const EXAMPLE = /\bparcels?\b/;

/** `<feature>` and the like stand for any name. */
const isThere = (path: string) => globSync(path.replace(/<[\w-]+>/g, '*'), { cwd: ROOT }).length > 0;

/** The names of paths, and of files without their folder, that are not there. */
const deadNames = (text: string): string[] => {
  const names = [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, name]) => required(name))
    .filter((name) => !EXAMPLE.test(name));
  const paths = names.filter((name) => name.includes('/') && FOLDERS.includes(nth(name.split('/'), 0)));
  const files = names.filter((name) => /^[\w.-]+\.tsx?$/.test(name));
  return [...paths.filter((path) => !isThere(path)), ...files.filter((file) => !NAMES.has(file) && !isThere(file))];
};

const deadLinks = (page: string, text: string): string[] =>
  [...text.matchAll(/\]\((?!\w+:)([^)#\s]+)/g)]
    .map(([, link]) => join(dirname(page), required(link)))
    .filter((path) => !existsSync(join(ROOT, path)));

test.each(PAGES)('each path and file of the project that %s names is there', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  expect([...deadNames(text), ...deadLinks(page, text)]).toEqual([]);
});

/** Turns of phrase of older pages, each of which is said in plain words now. What is code is left out. */
const STIFF =
  /\b(stands|by itself|somebody|everybody|counts? for nothing|anew|meanwhile|thereof|as a rule|shall|afterwards|whoever|somewhere)\b/i;

test.each([...PAGES, 'CHANGELOG.md'])('%s is written in plain words', (page) => {
  const lines = readFileSync(join(ROOT, page), 'utf8').split('\n');
  expect(lines.filter((line) => STIFF.test(line.replace(/`[^`]*`/g, '')))).toEqual([]);
});
