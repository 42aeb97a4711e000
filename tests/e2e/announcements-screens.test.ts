import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appears, goOffline, heading, navigate, visit } from './support/app.ts';
import { TIMEOUT_MS } from './support/browser.ts';
import { apiAs, inDatabase } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn, signedInForOffline } = useSessions();

test('[ANN-01, ANN-02, ANN-05, ANN-08, ANN-09] the list, its counters over everything, and its filters', async () => {
  const sue = await signedInForOffline('superadmin@willowcreek.test', 'Boil water until Friday');
  await visit(sue, '/announcements');
  await appears(heading(sue, 'Announcements'));
  await appears(sue.getByText('Stay updated with community news and announcements'));
  const { totalDocs, docs } = await everything();
  await appears(sue.getByRole('link', { name: `${totalDocs} Total Announcements` }));
  const table = sue.getByRole('table', { name: 'All Announcements' });
  expect(await table.getByRole('columnheader').allTextContents()).toEqual(HEADERS);
  expect(await titles(table)).toEqual(docs.slice(0, 10).map(({ title }) => title));
  for (let shown = 10; shown < totalDocs; shown += 10) {
    expect(await titles(table)).toHaveLength(shown);
    await sue.getByRole('button', { name: 'Load More' }).click();
  }
  await appears(sue.getByText('No more announcements'));
  expect(await titles(table)).toHaveLength(totalDocs);
  await expectUnread(sue, docs.filter(({ isReadBy, status }) => !isReadBy && status !== 'draft').length);
  await expectSearch(sue, table);
});

const HEADERS = ['Title', 'Category', 'Status', 'Created By', 'Actions'];
type Doc = { title: string; status: string; isReadBy: boolean };

const everything = async (): Promise<{ docs: Doc[]; totalDocs: number }> =>
  (await apiAs('superadmin@willowcreek.test')('GET', '/api/announcements?limit=100')).body;

const titles = async (table: Locator): Promise<string[]> =>
  (await table.getByRole('rowheader').getByRole('link').allTextContents()).map((text) => text.trim());

const expectUnread = async (page: Page, count: number) => {
  await page.getByRole('link', { name: `${count} Unread Announcements` }).click();
  await page.waitForURL('**/announcements?show=unread');
  await appears(page.getByText(`${count} of `));
  const rows = page.getByRole('table').getByRole('rowheader');
  expect(await rows.filter({ hasText: 'Unread: ' }).count()).toBe(await rows.count());
  await page.getByRole('button', { name: 'Clear Filters' }).click();
};

const expectSearch = async (page: Page, table: Locator) => {
  const search = page.getByRole('searchbox', { name: 'Search announcements' });
  await search.fill('  BOIL water ');
  await expect.poll(() => titles(table), { timeout: TIMEOUT_MS }).toEqual(['Boil water until Friday']);
  await search.fill('no such thing');
  await appears(page.getByText('No announcements found'));
};

test('[ANN-28, ANN-29, ANN-33, ANN-98, ANN-99] each status shows its own cards and actions, to the board alone', async () => {
  const theo = await signedIn('theo.vance@mapleridge.test');
  await open(theo, 'Snow plan for the winter');
  expect(await cards(theo)).toEqual(['Message', 'Details', 'Intended Recipients']);
  expect(await actions(theo)).toEqual(['Edit', 'Send']);
  await appears(theo.getByText('12 recipients'));
  await open(theo, 'Hallway paint on Birch Loop');
  await appears(theo.getByText('Specific recipients selected (3)'));
  expect(await cards(theo)).toEqual([
    'Message',
    'Details',
    'Delivery Statistics',
    'Intended Recipients',
    'Successfully Delivered',
  ]);
  expect(await actions(theo)).toEqual([]);
  await appears(theo.getByText('Delivery Success Rate'));
  await open(theo, 'Cookie exchange');
  expect(await actions(theo)).toEqual([]);
  await appears(theo.getByText('Scheduled', { exact: true }));

  const amara = await signedIn('resident@mapleridge.test');
  await open(amara, 'Hallway paint on Birch Loop');
  expect(await cards(amara)).toEqual(['Message', 'Details']);
  expect(await amara.getByRole('term').allTextContents()).toEqual(['Sent At']);
});

const open = async (page: Page, title: string) => {
  await navigate(page, 'Announcements');
  await page.getByRole('searchbox', { name: 'Search announcements' }).fill(title);
  await page.getByRole('link', { name: title }).first().click();
  await heading(page, title).waitFor();
};

const cards = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();

const actions = async (page: Page): Promise<string[]> => {
  const all = page.getByRole('main').locator('a, button');
  const names = (await all.allTextContents()).map((name) => name.trim());
  return names.filter((name) => ['Edit', 'Send', 'Retry Send', 'Retry All', 'Refresh Status'].includes(name));
};

test('[ANN-30, ANN-42, ANN-64, ANN-65, ANN-92] Refresh Status asks the server, and says when it cannot', async () => {
  await setSending(ELEVATOR);
  const joan = await signedIn('board@mapleridge.test');
  // No poke told a page that was open before.
  await joan.reload();
  await open(joan, ELEVATOR);
  await appears(joan.getByText('Sending emails...'));
  await appears(joan.getByText('Sending may take a few minutes. You may navigate away'));
  const release = await holdPulls(joan);
  await finishUnheard();
  await joan.getByRole('button', { name: 'Refresh Status' }).click();
  release();
  await appears(joan.getByRole('status').filter({ hasText: 'Announcement status updated - sending completed!' }));

  const dale = await signedInForOffline('dale.brooks@willowcreek.test', 'The budget for next year');
  await setSending(WATER_OFF);
  await dale.reload();
  await open(dale, WATER_OFF);
  await goOffline(dale);
  await dale.getByRole('button', { name: 'Refresh Status' }).click();
  await appears(dale.getByRole('alert').filter({ hasText: 'Failed to refresh announcement' }));
});

/** Blocks the page's pulls until the returned function is called. */
const holdPulls = async (page: Page): Promise<() => void> => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/replicache/pull', async (route) => {
    await held;
    await route.continue();
  });
  return () => release();
};

const ELEVATOR = 'Elevator inspection on Tuesday';
const WATER_OFF = 'Water off on Thursday, 9 AM to noon';

/** The schedule fails the demo's sending after 15 minutes, and other files move its clock. */
const setSending = (title: string) =>
  update(
    title,
    `status = 'sending', sent_at = NULL, failed_count = 0,
    sending_since = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 hour')`,
  );

const finishUnheard = () =>
  update(ELEVATOR, `status = 'sent', sent_at = sending_since, sending_since = NULL, delivered_count = recipient_count`);

const update = (title: string, changes: string) =>
  inDatabase(async (db) => {
    const { rows } = await db.execute({
      sql: 'SELECT id, hoa_id FROM announcements WHERE title = ?',
      args: [title],
    });
    const { id, hoa_id } = rows[0] as unknown as { id: string; hoa_id: string };
    await db.batch(
      [
        { sql: `UPDATE announcements SET ${changes}, rev = rev + 1 WHERE id = ?`, args: [id] },
        {
          sql: `INSERT OR REPLACE INTO sync_log (hoa_id, audience, entity, entity_id)
            SELECT ?, audience, 'announcement', ? FROM sync_log WHERE entity_id = ? AND entity = 'announcement'`,
          args: [hoa_id, id, id],
        },
      ],
      'write',
    );
  });
