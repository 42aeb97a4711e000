import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../local/paths.ts';
import { screensIn } from '../../local/role-screens.ts';
import { required } from '../support/required.ts';

const screensOf = (file: string) => screensIn(join(ROOT, file), readFileSync(join(ROOT, file), 'utf8'));
const rolesOf = (file: string, screen: string) => [...required(screensOf(file).get(join(ROOT, screen)))].sort();

test('a screen is stored for the roles that have what one of its routes needs, and what stands in its place for the others', () => {
  const announcements = 'client/community/announcements';
  expect(rolesOf(`${announcements}/feature.ts`, `${announcements}/list.tsx`)).toEqual(['board', 'superadmin']);
  expect(rolesOf(`${announcements}/feature.ts`, `${announcements}/resident.tsx`)).toEqual(['resident']);
  expect(rolesOf(`${announcements}/feature.ts`, `${announcements}/detail.tsx`)).toHaveLength(3);
  const dashboard = 'client/community/dashboard';
  expect(rolesOf(`${dashboard}/feature.ts`, `${dashboard}/dashboard.tsx`)).toEqual(['board', 'superadmin']);
  expect(rolesOf('client/meetings/screens.tsx', 'client/meetings/room/page.tsx')).toEqual(['board', 'superadmin']);
  expect(rolesOf('client/meetings/screens.tsx', 'client/meetings/detail/detail.tsx')).toHaveLength(3);
});

test('no screen is overlooked: as many are found as routes load', () => {
  const found = globSync('client/*/**/feature.ts', { cwd: ROOT }).map((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    const loaded = new Set([...source.matchAll(/lazyScreen\(\(\) => import\('([^']+)'\)/g)].map(([, name]) => name));
    expect(screensOf(file).size, file).toBe(loaded.size);
    return loaded.size;
  });
  expect(found.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(50);
});
