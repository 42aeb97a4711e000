import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumPath } from '../../local/chromium.ts';
import { nth } from '../support/required.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porchlight-chromium-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('several that need the browser at once on a new machine get one, whole, and leave nothing else', async () => {
  const paths = await Promise.all([chromiumPath(folder), chromiumPath(folder)]);
  expect(new Set(paths).size).toBe(1);
  expect(execFileSync(nth(paths, 0), ['--version'], { encoding: 'utf8' })).toMatch(
    /^(Chromium|Google Chrome|HeadlessChrom\w*)/,
  );
  expect(await readdir(folder)).toEqual([dirname(nth(paths, 0)).slice(folder.length + 1)]);
}, 60_000);
