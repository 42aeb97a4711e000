import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appears, signIn, vanishes, visit } from './support/app.ts';
import { violationsInBoth } from './support/axe.ts';
import { PHONE, TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { BOARD, board, openDialog, openDocuments, RESIDENT, submit } from './support/documents.ts';
import { representative } from './support/long.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const browser = useBrowser();

const { signedIn } = useSessions();

test('[DOC-03, DOC-06, DOC-07] the board sees figures and who uploaded, residents neither; keys and filters work', async () => {
  const bea = await signedIn(BOARD);
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

  const rex = await signedIn(RESIDENT);
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
  const loaded = bea.waitForEvent('load');
  await alert.getByRole('button', { name: 'Try Again' }).click();
  await loaded;
  await bea.unroute(pulls);
  await bea.reload();
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
