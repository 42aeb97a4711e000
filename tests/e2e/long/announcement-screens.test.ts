import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fill, LANTERNS, linkTo, open } from '../support/announcements.ts';
import {
  appears,
  expectText,
  goOffline,
  heading,
  navigate,
  pathOf,
  signIn,
  vanishes,
  waitForServiceWorker,
} from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import { apiAs, inDatabase } from '../support/server.ts';

const browser = useBrowser();

/** In `npm test`: tests/e2e/announcements-screens.test.ts has the cards of each status and who sees them, and
 * tests/announcements/words.test.ts their words. */
const crumbs = (page: Page) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').allTextContents();

const editors = (page: Page) => page.getByRole('main').getByText('Edit', { exact: true }).count();

/** ANN-13, ANN-47: the banner shows for five seconds of the page's clock. */
const expectBriefly = async (page: Page, text: string) => {
  const banner = page.getByRole('status').filter({ hasText: text });
  await appears(banner);
  await page.clock.fastForward(3_500);
  expect(await banner.count()).toBe(1);
  await page.clock.fastForward(1_600);
  await vanishes(banner);
};

test('[ANN-13, ANN-14, ANN-15, ANN-16, ANN-18, ANN-22, ANN-24] create and edit are screens of their own, and lead back with a banner of five seconds', async () => {
  const bea = await browser.open();
  await bea.clock.install();
  await signIn(bea, 'board@willowcreek.test');
  await navigate(bea, 'Announcements');
  await appears(bea.getByRole('table', { name: 'All Announcements' }));
  expect(await editors(bea)).toBe(0);
  await bea.getByRole('link', { name: 'Create Announcement' }).click();
  await heading(bea, 'Create Announcement').waitFor();
  expect(await crumbs(bea)).toEqual(['Announcements', 'Create Announcement']);
  expect(await linkTo(bea, 'Announcements')).toBe('/announcements');
  await bea.getByRole('link', { name: 'Cancel' }).click();
  await heading(bea, 'Announcements').waitFor();
  expect(pathOf(bea)).toBe('/announcements');

  await bea.getByRole('link', { name: 'Create Announcement' }).click();
  await fill(bea);
  await bea.getByRole('button', { name: 'Create Draft' }).click();
  await expectBriefly(bea, 'Announcement created successfully');
  await bea.getByRole('link', { name: LANTERNS }).click();
  await heading(bea, LANTERNS).waitFor();
  const detail = pathOf(bea);
  expect(await linkTo(bea, 'Edit')).toBe(`${detail}/edit`);
  await bea.getByRole('link', { name: 'Edit' }).click();
  await expectPrefilled(bea, detail);
  await bea.getByRole('link', { name: 'Cancel' }).click();
  await heading(bea, LANTERNS).waitFor();
  expect(pathOf(bea)).toBe(detail);

  await bea.getByRole('link', { name: 'Edit' }).click();
  await bea.getByLabel('Title').fill(`${LANTERNS}, again`);
  await bea.getByRole('button', { name: 'Update Announcement' }).click();
  await expectBriefly(bea, 'Announcement updated successfully');
  expect(pathOf(bea)).toBe(detail);
});

const expectPrefilled = async (page: Page, detail: string) => {
  await heading(page, 'Edit Announcement').waitFor();
  expect(await crumbs(page)).toEqual(['Announcements', LANTERNS, 'Edit']);
  expect(await linkTo(page, LANTERNS)).toBe(detail);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await page.getByLabel('Title').inputValue()).toBe(LANTERNS);
  await expectText(page.getByRole('textbox', { name: 'Message' })).toBe('They burn from dusk.');
  await expectText(page.getByRole('button', { name: /^Category/ })).toContain('Event');
  await expectText(page.getByRole('button', { name: /^Audience/ })).toContain('Residents Only');
  await appears(page.getByText('Attachment', { exact: true }));
};

const cards = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();

const terms = (page: Page) => page.getByRole('main').getByRole('term').allTextContents();

