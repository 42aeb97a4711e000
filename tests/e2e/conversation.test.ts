import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import {
  appears,
  chooseStatus,
  expectText,
  goOffline,
  heading,
  pathOf,
  unfold,
  vanishes,
  visit,
  writeMessage,
} from './support/app.ts';
import { PHONE, TIMEOUT_MS } from './support/browser.ts';
import { BEA, bea, filed, RITA, rita } from './support/conversation.ts';
import { createHoa } from './support/create-hoa.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn, signedInForOffline } = useSessions();

beforeAll(async () => {
  await createHoa('Threads HOA', [
    { email: BEA, name: 'Bea Thread', role: 'board' },
    { email: RITA, name: 'Rita Thread', role: 'resident' },
  ]);
});

const requestOnServer = async (id: string) => (await bea('GET', `/api/requests/${id}`)).body;

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' });

const isFocused = (page: Page) => composer(page).evaluate((element) => element.contains(document.activeElement));

const isInView = (page: Page) =>
  composer(page).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

test('[14.4, REQ-13] description, thread and answer box are one page, and /messages shows it from its newest message', async () => {
  const id = await filed('The tap drips', 30);
  const page = await signedIn(RITA);
  await visit(page, `/requests/${id}`);
  await appears(page.getByText('It drips all night.'));
  await appears(page.getByRole('log').getByText('Message 30', { exact: true }));
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await composer(page).waitFor();
  expect(await page.getByRole('link', { name: 'Back to Request' }).count()).toBe(0);

  await page.getByRole('link', { name: 'Messages (30)' }).click();
  expect(pathOf(page)).toBe(`/requests/${id}/messages`);
  await expect.poll(() => isFocused(page), { timeout: TIMEOUT_MS }).toBe(true);
  await expect.poll(() => isInView(page), { timeout: TIMEOUT_MS }).toBe(true);
  await page.reload();
  await expect.poll(() => isFocused(page), { timeout: TIMEOUT_MS }).toBe(true);
  await expect.poll(() => isInView(page), { timeout: TIMEOUT_MS }).toBe(true);
  await page.getByRole('link', { name: 'Back to Request' }).click();
  await expect.poll(() => page.evaluate(() => scrollY), { timeout: TIMEOUT_MS }).toBe(0);
});

test('[14.4, REQ-43] the board sets status, assignee, deadline and notes on the page, and takes them back', async () => {
  const id = await filed('The tap drips again');
  const page = await signedIn(BEA);
  await visit(page, `/requests/${id}`);
  await chooseStatus(page, 'In Progress');
  const said = page.getByRole('listitem').filter({ hasText: 'Status updated to in progress' });
  await said.getByRole('button', { name: 'Undo' }).click();
  await appears(page.getByRole('button', { name: 'Status Open' }));
  await appears(page.getByRole('status').filter({ hasText: 'Undone' }));

  await page.getByRole('button', { name: /^Assigned To/ }).click();
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Bea Thread', 'Unassigned']);
  await page.getByRole('option', { name: 'Bea Thread' }).click();
  await appears(page.getByRole('status').filter({ hasText: 'Assigned to Bea Thread' }));
  await page.getByRole('button', { name: /^Resolution deadline/ }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('grid').getByRole('gridcell', { name: / 15, / }).click();
  await vanishes(page.getByRole('grid'));

  await page.getByRole('button', { name: 'Add Notes' }).click();
  await page.getByLabel('Notes').fill('A plumber comes on Friday.');
  await page.reload();
  await page.getByRole('button', { name: 'Save' }).click();
  await appears(page.getByText('A plumber comes on Friday.'));
  await expect
    .poll(() => requestOnServer(id), { timeout: TIMEOUT_MS })
    .toMatchObject({
      status: 'open',
      assigned_to: { name: 'Bea Thread' },
      resolution_deadline: expect.stringMatching(/^\d{4}-\d{2}-15$/),
      resolution_notes: 'A plumber comes on Friday.',
    });
  await page.getByRole('button', { name: 'Remove the deadline' }).click();
  await expect.poll(async () => (await requestOnServer(id)).resolution_deadline, { timeout: TIMEOUT_MS }).toBe(null);
  await unfold(page, 'Activity History');
  await appears(page.getByText(/Bea Thread set/));
});

test('[14.4, CONFLICT-01] notes that somebody else has changed meanwhile are shown beside one’s own', async () => {
  const id = await filed('The tap drips on');
  await bea('PUT', `/api/requests/${id}`, { resolution_notes: 'Washer ordered.' });
  const page = await signedIn(BEA);
  await visit(page, `/requests/${id}`);
  await page.getByRole('button', { name: 'Edit Notes' }).click();
  await page.getByLabel('Notes').fill('Washer ordered twice.');
  await bea('PUT', `/api/requests/${id}`, { resolution_notes: 'Washer fitted.' });
  await appears(page.getByText('Washer fitted.'));
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Keep Mine' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await requestOnServer(id)).resolution_notes, { timeout: TIMEOUT_MS })
    .toBe('Washer ordered twice.');
});

test('[14.4] on a phone the answer box is at hand, details are folded, and a reply written offline is sent later', async () => {
  const id = await filed('The tap drips loudly', 12);
  const page = await signedInForOffline(RITA, 'The tap drips loudly', {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  await visit(page, `/requests/${id}`);
  await appears(page.getByText('It drips all night.'));
  await composer(page).waitFor();
  expect(await isInView(page)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  expect(await page.getByText('Resolution deadline').isVisible()).toBe(false);
  await unfold(page, 'Details');
  await appears(page.getByText('Resolution deadline'));

  await goOffline(page);
  await writeMessage(page, 'I put a bucket under it.');
  await appears(page.getByRole('log').getByText('saved on this device, waiting to send'));
  await page.context().setOffline(false);
  await expect.poll(async () => (await requestOnServer(id)).comments.length, { timeout: TIMEOUT_MS }).toBe(13);
});

test('[14.4, VIO-49] a violation is one page too; the board edits the notes of its resolution there', async () => {
  const user_id = (await rita('GET', '/api/auth/profile')).body.id;
  const due_date = addDays(new Date().toISOString().slice(0, 10), 20);
  const issued = {
    user_id,
    title: 'Bikes in the hall',
    category: 'Other',
    message: '<p>Please move them.</p>',
    due_date,
  };
  const id = (await bea('POST', '/api/violations', issued)).body._id;
  const page = await signedIn(BEA);
  await visit(page, `/compliance/${id}/messages`);
  await appears(page.getByText('Please move them.'));
  await expect.poll(() => isFocused(page), { timeout: TIMEOUT_MS }).toBe(true);
  await writeMessage(page, 'Any news?');
  await appears(page.getByRole('log').getByText('Any news?'));
  await page.getByRole('link', { name: 'Back to Violation' }).click();
  await heading(page, 'Bikes in the hall').waitFor();
  await chooseStatus(page, 'Resolved');
  await page.getByRole('button', { name: 'Add Notes' }).click();
  expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
  await page.getByLabel('Notes').fill('They stand in the shed now.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectText(page.getByRole('definition').filter({ hasText: 'shed' })).toBe('They stand in the shed now.');
  const { body } = await bea('GET', `/api/violations/${id}`);
  expect(body).toMatchObject({ status: 'resolved', messages: [{ message: '<p>Any news?</p>', is_internal: false }] });
});
