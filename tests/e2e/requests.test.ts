import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { take } from '../support/required.ts';
import {
  appears,
  chooseStatus,
  type Email,
  expectText,
  fileRequest,
  heading,
  openRequest,
  openThread,
  pathOf,
  signIn,
  unfold,
  vanishes,
  visit,
  writeMessage,
} from './support/app.ts';
import { TIMEOUT_MS, takeErrors, useBrowser } from './support/browser.ts';
import { fillForm, openForm, submit } from './support/compliance.ts';
import { board, breakChanges, filed, inkOf, KEYPAD } from './support/requests.ts';
import { requestNamed } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const browser = useBrowser();
const { signedIn } = useSessions();

const PATH_LIGHT = 'Path light out between 2 and 4 Cattail Way';

const expectOptions = (page: Page, labels: string[]) =>
  expect.poll(() => page.getByRole('option').allInnerTexts(), { timeout: TIMEOUT_MS }).toEqual(labels);

/** A page whose clock stands from `stop` on: what ends by itself ends when the test says so. */
const openTimed = async (email: Email): Promise<Page> => {
  const page = await browser.open();
  await page.clock.install();
  await signIn(page, email);
  return page;
};

const stop = (page: Page) => page.clock.pauseAt(Date.now() + 1000);

test('[REQ-08, REQ-15, REQ-21] a resident files a request; the success is green and leads back after 1.5 seconds', async () => {
  const page = await openTimed('hannah.weiss@willowcreek.test');
  await visit(page, '/requests/create');
  await appears(heading(page, 'Create Request'));
  const back = page.getByRole('main').getByRole('link', { name: /^(Back to )?Requests$/ });
  expect(await back.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/requests',
    '/requests',
  ]);
  const category = page.getByRole('button', { name: /^Category/ });
  await expectText(category).toBe('Maintenance');
  await category.click();
  await expectOptions(page, ['Maintenance', 'Modification', 'Inquiry', 'Other']);
  await page.getByRole('option', { name: 'Inquiry' }).click();
  expect(await page.getByLabel('Attachment').getAttribute('type')).toBe('file');
  await page.getByRole('textbox', { name: 'Description' }).fill('Is there a plan?');
  await page.getByLabel('Title').fill('Which bench gets painted?');
  await stop(page);
  await page.keyboard.press('Enter');
  const said = page.getByRole('status').filter({ hasText: 'Request created successfully! Redirecting...' });
  await said.waitFor();
  expect(await said.getAttribute('aria-live')).toBe('polite');
  const [red, green] = take(await inkOf(said), 2);
  expect(green).toBeGreaterThan(red);
  expect(await page.getByLabel('Title').evaluate((element) => element === document.activeElement)).toBe(true);
  await page.clock.runFor(1400);
  expect(pathOf(page)).toBe('/requests/create');
  await page.clock.runFor(100);
  await page.waitForURL('**/requests');
  await page.clock.resume();
  await appears(page.getByRole('rowheader').first().getByRole('link', { name: 'Which bench gets painted?' }));
  expect(await requestNamed(board(), 'Which bench gets painted?')).toMatchObject({ category: 'Inquiry' });
});

test('[REQ-09, A11Y-07] the board files a request too, and goes back at once', async () => {
  const bea = await signedIn('board@willowcreek.test');
  await fileRequest(bea, 'Bench of the board', 'It wobbles.');
  expect(pathOf(bea)).toBe('/requests');
});

test('[REQ-10, REQ-11, REQ-12] a request shows what is known of it, and to the board also whose it is and who handles it', async () => {
  const bea = await signedIn('board@willowcreek.test');
  await openRequest(bea, KEYPAD);
  await expectKnown(bea);
  expect(await factsOf(bea)).toMatchObject({
    'Submitted By': 'Rex Okaforresident2@willowcreek.test',
    Address: '9 Heron Court',
    'Assigned To': 'Dale Brooks',
  });
  await appears(bea.getByRole('button', { name: 'Status In Progress' }));
  expect(await section(bea, 'Resolution Notes').count()).toBe(0);
  await openRequest(bea, PATH_LIGHT);
  await appears(section(bea, 'Resolution Notes').getByText('Ballast and bulb replaced.'));

  const rex = await signedIn('resident2@willowcreek.test');
  await openRequest(rex, KEYPAD);
  await expectKnown(rex);
  expect(Object.keys(await factsOf(rex))).toEqual(['Attachment', 'Created', 'Resolution deadline']);
  expect(await rex.getByRole('button', { name: /^Status/ }).count()).toBe(0);
});

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) });

const details = (page: Page, name: string) =>
  page.locator('details').filter({ has: page.getByRole('heading', { level: 2, name }) });

const factsOf = (page: Page): Promise<Record<string, string>> =>
  page
    .getByRole('main')
    .locator('dl dt')
    .evaluateAll((terms) =>
      Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent ?? ''])),
    );

const A_DATE = /^\w{3} \d{1,2}, \d{4}$/;