const fact = (page: Page, term: string) =>
  page
    .getByRole('main')
    .locator('dt', { hasText: new RegExp(`^${term}$`) })
    .locator('+ dd')
    .textContent();

const POND = 'Pond drained for cleaning';

const DELIVERIES = ['Failed Email Deliveries', 'Intended Recipients', 'Successfully Delivered'];

const keepSending = () =>
  inDatabase((db) =>
    db.execute({
      sql: "UPDATE announcements SET status = 'sending', sending_since = ?, rev = rev + 1 WHERE title = ?",
      args: [new Date().toISOString(), 'Water off on Thursday, 9 AM to noon'],
    }),
  );

test('[ANN-35, ANN-36, ANN-37, ANN-40, ANN-43] the board alone sees how the emails went, and may try the failed ones again', async () => {
  const [dale, rex] = [await browser.openInstalled(), await browser.open()];
  await keepSending();
  await signIn(dale, 'dale.brooks@willowcreek.test');
  await open(dale, POND);
  await expect.poll(() => cards(dale)).toEqual(['Message', 'Details', 'Delivery Statistics', ...DELIVERIES]);
  await expectFigures(dale);
  await expectScrolls(dale);
  await waitForServiceWorker(dale);
  await goOffline(dale);
  await dale.getByRole('button', { name: 'Retry All' }).click();
  await expect.poll(() => dale.getByRole('button', { name: 'Retry All' }).isDisabled()).toBe(true);
  await dale.context().setOffline(false);
  await appears(dale.getByRole('status').filter({ hasText: /Retry completed: \d+ succeeded, \d+ failed/ }));

  await open(dale, 'Dues reminder');
  const said = dale
    .getByRole('alert')
    .getByRole('paragraph')
    .filter({ hasText: /^Sending Failed$/ });
  await appears(said);
  expect(await cards(dale)).toContain('Failed Email Deliveries');
  expect(await terms(dale)).not.toContain('Delivery Success Rate');
  expect(await dale.getByRole('button', { name: 'Retry All' }).count()).toBe(0);
  await open(dale, 'Water off on Thursday, 9 AM to noon');
  expect(await cards(dale)).toContain('Sending in Progress');
  expect(await terms(dale)).not.toContain('Delivery Success Rate');
  expect(await dale.getByRole('button', { name: 'Retry All' }).count()).toBe(0);

  await signIn(rex, 'resident2@willowcreek.test');
  await open(rex, POND);
  expect(await cards(rex)).toEqual(['Message', 'Details']);
  expect(await terms(rex)).toEqual(['Sent At']);
});

const announcementNamed = async (title: string) => {
  const voice = apiAs('board@willowcreek.test');
  const { body } = await voice('GET', `/api/announcements?limit=100&search=${encodeURIComponent(title)}`);
  return (await voice('GET', `/api/announcements/${body.docs[0]._id}`)).body;
};

const expectFigures = async (page: Page) => {
  const { created_by, delivery_stats } = await announcementNamed(POND);
  const { total_sent, email_delivered, email_failed } = delivery_stats;
  expect(email_failed.length).toBeGreaterThan(0);
  expect((await terms(page)).slice(0, 5)).toEqual([
    'Sent At',
    'Total Recipients',
    'Created By',
    'Created At',
    'Audience',
  ]);
  expect(await fact(page, 'Created By')).toBe(created_by.name);
  expect(await fact(page, 'Created At')).toMatch(/\d{4}/);
  expect(await fact(page, 'Audience')).toBe('All');
  const rate = Math.round((email_delivered.length / total_sent) * 100);
  expect(await fact(page, 'Delivery Success Rate')).toBe(`${rate}%`);
};

const expectScrolls = async (page: Page) => {
  for (const name of DELIVERIES) {
    const box = page.getByRole('region', { name, exact: true });
    const look = await box.evaluate((element) => {
      const { maxHeight, overflowY } = getComputedStyle(element);
      return {
        rem: Number.parseFloat(maxHeight) / Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
        overflowY,
      };
    });
    expect(look).toEqual({ rem: 24, overflowY: 'auto' });
  }
};
