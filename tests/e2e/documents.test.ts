import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  appears,
  expectText,
  isStored,
  navigate,
  signIn,
  signInForOffline,
  vanishes,
  visit,
  waitForServiceWorker,
} from './support/app.ts';
import { violationsInBoth } from './support/axe.ts';
import { PHONE, TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { representative } from './support/long.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';
import { testStack } from './support/stack.ts';

const browser = useBrowser();
const { signedIn, signedInForOffline } = useSessions();
const BOARD = 'board@mapleridge.test';
const RESIDENT = 'resident@mapleridge.test';
const board = apiAs(BOARD);

const pdf = async (name: string, size = 2000): Promise<string> => {
  const path = join(tmpdir(), name);
  await writeFile(path, `%PDF-1.7\n${name}`.padEnd(size, '.'));
  return path;
};

const openDocuments = async (page: Page): Promise<void> => {
  await navigate(page, 'Documents');
  await appears(page.getByRole('searchbox', { name: 'Search documents' }));
};

const openDialog = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Upload Document' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload Document' });
  await appears(dialog);
  return dialog;
};

const choose = async (page: Page, select: Locator, option: string): Promise<void> => {
  await select.click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

const fill = async (page: Page, dialog: Locator, path: string, category: string): Promise<void> => {
  await dialog.getByLabel('File').setInputFiles(path);
  await choose(page, dialog.getByRole('button', { name: /^Category/ }), category);
};

const submit = (dialog: Locator) => dialog.getByRole('button', { name: 'Upload Document' }).click();
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const act = async (page: Page, title: string, entry: 'Download' | 'Delete'): Promise<void> => {
  await row(page, title).getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

const stored = async (title: string) => {
  const { docs } = (await board('GET', `/api/documents?limit=100&search=${encodeURIComponent(title)}`)).body;
  return docs.find((document: { title: string }) => document.title === title);
};

test('[DOC-01, DOC-31, PROD-12] what the board uploads a resident sees live, and downloads byte for byte', async () => {
  const file = await pdf('Snow removal plan.pdf', 300_000);
  const [bea, rex] = [await browser.open(), await browser.open()];
  await signIn(rex, RESIDENT);
  await openDocuments(rex);
  expect(new URL(rex.url()).pathname).toBe('/documents');
  await signIn(bea, BOARD);
  await openDocuments(bea);

  const dialog = await openDialog(bea);
  await dialog.getByLabel('File').setInputFiles(file);
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Snow removal plan');
  expect(await dialog.getByRole('radio', { name: 'Public' }).isChecked()).toBe(true);
  await choose(bea, dialog.getByRole('button', { name: /^Category/ }), 'Maintenance');
  await dialog.getByLabel('Notes').fill('Streets first, then sidewalks.');
  await submit(dialog);
  await appears(dialog.getByRole('status').filter({ hasText: 'Document uploaded successfully!' }));
  await vanishes(dialog);

  for (const page of [bea, rex]) {
    const cells = row(page, 'Snow removal plan').getByRole('cell');
    await expectText(cells.first()).toBe('Maintenance');
    expect((await cells.allTextContents()).slice(1, 4)).toEqual(['0.29 MB', 'PDF', 'Public']);
  }
  await row(rex, 'Snow removal plan').getByRole('button', { name: 'View notes' }).click();
  await appears(rex.getByRole('dialog', { name: 'Notes' }).getByText('Streets first, then sidewalks.'));
  await rex.keyboard.press('Escape');
  const [download] = await Promise.all([rex.waitForEvent('download'), act(rex, 'Snow removal plan', 'Download')]);
  expect(download.suggestedFilename()).toBe('Snow removal plan.pdf');
  expect(await readFile(await download.path())).toEqual(await readFile(file));
});

test('[DOC-20, DOC-21, SYNC-13] Board Only never reaches a resident’s device, and leaves it at once when it becomes so', async () => {
  const [bea, rex] = [await browser.open(), await browser.openInstalled()];
  await signIn(bea, BOARD);
  await openDocuments(bea);
  for (const [name, access] of [
    ['Legal opinion.pdf', 'Board Only'],
    ['Pool contract.pdf', 'Public'],
  ] as const) {
    const dialog = await openDialog(bea);
    await fill(bea, dialog, await pdf(name), 'Legal');
    await dialog.getByRole('radio', { name: access }).check();
    await submit(dialog);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await vanishes(dialog);
    await appears(row(bea, name.slice(0, -4)).getByText(access));
  }
  await signInForOffline(rex, RESIDENT, 'Pool contract');
  await openDocuments(rex);
  await appears(row(rex, 'Pool contract'));
  expect(await row(rex, 'Legal opinion').count()).toBe(0);
  expect(await isStored(rex, 'Legal opinion')).toBe(false);

  const { _id } = await stored('Pool contract');
  expect((await board('PUT', `/api/documents/${_id}`, { is_public: false })).status).toBe(200);
  await vanishes(row(rex, 'Pool contract'));
  await appears(row(bea, 'Pool contract').getByText('Board Only'));
  await rex.reload();
  await appears(rex.getByRole('table', { name: 'Documents' }));
  await vanishes(row(rex, 'Pool contract'));
});

test('[DOC-02, DOC-04, A11Y-04] the board deletes, offline too, and it goes once, with its file', async () => {
  const [bea, rex] = [await browser.openInstalled(), await browser.open()];
  await signIn(bea, BOARD);
  await openDocuments(bea);
  for (const name of ['Old map.pdf', 'Older map.pdf']) {
    const dialog = await openDialog(bea);
    await fill(bea, dialog, await pdf(name), 'Other');
    await submit(dialog);
    await vanishes(dialog);
  }
  const link = (await board('POST', `/api/documents/${(await stored('Old map'))._id}/download`)).body.downloadUrl;
  expect((await fetch(link)).status).toBe(200);
  await signIn(rex, RESIDENT);
  await openDocuments(rex);
  await appears(row(rex, 'Older map'));

  await act(bea, 'Old map', 'Delete');
  const question = bea.getByRole('dialog', { name: 'Delete Document' });
  await appears(question.getByText('“Old map” and its stored file will be deleted'));
  await bea.keyboard.press('Escape');
  await vanishes(question);
  await appears(row(bea, 'Old map'));
  await act(bea, 'Old map', 'Delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await vanishes(row(bea, 'Old map'));
  await vanishes(row(rex, 'Old map'));
  await expect.poll(async () => (await fetch(link)).status, { timeout: TIMEOUT_MS }).toBe(404);

  await waitForServiceWorker(bea);
  await bea.context().setOffline(true);
  await act(bea, 'Older map', 'Delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await vanishes(row(bea, 'Older map'));
  await bea.getByRole('button', { name: 'Outbox, 1 change waiting' }).click();
  await appears(bea.getByRole('dialog', { name: 'Outbox' }).getByText('Delete: Older map'));
  await bea.keyboard.press('Escape');
  await bea.context().setOffline(false);
  await vanishes(bea.getByRole('button', { name: /^Outbox/ }));
  await vanishes(row(rex, 'Older map'));
  expect(await stored('Older map')).toBeUndefined();
});

test('[DOC-02, DOC-03, DOC-30] offline the vault is read and searched, and what needs a connection says so', async () => {
  const bea = await signedInForOffline(BOARD, 'documents/');
  await openDocuments(bea);
  const rows = bea.getByRole('table', { name: 'Documents' }).getByRole('row');
  await appears(rows.nth(1));
  await bea.context().setOffline(true);
  await bea.reload();
  const title = await rows.nth(1).getByRole('rowheader').textContent();
  await bea.getByRole('searchbox', { name: 'Search documents' }).fill(` ${String(title).toUpperCase()} `);
  await expectText(rows.nth(1).getByRole('rowheader')).toBe(title);
  await act(bea, String(title), 'Download');
  await appears(bea.getByRole('alert').filter({ hasText: 'Failed to download document' }));

  const dialog = await openDialog(bea);
  await fill(bea, dialog, await pdf('Minutes of May.pdf'), 'Meeting Minutes');
  await dialog.getByRole('radio', { name: 'Board Only' }).check();
  await submit(dialog);
  await appears(dialog.getByRole('alert').filter({ hasText: 'Failed to upload document' }));
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Minutes of May');
  await bea.context().setOffline(false);
  await vanishes(bea.getByText('Offline', { exact: true }));
  await submit(dialog);
  await vanishes(dialog);
  await expect.poll(() => stored('Minutes of May'), { timeout: TIMEOUT_MS }).toMatchObject({ is_public: false });
});

test('[DOC-13, DOC-15, DOC-16] the dialog says what is wrong, beside the field, and keeps what was typed', async () => {
  const bea = await signedIn(BOARD);
  await openDocuments(bea);
  const dialog = await openDialog(bea);
  await submit(dialog);
  await expectText(dialog.getByRole('alert')).toBe('Please fill in all required fields');
  for (const text of ['No file selected', 'Enter a title', 'Choose a category']) await appears(dialog.getByText(text));
  await expectText(bea.locator(':focus')).toBe('Choose file');

  const take = async (name: string, buffer: Buffer) =>
    dialog.getByLabel('File').setInputFiles({ name, mimeType: '', buffer });
  await take('tool.exe', Buffer.from('MZ'));
  await appears(dialog.getByText('File type not supported. Please use PDF, DOC, DOCX, JPG, JPEG, PNG, or GIF'));
  await take('big.pdf', Buffer.alloc(10 * 1024 * 1024 + 1));
  await appears(dialog.getByText('File size must be less than 10MB'));

  await fill(bea, dialog, await pdf('Rules.of.the pool.pdf'), 'Other');
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Rules.of.the pool');
  await dialog.getByLabel('Notes').fill('x'.repeat(501));
  await appears(dialog.getByText('501 / 500'));
  await appears(dialog.getByText('Notes cannot exceed 500 characters'));
  await submit(dialog);
  await expect
    .poll(() => bea.locator(':focus').getAttribute('name'))
    .toBe(await dialog.getByLabel('Notes').getAttribute('name'));
  await dialog.getByLabel('Notes').fill('Kept as a draft');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await vanishes(dialog);
  await bea.reload();
  await openDialog(bea);
  expect(await dialog.getByLabel('Notes').inputValue()).toBe('Kept as a draft');
  await dialog.getByRole('button', { name: 'Discard draft' }).click();
  expect(await dialog.getByLabel('Title').inputValue()).toBe('');
});

test('[DOC-12, DOC-29, FILE-13] the bar shows real progress, a running upload can be stopped, and failures keep the form', async () => {
  const bea = await signedIn(BOARD);
  await openDocuments(bea);
  const network = await bea.context().newCDPSession(bea);
  const slow = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  const dialog = await openDialog(bea);
  await fill(bea, dialog, await pdf('Survey.pdf', 4_000_000), 'Other');
  await slow(400_000);
  await submit(dialog);
  const bar = dialog.getByRole('progressbar');
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { timeout: TIMEOUT_MS, interval: 20 })
    .toBeGreaterThan(0.05);
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(1);
  await dialog.getByRole('button', { name: 'Cancel Upload' }).click();
  await appears(dialog.getByText('Upload canceled. Nothing was stored.'));
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Survey');
  expect(await stored('Survey')).toBeUndefined();
  await slow(-1);

  const storage = `${testStack().urls.files}/**`;
  await bea.route(storage, (route) => route.abort());
  await submit(dialog);
  await expectText(dialog.getByRole('alert')).toContain('Failed to upload file to S3');
  await bea.unroute(storage);
  await bea.route('**/api/documents', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await submit(dialog);
  await expectText(dialog.getByRole('alert')).toContain('Failed to upload document');
  await bea.unroute('**/api/documents');
  await submit(dialog);
  await appears(dialog.getByText('Document uploaded successfully!'));
  await vanishes(dialog);
  expect(await stored('Survey')).toMatchObject({ file_size: 4_000_000 });

  await openDialog(bea);
  const forged = { name: 'Forged.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<script>alert(1)</script>') };
  await dialog.getByLabel('File').setInputFiles(forged);
  await choose(bea, dialog.getByRole('button', { name: /^Category/ }), 'Other');
  await submit(dialog);
  await expectText(dialog.getByRole('alert')).toContain('File type not supported.');
  expect(await stored('Forged')).toBeUndefined();
});

test('[DOC-03, DOC-06, DOC-07] the board sees figures and who uploaded, residents neither; keys and filters work', async () => {
  const [bea, rex] = [await browser.open(), await browser.open()];
  await signIn(bea, BOARD);
  await openDocuments(bea);
  const headers = (page: Page) => page.getByRole('columnheader').allTextContents();
  const common = ['Name', 'Category', 'Size', 'Format', 'Access'];
  await appears(bea.getByRole('table', { name: 'Documents' }));
  expect(await headers(bea)).toEqual([...common, 'Uploaded By', 'Date', 'Notes', 'Actions']);
  const { totalDocs } = (await board('GET', '/api/documents')).body;
  const figures = async () => bea.getByRole('link', { name: 'Total Documents' }).textContent();
  expect(await figures()).toMatch(new RegExp(`^${totalDocs}\\s`));
  for (const name of ['Recent Uploads', 'Document Categories']) await appears(bea.getByRole('heading', { name }));

  await bea.getByRole('link', { name: /^Bylaws/ }).click();
  await expect.poll(() => bea.url()).toContain('category=Bylaws');
  expect(new Set(await bea.getByRole('row').locator('td:nth-of-type(1)').allTextContents())).toEqual(
    new Set(['Bylaws']),
  );
  expect(await figures()).toMatch(new RegExp(`^${totalDocs}\\s`));
  await bea.getByRole('button', { name: 'Clear Filters' }).click();
  await bea.keyboard.press('j');
  const [download] = await Promise.all([bea.waitForEvent('download'), bea.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toMatch(/\.\w+$/);
  await bea.keyboard.press('c');
  await appears(bea.getByRole('dialog', { name: 'Upload Document' }));

  await signIn(rex, RESIDENT);
  await openDocuments(rex);
  await appears(rex.getByRole('table', { name: 'Documents' }));
  expect(await headers(rex)).toEqual([...common, 'Date', 'Notes', 'Actions']);
  expect(await rex.getByText(/Total Documents|Recent Uploads|Uploaded By/).count()).toBe(0);
  expect(await rex.getByRole('button', { name: 'Upload Document' }).count()).toBe(0);
  await rex.getByRole('button', { name: 'Actions' }).first().click();
  await appears(rex.getByRole('menuitem'));
  expect(await rex.getByRole('menuitem').allTextContents()).toEqual(['Download']);
  await rex.keyboard.press('Escape');
  await rex.getByRole('searchbox', { name: 'Search documents' }).fill('nothing is called this');
  await appears(rex.getByText('No documents found'));
});

test('[DOC-02, DOC-28, SYNC-20] a failed first load says so, and then ten rows stand there, and more on demand', async () => {
  const bea = await browser.open();
  const pulls = '**/api/replicache/pull';
  await bea.route(pulls, (route) => route.abort());
  await signIn(bea, 'board@willowcreek.test');
  await openDocuments(bea);
  const alert = bea.getByRole('alert').filter({ hasText: 'Failed to load documents' });
  await appears(alert);
  expect(await bea.getByText('No documents found').count()).toBe(0);
  await bea.unroute(pulls);
  await alert.getByRole('button', { name: 'Try Again' }).click();
  const rows = bea.getByRole('table', { name: 'Documents' }).getByRole('row');
  await expect.poll(() => rows.count(), { timeout: TIMEOUT_MS }).toBe(11);
  await bea.getByRole('button', { name: 'Load More' }).click();
  await appears(bea.getByText('No more documents'));
  const { totalDocs } = (await apiAs('board@willowcreek.test')('GET', '/api/documents')).body;
  expect(await rows.count()).toBe(totalDocs + 1);
});

test.each(representative([{ width: 320, height: 640 }, PHONE]))(
  '[A11Y-05, A11Y-08, LIST-04] on a phone of $width px they are cards, with nothing cut off and nothing for axe to find',
  async (viewport) => {
    const bea = await signedIn(BOARD, { viewport, hasTouch: true });
    await visit(bea, '/documents');
    const cards = bea.getByRole('list', { name: 'Documents' }).getByRole('listitem');
    const { totalDocs } = (await board('GET', '/api/documents')).body;
    await expect.poll(() => cards.count(), { timeout: TIMEOUT_MS }).toBe(Math.min(10, totalDocs));
    const look = async () => {
      expect(await bea.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      await expect.poll(() => violationsInBoth(bea), { timeout: TIMEOUT_MS }).toEqual([]);
    };
    await look();
    const dialog = await openDialog(bea);
    await submit(dialog);
    await appears(dialog.getByRole('alert'));
    await look();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await vanishes(dialog);
    await cards.first().getByRole('button', { name: 'Actions' }).click();
    await bea.getByRole('menuitem', { name: 'Delete' }).click();
    await appears(bea.getByRole('dialog', { name: 'Delete Document' }));
    await look();
  },
);
