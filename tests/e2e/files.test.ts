import { expect, test } from 'vitest';
import { FILE_LIMIT, FILE_SIZE_MESSAGE, FILE_TYPE_MESSAGE } from '../../schema/uploads.ts';
import {
  appears,
  clickToDownload,
  expectText,
  goOffline,
  navigate,
  openRequest,
  vanishes,
  visit,
} from './support/app.ts';
import { TIMEOUT_MS } from './support/browser.ts';
import { apiAs, requestNamed } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn, signedInForOffline } = useSessions();

test('[REQ-27, FILE-04, FILE-05] a file of another type or too large is refused at once, and nothing typed is lost', async () => {
  const page = await signedIn('resident2@mapleridge.test');
  await visit(page, '/requests/create');
  await page.getByLabel('Title').fill('A shed, once more');
  const attachment = page.getByLabel('Attachment');
  await attachment.setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('A plan') });
  await appears(page.getByText(FILE_TYPE_MESSAGE));
  const large = Buffer.alloc(FILE_LIMIT + 1);
  await attachment.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: large });
  await appears(page.getByText(FILE_SIZE_MESSAGE));
  await attachment.setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: large.subarray(1) });
  await appears(page.getByText('10.00 MB'));
  await vanishes(page.getByText(FILE_SIZE_MESSAGE));
  expect(await page.getByLabel('Title').inputValue()).toBe('A shed, once more');
});

test('[FILE-08, FILE-09, SYNC-10] a .png that is HTML is refused with its reason, and its request can be filed without it', async () => {
  const page = await signedIn('resident@mapleridge.test');
  await visit(page, '/requests/create');
  await page.getByLabel('Title').fill(ROOF);
  await page.getByRole('textbox', { name: 'Description' }).fill('Three shingles are gone.');
  const html = Buffer.from('<html><script>alert(1)</script></html>');
  await page.getByLabel('Attachment').setInputFiles({ name: 'roof.png', mimeType: 'image/png', buffer: html });
  await page.getByRole('button', { name: 'Create Request' }).click();
  await appears(page.getByRole('alert').getByText(FILE_TYPE_MESSAGE));
  await navigate(page, 'Requests');
  expect(await page.getByRole('link', { name: ROOF }).count()).toBe(0);

  await page.getByRole('button', { name: 'Open Outbox' }).click();
  await page.getByRole('dialog', { name: 'Outbox' }).getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe(ROOF);
  await page.getByRole('button', { name: 'Create Request' }).click();
  await appears(page.getByRole('link', { name: ROOF }));
  const filed = () => requestNamed(apiAs('board@mapleridge.test'), ROOF).catch(() => null);
  await expect.poll(filed, { timeout: TIMEOUT_MS }).toMatchObject({ photo_url: null, status: 'open' });
  expect((await filed()).description).toContain('Three shingles are gone.');
});

const ROOF = 'Shingles missing above 12 Birch Loop';

test('[SYNC-05, FILE-11] a download without a network fails at once with its reason, and works again with one', async () => {
  const page = await signedInForOffline('board@mapleridge.test', 'Elevator at 12 Birch Loop');
  await openRequest(page, 'Elevator at 12 Birch Loop');
  await goOffline(page);
  await page.getByRole('button', { name: 'Download' }).click();
  await expectText(page.getByRole('main').getByRole('alert')).toContain('You are offline');
  await page.context().setOffline(false);
  await vanishes(page.getByText('Offline', { exact: true }));
  const download = await clickToDownload(page.getByRole('button', { name: 'Download' }));
  expect(download.suggestedFilename()).toBe('elevator.png');
});
