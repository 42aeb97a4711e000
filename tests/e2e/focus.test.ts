import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../../client/paths.ts';
import {
  appears,
  expectText,
  goOffline,
  heading,
  navigate,
  openRequest,
  openThread,
  signIn,
  vanishes,
  writeMessage,
} from './support/app.ts';
import { DESKTOP, TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { representative } from './support/long.ts';
import { useSessions } from './support/sessions.ts';

const browser = useBrowser();
const { signedInForOffline } = useSessions();
const SHED = 'Shed behind 107';

test('[A11Y-06, NAV-03] each screen has its title, its place in the navigation, and takes focus to its heading', async () => {
  const page = await signedInForOffline('board@mapleridge.test', SHED);
  const nav = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Requests', 'Documents', 'Violations', 'Users', 'Dashboard']) {
    await navigate(page, name);
    await appears(heading(page, name));
    await expect.poll(() => page.title()).toBe(`${name} · Porchlight`);
    await expectText(page.locator(':focus')).toBe(name);
    expect(await currentOf(nav)).toEqual([name === 'Violations' ? '/compliance' : `/${name.toLowerCase()}`]);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  }
  await page.goto('/violations');
  await expect.poll(() => currentOf(nav)).toEqual(['/compliance']);
});

const currentOf = (nav: Locator) =>
  nav.locator('[aria-current="page"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test('[A11Y-04] a dialog keeps focus inside, closes with Escape, and gives it back to its opener', async () => {
  const page = await signedInForOffline('board@mapleridge.test', SHED);
  await goOffline(page);
  await openRequest(page, SHED);
  await openThread(page);
  await writeMessage(page, 'Is it for tools?');
  const opener = page.getByRole('button', { name: /^Outbox, / });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Outbox' });
  await appears(dialog);
  const inside = () => dialog.evaluate((element) => element.contains(document.activeElement));
  for (const key of [...Array(6).fill('Tab'), ...Array(6).fill('Shift+Tab')]) {
    await page.keyboard.press(key);
    expect(await inside()).toBe(true);
  }
  await page.keyboard.press('Escape');
  await vanishes(dialog);
  await expect
    .poll(() => opener.evaluate((element) => element === document.activeElement), { timeout: TIMEOUT_MS })
    .toBe(true);
});

test('[A11Y-01] the first invalid field takes focus, and its error is tied to it', async () => {
  const page = await signedInForOffline('board@mapleridge.test', SHED);
  await page.goto('/requests/create');
  await page.getByRole('button', { name: 'Create Request' }).click();
  await appears(page.getByText('Title is required'));
  const title = page.getByLabel('Title');
  await expect.poll(() => title.evaluate((element) => element === document.activeElement)).toBe(true);
  const described = await title.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${described}"]`).textContent()).toBe('Title is required');
});

/** A desk of 1280 x 1024 px at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 256 };

test.each(
  representative([
    ['on a desk', DESKTOP],
    ['at a zoom of 400 %', ZOOMED],
  ] as const),
)(
  '[14.10, A11Y-04] the tab key goes through sign-in, a list and a form as they are read, and what has focus is seen, %s',
  async (_, viewport) => {
    const page = await browser.open({ viewport });
    await page.goto(paths.login());
    await appears(page.getByRole('heading', { level: 1 }));
    const found = { login: await tabThrough(page) };
    await signIn(page, 'resident@willowcreek.test');
    for (const path of [paths.requests(), paths.requestCreate()]) {
      await page.goto(path);
      await appears(page.getByRole('heading', { level: 1 }));
      Object.assign(found, { [path]: await tabThrough(page) });
    }
    expect(found).toEqual({ login: [], [paths.requests()]: [], [paths.requestCreate()]: [] });
  },
);

const MOST_STOPS = 80;

/** Presses the tab key until focus leaves the page. Returns what is wrong where it stopped. */
const tabThrough = async (page: Page): Promise<string[]> => {
  const wrong: string[] = [];
  await page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    window.focusStop = undefined;
  });
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const fault = await page.evaluate(faultOfFocus);
    if (fault === null) return stop > 3 ? wrong : [...wrong, `only ${stop} stops`];
    if (fault) wrong.push(fault);
  }
  return [...wrong, `more than ${MOST_STOPS} stops`];
};

declare global {
  interface Window {
    /** The element that had focus before, how it looked then, and where it lay on the page. */
    focusStop: { element: Element; look: string; box: DOMRect } | undefined;
  }
}

/** Runs in the page. Null: focus has left the page. */
const faultOfFocus = (): string | null => {
  const lookOf = (element: Element) => {
    const looks = [];
    for (let box: Element | null = element, up = 0; box && up < 4; box = box.parentElement, up += 1) {
      const { outline, boxShadow, borderColor, backgroundColor, opacity } = getComputedStyle(box);
      looks.push(outline, boxShadow, borderColor, backgroundColor, opacity);
    }
    return looks.join();
  };
  const nameOf = (element: Element) =>
    `${element.tagName} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
  const before = window.focusStop;
  const unseen = before && lookOf(before.element) === before.look ? `${nameOf(before.element)} looks the same` : '';
  const element = document.activeElement;
  if (!element || element === document.body) return unseen || null;
  const box = element.getBoundingClientRect();
  const isHit = (x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || hit.contains(element) || hit.closest('label') !== null);
  };
  const shares = [0.1, 0.5, 0.9];
  const isSeen = shares.some((x) => shares.some((y) => isHit(box.left + x * box.width, box.top + y * box.height)));
  const onPage = new DOMRect(box.x, box.y + scrollY, box.width, box.height);
  const isAfter = !before || Boolean(before.element.compareDocumentPosition(element) & 4);
  const isAbove = before && onPage.bottom <= before.box.top && onPage.left < before.box.right;
  window.focusStop = { element, look: lookOf(element), box: onPage };
  if (unseen) return unseen;
  if (!isSeen) return `${nameOf(element)} is covered`;
  return isAfter && !isAbove ? '' : `${nameOf(element)} comes after ${nameOf(before!.element)}`;
};
