import type { Page } from 'playwright-core';
import { paths } from '../../client/paths.ts';
import { nth } from '../support/required.ts';
import { slowDown } from './chromium.ts';
import { busyOf, PAGES, SCALE, type Screens, SETTLING_MS, UNITS } from './meeting-page.ts';
import { note } from './report.ts';

const MORE = 60;
const SLOW = 20;
const SLOWNESS = 4;
const WAITING = 4000;
const WAITING_TICKS = 20;
/** Between two of what one person does at a desk. */
const PAUSE_MS = 80;
const QUORUM = 'section[aria-label=Quorum]';

const openDesk = async ({ page, url, ground }: Screens): Promise<void> => {
  await page.goto('about:blank');
  await page.goto(`${url}${paths.meetingDesk(ground.desk.meeting.id)}`);
  await page.locator(UNITS).first().waitFor();
  // What a start leaves for later is done.
  await page.waitForTimeout(1000);
};

/** Numbers of the absent units, each used once. */
const absentUnits = new Set(Array.from({ length: 130 }, (_, n) => 3 * (n + 1)));
const nextAbsent = (): number => {
  const [number] = absentUnits;
  if (number === undefined) throw new Error('Everyone is here');
  absentUnits.delete(number);
  return number;
};

type Ticked = { shown: number; saved: number; busy: number };

/** Types the number of a unit and presses Enter. */
const tick = async (page: Page, busy: () => Promise<number>): Promise<Ticked> => {
  const number = nextAbsent();
  await page.keyboard.type(String(number), { delay: PAUSE_MS });
  await page.locator(`${UNITS} >> text="${number} Willow Lane"`).first().waitFor();
  await page.waitForTimeout(PAUSE_MS);
  const present = Number(/(\d+) of \d+ present/.exec((await page.locator(QUORUM).textContent()) ?? '')?.[1]);
  const ticked = page.evaluate(
    ([quorum, count, words]) =>
      Promise.all([watching.said(quorum, count), watching.said('main', words)]).then(([shown, saved]) => ({
        shown,
        saved,
      })),
    [QUORUM, `${present + 1} of`, `${number} Willow Lane, present.`] as const,
  );
  // A rejection is handled where the promise is awaited.
  ticked.catch(() => undefined);
  const before = await busy();
  await page.keyboard.press('Enter');
  const times = await ticked;
  await page.waitForTimeout(PAUSE_MS);
  return { ...times, busy: (await busy()) - before };
};

const ticks = async (page: Page, count: number): Promise<Ticked[]> => {
  const times: Ticked[] = [];
  const busy = await busyOf(page);
  for (let at = 0; at < count; at += 1) times.push(await tick(page, busy));
  return times;
};
const shownOf = (times: readonly Ticked[]) => times.map(({ shown }) => shown);
const busyIn = (times: readonly Ticked[]) => times.map(({ busy }) => busy);
const savedOf = (times: readonly Ticked[]) => times.map(({ saved }) => saved);

/** First ticks in pages made anew, sixty more, and some with a slow processor. */
export const measureDesk = async (screens: Screens): Promise<void> => {
  const { page } = screens;
  const first: { key: number[]; tick: number[] } = { key: [], tick: [] };
  for (let at = 0; at < PAGES; at += 1) {
    await openDesk(screens);
    first.tick.push(...shownOf(await ticks(page, 1)));
    first.key.push(nth(await page.evaluate(() => watching.keys), 0));
  }
  await page.evaluate(() => void watching.keys.splice(0));
  const more = await ticks(page, MORE);
  note(SCALE, 'porchlight', 'deskFirstKey', first.key);
  note(SCALE, 'porchlight', 'deskKey', await page.evaluate(() => watching.keys));
  note(SCALE, 'porchlight', 'deskFirstTick', first.tick);
  note(SCALE, 'porchlight', 'deskTick', shownOf(more));
  note(SCALE, 'porchlight', 'deskSaved', savedOf(more));
  note(SCALE, 'porchlight', 'deskBusy', busyIn(more));
  await slowDown(page, SLOWNESS);
  note(SCALE, 'porchlight', 'deskSlowTick', shownOf(await ticks(page, SLOW)));
  await slowDown(page);
};

/** Units come and go until thousands of changes wait. */
export const measureWaiting = async (screens: Screens): Promise<void> => {
  const { page } = screens;
  await openDesk(screens);
  await page.evaluate(
    async ([selector, count]) => {
      for (let made = 0; made < count; ) {
        for (const button of [...document.querySelectorAll<HTMLElement>(`${selector}:last-child`)]) {
          button.click();
          made += 1;
        }
        await new Promise((resolve) => setTimeout(resolve));
      }
    },
    [UNITS, WAITING] as const,
  );
  await page.waitForTimeout(SETTLING_MS);
  await openDesk(screens);
  await page.evaluate(() => void watching.keys.splice(0));
  const times = await ticks(page, WAITING_TICKS);
  note(SCALE, 'porchlight', 'waitingKey', await page.evaluate(() => watching.keys));
  note(SCALE, 'porchlight', 'waitingTick', shownOf(times));
  note(SCALE, 'porchlight', 'waitingSaved', savedOf(times));
  note(SCALE, 'porchlight', 'waitingBusy', busyIn(times));
  const lamp = page.getByRole('button', { name: /waiting/ }).first();
  const opened = page.evaluate(() => watching.said('[role=dialog]', 'Outbox'));
  opened.catch(() => undefined);
  await lamp.click();
  note(SCALE, 'porchlight', 'waitingTray', await opened);
};
