import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { appears, expectText, goOffline, heading, navigate, vanishes, visit } from './support/app.ts';
import { TIMEOUT_MS } from './support/browser.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn, signedInForOffline } = useSessions();

/** No other file counts the announcements of its HOA. */
const ELEVATOR = 'Elevator at 12 Birch Loop skips the second floor';
const TITLE = 'Meeting about the elevator';
const DAYS_AHEAD = 20;

test('[MEET-19, MEET-21, AGENDA-03, NOTICE-09] the board schedules a meeting offline and adds records; after its notice residents see the open agenda', async () => {
  const bea = await signedInForOffline('board@mapleridge.test', ELEVATOR);
  await goOffline(bea);
  await schedule(bea);
  await addRecord(bea);
  await moveByKeys(bea);
  await sendNotice(bea);
  await appears(bea.getByText(/^It will be sent when you are back online\. Notice is due by /).first());
  await bea.context().setOffline(false);
  await appears(bea.getByText(/^Notice was sent /));

  const rex = await signedIn('resident@mapleridge.test');
  await navigate(rex, 'Meetings');
  await rex.getByRole('table', { name: 'Upcoming meetings' }).getByRole('link', { name: TITLE }).click();
  await appears(heading(rex, TITLE));
  const agenda = rex.getByRole('main').getByRole('listitem');
  await appears(agenda.filter({ hasText: ELEVATOR }));
  await appears(agenda.filter({ hasText: 'Call to order' }));
  expect(await agenda.filter({ hasText: 'Executive session' }).count()).toBe(0);
  expect(await calendarFile(rex)).toContain(`SUMMARY:${TITLE}`);
});

test('[14.3] meetings, action items and activity sort by the heads of their columns, as the API does', async () => {
  const page = await signedIn('superadmin@willowcreek.test');
  const api = apiAs('superadmin@willowcreek.test');
  const titles = async (path: string) =>
    (await api('GET', path)).body.docs.map(({ title }: { title: string }) => title) as string[];
  const sortBy = async (name: string) =>
    page
      .getByRole('button', { name: `Sort by ${name}` })
      .last()
      .click();
  const shown = (caption: string) => page.getByRole('table', { name: caption }).getByRole('rowheader');
  await visit(page, '/meetings');
  await appears(page.locator('[aria-sort=descending]').filter({ hasText: 'When' }));
  await sortBy('Meeting');
  await page.waitForURL('**/meetings?sort=title');
  const past = await shown('Past meetings').count();
  const sorted = await titles('/api/meetings?limit=100&sort=title');
  const order = async () => {
    const rows = (await shown('Past meetings').allInnerTexts()).map((text) =>
      sorted.findIndex((title) => text.startsWith(title)),
    );
    return rows.length === past && rows.every((at, index) => at >= 0 && (index === 0 || at >= (rows[index - 1] ?? 0)));
  };
  await expect.poll(order).toBe(true);
  await visit(page, '/meetings?tab=actions');
  await sortBy('Owner');
  const [first = ''] = await titles('/api/action-items?status=open&sort=owner');
  await expectText(shown('Action items').first()).toContain(first);
  await visit(page, '/activity');
  await sortBy('When');
  await page.waitForURL('**/activity?sort=oldest');
  await appears(page.locator('[aria-sort=ascending]').filter({ hasText: 'When' }));
});

const schedule = async (page: Page) => {
  await navigate(page, 'Meetings');
  await page.getByRole('link', { name: 'Schedule Meeting' }).first().click();
  await appears(heading(page, 'Schedule Meeting'));
  await page.getByLabel('Title').fill(TITLE);
  await pickDay(page, addDays(new Date().toISOString().slice(0, 10), DAYS_AHEAD));
  await page.getByLabel('Place').fill('Lobby of 12 Birch Loop');
  await appears(page.getByText(/^Notice is due by /));
  await appears(page.getByRole('listitem').filter({ hasText: 'Open forum' }));
  await page.getByRole('button', { name: 'Schedule Meeting' }).click();
  await appears(page.getByText('Meeting scheduled successfully'));
  await appears(heading(page, TITLE));
};

const pickDay = async (page: Page, day: string) => {
  await page.getByRole('button', { name: /^Date/ }).click();
  await page.getByRole('grid').waitFor();
  const cell = page.getByRole('gridcell', { name: dayInFull(day) });
  if ((await cell.count()) === 0) await page.getByRole('button', { name: 'Next month' }).click();
  await cell.click();
  await vanishes(page.getByRole('grid'));
};

const dayInFull = (day: string): string =>
  new Date(`${day}T00:00`).toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    year: 'numeric',
  });

const addRecord = async (page: Page) => {
  await page.getByRole('button', { name: /^Add from Records \(\d+\)$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Add from Records' });
  await dialog.getByLabel(new RegExp(ELEVATOR)).check();
  await dialog.getByRole('button', { name: 'Add 1 Item' }).click();
  await vanishes(dialog);
  await appears(page.getByRole('button', { name: new RegExp(`^\\w+: ${ELEVATOR}$`) }));
};

/** The new item stands before the adjournment. */
const moveByKeys = async (page: Page) => {
  const handle = page.getByRole('button', { name: new RegExp(`^Move .*${ELEVATOR}: 9 of 10`) });
  await handle.press('ArrowUp');
  await appears(page.getByRole('button', { name: new RegExp(`^Move .*${ELEVATOR}: 8 of 10`) }));
};

const sendNotice = async (page: Page) => {
  await page.getByRole('button', { name: 'Send Notice' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Notice' });
  await appears(dialog.getByText('Porchlight does not give legal advice.'));
  await dialog.getByRole('button', { name: 'Send Notice' }).click();
  await vanishes(dialog);
};

const calendarFile = async (page: Page): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: TIMEOUT_MS }),
    page.getByRole('button', { name: 'Add to Calendar' }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
};
