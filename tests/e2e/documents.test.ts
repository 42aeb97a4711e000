import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appears, expectText, goOffline, isStored, vanishes } from './support/app.ts';
import { TIMEOUT_MS } from './support/browser.ts';
import {
  BOARD,
  board,
  choose,
  fill,
  openDialog,
  openDocuments,
  pdf,
  RESIDENT,
  row,
  stored,
  submit,
} from './support/documents.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn, signedInForOffline } = useSessions();

const act = async (page: Page, title: string, entry: 'Download' | 'Delete'): Promise<void> => {
  await row(page, title).getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

test('[DOC-01, DOC-31, PROD-12] what the board uploads a resident sees live, and downloads byte for byte', async () => {
  const file = await pdf('Snow removal plan.pdf', 300_000);
  const rex = await signedIn(RESIDENT);
  await openDocuments(rex);
  expect(new URL(rex.url()).pathname).toBe('/documents');
  const bea = await signedIn(BOARD);
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
  await row(rex, 'Snow removal plan').getByRole('button', { name: 'View Notes' }).click();
  await appears(rex.getByRole('dialog', { name: 'Notes' }).getByText('Streets first, then sidewalks.'));
  await rex.keyboard.press('Escape');
  const [download] = await Promise.all([rex.waitForEvent('download'), act(rex, 'Snow removal plan', 'Download')]);
  expect(download.suggestedFilename()).toBe('Snow removal plan.pdf');
  expect(await readFile(await download.path())).toEqual(await readFile(file));
});

test('[DOC-20, DOC-21, SYNC-13] Board Only never reaches a resident’s device, and leaves it at once when it becomes so', async () => {
  const bea = await signedIn(BOARD);
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
  const rex = await signedInForOffline(RESIDENT, 'Pool contract');
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
  const bea = await signedInForOffline(BOARD, 'documents/');
  await openDocuments(bea);
  for (const name of ['Old map.pdf', 'Older map.pdf']) {
    const dialog = await openDialog(bea);
    await fill(bea, dialog, await pdf(name), 'Other');
    await submit(dialog);
    await vanishes(dialog);
  }
  const link = (await board('POST', `/api/documents/${(await stored('Old map'))._id}/download`)).body.downloadUrl;
  expect((await fetch(link)).status).toBe(200);
  const rex = await signedIn(RESIDENT);
  await openDocuments(rex);
  await appears(row(rex, 'Older map'));

  await act(bea, 'Old map', 'Delete');
  const question = bea.getByRole('dialog', { name: 'Delete Document' });
  await appears(question.getByText('“Old map” and its file will be deleted'));
  await bea.keyboard.press('Escape');
  await vanishes(question);
  await appears(row(bea, 'Old map'));
  await act(bea, 'Old map', 'Delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await vanishes(row(bea, 'Old map'));
  await vanishes(row(rex, 'Old map'));
  await expect.poll(async () => (await fetch(link)).status, { timeout: TIMEOUT_MS }).toBe(404);

  await goOffline(bea);
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
  await goOffline(bea);
  await bea.reload();
  // The rows that a start shows first may be a second old, and have what another test deleted a moment ago.
  await appears(rows.nth(1));
  await vanishes(rows.filter({ hasText: /Old(er)? map/ }));
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
