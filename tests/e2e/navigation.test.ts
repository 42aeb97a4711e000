import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appears, heading, signIn, vanishes, visit } from './support/app.ts';
import { violationsInBoth } from './support/axe.ts';
import { PHONE, TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { apiAs } from './support/server.ts';

const browser = useBrowser();
const BEA = 'bea.menu@mapleridge.test';
const BEN = 'ben.menu@mapleridge.test';
const DESK = { width: 1480, height: 900 };
const TABLET = { width: 1024, height: 768 };

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const link = (page: Page, name: string) => menu(page).getByRole('link', { name: new RegExp(`^${name}`) });
const group = (page: Page, name: string) => menu(page).getByRole('button', { name: new RegExp(`^${name}`) });
/** Where the bar over the screen begins, how the menu is shown, and its words that are cut off. */
const layout = async (page: Page) => {
  const box = await page.getByRole('banner').boundingBox();
  const shown = await page.getByRole('region', { name: 'Menu' }).getAttribute('data-menu');
  const cutOff = await menu(page).locator('.menu-label').evaluateAll(labelsCutOff);
  return { left: box?.x, shown, cutOff };
};
/** Runs in the page. */
const labelsCutOff = (labels: Element[]) =>
  labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent);
const expectLayout = (page: Page) => expect.poll(() => layout(page), { timeout: TIMEOUT_MS });
const BESIDE = { left: 216, shown: 'beside', cutOff: [] };
const ICONS = { left: 56, shown: 'icons', cutOff: [] };
const WORDS_BELOW = { left: 96, shown: 'icons', cutOff: [] };
const OVER = { left: 56, shown: 'over', cutOff: [] };

const openAsBoard = async (): Promise<Page> => {
  await createHoa('Menu HOA', [
    { email: BEA, name: 'Bea Menu', role: 'board' },
    { email: BEN, name: 'Ben Menu', role: 'board' },
  ]);
  const page = await browser.open({ viewport: DESK });
  await signIn(page, BEA);
  await visit(page, '/documents');
  await appears(heading(page, 'Documents'));
  return page;
};

test('[NAV-01] [NAV-03] a group of the menu closes on this device, and still shows what is unread in it and where one is', async () => {
  const page = await openAsBoard();
  await group(page, 'Home').click();
  await vanishes(link(page, 'Dashboard'));
  const ben = apiAs(BEN);
  const words = { title: 'Gate code', message: '<p>It changes on Monday.</p>', audience_type: 'board' };
  const { body } = await ben('POST', '/api/announcements', words);
  await ben('POST', `/api/announcements/${body._id}/send`);
  await appears(group(page, 'Home, 1 unread'));
  await page.reload();
  await appears(group(page, 'Home, 1 unread'));
  expect(await link(page, 'Announcements').count()).toBe(0);

  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await appears(heading(page, 'Announcements'));
  expect(await link(page, 'Announcements, 1 unread').getAttribute('aria-current')).toBe('page');
  expect(await link(page, 'Dashboard').count()).toBe(0);
  await group(page, 'Home').press('Enter');
  await appears(link(page, 'Dashboard'));
  expect(await group(page, 'Home').getAttribute('aria-expanded')).toBe('true');
});

test('[NAV-01] [14.2] the menu collapses to its icons and words below by [, for good; where the screen needs the width it opens over it, until Escape', async () => {
  const page = await openAsBoard();
  await expectLayout(page).toEqual(BESIDE);
  await page.keyboard.press('[');
  await expectLayout(page).toEqual(WORDS_BELOW);
  await page.reload();
  await appears(heading(page, 'Documents'));
  await expectLayout(page).toEqual(WORDS_BELOW);
  expect(await violationsInBoth(page)).toEqual([]);
  await page.getByRole('button', { name: 'Expand Menu' }).click();
  await expectLayout(page).toEqual(BESIDE);

  await page.setViewportSize(TABLET);
  await page.getByRole('button', { name: 'Profile menu' }).hover();
  await expectLayout(page).toEqual(ICONS);
  await page.keyboard.press('[');
  await expectLayout(page).toEqual(OVER);
  await page.keyboard.press('Escape');
  await expectLayout(page).toEqual(ICONS);
  await page.keyboard.press('[');
  await link(page, 'Users').click();
  await appears(heading(page, 'Users'));
  await page.getByRole('button', { name: 'Profile menu' }).hover();
  await expectLayout(page).toEqual(ICONS);

  await page.setViewportSize(DESK);
  await expectLayout(page).toEqual(BESIDE);
  await page.emulateMedia({ media: 'print' });
  expect(await menu(page).isVisible()).toBe(false);
  expect((await page.locator('main').boundingBox())?.x).toBe(0);
  await page.emulateMedia({ media: 'screen' });

  const headings = await menu(page).getByRole('button').allTextContents();
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'More' }).click();
  const more = page.getByRole('dialog', { name: 'More' });
  await appears(more.getByRole('link', { name: 'Users' }));
  expect(await more.getByRole('heading', { level: 3 }).allTextContents()).toEqual(headings);
});
