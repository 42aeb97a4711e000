import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ROOT } from '../../local/paths.ts';
import { addDays } from '../../schema/dates.ts';
import {
  appears,
  chooseStatus,
  expectText,
  heading,
  navigate,
  openThread,
  pathOf,
  signIn,
  signInForOffline,
  vanishes,
  visit,
  writeMessage,
} from './support/app.ts';
import { PHONE, useBrowser } from './support/browser.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const browser = useBrowser();
const { signedIn, signedInForOffline } = useSessions();

const BINS = 'Trash bins in front of the garage';
const CREATED = 'Violation created successfully and notification sent to resident';
const PHOTO = join(ROOT, 'client', 'public', 'icon-192.png');

const board = () => apiAs('board@willowcreek.test');
const violationNamed = async (title: string) => {
  const { body } = await board()('GET', '/api/violations?limit=100');
  const found = body.docs.filter((violation: { title: string }) => violation.title === title);
  expect(found).toHaveLength(1);
  return found[0];
};

const openForm = async (page: Page) => {
  await navigate(page, 'Compliance');
  await page.getByRole('link', { name: 'Create Violation' }).first().click();
  await heading(page, 'Create Violation').waitFor();
};

const pickResident = async (page: Page, term: string, email: string) => {
  await page.getByRole('combobox', { name: 'Resident' }).fill(term);
  await page.getByRole('option', { name: email }).click();
};

