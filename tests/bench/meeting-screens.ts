import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { paths } from '../../client/paths.ts';
import { CLIENT } from '../../local/client-build.ts';
import { DEMO_PASSWORD } from '../../local/seed/password.ts';
import type { Stack } from '../../local/stack.ts';
import { makeFile } from '../../sync/meetings/file.ts';
import { storeWholeApp } from '../e2e/support/store-app.ts';
import { nth, required } from '../support/required.ts';
import { watchPage } from './bundle.ts';
import { openProfile } from './chromium.ts';
import { signedIn } from './demo.ts';
import type { FigureName } from './figures.ts';
import { measureDesk, measureWaiting } from './meeting-desk.ts';
import { busyOf, type MeetingGround, PAGES, SCALE, type Screens, SETTLING_MS, UNITS } from './meeting-page.ts';
import { note, step } from './report.ts';

declare global {
  interface Window {
    registerServiceWorker?: () => void;
  }
}

const NEXT_ITEMS = 20;
const BETWEEN_ITEMS_MS = 200;
const STEP_MS = 180_000;
const BYTES_A_KB = 1000;

const AGENDA = 'main ol button';
const IN_ROOM = 'section[aria-label=Quorum]';

/** Measures a desk, the room and its display offline, from events to paint by the clock of the page. */
export const measureScreens = async ({ urls }: Stack, ground: MeetingGround, signal: AbortSignal): Promise<void> => {
  const profile = await openProfile();
  try {
    const page = await signedIn(profile, urls.app, { email: ground.hoa.bea.email, password: DEMO_PASSWORD });
    const screens: Screens = { page, url: urls.app, ground };
    await step('first loads', () => firstLoads(screens), STEP_MS);
    await page.context().setOffline(true);
    const parts = { opening, desk: measureDesk, room, display, file, waiting: measureWaiting };
    for (const [name, part] of Object.entries(parts))
      if (!signal.aborted) await step(`screens, ${name}`, () => part(screens), STEP_MS);
  } finally {
    await profile.close();
  }
};

const firstLoads = async ({ page, url, ground }: Screens): Promise<void> => {
  const of = async (name: FigureName, path: string, shown: string) => {
    await page.goto('about:blank');
    await page.goto(`${url}${path}`);
    const loaded = await page.evaluate(async (selector) => {
      await watching.shows(selector);
      return watching.scripts();
    }, shown);
    const sizes = await Promise.all(
      loaded.map(async (script) => gzipSync(await readFile(join(CLIENT, script))).length),
    );
    note(SCALE, 'porchlight', name, sizes.reduce((sum, size) => sum + size, 0) / BYTES_A_KB);
  };
  await of('deskLoad', paths.meetingDesk(ground.desk.meeting.id), UNITS);
  await of('roomLoad', paths.meetingRoom(ground.room.meeting.id), IN_ROOM);
  await page.evaluate(async () => {
    window.registerServiceWorker?.();
    await navigator.serviceWorker.ready;
  });
  await page.evaluate(storeWholeApp);
  await page.waitForTimeout(SETTLING_MS);
};

/** Pages made anew, of which the first one is not counted: its service worker takes over then. */
const opening = async ({ page, url, ground }: Screens): Promise<void> => {
  const figures = { desk: [] as number[], desk2: [] as number[], room: [] as number[], room2: [] as number[] };
  const opened = async (path: string, shown: string) => {
    await page.goto('about:blank');
    await page.goto(`${url}${path}`);
    return page.evaluate((selector) => watching.shows(selector), shown);
  };
  for (let at = 0; at <= PAGES; at += 1) {
    const { desk: a, room: b } = ground;
    figures.desk.push(await opened(paths.meetingDesk(a.meeting.id), UNITS));
    figures.room.push(await opened(paths.meetingRoom(b.meeting.id), IN_ROOM));
    for (const [name, rows, path, shown] of [
      ['desk2', a, paths.meetingDesk, UNITS],
      ['room2', b, paths.meetingRoom, IN_ROOM],
    ] as const) {
      await opened(paths.meeting(rows.meeting.id), `main a[href="${path(rows.meeting.id)}"]`);
      await page.waitForTimeout(1000);
      const to = path(rows.meeting.id);
      figures[name].push(
        await page.evaluate(([link, list]) => watching.tapped(link, list), [`main a[href="${to}"]`, shown] as const),
      );
    }
  }
  note(SCALE, 'porchlight', 'deskOpened', figures.desk.slice(1));
  note(SCALE, 'porchlight', 'deskFollowed', figures.desk2.slice(1));
  note(SCALE, 'porchlight', 'roomOpened', figures.room.slice(1));
  note(SCALE, 'porchlight', 'roomFollowed', figures.room2.slice(1));
};

