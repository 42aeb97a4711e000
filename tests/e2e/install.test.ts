import type { Page } from 'playwright-core';
import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  appears,
  openRequest,
  openThread,
  signIn,
  signInForOffline,
  vanishes,
  waitForServiceWorker,
  writeMessage,
} from './support/app.ts';
import { type AppProxy, startAppProxy } from './support/app-proxy.ts';
import { TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { apiAs, requestNamed } from './support/server.ts';
import { testStack } from './support/stack.ts';
import { storeWholeApp } from './support/store-app.ts';

const browser = useBrowser();
const HOT_WATER = 'Hot water runs cold after a minute';
const NEW_VERSION = 'A new version is ready';

let proxy: AppProxy;
beforeEach(async () => {
  proxy = await startAppProxy(testStack().urls.app);
});
afterEach(() => proxy.close());

test('[SYNC-02] the app can be installed: its manifest is whole, its icons are what they say', async () => {
  const page = await browser.openInstalled();
  await page.goto('/login');
  const manifest = await manifestOf(page);
  expect(manifest).toMatchObject({
    name: 'Porchlight',
    short_name: 'Porchlight',
    start_url: '/',
    display: 'standalone',
  });
  const pngs = manifest.icons.filter(({ type }) => type === 'image/png');
  for (const { src, sizes } of pngs) expect(await pngSize(page, src)).toBe(sizes);
  expect(pngs.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`).sort()).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  await waitForServiceWorker(page);
});

type Manifest = { icons: { src: string; sizes: string; type: string; purpose?: string }[] };

const manifestOf = async (page: Page): Promise<Manifest> => {
  const link = await page.locator('link[rel="manifest"]').getAttribute('href');
  return (await page.request.get(link ?? '')).json();
};

const pngSize = async (page: Page, path: string): Promise<string> => {
  const bytes = await (await page.request.get(path)).body();
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
};

test('[SYNC-02] a device stores what its user’s role opens and says when it can work offline; a board member’s stores the room and the desk too', async () => {
  const page = await browser.open({ serviceWorkers: 'allow' });
  await signIn(page, 'resident@mapleridge.test');
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page
    .getByRole('menu')
    .getByText('Ready to work offline')
    .waitFor({ timeout: 3 * TIMEOUT_MS });
  const files = async () =>
    page.evaluate(async () => (await (await caches.open('porchlight-files')).keys()).map(({ url }) => url));
  const ofResident = await files();
  await page.evaluate(storeWholeApp);
  const ofAll = await files();
  expect(ofAll.length - ofResident.length).toBeGreaterThan(50);
  expect(ofAll).toEqual(expect.arrayContaining(ofResident));
});

test('[SYNC-24] no token, no presigned address and no answer of the API is stored on the device', async () => {
  const page = await browser.openInstalled();
  await signInForOffline(page, 'arjun.mehta@mapleridge.test', 'Name missing on the bell');
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return { urls: requests.flat().map(({ url }) => url), storage: JSON.stringify(localStorage) };
  });
  expect(kept.urls.length).toBeGreaterThan(10);
  expect(kept.urls.filter((url) => new URL(url).pathname.startsWith('/api/'))).toEqual([]);
  expect(kept.storage).not.toMatch(/eyJ|X-Amz-/);
});

test('[SYNC-22] a new version waits for its button, and nothing typed or unsent is lost by it, nor by a server that no longer understands it', async () => {
  const page = await browser.open({ baseURL: proxy.url });
  await signInForOffline(page, 'superadmin@mapleridge.test', HOT_WATER);
  const unsent = await leaveWork(page);
  proxy.addition = `addEventListener('message', ({ data, ports }) => data === 'version' && ports[0].postMessage(2));`;
  await page.reload();
  await update(page);
  await expect.poll(() => version(page), { timeout: TIMEOUT_MS }).toBe(2);
  expect(await page.getByText(NEW_VERSION).count()).toBe(0);
  await expect.poll(() => apiSources(page), { timeout: TIMEOUT_MS }).toEqual(['network']);
  await expectWork(page, unsent);
  await outliveServer(page);
});

test('[SYNC-22] a client that the server no longer understands is told so, and keeps what it holds, without a service worker too', async () => {
  const page = await browser.open({ baseURL: proxy.url });
  await signIn(page, 'superadmin@mapleridge.test');
  await outliveServer(page);
});

/** Tells who answered the API calls of a page, by the routes of its service worker. A call that asked the worker itself would start
 * the old version again while it ends. */
const apiSources = async (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const calls = performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.startsWith('/api/'));
    return [...new Set(calls.map((call) => call.toJSON().workerMatchedSourceType))];
  });

const outliveServer = async (page: Page) => {
  const unsent = await leaveWork(page);
  proxy.answers.set('/api/replicache/pull', 426);
  await page.reload();
  await appears(page.getByText(NEW_VERSION));
  proxy.answers.delete('/api/replicache/pull');
  await update(page);
  await expectWork(page, unsent);
};

const update = async (page: Page) => {
  await appears(page.getByText(NEW_VERSION));
  await Promise.all([
    page.waitForEvent('load', { timeout: 2 * TIMEOUT_MS }),
    page.getByRole('button', { name: 'Reload' }).click(),
  ]);
};

/** Leaves an unsent message, which it gives, and a draft. */
const leaveWork = async (page: Page): Promise<string> => {
  const unsent = `Valve number ${uuidv7()}`;
  proxy.answers.set('/api/replicache/push', 503);
  await openRequest(page, HOT_WATER);
  await openThread(page);
  await writeMessage(page, unsent);
  await appears(page.getByRole('log').getByText('saved on this device'));
  await page.getByRole('textbox', { name: 'Message' }).fill('Half written');
  return unsent;
};

const expectWork = async (page: Page, unsent: string) => {
  await appears(page.getByRole('textbox', { name: 'Message' }).getByText('Half written'));
  await appears(page.getByRole('log').getByText('saved on this device'));
  proxy.answers.clear();
  await page.reload();
  await vanishes(page.getByRole('button', { name: /^Outbox, / }));
  const board = apiAs('board@mapleridge.test');
  const sent = async () => {
    const { comments } = await requestNamed(board, HOT_WATER);
    return comments.filter(({ message }: { message: string }) => message.includes(unsent)).length;
  };
  await expect.poll(sent, { timeout: TIMEOUT_MS }).toBe(1);
};

const version = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        setTimeout(resolve, 500);
        navigator.serviceWorker.controller?.postMessage('version', [port2]);
      }),
  );
