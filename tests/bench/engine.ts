import type { Browser, Page } from 'playwright-core';
import type { Stack } from '../../local/stack.ts';
import { bundle } from './bundle.ts';
import type { BenchHoa } from './fill.ts';
import type { Bench, Opening } from './page/store.ts';
import { heading, print, step } from './report.ts';
import { sampleOf } from './sample.ts';

export type Scene = {
  stack: Stack;
  browser: Browser;
  ground: BenchHoa;
  opening: Opening;
  size: number;
  request_id: string;
};

const COLD = 3;
const WARM = 8;
const CHANGES = 40;
const OFFLINE = 200;

export const measureEngine = async (scene: Scene): Promise<void> => {
  heading('The store alone, in Chromium, 10,000 requests');
  const code = await bundle('tests/bench/page/store.ts');
  const page = await newPage(scene, code);
  await step('cold start', () => cold(scene, code, page));
  await step('warm start', () => warm(scene, code, page));
  await step('filter and sort', () => filter(page));
  await step('change -> own rows', () => ownChange(scene, page));
  await step('change -> other client', () => othersChange(scene, code, page));
  await step('200 offline changes', () => drain(scene, page));
  await page.context().close();
};

declare const bench: Bench;

const newPage = async (scene: Scene, code: string): Promise<Page> => {
  const page = await (await scene.browser.newContext()).newPage();
  await load(page, scene, code);
  return page;
};

const load = async (page: Page, { stack }: Scene, code: string): Promise<void> => {
  await page.goto(`${stack.urls.app}/api/health`);
  await page.addScriptTag({ content: code, type: 'module' });
  await page.waitForFunction(() => 'bench' in globalThis);
};

const fillCache = (page: Page, { opening, size }: Scene) =>
  page.evaluate(([who, count]) => bench.cold(who, count), [opening, size] as const);

const cold = async (scene: Scene, code: string, kept: Page): Promise<void> => {
  const runs = [];
  for (let run = 1; run < COLD; run += 1) {
    const page = await newPage(scene, code);
    runs.push(await fillCache(page, scene));
    await page.context().close();
  }
  runs.push(await fillCache(kept, scene));
  print({ name: 'cold: newest rows in memory', ...sampleOf(runs.map(({ first }) => first)), budget: { most: 250 } });
  print({ name: 'cold: all queryable', ...sampleOf(runs.map(({ all }) => all)), budget: { most: 450 } });
};

const warm = async (scene: Scene, code: string, page: Page): Promise<void> => {
  const runs = [];
  for (let run = 0; run < WARM; run += 1) {
    await load(page, scene, code);
    runs.push(await page.evaluate(([who, count]) => bench.warm(who, count), [scene.opening, scene.size] as const));
  }
  print({ name: 'warm: first rows in memory', ...sampleOf(runs.map(({ first }) => first)), budget: { most: 120 } });
  print({ name: 'warm: all queryable', ...sampleOf(runs.map(({ all }) => all)) });
};

const filter = async (page: Page): Promise<void> => {
  await page.evaluate(() => bench.filter(60));
  const values = await page.evaluate(() => bench.filter(240));
  print({ name: 'filter + sort, top 50, the function alone', ...sampleOf(values), budget: { most: 0.7, p95: 2 } });
};

const ownChange = async ({ request_id }: Scene, page: Page): Promise<void> => {
  const values: number[] = [];
  for (let at = 0; at < CHANGES; at += 1) {
    values.push((await page.evaluate((id) => bench.change(id), request_id)).took);
    await page.evaluate(() => bench.settled());
  }
  print({ name: 'change -> own rows', ...sampleOf(values), budget: { most: 1, p95: 3 } });
};

const othersChange = async (scene: Scene, code: string, page: Page): Promise<void> => {
  const other = await newPage(scene, code);
  await fillCache(other, scene);
  await other.evaluate((token) => bench.listen(token), scene.opening.token);
  const values: number[] = [];
  for (let at = 0; at < CHANGES; at += 1) {
    const { id, at: made } = await page.evaluate((request) => bench.change(request), scene.request_id);
    values.push((await other.evaluate((comment) => bench.sees(comment), id)) - made);
    await page.evaluate(() => bench.settled());
  }
  print({ name: 'change -> other client', ...sampleOf(values), budget: { most: 12 } });
  await other.context().close();
};

const drain = async ({ request_id }: Scene, page: Page): Promise<void> => {
  const { each, drained } = await page.evaluate(([id, count]) => bench.drain(id, count), [
    request_id,
    OFFLINE,
  ] as const);
  print({ name: 'a change while offline (mean of 200)', median: each });
  print({ name: '200 offline changes accepted', median: drained, budget: { most: 250 } });
};