/** Each motion without marks in a page made anew. */
const room = async ({ page, url, ground }: Screens): Promise<void> => {
  const [times, busy]: [number[], number[]] = [[], []];
  const { meeting, motions, items } = ground.room;
  for (const motion of motions.slice(2)) {
    await page.goto('about:blank');
    await page.goto(`${url}${paths.meetingRoom(meeting.id)}`);
    const item = required(items.find(({ id }) => id === motion.item_id));
    await page.locator(AGENDA, { hasText: item.title }).click();
    await page.locator(`#motion-${motion.id}`).getByRole('button', { name: 'The Rest Vote For' }).click();
    await page.waitForTimeout(1000);
    const confirm = page.getByRole('dialog').getByRole('button', { name: /^Mark \d+ For$/ });
    const marked = page.evaluate(([selector, words]) => watching.said(selector, words), [
      `#motion-${motion.id}`,
      '400 For',
    ] as const);
    marked.catch(() => undefined);
    const busyUntil = await busyOf(page);
    const before = await busyUntil();
    await confirm.click();
    times.push(await marked);
    busy.push((await busyUntil()) - before);
  }
  note(SCALE, 'porchlight', 'roomRest', times);
  note(SCALE, 'porchlight', 'roomBusy', busy);
};

const display = async ({ page, url, ground }: Screens): Promise<void> => {
  const { meeting, items } = ground.room;
  await page.goto(`${url}${paths.meetingRoom(meeting.id)}`);
  await page.locator(AGENDA).first().waitFor();
  const beside = await page.context().newPage();
  await watchPage(beside);
  await beside.goto(`${url}${paths.meetingScreen(meeting.id)}`);
  await beside.locator('main h1').waitFor();
  const times: number[] = [];
  for (let at = 0; times.length < NEXT_ITEMS; at += 1) {
    const item = nth(items, at % items.length);
    const shown = beside.evaluate((title) => watching.saidAt('main > div > p', title), item.title);
    shown.catch(() => undefined);
    // From the last item only a jump leads to the first.
    const button =
      at % items.length === 0 ? page.locator(AGENDA).first() : page.getByRole('button', { name: 'Next Item' }).first();
    await button.click();
    const seen = await shown;
    if (at > 0) times.push(seen - (await page.evaluate(() => watching.actedAt())));
    await page.waitForTimeout(BETWEEN_ITEMS_MS);
  }
  await beside.close();
  note(SCALE, 'porchlight', 'displayItem', times);
};

const file = async ({ page, url, ground }: Screens): Promise<void> => {
  const { added, hoa } = ground;
  const content = await makeFile({
    ...{ hoa_id: hoa.hoa_id, meeting: added.meeting, desk: 'Desk 9', by: hoa.bea.id, made_at: added.meeting.starts_at },
    ...{ held: { items: [], facts: ground.file, motions: [], texts: [], actions: [] }, waiting: [] },
  });
  const path = join(tmpdir(), `porchlight-bench-${process.pid}.json`);
  await writeFile(path, JSON.stringify(content));
  await page.goto(`${url}${paths.meeting(added.meeting.id)}`);
  const input = page.getByLabel('Meeting file');
  await input.waitFor({ state: 'attached' });
  await page.waitForTimeout(1000);
  const said = page.evaluate((words) => watching.said('main', words), `Added ${ground.file.length} new entries`);
  said.catch(() => undefined);
  await input.setInputFiles(path);
  note(SCALE, 'porchlight', 'fileAdded', await said);
};
