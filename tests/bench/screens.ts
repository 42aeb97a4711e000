import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { CLIENT } from '../../local/client-build.ts';
import type { Scene } from './engine.ts';
import { type Marks, watch } from './page/watch.ts';
import { heading, print, step } from './report.ts';
import { sampleOf } from './sample.ts';
import { gzipKb } from './sizes.ts';

const COLD = 3;
const WARM = 8;
const CHANGES = 30;
const OFFLINE = 200;
const WORDS = ['leaking', 'fence by', 'no. 77', 'pump', 'oak branch', 'zzz', 'clubhouse', 'drain'];

/** The whole app, used through its screens. Times in the page count from the navigation or the key. */
export const measureScreens = async (scene: Scene, password: string): Promise<void> => {
  heading('The app with its screens, in Chromium, 10,000 requests (times from the navigation or the key)');
  const contexts: BrowserContext[] = [];
  const enter = async (): Promise<Page> => {
    const page = await signedIn(scene, password);
    contexts.push(page.context());
    return page;
  };
  const thread = `${scene.stack.urls.app}/requests/${scene.request_id}/messages`;
  const list = `${scene.stack.urls.app}/requests`;
  let page: Page | undefined;
  await step('cold start', async () => {
    const runs: Marks[] = [];
    for (let run = 0; run < COLD; run += 1) {
      page = await enter();
      runs.push(await visit(page, list, scene.size));
    }
    printStart('cold', runs);
    if (page)
      print({
        name: 'JavaScript of a first visit to the list',
        median: await firstLoad(page),
        unit: 'kB',
        budget: { most: 190 },
      });
  });
  page ??= await enter();
  const first = page;
  await step('warm start', async () => {
    const runs: Marks[] = [];
    await first.waitForTimeout(2000);
    for (let run = 0; run < WARM; run += 1) runs.push(await visit(first, list, scene.size));
    printStart('warm', runs, { most: 120 });
  });
  await step('search', () => measureKeys(first));
  await step('change -> own screen', async () => {
    await first.goto(thread);
    const values = [];
    for (let at = 0; at < CHANGES; at += 1) values.push(await send(first, `Message ${at}`));
    print({
      name: 'message -> own screen, in the page',
      ...sampleOf(values.map(({ shown }) => shown)),
      budget: { most: 1, p95: 3 },
    });
    print({
      name: 'message -> own screen, painted',
      ...sampleOf(values.map(({ painted }) => painted)),
      budget: { most: 17 },
    });
  });
  await step('change -> other client', async () => {
    const other = await enter();
    await other.goto(thread);
    await other.locator('[role=log] li').first().waitFor();
    const values: number[] = [];
    for (let at = 0; at < CHANGES; at += 1) {
      const text = `Across ${at}`;
      const arrival = other.evaluate((wanted) => watching.sees(wanted), text);
      const { at: sent } = await send(first, text);
      values.push((await arrival) - sent);
    }
    print({ name: 'message -> screen of another client', ...sampleOf(values), budget: { most: 12 } });
  });
  await step('200 offline messages', async () => {
    await first.context().setOffline(true);
    for (let at = 0; at < OFFLINE; at += 1) await send(first, `Offline ${at}`);
    const drained = first.evaluate(() => watching.drained());
    await first.context().setOffline(false);
    print({ name: '200 offline messages accepted', median: await drained, budget: { most: 250 } });
  });
  await Promise.all(contexts.map((context) => context.close()));
};

declare const watching: ReturnType<typeof watch>;

/** A fresh browser profile, signed in, with nothing stored yet. */
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
  if (status !== 200) throw new Error(`sign-in answered ${status}`);
  await page.addInitScript(watch);
  return page;
};

/** Loads the list and waits until all rows are there. */
const visit = async (page: Page, url: string, size: number): Promise<Marks> => {
  await page.goto(url);
  return page.evaluate((count) => watching.listed(count), size.toLocaleString('en-US'));
};

const printStart = (name: string, runs: Marks[], budget?: { most: number }): void => {
  print({ name: `${name}: first sign of the app`, ...sampleOf(runs.map(({ shell }) => shell)) });
  print({ name: `${name}: first rows listed`, ...sampleOf(runs.map(({ rows }) => rows)), budget });
  print({ name: `${name}: all queryable`, ...sampleOf(runs.map(({ all }) => all)) });
};

/** Kilobytes of the scripts that the page itself has loaded; the service worker's precache is not among them. */
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

const measureKeys = async (page: Page): Promise<void> => {
  const field = page.getByRole('searchbox', { name: 'Search requests' });
  await field.click();
  for (const word of WORDS) {
    await field.pressSequentially(word, { delay: 120 });
    await page.waitForTimeout(400);
    await field.fill('');
    await page.waitForTimeout(400);
  }
  const keys = await page.evaluate(() => watching.keys);
  print({ name: 'a key in the search field: its work done', ...sampleOf(keys.map(({ done }) => done)) });
  print({
    name: 'a key in the search field: painted',
    ...sampleOf(keys.map(({ painted }) => painted)),
    budget: { most: 17 },
  });
};

/** Writes a message and sends it with Ctrl+Enter. Milliseconds from that key, and the clock's time (epoch) of it. */
const send = async (page: Page, text: string) => {
  const editor = page.locator('[contenteditable=true]');
  await editor.click();
  await page.keyboard.insertText(text);
  const seen = page.evaluate((wanted) => watching.sent(wanted), text);
  await page.keyboard.press('Control+Enter');
  return seen;
};