const expectKnown = async (page: Page) => {
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  expect(await crumbs.getByRole('link', { name: 'Requests' }).getAttribute('href')).toBe('/requests');
  await expectText(crumbs.locator('[aria-current="page"]')).toBe(KEYPAD);
  await appears(page.getByRole('main').getByText('In Progress', { exact: true }));
  await appears(page.getByText(/^Maintenance · opened/));
  await appears(section(page, 'Description').getByText('The keypad at the main gate doesn’t light up anymore.'));
  await expect
    .poll(() => factsOf(page))
    .toMatchObject({
      Created: expect.stringMatching(A_DATE),
      'Resolution deadline': expect.stringMatching(/^\w{3} \d{1,2}, \d{4}/),
      Attachment: expect.stringMatching(/^keypad\.png ?\d+\.\d\d MB/),
    });
  await unfold(page, 'Activity History');
  await appears(details(page, 'Activity History').getByRole('listitem').filter({ hasText: 'created the request' }));
  await appears(page.getByRole('link', { name: 'Messages (3)' }));
};

test('[REQ-16, REQ-19, ERR-04] a status is said for 3 seconds', async () => {
  const title = await filed('The flag pole rattles');
  const page = await openTimed('board@willowcreek.test');
  await openRequest(page, title);
  await page.getByRole('button', { name: /^Status / }).click();
  await expectOptions(page, STATUSES);
  await page.getByRole('option', { name: 'Awaiting Info' }).click();
  const said = page.getByRole('status').filter({ hasText: 'Status updated to awaiting info' });
  await said.waitFor();
  await page.clock.fastForward(3000);
  await vanishes(said);
  await appears(page.getByRole('button', { name: 'Status Awaiting Info' }));
  expect((await requestNamed(board(), title)).status).toBe('awaiting_info');
});

test('[REQ-13, REQ-22] a message stands in the thread and counts at once', async () => {
  const title = await filed('The flag pole leans');
  const page = await signedIn('board@willowcreek.test');
  await openRequest(page, title);
  await openThread(page);
  await appears(page.getByRole('toolbar', { name: 'Formatting' }));
  await writeMessage(page, 'Does it rattle in any wind?');
  await appears(page.getByRole('log').getByText('Does it rattle in any wind?'));
  await page.getByRole('link', { name: 'Back to Request', exact: true }).click();
  await appears(page.getByRole('link', { name: 'Messages (1)' }));
  await expect.poll(async () => (await requestNamed(board(), title)).comments.length, { timeout: TIMEOUT_MS }).toBe(1);
});

const STATUSES = ['Open', 'In Progress', 'Awaiting Info', 'Resolved', 'Closed', 'Rejected'];

test('[REQ-46, VIO-52, ANN-93, ERR-01] an action that fails says which, and keeps what was typed', async () => {
  const title = await filed('The sundial is slow');
  const page = await signedIn('board@willowcreek.test');
  const failed = (text: string) => appears(page.getByRole('alert').filter({ hasText: text }));
  await openRequest(page, title);
  await page.evaluate(breakChanges);
  await chooseStatus(page, 'Closed');
  await failed('Failed to update status');
  await openThread(page);
  await writeMessage(page, 'Whose watch is right?');
  await failed('Failed to send message');
  await expectText(page.getByRole('textbox', { name: 'Message' })).toContain('Whose watch is right?');
  await visit(page, '/requests/create');
  await page.getByLabel('Title').fill('A new sundial');
  await page.getByRole('textbox', { name: 'Description' }).fill('Of brass.');
  await page.getByRole('button', { name: 'Create Request' }).click();
  await failed('Failed to create request. Please try again.');
  expect(await page.getByLabel('Title').inputValue()).toBe('A new sundial');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await openForm(page);
  await fillForm(page, 'Kayak on the lawn');
  await submit(page);
  await failed('Failed to create violation');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await visit(page, '/announcements/create');
  await page.getByLabel('Title').fill('Bells on New Year');
  await page.getByRole('textbox', { name: 'Message' }).fill('At noon.');
  await page.getByRole('button', { name: 'Create Draft' }).click();
  await failed('Failed to create announcement');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.reload();
  expect(takeErrors()).toEqual(Array(4).fill(expect.stringContaining('Broken')));
});

test('[RICH-01] the editor formats, and takes back what was typed', async () => {
  const page = await signedIn('hannah.weiss@willowcreek.test');
  await visit(page, '/requests/create');
  const text = page.getByRole('textbox', { name: 'Description' });
  const tool = (name: string) => page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name });
  await text.pressSequentially('word');
  await tool('Undo').click();
  await expectText(text).toBe('');
  await tool('Redo').click();
  await expectText(text).toBe('word');
  await page.keyboard.press('Shift+Home');
  await tool('Bold').click();
  await expectText(text.locator('strong')).toBe('word');
  await tool('Bullet list').click();
  await expectText(text.locator('ul > li')).toBe('word');
  await page.getByRole('button', { name: 'Discard draft' }).click();
});
