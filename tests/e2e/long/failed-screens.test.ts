import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { take } from '../../support/required.ts';
import {
  appears,
  chooseStatus,
  expectText,
  heading,
  navigate,
  openRequest,
  openThread,
  signIn,
  vanishes,
  writeMessage,
} from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import { board, breakChanges, filed, inkOf, KEYPAD, PHOTO } from '../support/requests.ts';
import { requestNamed } from '../support/server.ts';

const browser = useBrowser();

/** In `npm test`: tests/screens/failed.test.ts, and "an action that fails says which" of tests/e2e/requests.test.ts. */

/** Without a service worker, whose calls cannot be intercepted. */
const openAnswered = () => browser.open({ serviceWorkers: 'block' });

test('[REQ-45, ERR-03, A11Y-02] what could not be loaded says so in the words of its screen, with ways back and on; the server has the first word', async () => {
  const page = await openAnswered();
  await expectLoginErrors(page);
  await page.route('**/api/replicache/pull', (route) => route.fulfill({ status: 500, json: {} }));
  await signIn(page, 'board@willowcreek.test');
  const { _id: id } = await requestNamed(board(), KEYPAD);
  for (const [path, message] of [
    ['/requests', 'Failed to load requests'],
    [`/requests/${id}/messages`, 'Failed to load data'],
    [`/requests/${id}`, 'Failed to load request'],
  ] as const) {
    await page.goto(path);
    await appears(page.getByRole('alert').getByText(message, { exact: true }));
    expect(await page.getByRole('alert').getAttribute('aria-live')).toBe('assertive');
    await appears(page.getByRole('button', { name: 'Try Again' }));
  }
  expect(await page.getByRole('link', { name: 'Back to Requests' }).getAttribute('href')).toBe('/requests');
  await page.unroute('**/api/replicache/pull');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await appears(heading(page, KEYPAD));
});

/** The server's message, the fallback for an answer without one, and for no answer. */
const expectLoginErrors = async (page: Page) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('board@willowcreek.test');
  await page.getByLabel('Password').fill('not-this-one');
  const answers = [
    [{ status: 403, json: { message: 'Your account is not active' } }, 'Your account is not active'],
    [{ status: 500, body: '' }, 'Login failed'],
    [null, 'An unexpected error occurred. Please try again.'],
  ] as const;
  for (const [answer, message] of answers) {
    await page.route('**/api/auth/login', (route) => (answer ? route.fulfill(answer) : route.abort()), { times: 1 });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expectText(page.getByRole('alert')).toBe(message);
  }
};

test('[REQ-46, ERR-01, ERR-05] an action that fails says which, in red, until it is dismissed, and keeps what was typed', async () => {
  const title = await filed('The sundial is slow');
  const page = await openAnswered();
  await page.clock.install();
  await signIn(page, 'board@willowcreek.test');
  await openRequest(page, title);
  await page.evaluate(breakChanges);
  await chooseStatus(page, 'Closed');
  const alert = page.getByRole('alert');
  await expectText(alert).toContain('Failed to update status');
  const [red, green] = take(await inkOf(alert), 2);
  expect(red).toBeGreaterThan(green);
  await page.clock.fastForward(3500);
  await alert.getByRole('button', { name: 'Dismiss' }).click();
  await vanishes(alert);

  await openThread(page);
  await writeMessage(page, 'Whose watch is right?');
  await expectText(alert).toContain('Failed to send message');
  await expectText(page.getByRole('textbox', { name: 'Message' })).toContain('Whose watch is right?');

  await navigate(page, 'Requests');
  await page.getByRole('link', { name: 'Create Request' }).click();
  await page.getByLabel('Title').fill('A new sundial');
  await page.getByRole('textbox', { name: 'Description' }).fill('Of brass.');
  await page.getByRole('button', { name: 'Create Request' }).click();
  await expectText(alert).toContain('Failed to create request. Please try again.');
  await page.route('**/api/requests/presigned-url', (route) => route.fulfill({ status: 403, json: { message: 'No' } }));
  await page.getByLabel('Attachment').setInputFiles(PHOTO);
  await page.getByRole('button', { name: 'Create Request' }).click();
  await expectText(alert).toContain('Failed to upload file: No');
  expect(await page.getByLabel('Title').inputValue()).toBe('A new sundial');
});
