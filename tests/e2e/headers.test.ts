import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLIENT } from '../../local/client-build.ts';
import { testStack } from './support/stack.ts';

const SAFE = {
  'strict-transport-security': expect.stringContaining('max-age='),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': expect.stringContaining('microphone=()'),
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
};

const SOURCE_MAPS = join(CLIENT, '..', 'source-maps');

const built = readdirSync(CLIENT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== '_headers')
  .map((entry) => `${entry.parentPath}/${entry.name}`.slice(CLIENT.length));

const get = (path: string) => fetch(`${testStack().urls.app}${path}`, { redirect: 'manual' });

test('every file of the build is served with every security header, and no inline script may run in any', async () => {
  expect(built).toContain('/index.html');
  for (const path of built) {
    const answer = await get(path);
    expect({ path, status: answer.status, ...Object.fromEntries(answer.headers) }).toMatchObject({
      path,
      status: 200,
      ...SAFE,
    });
    // The worker that reads check-in codes is WebAssembly.
    expect(answer.headers.get('content-security-policy')).not.toMatch(/'unsafe-/);
    await answer.arrayBuffer();
  }
});

test('what a hash names is kept for ever, and nothing else is', async () => {
  for (const path of built) {
    const answer = await get(path);
    const lasting = 'public, max-age=31536000, immutable';
    expect([path, answer.headers.get('cache-control') === lasting]).toEqual([path, path.startsWith('/assets/')]);
    await answer.arrayBuffer();
  }
});

test('the source maps of the build lie beside it, and nobody is served them', async () => {
  expect(built.filter((path) => path.endsWith('.map'))).toEqual([]);
  const scripts = built.filter((path) => /^\/assets\/.*\.js$/.test(path));
  const texts = scripts.map((path) => readFileSync(`${CLIENT}${path}`, 'utf8'));
  expect(texts.filter((text) => text.includes('sourceMappingURL'))).toEqual([]);
  expect((await get(`${scripts[0]}.map`)).status).toBe(404);
  const build = readdirSync(SOURCE_MAPS).find((name) => texts.some((text) => text.includes(name)));
  const maps = readdirSync(join(SOURCE_MAPS, String(build), 'assets')).map((name) => `/assets/${name}`);
  expect(maps.length).toBeGreaterThan(10);
  for (const path of maps) expect(scripts).toContain(path.replace('.map', ''));
});

test('every path of the app is its page; a file that the build lacks is not there', async () => {
  for (const path of ['/', '/login', '/requests/create', '/no/such/screen']) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
    expect(Object.fromEntries(answer.headers)).toMatchObject(SAFE);
    expect(await answer.text()).toContain('<div id="root">');
  }
  for (const path of ['/assets/gone-1a2b3c4d.js', '/gone.svg']) expect((await get(path)).status).toBe(404);
});

test('[API-07] an unknown path of the API is JSON', async () => {
  for (const path of ['/api', '/api/anything-unknown']) {
    const answer = await get(path);
    expect([answer.status, await answer.json()]).toEqual([404, { message: 'Not found', code: 'unknown_path' }]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({ ...SAFE, 'cache-control': 'no-store' });
  }
});
