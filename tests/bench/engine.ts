import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Stack } from '../../local/stack.ts';
import type { Ground } from './fill.ts';
import type { Bench, Opening } from './page/store.ts';
import { heading, print, step } from './report.ts';
import { sampleOf } from './sample.ts';
import { bundle } from './sizes.ts';

/** What the measurements in the browser work on. */
export type Scene = {
  stack: Stack;
  browser: Browser;
  ground: Ground;
  opening: Opening;
  size: number;
  request_id: string;
};

const COLD = 3;
const WARM = 8;
const CHANGES = 40;
const OFFLINE = 200;

/** The store alone, in the browser, on the real server: what a sync library is compared by. */
export const measureEngine = async (scene: Scene): Promise<void> => {
  heading('The store alone, in Chromium, 10,000 requests');
  const code = await bundle('tests/bench/page/store.ts');
  const contexts: BrowserContext[] = [];
  const open = async (): Promise<Page> => {
    const context = await scene.browser.newContext();
    contexts.push(context);
    const page = await context.newPage();
    await load(page, scene, code);
    return page;
  };
  const { opening, size, request_id } = scene;
  await step('cold start', async () => {
    const runs = [];
    for (let run = 0; run < COLD; run += 1) {
      const page = await open();
      runs.push(await page.evaluate(([o, n]) => bench.cold(o, n), [opening, size] as const));
    }
    print({ name: 'cold: newest rows in memory', ...sampleOf(runs.map(({ first }) => first)), budget: { most: 250 } });
    print({ name: 'cold: all queryable', ...sampleOf(runs.map(({ all }) => all)), budget: { most: 450 } });
  });
  const page = contexts.at(-1)?.pages()[0] ?? (await open());
  await step('warm start', async () => {
    const runs = [];
    for (let run = 0; run < WARM; run += 1) {
      await load(page, scene, code);
      runs.push(await page.evaluate(([o, n]) => bench.warm(o, n), [opening, size] as const));
    }
    print({ name: 'warm: first rows in memory', ...sampleOf(runs.map(({ first }) => first)), budget: { most: 120 } });
    print({ name: 'warm: all in memory', ...sampleOf(runs.map(({ all }) => all)) });
  });
  await step('filter and sort', async () => {
    const values = await page.evaluate(() => [bench.filter(60), bench.filter(240)][1]!);
    print({ name: 'filter + sort, top 50, the function alone', ...sampleOf(values), budget: { most: 0.7, p95: 2 } });
  });
  await step('change -> own rows', async () => {
    const values: number[] = [];
    for (let at = 0; at < CHANGES; at += 1) {
      values.push((await page.evaluate((id) => bench.change(id), request_id)).took);
      await page.evaluate(() => bench.settled());
    }
    print({ name: 'change -> own rows', ...sampleOf(values), budget: { most: 1, p95: 3 } });
  });
  await step('change -> other client', async () => {
    const other = await open();
    await other.evaluate(([o, n]) => bench.cold(o, n), [opening, size] as const);
    await other.evaluate((token) => bench.listen(token), opening.token);
    const values: number[] = [];
    for (let at = 0; at < CHANGES; at += 1) {
      const { id, at: made } = await page.evaluate((request) => bench.change(request), request_id);
      values.push((await other.evaluate((comment) => bench.sees(comment), id)) - made);
      await page.evaluate(() => bench.settled());
    }
    print({ name: 'change -> other client', ...sampleOf(values), budget: { most: 12 } });
  });
  await step('200 offline changes', async () => {
    const { each, drained } = await page.evaluate(([id, count]) => bench.drain(id, count), [
      request_id,
      OFFLINE,
    ] as const);
    print({ name: 'a change while offline (of 200)', median: each });
    print({ name: '200 offline changes accepted', median: drained, budget: { most: 250 } });
  });
  await Promise.all(contexts.map((context) => context.close()));
};

declare const bench: Bench;

/** A page of the app's origin with nothing on it but the code. */
const load = async (page: Page, { stack }: Scene, code: string): Promise<void> => {
  await page.goto(`${stack.urls.app}/api/health`);
  await page.addScriptTag({ content: code, type: 'module' });
  await page.waitForFunction(() => 'bench' in globalThis);
};
