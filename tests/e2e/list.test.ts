import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { formatLabel } from '../../client/ui/format.ts';
import { nth } from '../support/required.ts';
import { appears, clickToDownload, heading, pathOf, visit } from './support/app.ts';
import { TIMEOUT_MS } from './support/browser.ts';
import { representative } from './support/long.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedInForOffline } = useSessions();
const board = apiAs('board@mapleridge.test');

type Doc = { title: string; category: string; status: string; user_id: { name: string } };
const ask = async (query: string): Promise<{ docs: Doc[]; totalDocs: number }> =>
  (await board('GET', `/api/requests?${query}`)).body;

describe.each(
  representative<readonly [string, boolean]>([
    ['without a network, after a reload', true],
    ['with a network', false],
  ]),
)('%s', (_, offline) => {
  /** The list of an HOA to which no other test adds requests. */
  const openList = async (): Promise<Page> => {
    const page = await signedInForOffline('board@mapleridge.test', 'Is there a composting bin?');
    await page.context().setOffline(offline);
    await page.goto('/requests');
    await appears(page.getByRole('table', { name: 'Requests' }));
    return page;
  };

  test('[REQ-01, LIST-01b, LIST-04] search, filters, sort and Load More agree with the server', async () => {
    const page = await openList();
    await expectRows(page, 'limit=10');
    await page.getByRole('button', { name: 'Load More' }).click();
    await expectRows(page, 'limit=100');
    await appears(page.getByText('No more requests'));
    await page.getByRole('searchbox', { name: 'Search requests' }).fill('  THE ');
    await expectRows(page, 'search=the');
    await page.getByRole('searchbox', { name: 'Search requests' }).fill('');
    await choose(page, /^Categories/, ['Maintenance', 'Inquiry']);
    await choose(page, /^Status/, ['Resolved', 'Closed']);
    await choose(page, /^Sort/, ['Oldest First']);
    const query = 'category=Maintenance,Inquiry&status=resolved,closed&sort=createdAt';
    await expectRows(page, query);
    await page.reload();
    await expectRows(page, query);
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expectRows(page, 'limit=10');
  });

  test('[REQ-04, REQ-05, LIST-07] counts are over everything and lead to what they count; keys move and open', async () => {
    const page = await openList();
    await expectCounts(page);
    await page.getByRole('link', { name: /^\d+ In Progress$/ }).click();
    await expectRows(page, 'status=in_progress');
    await page.getByRole('searchbox', { name: 'Search requests' }).fill('nothing is called so');
    await appears(page.getByText('No requests found'));
    await page.getByRole('button', { name: 'Clear Filters' }).last().click();
    await expectKeys(page);
  });

  test('[REQ-02] Export CSV holds what the filters let through, with names as the board sees them', async () => {
    const page = await openList();
    await choose(page, /^Categories/, ['Modification']);
    const { docs } = await ask('category=Modification&limit=100');
    await expectRows(page, 'category=Modification');
    const download = await clickToDownload(page.getByRole('button', { name: 'Export CSV' }));
    expect(download.suggestedFilename()).toMatch(/^requests-\d{4}-\d\d-\d\d\.csv$/);
    const [header, ...lines] = (await readFile(await download.path(), 'utf8'))
      .replace('\ufeff', '')
      .trim()
      .split('\r\n');
    expect(header).toBe('Title,Category,Status,Resident,Address,Created');
    expect(lines.map((line) => line.split(',').slice(0, 4))).toEqual(
      docs.map(({ title, category, status, user_id }) => [title, category, formatLabel(status), user_id.name]),
    );
  });
});

test('[REQ-06, REQ-07] a resident without requests is told how to file one', async () => {
  const page = await signedInForOffline('kate.sullivan@mapleridge.test', 'kate.sullivan');
  await visit(page, '/requests');
  await appears(page.getByText('View and manage your requests to the HOA'));
  await appears(page.getByText('No requests found'));
  await page.getByRole('main').getByRole('link', { name: 'Create Request' }).last().click();
  await appears(heading(page, 'Create Request'));
});

const expectRows = async (page: Page, query: string) => {
  const { docs, totalDocs } = await ask(query);
  const shown = page.getByRole('table', { name: 'Requests' }).getByRole('rowheader').getByRole('link');
  await expect.poll(() => shown.allInnerTexts(), { timeout: TIMEOUT_MS }).toEqual(docs.map(({ title }) => title));
  await appears(page.getByRole('search').getByText(new RegExp(`^${totalDocs} of \\d+$`)));
};

const choose = async (page: Page, control: RegExp, labels: string[]) => {
  await page.getByRole('search').getByRole('button', { name: control }).click();
  for (const label of labels) await page.getByRole('option', { name: label }).click();
  await page.keyboard.press('Escape');
};

const expectCounts = async (page: Page) => {
  const { docs } = await ask('limit=100');
  const main = page.getByRole('main');
  const count = (matches: (doc: Doc) => boolean) => docs.filter(matches).length;
  for (const [label, status] of [
    ['Open', 'open'],
    ['In Progress', 'in_progress'],
    ['Resolved', 'resolved'],
  ])
    await appears(main.getByRole('link', { name: `${count((doc) => doc.status === status)} ${label}`, exact: true }));
  for (const category of ['Maintenance', 'Modification', 'Inquiry', 'Other'])
    await appears(main.getByRole('link', { name: `${category} ${count((doc) => doc.category === category)}` }));
  const recent = page.locator('section').filter({ hasText: 'Recent Activity' }).getByRole('link');
  expect(await recent.count()).toBe(3);
  for (const [place, { title }] of docs.slice(0, 3).entries())
    expect(await recent.nth(place).textContent()).toContain(title);
};

/** J and K move, Enter opens, C creates. */
const expectKeys = async (page: Page) => {
  const { docs } = await ask('limit=10');
  await appears(page.getByRole('link', { name: nth(docs, 0).title }));
  await heading(page, 'Requests').focus();
  for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await appears(heading(page, nth(docs, 1).title));
  await page.goBack();
  await appears(heading(page, 'Requests'));
  await heading(page, 'Requests').focus();
  await page.keyboard.press('c');
  await appears(heading(page, 'Create Request'));
  expect(pathOf(page)).toBe('/requests/create');
};
