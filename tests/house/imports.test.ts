import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nth } from '../support/required.ts';
import { NEIGHBOURS, WITHIN_GROUP } from './neighbours.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const foldersOf = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** Both sides share these: the words that features are built of, and the features. */
const SHARED = [
  'sync/*',
  ...foldersOf('sync')
    .map(({ name }) => `sync/${name}/`)
    .filter((name) => !['sync/client/', 'sync/server/'].includes(name)),
  'schema/',
];
const CLIENT_KIT = ['client/ui/', 'client/*', 'client/device/', 'client/files/', 'sync/client/', ...SHARED];

/** Each folder, the most specific first, with the project files that it may import and the packages that it may not. */
const IMPORT_TABLE: [folder: string, allowed: string[], forbidden: RegExp][] = [
  ['schema/', ['schema/'], /^(hono|replicache|react|@libsql)/],
  ['sync/client/', ['sync/client/', ...SHARED], /^(hono|react|drizzle-orm|@libsql)/],
  ['sync/server/', ['sync/server/', ...SHARED], /^(hono|react|replicache)/],
  ['sync/', SHARED, /^(hono|react|replicache|drizzle-orm|@libsql)/],
  ['worker/', ['worker/', 'sync/server/', 'migrations/meta/', ...SHARED], /^(replicache|wouter|jotai)/],
  ['client/ui/', ['client/ui/', 'schema/rich-text.ts'], /^(hono|drizzle-orm|@libsql|replicache|jotai)/],
  ['client/screens/', ['client/screens/', ...CLIENT_KIT], /^(hono|drizzle-orm|@libsql)/],
  ['client/forms/', ['client/forms/', 'client/screens/', ...CLIENT_KIT], /^(hono|drizzle-orm|@libsql)/],
  ['client/', ['client/', 'sync/client/', ...SHARED], /^(hono|drizzle-orm|@libsql)/],
  ['local/stripe-emulator/', ['local/stripe-emulator/'], /^(hono|react|replicache|drizzle-orm|@libsql)/],
  ['local/', ['local/', 'worker/', 'sync/server/', 'sync/client/', ...SHARED], /^(react|wouter)/],
];

/** Folders whose files import each other in no circle, type imports included. */
const ACYCLIC = ['schema', 'sync', 'worker', 'client', 'local', 'tests'];

const files = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
    .map((name) => join(folder, name));

const imports = (file: string): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) =>
    nth(match, 1),
  );

/** The files that `file` loads at once when it runs: type imports load nothing. */
const loadsAtOnce = (file: string): string[] => namesIn(file, STATIC_IMPORT);
const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^;']*?\sfrom\s+)?'([^']+)'/gm;

/** The same with what it loads on demand. */
const loads = (file: string): string[] => [...loadsAtOnce(file), ...namesIn(file, /\bimport\('([^']+)'\)/g)];

const namesIn = (file: string, imported: RegExp): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(imported)].map((match) => nth(match, 1));

const resolved = (file: string, name: string) => relative(ROOT, normalize(join(ROOT, dirname(file), name)));

const projectImports = (file: string): string[] =>
  imports(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => resolved(file, name));

const sourcesOf = (file: string) => projectImports(file).filter((target) => /\.(ts|tsx|mjs)$/.test(target));

/** True if `target` falls under `pattern`: a folder with all below it, a folder's own files ('sync/*'), or one file. */
const under = (target: string, pattern: string) =>
  pattern.endsWith('/*') ? `${dirname(target)}/*` === pattern : target === pattern || target.startsWith(pattern);

const forbiddenImports = (folder: string, allowed: string[], forbidden: RegExp) =>
  files(folder.replace(/\/$/, ''))
    .filter((file) => IMPORT_TABLE.find(([owner]) => file.startsWith(owner))?.[0] === folder)
    .flatMap((file) =>
      imports(file)
        .filter((name) =>
          name.startsWith('.')
            ? !allowed.some((pattern) => under(resolved(file, name), pattern))
            : forbidden.test(name),
        )
        .map((name) => `${file} imports ${name}`),
    );

/** The import circles that are reachable from `starts`, each as the files along it. */
const cyclesFrom = (starts: string[], importsOf = sourcesOf): string[] => {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) cycles.push([...path.slice(at), file].join(' -> '));
    if (at >= 0 || done.has(file)) return;
    for (const target of importsOf(file)) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of starts) visit(file, []);
  return cycles;
};

test.each(IMPORT_TABLE)('%s imports only what the import table allows', (folder, allowed, forbidden) => {
  expect(forbiddenImports(folder, allowed, forbidden)).toEqual([]);
});

const GROUPS = Object.keys(NEIGHBOURS);
const groupOf = (file: string) => GROUPS.find((group) => file.startsWith(group));

test.each(Object.entries(NEIGHBOURS))('%s imports of other groups exactly what the table names', (group, allowed) => {
  const foreign = files(group.replace(/\/$/, ''))
    .flatMap(projectImports)
    .filter((target) => groupOf(target) && groupOf(target) !== group);
  expect([...new Set(foreign)].sort()).toEqual([...allowed].sort());
});

/** A file's part of its group: a feature's folder, or the file itself where it lies beside the folders. */
const partOf = (group: string, file: string) => nth(file.slice(group.length).split('/'), 0);