const pickDueDate = async (page: Page) => {
  await page.getByRole('button', { name: /^Due date/ }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('grid').getByRole('gridcell', { name: / 15, / }).click();
  await vanishes(page.getByRole('grid'));
};

const fillForm = async (page: Page, title: string) => {
  await pickResident(page, 'alvarez', 'resident@willowcreek.test');
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: /^Category/ }).click();
  await page.getByRole('option', { name: 'Lawn Maintenance' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Please cut it before the end of the month.');
  await pickDueDate(page);
};

const submit = (page: Page) => page.getByRole('button', { name: 'Create Violation' }).click();

const HEDGE = 'Hedge over the sidewalk';

test('[VIO-08, VIO-09, VIO-18, VIO-19, VIO-24, PROD-13] issued without a network, it reaches the resident once there is one, and both see each other live', async () => {
  const bea = await browser.openInstalled();
  const rita = await browser.open({ viewport: PHONE, hasTouch: true });
  await signInForOffline(bea, 'board@willowcreek.test', BINS);
  await signIn(rita, 'resident@willowcreek.test');
  await rita.goto('/compliance');
  await appears(rita.getByRole('link', { name: BINS }));

  await bea.context().setOffline(true);
  await openForm(bea);
  await fillForm(bea, HEDGE);
  await submit(bea);
  await expectText(bea.getByRole('status').filter({ hasText: CREATED })).toContain('when you are back online');
  expect(pathOf(bea)).toBe('/violations');
  await appears(bea.getByRole('row', { name: HEDGE }).getByText('on this device'));
  await bea.reload();
  await appears(bea.getByRole('button', { name: 'Outbox, 1 change waiting' }));
  expect(await bea.getByText(CREATED).count()).toBe(0);

  await bea.context().setOffline(false);
  await rita.getByRole('link', { name: HEDGE }).first().click();
  await appears(rita.getByText('Please cut it before the end of the month.'));
  await openThread(rita);
  await appears(rita.getByText('No messages yet. Start the conversation!'));
  expect(await rita.getByRole('button', { name: 'Send Message' }).isDisabled()).toBe(true);
  await writeMessage(rita, 'The gardener comes on Monday.');

  await bea.getByRole('link', { name: HEDGE }).first().click();
  await appears(bea.getByRole('link', { name: /^Messages \(1\)/ }));
  await chooseStatus(bea, 'Under Review');
  await appears(bea.getByRole('status').filter({ hasText: 'Status updated to under review' }));
  await appears(rita.getByText('Under Review', { exact: true }));
  await vanishes(bea.getByText('Status updated to under review'));
  await openThread(bea);
  await writeMessage(bea, 'Thank you, Rita.');
  await appears(rita.getByRole('log').getByText('Thank you, Rita.'));
  await expectSide(rita, 'RA', 'right');
  await expectSide(rita, 'BM', 'left');
  await expectOnServer();
});

/** VIO-16: on which side of its row the message of the one with these initials stands. */
const expectSide = async (page: Page, initials: string, side: 'left' | 'right') => {
  const row = page
    .getByRole('log')
    .getByRole('listitem')
    .filter({ has: page.getByText(initials, { exact: true }) });
  const [outer, inner] = [await row.boundingBox(), await row.getByText(initials, { exact: true }).boundingBox()];
  const before = inner!.x - outer!.x;
  const after = outer!.x + outer!.width - inner!.x - inner!.width;
  expect(before > after).toBe(side === 'right');
};

const expectOnServer = async () => {
  const violation = await violationNamed(HEDGE);
  expect(violation).toMatchObject({
    category: 'Lawn Maintenance',
    status: 'under_review',
    user_id: { email: 'resident@willowcreek.test' },
    issued_by: { email: 'board@willowcreek.test' },
    due_date: expect.stringMatching(/-15$/),
  });
  expect(violation.history.map(({ action }: { action: string }) => action)).toEqual([
    'Created the violation',
    'Set under review',
  ]);
  const said = violation.messages.map((one: { message: string; is_internal: boolean }) => [
    one.message,
    one.is_internal,
  ]);
  expect(said).toEqual([
    ['<p>The gardener comes on Monday.</p>', false],
    ['<p>Thank you, Rita.</p>', false],
  ]);
};

test('[VIO-16, ROUTES-06, ROUTES-17] both path families show the resident their overdue violation, and nothing internal', async () => {
  const rita = await signedIn('resident@willowcreek.test');
  await visit(rita, '/violations');
  await appears(rita.getByRole('row', { name: BINS }).getByText('(Overdue)'));
  expect(await rita.getByRole('link', { name: 'Create Violation' }).count()).toBe(0);
  const main = rita.getByRole('navigation', { name: 'Main' });
  expect(await main.getByRole('link', { name: 'Compliance' }).getAttribute('aria-current')).toBe('page');
  await rita.getByRole('row', { name: BINS }).getByRole('button', { name: 'View' }).click();
  await heading(rita, BINS).waitFor();
  expect(pathOf(rita)).toMatch(/^\/compliance\//);
  const id = pathOf(rita).split('/').pop();

  for (const base of ['/compliance', '/violations']) {
    await rita.goto(`${base}/${id}`);
    await expectText(rita.getByRole('alert')).toMatch(
      /^This violation is overdue\. The due date was \w{3} \d+, \d{4}\.$/,
    );
    expect(await rita.getByRole('button', { name: /^Status/ }).count()).toBe(0);
    await appears(rita.getByRole('link', { name: /^Messages \(3\)/ }));
    await rita.goto(`${base}/${id}/messages`);
    await appears(rita.getByRole('log').getByText('The screen blew over in the storm.'));
    expect(await rita.getByText('Internal').count()).toBe(0);
    await rita.goto(`${base}/create`);
    await rita.waitForURL('**/dashboard');
    await rita.goto(`${base}/no-such-violation`);
    await expectText(rita.getByRole('alert')).toBe('Violation not found or you do not have permission to view it');
    await appears(rita.getByRole('link', { name: 'Back to Violations' }));
    await appears(rita.getByRole('button', { name: 'Try Again' }));
  }

  const bea = await signedIn('board@willowcreek.test');
  await visit(bea, `/violations/${id}/messages`);
  const internal = bea.getByRole('log').getByRole('listitem').filter({ hasText: 'replace them at the HOA’s expense' });
  await appears(internal.getByText('Internal', { exact: true }));
});

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

  await bea.context().setOffline(true);
  await bea.getByLabel('Attachment').setInputFiles(PHOTO);
  await submit(bea);
  await expectText(bea.getByRole('alert')).toContain('Failed to upload file');
  expect(await bea.getByLabel('Title').inputValue()).toBe(SHED);
  await bea.getByRole('button', { name: 'Send when back online' }).click();
  await bea.waitForURL('**/violations');
  await appears(bea.getByText(CREATED));
  await vanishes(bea.getByText(CREATED));
  await bea.getByRole('link', { name: SHED }).first().click();
  await appears(bea.getByText('photo waiting on this device'));
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
  const [today, first] = [/^Today, /, / 1, \d+$/].map((name) => page.getByRole('grid').getByRole('button', { name }));
  await today!.focus();
  expect(await page.getByRole('button', { name: 'Previous month' }).getAttribute('aria-disabled')).toBe('true');
  expect(await first!.isDisabled()).toBe((await today!.textContent()) !== '1');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await vanishes(page.getByRole('grid'));
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
};

const expectDownload = async (page: Page) => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
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
  await page.getByRole('button', { name: 'Load more' }).click();
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
