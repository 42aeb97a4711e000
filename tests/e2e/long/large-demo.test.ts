import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePorts } from '../../../local/ports.ts';
import { type Stack, startStack } from '../../../local/stack.ts';
import { nth, required } from '../../support/required.ts';
import { appears, heading, signIn } from '../support/app.ts';
import { TIMEOUT_MS, useBrowser } from '../support/browser.ts';

const browser = useBrowser();
/** In `npm test`: tests/sync/first-screen.test.ts has the first rows, tests/e2e/list.test.ts and keyboard.test.ts the keys of a list. */
let stack: Stack;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'porchlight-large-'));
  stack = await startStack({
    port: await freePorts(5),
    dataDir,
    seed: 'large',
    secretsFile: join(dataDir, '.dev.vars'),
  });
}, 180_000);
afterAll(async () => {
  await stack?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const COUNT = /^[\d,]+ of [\d,]+$/;

/** The list, once all its rows are here. */
const openRequests = async (): Promise<Page> => {
  const page = await browser.open({ baseURL: stack.urls.app });
  await page.addInitScript(watchFirstRow);
  await signIn(page, 'board@willowcreek.test');
  await page.goto('/requests');
  await appears(page.getByText(COUNT));
  await expect.poll(() => page.getByRole('progressbar').count(), { timeout: 3 * TIMEOUT_MS }).toBe(0);
  return page;
};

test('[SYNC-02] the list of a 400-home HOA with three years of history opens with its first rows', async () => {
  const page = await openRequests();
  await expect.poll(() => hasFirstRows(page), { timeout: TIMEOUT_MS }).toBe(true);
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    await page.goto('/requests');
    await appears(page.getByRole('table', { name: 'Requests' }).getByRole('rowheader').first());
    times.push(await page.evaluate(() => (globalThis as Watched).firstRow ?? Number.NaN));
    await appears(page.getByText(COUNT));
  }
  console.log(`Large demo, first row from the navigation, ms: ${times.map(Math.round).sort((a, b) => a - b)}`);
  expect(times.every((time) => time > 0)).toBe(true);
});

test('[14.3] a list of all its requests draws those in view, moves and keeps its place by keys, and prints them all', async () => {
  const page = await openRequests();
  const table = page.getByRole('table', { name: 'Requests' });
  const count = await page.getByText(COUNT).textContent();
  const found = Number(nth(required(count).split(' '), 0).replace(',', ''));
  expect(found).toBeGreaterThan(500);
  const more = page.getByRole('button', { name: 'Load More' });
  while ((await more.count()) > 0) await more.click();
  await expect.poll(() => table.getAttribute('aria-rowcount'), { timeout: TIMEOUT_MS }).toBe(String(found + 1));
  const drawn = () => table.getByRole('rowheader').count();
  await expect.poll(drawn).toBeLessThan(100);

  const row = () => page.evaluate(() => Number(document.activeElement?.closest('tr')?.ariaRowIndex));
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.evaluate((middle) => scrollTo(0, middle), height / 2);
  await expect.poll(() => table.locator(`[aria-rowindex="${Math.round(found / 2)}"]`).count()).toBe(1);
  await page.keyboard.press('j');
  const first = await row();
  expect(first).toBeGreaterThan(found / 3);
  for (let press = 0; press < 60; press += 1) await page.keyboard.press('j');
  expect(await row()).toBe(first + 60);
  expect(await drawn()).toBeLessThan(100);

  const title = await page.evaluate(() => document.activeElement?.textContent ?? '');
  const before = await placeOfRow(page);
  await page.keyboard.press('Enter');
  await appears(heading(page, title));
  await page.keyboard.press('Escape');
  await expect.poll(row, { timeout: TIMEOUT_MS }).toBe(first + 60);
  await expect.poll(async () => Math.abs((await placeOfRow(page)) - before)).toBeLessThan(3);

  await page.evaluate(() => scrollTo(0, 0));
  await appears(table.locator('[aria-rowindex="2"]'));
  await page.keyboard.press('k');
  expect(await row()).toBe(first + 59);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(height / 4);

  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await drawn()).toBe(found);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect.poll(drawn).toBeLessThan(100);
});

/** How far below the top of the window the row in focus stands, in pixels. */
const placeOfRow = (page: Page) => page.evaluate(() => document.activeElement!.getBoundingClientRect().top);

type Watched = typeof globalThis & { firstRow?: number };

/** Runs in the page before its scripts. */
const watchFirstRow = () => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main table [data-row]')) return;
    observer.disconnect();
    (globalThis as Watched).firstRow = performance.now();
  });
  observer.observe(document, { subtree: true, childList: true });
};

const hasFirstRows = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('rep:') ? [name] : []));
    const database = await done(indexedDB.open(names[0]!));
    const count = await done(database.transaction('chunks').objectStore('chunks').count('first/request'));
    database.close();
    return count > 0;
  });
