import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { CLIENT } from '../../local/client-build.ts';
import { gzipKb } from './bundle.ts';
import type { Scene } from './engine.ts';
import { type Marks, watch } from './page/watch.ts';
import { heading, print, step } from './report.ts';
import { sampleOf } from './sample.ts';

const COLD = 3;
const WARM = 8;
const CHANGES = 30;
const OFFLINE = 200;
const WORDS = ['leaking', 'fence by', 'no. 77', 'pump', 'oak branch', 'zzz', 'clubhouse', 'drain'];
const FRAME = { most: 17 };

export const measureScreens = async (scene: Scene, password: string): Promise<void> => {
  heading('The app with its screens, in Chromium, 10,000 requests (from the navigation or the key)');
  const page = await signedIn(scene, password);
  await step('cold start', () => cold(scene, password, page));
  await step('warm start', () => warm(scene, page));
  await step('search', () => search(page));
  await page.goto(thread(scene));
  await step('message -> own screen', () => ownMessages(page));
  await step('message -> other client', () => othersMessages(scene, password, page));
  await step('200 offline messages', () => drain(page));
  await page.context().close();
};

declare const watching: ReturnType<typeof watch>;

const list = ({ stack }: Scene) => `${stack.urls.app}/requests`;
const thread = ({ stack, request_id }: Scene) => `${stack.urls.app}/requests/${request_id}/messages`;

const signedIn = async ({ browser, stack, ground }: Scene, password: string): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${stack.urls.app}/api/health`);
  const status = await page.evaluate(
    async ([email, secret]) => {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ email, password: secret });
      localStorage.setItem('porchlight.signed-in', '1');
      return (await fetch('/api/auth/login', { method: 'POST', headers, body })).status;
    },
    [ground.bea.email, password] as const,
  );
  if (status !== 200) throw new Error(`The sign-in answered ${status}`);
  await page.addInitScript(watch);
  return page;
};

/** Loads the list and waits until all rows are there. */
const visit = async (page: Page, scene: Scene): Promise<Marks> => {
  await page.goto(list(scene));
  return page.evaluate((count) => watching.listed(count), scene.size.toLocaleString('en-US'));
};

const cold = async (scene: Scene, password: string, kept: Page): Promise<void> => {
  const runs: Marks[] = [];
  for (let run = 1; run < COLD; run += 1) {
    const page = await signedIn(scene, password);
    runs.push(await visit(page, scene));
    await page.context().close();
  }
  runs.push(await visit(kept, scene));
  printStart('cold', runs);
  const weight = await firstLoad(kept);
  print({ name: 'JavaScript of a first visit to the list, gzip', median: weight, unit: 'kB', budget: { most: 190 } });
};

const warm = async (scene: Scene, page: Page): Promise<void> => {
  // The first visit is over once the rows are on the device and the service worker has stored the shell.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForTimeout(2000);
  const runs: Marks[] = [];
  for (let run = 0; run < WARM; run += 1) runs.push(await visit(page, scene));
  printStart('warm', runs, { most: 120 });
};

const printStart = (name: string, runs: Marks[], budget?: { most: number }): void => {
  print({ name: `${name}: first sign of the app`, ...sampleOf(runs.map(({ shell }) => shell)) });
  print({ name: `${name}: first rows listed`, ...sampleOf(runs.map(({ rows }) => rows)), budget });
  print({ name: `${name}: all queryable`, ...sampleOf(runs.map(({ all }) => all)) });
};

/** Kilobytes of the scripts that the page itself has loaded; what the service worker stores is not among them. */
const firstLoad = async (page: Page): Promise<number> => {
  const paths = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith('/assets/') && path.endsWith('.js')),
  );
  const sizes = await Promise.all([...new Set(paths)].map(async (path) => gzipKb(await readFile(join(CLIENT, path)))));
  return sizes.reduce((total, size) => total + size, 0);
};

const search = async (page: Page): Promise<void> => {
  const field = page.getByRole('searchbox', { name: 'Search requests' });
  await field.click();
  for (const word of WORDS) {
    await field.pressSequentially(word, { delay: 120 });
    await field.fill('');
    // What was typed reaches the address a moment later.
    await page.waitForTimeout(400);
  }
  const keys = await page.evaluate(() => watching.keys);
  print({ name: 'a key in the search field: its work done', ...sampleOf(keys.map(({ done }) => done)) });
  print({ name: 'a key in the search field: painted', ...sampleOf(keys.map(({ drawn }) => drawn)), budget: FRAME });
};

/** Writes a message and sends it with Ctrl+Enter. Milliseconds from that key, and the clock's time (epoch) of it. */
const send = async (page: Page, text: string) => {
  await page.locator('[contenteditable=true]').click();
  await page.keyboard.insertText(text);
  const seen = page.evaluate((wanted) => watching.sent(wanted), text);
  await page.keyboard.press('Control+Enter');
  return seen;
};

const ownMessages = async (page: Page): Promise<void> => {
  const sent = [];
  for (let at = 0; at < CHANGES; at += 1) sent.push(await send(page, `Message ${at}.`));
  const shown = sampleOf(sent.map((one) => one.shown));
  print({ name: 'message -> own screen, in the page', ...shown, budget: { most: 1, p95: 3 } });
  print({ name: 'message -> own screen, painted', ...sampleOf(sent.map(({ drawn }) => drawn)), budget: FRAME });
};

const othersMessages = async (scene: Scene, password: string, page: Page): Promise<void> => {
  const other = await signedIn(scene, password);
  await other.goto(thread(scene));
  await other.locator('[role=log] li').first().waitFor();
  const values: number[] = [];
  for (let at = 0; at < CHANGES; at += 1) {
    const text = `Across ${at}.`;
    const arrival = other.evaluate((wanted) => watching.sees(wanted), text);
    const { at: made } = await send(page, text);
    values.push((await arrival) - made);
  }
  print({ name: 'message -> screen of another client', ...sampleOf(values), budget: { most: 12 } });
  await other.context().close();
};

const drain = async (page: Page): Promise<void> => {
  await page.context().setOffline(true);
  for (let at = 0; at < OFFLINE; at += 1) await send(page, `Offline ${at}.`);
  const drained = page.evaluate(() => watching.drained());
  await page.context().setOffline(false);
  print({ name: '200 offline messages accepted', median: await drained, budget: { most: 250 } });
};
