import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  appears,
  expectText,
  goOffline,
  heading,
  isStored,
  navigate,
  signIn,
  signInForOffline,
  vanishes,
} from './support/app.ts';
import { TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { apiAs, endSessions, requestNamed } from './support/server.ts';

const browser = useBrowser();
const WAITING_FILE = 'addPhoto';

test('[SESSION-17, SESSION-18] a file that waits is counted before a sign-out, goes with it, and is never sent', async () => {
  const page = await browser.openInstalled();
  await signInForOffline(page, 'kate.sullivan@mapleridge.test', 'kate.sullivan');
  await keepPhoto(page, 'Loose rail on the third floor');
  await page.reload();
  await logOut(page);
  const question = page.getByRole('dialog', { name: 'Sign Out with 2 Unsent Changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await isStored(page, WAITING_FILE)).toBe(true);
  await logOut(page);
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await appears(heading(page, 'Sign in'));
  await expect.poll(() => isStored(page, WAITING_FILE), { timeout: TIMEOUT_MS }).toBe(false);

  await page.context().setOffline(false);
  await signIn(page, 'kate.sullivan@mapleridge.test');
  await navigate(page, 'Requests');
  await appears(page.getByText('No requests found'));
  expect(await page.getByRole('button', { name: /^Outbox/ }).count()).toBe(0);
});

test('[SESSION-10, SYNC-23] a file outlives the session that ran out, and nobody who signs in between sees or sends it', async () => {
  const page = await browser.openInstalled();
  await signInForOffline(page, 'mei.tanaka@mapleridge.test', 'mei.tanaka');
  await keepPhoto(page, BENCH);
  await endSessions('mei.tanaka@mapleridge.test');
  await page.context().setOffline(false);
  await expectText(page.getByRole('alert')).toBe('Session expired');

  await signIn(page, 'ruth.abernathy@mapleridge.test');
  await navigate(page, 'Requests');
  await appears(heading(page, 'Requests'));
  expect(await page.getByRole('button', { name: /^Outbox/ }).count()).toBe(0);
  await logOut(page);
  await appears(heading(page, 'Sign in'));
  expect(await isStored(page, WAITING_FILE)).toBe(true);

  await signIn(page, 'mei.tanaka@mapleridge.test');
  const filed = () => requestNamed(apiAs('board@mapleridge.test'), BENCH).catch(() => null);
  await expect
    .poll(filed, { timeout: TIMEOUT_MS })
    .toMatchObject({ photo_url: expect.any(String), user_id: { email: 'mei.tanaka@mapleridge.test' } });
  await vanishes(page.getByRole('button', { name: /^Outbox/ }));
  await expect.poll(() => isStored(page, WAITING_FILE, 'porchlight-uploads'), { timeout: TIMEOUT_MS }).toBe(false);
});

test('[14.4] a photo that waits is shown from the device after a reload too, and can be removed before it is sent', async () => {
  const page = await browser.openInstalled();
  await signInForOffline(page, 'mei.tanaka@mapleridge.test', 'mei.tanaka');
  await keepPhoto(page, 'The mailbox lid is gone');
  await page.reload();
  await page.getByRole('link', { name: 'The mailbox lid is gone' }).first().click();
  await appears(page.locator('main').getByRole('img', { name: 'photo.png' }));
  await page.getByRole('button', { name: 'Remove photo.png' }).click();
  await vanishes(page.getByText('waiting on this device'));
  expect(await isStored(page, WAITING_FILE)).toBe(false);
  await page.context().setOffline(false);
  await vanishes(page.getByRole('button', { name: /^Outbox/ }));
  const filed = await requestNamed(apiAs('board@mapleridge.test'), 'The mailbox lid is gone');
  expect(filed.photo_url).toBeNull();
});

test('[13.6] a file over a limit is not asked for again before the time the server names, unless the person does', async () => {
  const page = await browser.openInstalled();
  await signInForOffline(page, 'ruth.abernathy@mapleridge.test', 'ruth.abernathy');
  let asked = 0;
  const message = 'You have uploaded 500 files today, the daily limit.';
  await page.route('**/presigned-url', (route) => {
    asked += 1;
    return route.fulfill({ status: 429, json: { message, retryAfter: 3600 } });
  });
  await keepPhoto(page, 'The gutter drips on the steps');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: /^Outbox, 1 change/ }).click();
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  await appears(outbox.getByText(message, { exact: false }));
  expect(asked).toBe(1);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click();
  await expect.poll(() => asked).toBe(2);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await outbox.getByRole('button', { name: 'Resend' }).click();
  await vanishes(page.getByRole('button', { name: /^Outbox/ }));
});

const BENCH = 'The bench by the elevator is split';
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Files a request with a photo offline, so that both wait. */
const keepPhoto = async (page: Page, title: string) => {
  await goOffline(page);
  await page.goto('/requests/create');
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: 'Description' }).fill('See the photo.');
  await page.getByLabel('Attachment').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: PIXEL });
  await page.getByRole('button', { name: 'Create Request' }).click();
  await appears(page.getByRole('button', { name: 'Outbox, 2 changes waiting' }));
  // The form closes once both are on the device; before that a reload keeps the draft in their place.
  await appears(heading(page, 'Requests'));
};

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
};
