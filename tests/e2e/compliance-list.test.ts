import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ROOT } from '../../local/paths.ts';
import { addDays } from '../../schema/dates.ts';
import { take } from '../support/required.ts';
import { appears, clickToDownload, expectText, goOffline, vanishes, visit } from './support/app.ts';
import { BINS, CREATED, fillForm, openForm, submit, violationNamed } from './support/compliance.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn, signedInForOffline } = useSessions();

const PHOTO = join(ROOT, 'client', 'public', 'icon-192.png');

const expectPickerOpensWhenAsked = async (page: Page) => {
  const options = page.getByRole('option');
  expect(await options.count()).toBe(0);
  for (let times = 0; times < 2; times += 1) {
    await page.getByRole('combobox', { name: 'Resident' }).click();
    await appears(options);
    await page.keyboard.press('Escape');
    await vanishes(options);
  }
};

const SHED = 'Shed painted without approval';

test('[VIO-06, VIO-27, VIO-28] the form says what is missing, keeps what was typed, and lets a file wait', async () => {
  const bea = await signedInForOffline('board@willowcreek.test', BINS);
  await openForm(bea);
  await submit(bea);
  for (const message of [
    'Please select a resident',
    'Title is required',
    'Message is required',
    'Due date is required',
  ])
    await appears(bea.getByText(message));
  await expect.poll(() => bea.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');
  await expectPickerOpensWhenAsked(bea);

  await fillForm(bea, SHED);
  await chooseTomorrowByKeyboard(bea);
  await bea.getByLabel('Attachment').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await appears(bea.getByText('Invalid file type. Allowed: JPG, PNG, GIF, PDF, DOC, DOCX'));
  await bea.reload();
  await appears(bea.getByText('Draft kept on this device'));
  expect(await bea.getByLabel('Title').inputValue()).toBe(SHED);
  await expect.poll(() => bea.getByRole('combobox', { name: 'Resident' }).inputValue()).toBe('Rita Alvarez');

  await goOffline(bea);
  await bea.getByLabel('Attachment').setInputFiles(PHOTO);
  await submit(bea);
  await bea.waitForURL('**/violations');
  await appears(bea.getByText(CREATED));
  await vanishes(bea.getByText(CREATED));
  await bea.getByRole('link', { name: SHED }).first().click();
  await appears(bea.getByText('waiting on this device'));
  await appears(bea.locator('main img[src^="blob:"]'));
  await bea.context().setOffline(false);
  await vanishes(bea.getByRole('button', { name: /^Outbox/ }));
  await expectDownload(bea);
  await openForm(bea);
  expect(await bea.getByLabel('Title').inputValue()).toBe('');
  expect((await violationNamed(SHED)).due_date).toBe(await tomorrow(bea));
});

const tomorrow = async (page: Page) => {
  const today = await page.evaluate(() => new Date().toLocaleDateString('en-CA'));
  return addDays(today, 1);
};

/** Days before today cannot be chosen; tomorrow can, by arrow and Enter. */
const chooseTomorrowByKeyboard = async (page: Page) => {
  const button = page.getByRole('button', { name: /^Due date/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Previous month' }).click();
  const [today, first] = take(
    [/^Today, /, / 1, \d+$/].map((name) => page.getByRole('grid').getByRole('button', { name })),
    2,
  );
  await today.focus();
  expect(await page.getByRole('button', { name: 'Previous month' }).getAttribute('aria-disabled')).toBe('true');
  expect(await first.isDisabled()).toBe((await today.textContent()) !== '1');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await vanishes(page.getByRole('grid'));
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
};

const expectDownload = async (page: Page) => {
  const download = await clickToDownload(page.getByRole('button', { name: 'Download' }));
  expect(download.suggestedFilename()).toBe('icon-192.png');
  expect(await readFile(await download.path())).toEqual(await readFile(PHOTO));
};

test('[VIO-01, VIO-03, VIO-05] ten rows at first, more on demand, filters in the address, counts over everything', async () => {
  const voice = apiAs('board@mapleridge.test');
  const { id: user_id } = (await apiAs('resident@mapleridge.test')('GET', '/api/auth/profile')).body;
  const due_date = addDays(new Date().toISOString().slice(0, 10), 30);
  for (let n = 1; n <= 11; n += 1) {
    const body = { user_id, title: `Loud parrot ${n}`, category: 'Pet', message: '<p>Again</p>', due_date };
    expect((await voice('POST', '/api/violations', body)).status).toBe(201);
  }
  const total = async (query: string) => (await voice('GET', `/api/violations?${query}`)).body.totalDocs;
  const page = await signedIn('board@mapleridge.test');
  await visit(page, '/violations');
  const rows = page.getByRole('table', { name: 'Violations' }).locator('tbody tr');
  await appears(page.getByText('Loud parrot 11'));
  expect(await rows.count()).toBe(10);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect.poll(() => rows.count()).toBe(Math.min(20, await total('limit=1')));

  await page.getByRole('button', { name: /^Categories/ }).click();
  await page.getByRole('option', { name: 'Pet' }).click();
  await page.keyboard.press('Escape');
  await page.waitForURL('**/violations?category=Pet');
  await expect.poll(() => rows.count()).toBe(10);
  await page.reload();
  await expectText(page.getByRole('search')).toContain(`${await total('category=Pet')} of ${await total('limit=1')}`);
  const open = `${await total('status=open')} Open`;
  await page.getByRole('link', { name: open }).click();
  await page.waitForURL('**/compliance?status=open');
  await page.goBack();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await page.waitForURL('**/violations');
  const recent = page
    .getByRole('region', { name: 'Recent Activity' })
    .or(page.locator('section', { hasText: 'Recent Activity' }));
  expect(await recent.getByRole('link').allInnerTexts()).toHaveLength(3);
});
