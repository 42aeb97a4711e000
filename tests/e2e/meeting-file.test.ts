import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { appears, goOffline, signInForOffline, vanishes } from './support/app.ts';
import { violationsInBoth } from './support/axe.ts';
import { DESKTOP, TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { apiAs, pushAs } from './support/server.ts';

const browser = useBrowser();
const BOARD = 'board@willowcreek.test';
const board = apiAs(BOARD);
const change = pushAs(BOARD);

/** An annual meeting years ahead, whose roll is frozen. */
const makeMeeting = async (title: string): Promise<string> => {
  const kind = { kind: 'member_annual', starts_at: '2092-05-01T23:00:00.000Z', place: 'Clubhouse' };
  await change('createMeeting', { id: title.slice(-36), title, status: 'scheduled', ...kind });
  await change('freezeRoll', { meeting_id: title.slice(-36) });
  return title.slice(-36);
};

const openOffline = async (email: typeof BOARD | 'superadmin@willowcreek.test', title: string): Promise<Page> => {
  const page = await browser.openInstalled({ viewport: DESKTOP });
  await signInForOffline(page, email, title);
  await page.goto(`/meetings/${title.slice(-36)}`);
  await appears(page.getByRole('heading', { name: 'This Device’s Record' }));
  await goOffline(page);
  return page;
};

test('[MEET-15] [MEET-16] [MEET-23] a desk without a connection hands over its record, and another device without one adds it', async () => {
  const title = `Handed over ${uuidv7()}`;
  const id = await makeMeeting(title);
  const desk = await openOffline(BOARD, title);
  await desk.getByRole('link', { name: 'Desk', exact: true }).click();
  await desk.getByRole('button', { name: 'Name This Device' }).click();
  await desk.getByRole('button', { name: 'Desk 1', exact: true }).click();
  await vanishes(desk.getByRole('dialog', { name: 'Name of This Device' }));
  for (const [name, label] of [
    ['petrova elena', '2 Cattail Way'],
    ['kim grace', '18 Willow Lane'],
    ['natarajan', '22 Willow Lane'],
  ] as const) {
    const search = desk.getByRole('searchbox', { name: 'Search units and names' });
    await search.fill(name);
    await appears(desk.getByRole('list', { name: 'Units' }).getByText(label));
    await search.press('Enter');
    await appears(desk.getByText(`${label}, present.`));
  }
  await desk.getByRole('button', { name: 'Outbox, 3 changes waiting' }).click();
  const outbox = desk.getByRole('dialog', { name: 'Outbox' });
  const group = outbox.getByRole('button', { name: `${title}, May 1: 3 entries` });
  expect(await outbox.getByText('Check-In').count()).toBe(0);
  await group.click();
  await appears(outbox.getByText('Check-in: 18 Willow Lane', { exact: false }));
  expect(await violationsInBoth(desk)).toEqual([]);
  await desk.keyboard.press('Escape');

  await desk.goBack();
  const download = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Hand Over This Device’s Record' }).click();
  expect((await download).suggestedFilename()).toBe('meeting-2092-05-01-desk-1.json');
  const file = await readFile(await (await download).path(), 'utf8');

  const record = await openOffline('superadmin@willowcreek.test', title);
  const add = (text: string) =>
    record.getByLabel('Meeting file').setInputFiles({
      name: 'meeting.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
  await add(file.replace('in_person', 'remote'));
  await appears(record.getByText('This file belongs to another meeting or is damaged. Nothing was added.'));
  await add(file);
  await appears(record.getByText('Added 3 new entries from Desk 1. 0 were already here.'));
  await add(file);
  await appears(record.getByText('Added 0 new entries from Desk 1. 3 were already here.'));
  expect(await violationsInBoth(record)).toEqual([]);

  for (const page of [record, desk]) await page.context().setOffline(false);
  await expect
    .poll(
      async () =>
        (await board('GET', `/api/meetings/${id}/facts`)).body.docs.map(
          ({ imported_by }: { imported_by: unknown }) => imported_by,
        ),
      { timeout: TIMEOUT_MS },
    )
    .toEqual([null, null, null]);
});
