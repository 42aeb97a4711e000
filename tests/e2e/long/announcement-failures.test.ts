import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ROOT } from '../../../local/paths.ts';
import { nth, required } from '../../support/required.ts';
import { fill, linkTo, open, pick } from '../support/announcements.ts';
import { appears, expectText, goOffline, heading, signIn, waitForServiceWorker } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import { breakChanges } from '../support/requests.ts';
import { apiAs, inDatabase } from '../support/server.ts';
import { testStack } from '../support/stack.ts';

const browser = useBrowser();

const PHOTO = join(ROOT, 'client', 'public', 'icon-192.png');

const GATE = 'Pool gate repaired tomorrow';

const BELLS = 'Bells on New Year';

/** In `npm test`: tests/screens/failed.test.ts has what could not be loaded, "an action that fails says which" of
 * tests/e2e/requests.test.ts what could not be done, tests/e2e/document-upload.test.ts what is wrong with a file. */
test('[ANN-27, ANN-47, ANN-79, ANN-93, ANN-94] what fails says so in its own words, and loses nothing', async () => {
  const bea = await browser.openInstalled();
  await expectFailedLoad(bea);
  await bea.goto('/announcements/create');
  await expectEverybodyOffline(bea);
  await expectFileErrors(bea);

  const logged: string[] = [];
  bea.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  const failed = (text: string) => appears(bea.getByRole('alert').filter({ hasText: text }));
  await bea.evaluate(breakChanges);
  await bea.getByRole('button', { name: 'Create Draft' }).click();
  await failed('Failed to create announcement');
  await bea.reload();
  await bea.getByRole('button', { name: 'Create Draft' }).click();
  await bea.getByRole('link', { name: BELLS }).click();
  await heading(bea, BELLS).waitFor();
  await bea.evaluate(breakChanges);
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
  await goOffline(page);
  await pick(page, 'Audience', 'Custom Recipients');
  await page.getByRole('combobox', { name: 'Recipients' }).click();
  const options = page.getByRole('listbox').getByRole('option');
  await appears(options);
  const people = await activePeople();
  expect(await options.count()).toBe(Math.min(50, people.length));
  if (people.length > 50) await appears(page.getByText(`${people.length - 50} more. Keep typing to narrow the list.`));
  for (const email of [nth(people, 0), nth(people, -1)]) {
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
  const above = required(await page.getByText('or drop it here').boundingBox());
  const below = required(await error.boundingBox());
  expect(below.y).toBeGreaterThan(above.y + above.height);
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
