import { createClient } from '@libsql/client/web';
import type { Page } from 'playwright-core';
import type { Stack } from '../../local/stack.ts';
import { openProfile, type Profile } from './chromium.ts';
import { watch } from './page/watch.ts';
import { note, step } from './report.ts';
import { openStack } from './stacks.ts';

const USER = { email: 'board@willowcreek.test', password: 'porchlight-demo-1' };
const WARM = 7;
const CHANGES = 30;
const WORDS = ['gate', 'pool by', '(1077)', 'lamp', 'broken', 'zzz', 'clubhouse', 'drain'];
const BYTES_A_MB = 1_000_000;

declare const watching: ReturnType<typeof watch>;

type Demo = { url: string; total: number; request_id: string };

/** The large demo with its screens: 400 homes, three years; a board member at the list of requests. */
export const demoPart = async (signal: AbortSignal): Promise<void> => {
  const stack = await openStack(signal, { withClient: true, seed: 'large' });
  const profiles: Profile[] = [];
  try {
    const demo = await demoOf(stack);
    const pages: Page[] = [];
    await step('large demo, first sync', async () => {
      pages.push(...(await firstSyncs(demo, profiles)));
    });
    const [a, b] = pages;
    if (!a || !b) return;
    await step('large demo, warm start', () => warm(demo, a));
    await step('large demo, heap', () => heap(a));
    await step('large demo, search', () => search(a));
    await step('large demo, other client', () => otherClient(demo, a, b));
  } finally {
    await Promise.all(profiles.map((profile) => profile.close()));
    await stack.stop();
  }
};

const demoOf = async ({ urls }: Stack): Promise<Demo> => {
  const db = createClient({ url: urls.database });
  const { rows } = await db.execute({
    sql: `SELECT count(*) AS total, max(requests.id) AS request_id
      FROM requests JOIN users ON users.hoa_id = requests.hoa_id WHERE users.email = ?`,
    args: [USER.email],
  });
  db.close();
  return { url: urls.app, total: Number(rows[0]?.total), request_id: String(rows[0]?.request_id) };
};

/** Two fresh profiles, one after the other. Their pages stay open. */
const firstSyncs = async (demo: Demo, profiles: Profile[]): Promise<Page[]> => {
  const pages: Page[] = [];
  const [usable, complete]: [number[], number[]] = [[], []];
  for (let round = 0; round < 2; round += 1) {
    const profile = await openProfile();
    profiles.push(profile);
    const page = await signedIn(profile, demo);
    await page.goto(`${demo.url}/requests`);
    complete.push(await page.evaluate(() => watching.complete()));
    usable.push((await listed(page, demo)).rows);
    await page.evaluate(() => navigator.serviceWorker.ready);
    pages.push(page);
  }
  note('large demo', 'porchlight', 'demoUsable', usable);
  note('large demo', 'porchlight', 'demoComplete', complete);
  return pages;
};

const signedIn = async ({ context }: Profile, { url }: Demo): Promise<Page> => {
  const answer = await context.request.post(`${url}/api/auth/login`, { data: USER });
  if (answer.status() !== 200) throw new Error(`The sign-in answered ${answer.status()}`);
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('porchlight.signed-in', '1'));
  await page.addInitScript(watch);
  return page;
};

const listed = (page: Page, { total }: Demo) =>
  page.evaluate((count) => watching.listed(count), total.toLocaleString('en-US'));

const warm = async (demo: Demo, page: Page): Promise<void> => {
  // The rows of a first sync reach the disk, and the service worker its files, a moment after they are shown.
  await page.waitForTimeout(5000);
  const runs = [];
  for (let run = 0; run < WARM; run += 1) {
    await page.goto('about:blank');
    await page.goto(`${demo.url}/requests`);
    runs.push(await listed(page, demo));
  }
  note(
    'large demo',
    'porchlight',
    'demoWarmFirst',
    runs.map(({ rows }) => rows),
  );
  note(
    'large demo',
    'porchlight',
    'demoWarmAll',
    runs.map(({ all }) => all),
  );
};

const heap = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  note('large demo', 'porchlight', 'demoHeap', usedSize / BYTES_A_MB);
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
  note('large demo', 'porchlight', 'demoKey', await page.evaluate(() => watching.keys));
};

/** A message from one thread to the same thread on another device. */
const otherClient = async ({ url, request_id }: Demo, a: Page, b: Page): Promise<void> => {
  for (const page of [a, b]) {
    await page.goto(`${url}/requests/${request_id}/messages`);
    await page.locator('[contenteditable=true]').waitFor();
  }
  const values: number[] = [];
  for (let at = 0; at < CHANGES; at += 1) {
    const text = `Across ${at}.`;
    const arrival = b.evaluate((wanted) => watching.sees(wanted), text);
    const made = await send(a, text);
    values.push((await arrival) - made);
  }
  note('large demo', 'porchlight', 'demoOther', values);
};

/** Writes a message and sends it with Ctrl+Enter. The time (epoch) of that key. */
const send = async (page: Page, text: string): Promise<number> => {
  await page.locator('[contenteditable=true]').click();
  await page.keyboard.insertText(text);
  const sent = page.evaluate((wanted) => watching.sent(wanted), text);
  await page.keyboard.press('Control+Enter');
  return sent;
};