/** The other parts of `group` that each of its parts imports, type imports and those on demand included. */
const importsWithin = (group: string): Map<string, Set<string>> => {
  const parts = new Map<string, Set<string>>();
  for (const file of files(group.replace(/\/$/, ''))) {
    const part = partOf(group, file);
    const targets = projectImports(file).filter((target) => target.startsWith(group));
    const others = targets.map((target) => partOf(group, target)).filter((other) => other !== part);
    parts.set(part, new Set([...(parts.get(part) ?? []), ...others]));
  }
  return parts;
};

describe.each(Object.entries(WITHIN_GROUP))('%s', (group, table) => {
  const parts = importsWithin(group);

  test('a feature imports of its group exactly the features that the table names', () => {
    const isFeature = (part: string) => !part.includes('.');
    const found = [...parts].map(([part, others]) => [part, [...others].filter(isFeature).sort()] as const);
    expect(Object.fromEntries(found.filter(([, others]) => others.length > 0))).toEqual(table);
  });

  test('no feature imports itself by way of others', () => {
    expect(cyclesFrom([...parts.keys()], (part) => [...(parts.get(part) ?? [])])).toEqual([]);
  });
});

test('of features, the rooms and kits of the client import none, and the shell what is always there', () => {
  const kits = foldersOf('client').map(({ name }) => `client/${name}/`);
  const reaching = kits
    .filter((kit) => !GROUPS.includes(kit))
    .flatMap((kit) => files(kit.replace(/\/$/, '')))
    .flatMap((file) =>
      projectImports(file)
        .filter(groupOf)
        .map((target) => `${file} imports ${target}`),
    );
  expect(reaching).toEqual(['client/shell/shell.tsx imports client/account/auth/step-up-dialog.tsx']);
});

test.each(ACYCLIC)('no file of %s/ imports itself by way of others, type imports included', (folder) => {
  expect(cyclesFrom(files(folder)).filter((cycle) => cycle.startsWith(`${folder}/`))).toEqual([]);
});

test('a circle of imports is found', () => {
  const graph: Record<string, string[]> = { 'a.ts': ['b.ts'], 'b.ts': ['c.ts', 'd.ts'], 'c.ts': ['a.ts'], 'd.ts': [] };
  expect(cyclesFrom(['a.ts'], (file) => graph[file] ?? [])).toEqual(['a.ts -> b.ts -> c.ts -> a.ts']);
});

/** The path along which a file of `starts` loads a package that `forbidden` matches. */
const pathTo = (forbidden: RegExp, starts: string[], importsOf = loads): string | undefined => {
  const visited = new Set(starts);
  const paths = starts.map((file) => [file]);
  for (const path of paths) {
    const file = nth(path, -1);
    for (const name of importsOf(file)) {
      if (forbidden.test(name)) return [...path, name].join(' -> ');
      const target = resolved(file, name);
      if (!name.startsWith('.') || !/\.(ts|tsx|mjs)$/.test(name) || visited.has(target)) continue;
      visited.add(target);
      paths.push([...path, target]);
    }
  }
  return undefined;
};

test('a browser loads no table definition, and the small build of zod', () => {
  const browser = [...files('client'), ...files('sync').filter((file) => !file.startsWith('sync/server/'))];
  expect(pathTo(/^zod$/, browser)).toBeUndefined();
  expect(pathTo(/^drizzle-orm/, browser)).toBeUndefined();
  expect(pathTo(/^drizzle-orm/, ['schema/index.ts'])).toBe(
    'schema/index.ts -> schema/tables/accounts.ts -> drizzle-orm',
  );
});

test('a browser loads nothing that the server alone asks of an entity', () => {
  const browser = [...files('client'), ...files('sync/client')];
  expect(pathTo(/\/server\.ts$/, browser)).toBeUndefined();
  expect(pathTo(/\/server\.ts$/, ['sync/server/entities.ts'])).toMatch(/server\.ts$/);
});

test('the first load of a list has no zod, and the app no keys of jobs: they come with forms and mutators', () => {
  const lists = files('client').filter((file) => /^client\/[^/]+\/[^/]+\/list\.tsx$/.test(file));
  expect(lists.length).toBeGreaterThan(10);
  expect(pathTo(/^zod/, ['client/main.tsx', ...lists], loadsAtOnce)).toBeUndefined();
  expect(pathTo(/\/outbox-keys\.ts$/, ['client/main.tsx'], loadsAtOnce)).toBeUndefined();
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

test('the import table finds a screen that reaches into the server', () => {
  expect(under('sync/server/push.ts', 'sync/*')).toBe(false);
  expect(under('sync/tx.ts', 'sync/*')).toBe(true);
  expect(under('worker/app.ts', 'client/')).toBe(false);
});

test('a package that is imported stands in package.json', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const named = new Set(Object.keys({ ...dependencies, ...devDependencies }));
  const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/');
  const undeclared = ['schema', 'sync', 'worker', 'client', 'local', 'tests']
    .flatMap(files)
    .filter((file) => !file.startsWith('local/stripe-emulator/'))
    .flatMap((file) =>
      namesIn(file, /^(?:import|export)\s[^;']*?from\s+'([^'.][^']*)'/gm)
        .filter((name) => !/^(node|cloudflare|virtual):/.test(name) && !named.has(packageOf(name)))
        .map((name) => `${file} imports ${name}`),
    );
  expect(undeclared).toEqual([]);
});
