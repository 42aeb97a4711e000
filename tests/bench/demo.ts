import { createClient } from '@libsql/client/web';
import type { Page } from 'playwright-core';
import type { Stack } from '../../local/stack.ts';
import { storeWholeApp } from '../e2e/support/store-app.ts';
import { watchPage } from './bundle.ts';
import { openProfile, type Profile } from './chromium.ts';
import { note, step } from './report.ts';
import { openStack } from './stacks.ts';

const USER = { email: 'board@willowcreek.test', password: 'porchlight-demo-1' };
const ROUNDS = { 'large demo': 2, 'ten years': 1 } as const;
const WARM = 7;
const CHANGES = 30;
const WORDS = ['gate', 'pool by', '(1077)', 'lamp', 'broken', 'zzz', 'clubhouse', 'drain'];
const SETTLING_MS = 5000;
const BYTES_A_MB = 1_000_000;
/** The longest that one figure may take, and a demo. */
const STEP_MS = 90_000;
const DEMO_MS = 300_000;

type Scale = 'large demo' | 'ten years';
type Demo = { scale: Scale; url: string; total: number; request_id: string };
const SEEDS = { 'large demo': 'large', 'ten years': 'decade' } as const;

/** The large demo with its screens: a board member of 400 homes at the list of requests, after three years and, in
 * short, after ten. */
export const demoPart = async (signal: AbortSignal): Promise<void> => {
  for (const scale of ['large demo', 'ten years'] as const)
    if (!signal.aborted) await step(scale, () => measureDemo(scale, signal), DEMO_MS);
};

const measureDemo = async (scale: Scale, signal: AbortSignal): Promise<void> => {
  const stack = await openStack(signal, { withClient: true, seed: SEEDS[scale] });
  const profiles: Profile[] = [];
  try {
    const demo = await demoOf(scale, stack);
    const pages: Page[] = [];
    const measured = (name: string, work: () => Promise<void>) => step(`${scale}, ${name}`, work, STEP_MS);
    await measured('first sync', async () => void pages.push(...(await firstSyncs(demo, profiles))));
    const [a, b] = pages;
    if (!a) return;
    await measured('warm start', () => warm(demo, a));
    await measured('heap', () => heap(demo, a));
    if (!b) return;
    await measured('search', () => search(demo, a));
    await measured('other client', () => otherClient(demo, a, b));
  } finally {
    await Promise.all(profiles.map((profile) => profile.close()));
    await stack.stop();
  }
};

const demoOf = async (scale: Scale, { urls }: Stack): Promise<Demo> => {
  const db = createClient({ url: urls.database });
  const { rows } = await db.execute({
    sql: `SELECT count(*) AS total, max(requests.id) AS request_id
      FROM requests JOIN users ON users.hoa_id = requests.hoa_id WHERE users.email = ?`,
    args: [USER.email],
  });
  db.close();
  return { scale, url: urls.app, total: Number(rows[0]?.total), request_id: String(rows[0]?.request_id) };
};

/** Fresh profiles, one after the other. Their pages stay open. */
const firstSyncs = async (demo: Demo, profiles: Profile[]): Promise<Page[]> => {
  const pages: Page[] = [];
  const [usable, complete]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS[demo.scale]; round += 1) {
    const profile = await openProfile();
    profiles.push(profile);
    const page = await signedIn(profile, demo.url);
    await page.goto(`${demo.url}/requests`);
    complete.push(await page.evaluate(() => watching.complete()));
    usable.push((await listed(page, demo)).rows);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.evaluate(storeWholeApp);
    pages.push(page);
  }
  note(demo.scale, 'porchlight', 'demoUsable', usable);
  note(demo.scale, 'porchlight', 'demoComplete', complete);
  return pages;
};

export const signedIn = async ({ context }: Profile, url: string, user = USER): Promise<Page> => {
  const answer = await context.request.post(`${url}/api/auth/login`, { data: user });
  if (answer.status() !== 200) throw new Error(`The sign-in answered ${answer.status()}`);
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('porchlight.signed-in', '1'));
  await watchPage(page);
  return page;
};

const listed = (page: Page, { total }: Demo) =>
  page.evaluate((count) => watching.listed(count), total.toLocaleString('en-US'));

const warm = async (demo: Demo, page: Page): Promise<void> => {
  // The rows of a first sync reach the disk some seconds after they are shown; before that, a start asks the server for them.
  await page.waitForFunction(isStored, undefined, { polling: 200, timeout: STEP_MS });
  await page.waitForTimeout(SETTLING_MS);
  const runs = [];
  for (let run = 0; run < WARM; run += 1) {
    await page.goto('about:blank');
    await page.goto(`${demo.url}/requests`);
    runs.push(await listed(page, demo));
  }
  note(
    demo.scale,
    'porchlight',
    'demoWarmFirst',
    runs.map(({ rows }) => rows),
  );
  note(
    demo.scale,
    'porchlight',
    'demoWarmAll',
    runs.map(({ all }) => all),
  );
};

/** Runs in the page. The first screen of the next start is stored last. */
const isStored = async (): Promise<boolean> => {
  const done = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('rep:')) continue;
    const database = await done(indexedDB.open(name));
    const found = await done(database.transaction('chunks').objectStore('chunks').get('first/hoa'));
    database.close();
    if (found) return true;
  }
  return false;
};

const heap = async ({ scale }: Demo, page: Page): Promise<void> => {
  // Other rows come into memory after those of the list.
  await page.waitForTimeout(SETTLING_MS);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  note(scale, 'porchlight', 'demoHeap', usedSize / BYTES_A_MB);
};

const search = async ({ scale }: Demo, page: Page): Promise<void> => {
  const field = page.getByRole('searchbox', { name: 'Search requests' });
  await field.click();
  for (const word of WORDS) {
    await field.pressSequentially(word, { delay: 120 });
    await field.fill('');
    // What was typed reaches the address a moment later.
    await page.waitForTimeout(400);
  }
  note(scale, 'porchlight', 'demoKey', await page.evaluate(() => watching.keys));
};

/** A message from one thread to the same thread on another device. */
const otherClient = async ({ scale, url, request_id }: Demo, a: Page, b: Page): Promise<void> => {
  for (const page of [a, b]) {
    await page.goto(`${url}/requests/${request_id}/messages`);
    await page.locator('[contenteditable=true]').waitFor();
  }
  const values: number[] = [];
  for (let at = 0; at < CHANGES; at += 1) {
    const text = `Across ${at}.`;
    const arrival = b.evaluate((wanted) => watching.sees(wanted), text);
    // A rejection is handled where the promise is awaited.
    arrival.catch(() => undefined);
    const made = await send(a, text);
    values.push((await arrival) - made);
  }
  note(scale, 'porchlight', 'demoOther', values);
};

/** Writes a message and sends it with Ctrl+Enter. The time (epoch) of that key. */
const send = async (page: Page, text: string): Promise<number> => {
  await page.locator('[contenteditable=true]').click();
  await page.keyboard.insertText(text);
  // The message before is stored on the device first.
  await page.locator('button:enabled', { hasText: 'Send Message' }).waitFor();
  const sent = page.evaluate((wanted) => watching.sent(wanted), text);
  sent.catch(() => undefined);
  await page.keyboard.press('Control+Enter');
  return sent;
};
