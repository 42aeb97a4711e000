import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Who may import whom: each folder (the most specific first), and what it may reach of ours and of others. */
const MAY: [folder: string, ours: string[], never: RegExp][] = [
  ['schema/', ['schema/'], /^(hono|replicache|react|@libsql)/],
  ['sync/client/', ['sync/client/', 'sync/*', 'schema/'], /^(hono|react|drizzle-orm|@libsql)/],
  ['sync/server/', ['sync/server/', 'sync/*', 'schema/'], /^(hono|react|replicache)/],
  ['sync/', ['sync/*', 'schema/'], /^(hono|react|replicache|drizzle-orm|@libsql)/],
  ['worker/', ['worker/', 'sync/*', 'sync/server/', 'schema/'], /^(replicache|wouter|jotai)/],
  ['client/ui/', ['client/ui/', 'schema/rich-text.ts'], /^(hono|drizzle-orm|@libsql|replicache|jotai)/],
  ['client/', ['client/', 'sync/*', 'sync/client/', 'schema/'], /^(hono|drizzle-orm|@libsql)/],
  ['local/stripe-emulator/', ['local/stripe-emulator/'], /^(hono|react|replicache|drizzle-orm|@libsql)/],
  ['local/', ['local/', 'worker/', 'sync/*', 'sync/server/', 'sync/client/', 'schema/'], /^(react|wouter)/],
];

const files = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
    .map((name) => join(folder, name));

const imports = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1]!);

/** Whether `target` falls under `pattern`: a folder with all below it, a folder's own files ('sync/*'), or one file. */
const under = (target: string, pattern: string) =>
  pattern.endsWith('/*') ? `${dirname(target)}/*` === pattern : target === pattern || target.startsWith(pattern);

const breaches = (folder: string, ours: string[], never: RegExp) =>
  files(folder.replace(/\/$/, ''))
    .filter((file) => MAY.find(([owner]) => file.startsWith(owner))?.[0] === folder)
    .flatMap((file) =>
      imports(file)
        .filter((name) => {
          if (!name.startsWith('.')) return never.test(name);
          const target = relative(ROOT, normalize(join(ROOT, dirname(file), name)));
          return !ours.some((pattern) => under(target, pattern));
        })
        .map((name) => `${file} imports ${name}`),
    );

test.each(MAY)('%s imports only what the import table allows', (folder, ours, never) => {
  expect(breaches(folder, ours, never)).toEqual([]);
});

test('the Stripe emulator is imported by its package name alone, and imports only what its package.json names', () => {
  const emulator = 'local/stripe-emulator/';
  const reaching = ['local', 'tests', 'worker', 'client', 'sync', 'schema']
    .flatMap(files)
    .filter((file) => !file.startsWith(emulator) && imports(file).some((name) => name.includes('stripe-emulator/')));
  expect(reaching).toEqual([]);
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, emulator, 'package.json'), 'utf8'));
  const named = Object.keys({ ...dependencies, ...devDependencies });
  const packages = files(emulator)
    .flatMap(imports)
    .filter((name) => !/^(\.|node:)/.test(name));
  expect(packages.filter((name) => !named.includes(name))).toEqual([]);
});

test('the import table has teeth: it finds a screen that reaches into the server', () => {
  expect(under('sync/server/push.ts', 'sync/*')).toBe(false);
  expect(under('sync/requests.ts', 'sync/*')).toBe(true);
  expect(under('worker/app.ts', 'client/')).toBe(false);
});
