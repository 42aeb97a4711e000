import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Feature } from '../../client/feature.ts';
import { features } from '../../client/features.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const all: readonly Feature[] = features;

const repeated = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) < at);

test('the list of features names each that has a descriptor', async () => {
  const files = globSync('client/**/feature.ts', { cwd: join(ROOT) }).filter((file) => file !== 'client/feature.ts');
  const described = await Promise.all(files.map(async (file) => Object.values(await import(join(ROOT, file)))));
  expect(new Set(described.flat())).toEqual(new Set(all));
});

test('what is in no descriptor is in no folder: outbox labels and search sources', async () => {
  const named = async (part: 'outbox' | 'search') =>
    (await Promise.all(all.flatMap((feature) => feature[part]?.() ?? []))).length;
  expect(await named('outbox')).toBe(globSync('client/*/**/outbox.ts', { cwd: ROOT }).length);
  expect(await named('search')).toBe(globSync('client/*/**/search.ts', { cwd: ROOT }).length);
});

test('no path, no letter after G and no outbox label belongs to two features', async () => {
  const entries = all.flatMap(({ navigation = [], screens = [] }) => [navigation, screens].flat());
  const parts = await Promise.all(all.flatMap(({ outbox }) => outbox?.() ?? []));
  expect(repeated(all.flatMap(({ routes = [] }) => routes.map(({ path }) => path)))).toEqual([]);
  expect(repeated(entries.map(({ key }) => key))).toEqual([]);
  expect(repeated(parts.flatMap(({ labels }) => Object.keys(labels)))).toEqual([]);
});
