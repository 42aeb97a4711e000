import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ROOT } from '../../local/paths.ts';
import {
  appears,
  expectText,
  heading,
  navigate,
  pathOf,
  signIn,
  vanishes,
  waitForServiceWorker,
} from './support/app.ts';
import { useBrowser } from './support/browser.ts';
import { apiAs, inDatabase } from './support/server.ts';
import { testStack } from './support/stack.ts';

const browser = useBrowser();
const PHOTO = join(ROOT, 'client', 'public', 'icon-192.png');
const LANTERNS = 'Lanterns on the pond path';

const crumbs = (page: Page) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').allTextContents();
const linkTo = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name }).getAttribute('href');
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

const fill = async (page: Page) => {
  await page.getByLabel('Title').fill(LANTERNS);
  await page.getByRole('textbox', { name: 'Message' }).fill('They burn from dusk.');
  await pick(page, 'Category', 'Event');
  await pick(page, 'Audience', 'Residents Only');
};

const pick = async (page: Page, label: string, option: string) => {
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click();
  await page.getByRole('option', { name: option }).click();
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

const open = async (page: Page, title: string) => {
  await navigate(page, 'Announcements');
  await page.getByRole('searchbox', { name: 'Search announcements' }).fill(title);
  await page.getByRole('link', { name: title }).first().click();
  await heading(page, title).waitFor();
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
  await dale.context().setOffline(true);
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
  expect(await terms(rex)).toEqual(['Sent At', 'Total Recipients']);
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

const GATE = 'Pool gate repaired tomorrow';
const BELLS = 'Bells on New Year';

test('[ANN-27, ANN-47, ANN-79, ANN-93, ANN-94] what fails says so in its own words, and loses nothing', async () => {
  const bea = await browser.openInstalled();
  await expectFailedLoad(bea);
  await bea.goto('/announcements/create');
  await expectEverybodyOffline(bea);
  await expectFileErrors(bea);

  const logged: string[] = [];
  bea.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  const failed = (text: string) => appears(bea.getByRole('alert').filter({ hasText: text }));
  await breakWriting(bea);
  await bea.getByRole('button', { name: 'Create Draft' }).click();
  await failed('Failed to create announcement');
  await bea.reload();
  await bea.getByRole('button', { name: 'Create Draft' }).click();
  await bea.getByRole('link', { name: BELLS }).click();
  await heading(bea, BELLS).waitFor();
  await breakWriting(bea);
  await bea.getByRole('button', { name: 'Send' }).click();
  await bea.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await failed('Failed to send announcement');
  await bea.getByRole('link', { name: 'Edit' }).click();
  await bea.getByLabel('Title').fill(`${BELLS}, at noon`);
  await bea.getByRole('button', { name: 'Update Announcement' }).click();
  await failed('Failed to update announcement');
  expect(await bea.getByLabel('Title').inputValue()).toBe(`${BELLS}, at noon`);
  await open(bea, GATE);
  await bea.getByRole('button', { name: 'Retry All' }).click();
  await failed('Failed to retry deliveries');
  expect(logged.join()).toContain('Failed to retry deliveries');
});

const expectFailedLoad = async (page: Page) => {
  const pulls = '**/api/replicache/pull';
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(pulls, (route) => held.then(() => route.abort()));
  await signIn(page, 'board@willowcreek.test');
  await page.goto('/announcements/none/edit');
  await appears(page.getByText('Loading announcement...'));
  release();
  await appears(page.getByRole('alert').filter({ hasText: 'Failed to load announcement' }));
  expect(await linkTo(page, 'Back to Announcements')).toBe('/announcements');
  await page.unroute(pulls);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await appears(page.getByRole('alert').filter({ hasText: 'Announcement not found' }));
  await page.getByRole('link', { name: 'Back to Announcements' }).click();
  await heading(page, 'Announcements').waitFor();
};

const expectEverybodyOffline = async (page: Page) => {
  await fill(page);
  await page.getByLabel('Title').fill(BELLS);
  await waitForServiceWorker(page);
  await page.context().setOffline(true);
  await pick(page, 'Audience', 'Custom Recipients');
  await page.getByRole('combobox', { name: 'Recipients' }).click();
  const options = page.getByRole('listbox').getByRole('option');
  await appears(options);
  const people = await activePeople();
  expect(await options.count()).toBe(Math.min(50, people.length));
  if (people.length > 50) await appears(page.getByText(`${people.length - 50} more. Keep typing to narrow the list.`));
  for (const email of [people[0]!, people.at(-1)!]) {
    await page.getByRole('combobox', { name: 'Recipients' }).fill(email);
    await expect.poll(() => options.allTextContents()).toEqual([expect.stringContaining(email)]);
  }
  await page.keyboard.press('Escape');
  await page.context().setOffline(false);
  await pick(page, 'Audience', 'All Members');
};

const activePeople = () =>
  inDatabase(async (db) => {
    const { rows } = await db.execute(
      `SELECT email FROM users WHERE status = 'active' AND deleted_at IS NULL
        AND hoa_id = (SELECT hoa_id FROM users WHERE email = 'board@willowcreek.test')`,
    );
    return rows.map(({ email }) => String(email));
  });

/** ANN-79, ANN-94: of two errors one is shown, in red under the file; an upload tells what storage said. */
const expectFileErrors = async (page: Page) => {
  const file = page.getByLabel('Attachment');
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.alloc(10_485_761, 'x') });
  const error = page.getByText('File type not allowed. Please upload PDF, DOC, DOCX, or image files');
  await appears(error);
  expect(await page.getByText('File size must be').count()).toBe(0);
  expect(await error.locator('..').getAttribute('class')).toContain('text-red');
  const [above, below] = [await page.getByText('or drop it here').boundingBox(), await error.boundingBox()];
  expect(below!.y).toBeGreaterThan(above!.y + above!.height);
  const nameless = await apiAs('board@willowcreek.test')('POST', '/api/announcements/presigned-url', {});
  expect([nameless.status, nameless.body.message]).toEqual([400, 'No file selected']);

  const storage = `${testStack().urls.files}/**`;
  await page.route(storage, (route) =>
    route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' }, body: '' }),
  );
  await file.setInputFiles(PHOTO);
  await page.getByRole('button', { name: 'Create Draft' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to upload file' });
  await expectText(alert).toContain('Failed to upload file: S3 upload failed: Service Unavailable');
  await page.unroute(storage);
  await page.getByRole('button', { name: 'Remove icon-192.png' }).click();
};

const breakWriting = (page: Page) =>
  page.evaluate(() => {
    const { stringify } = JSON;
    JSON.stringify = (value: { written_at?: string } | undefined, ...rest: []) => {
      if (value?.written_at) throw new Error('Broken');
      return stringify(value, ...rest);
    };
  });
