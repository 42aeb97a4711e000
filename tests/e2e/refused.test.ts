import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { required } from '../support/required.ts';
import {
  appears,
  chooseStatus,
  expectText,
  fileRequest,
  goOffline,
  openRequest,
  openThread,
  signInForOffline,
  vanishes,
  writeMessage,
} from './support/app.ts';
import { DESKTOP, PHONE, useBrowser } from './support/browser.ts';
import { apiAs, requestNamed, setRole } from './support/server.ts';

const browser = useBrowser();
/** Other tests expect these two users as seeded. */
afterAll(async () => {
  await setRole('theo.vance@mapleridge.test', 'board');
  await setRole('marcus.hale@willowcreek.test', 'board');
});
const REFUSED = 'Request not found or you do not have permission to view it';

test('[SYNC-10, SEC-16] a refused change is rolled back and kept with its reason until it is discarded; later ones proceed', async () => {
  const theo = await browser.openInstalled();
  await signInForOffline(theo, 'theo.vance@mapleridge.test', COMPOST);
  await goOffline(theo);
  await openRequest(theo, COMPOST);
  await chooseStatus(theo, 'Resolved');
  await appears(theo.getByRole('button', { name: 'Status Resolved' }));
  await fileRequest(theo, BIKES, 'The second key broke off.');
  await setRole('theo.vance@mapleridge.test', 'resident');
  await theo.context().setOffline(false);

  await expectText(theo.getByRole('alert')).toContain(REFUSED);
  await expectRolledBack(theo);
  await appears(outboxButton(theo));
  await expectReadable(theo);
  await expectInOutbox(theo);
  await theo.reload();
  await expectText(theo.getByRole('alert')).toContain(REFUSED);
  await expectInOutbox(theo);
  await discard(theo);
  await theo.reload();
  await appears(theo.getByRole('link', { name: BIKES }));
  await vanishes(outboxButton(theo));
  await vanishes(theo.getByRole('alert'));
});

const COMPOST = 'Is there a composting bin?';
const BIKES = 'Key for the bike room';

/** Only the later change reached the server, and the new role hides what it may not see. */
const expectRolledBack = async (page: Page) => {
  const board = apiAs('board@mapleridge.test');
  const { status, history } = await requestNamed(board, COMPOST);
  expect({ status, entries: history.length }).toEqual({ status: 'open', entries: 1 });
  expect(await requestNamed(board, BIKES)).toMatchObject({ user_id: { email: 'theo.vance@mapleridge.test' } });
  await appears(page.getByRole('link', { name: BIKES }));
  expect(await page.getByRole('link', { name: COMPOST }).count()).toBe(0);
};

const expectReadable = async (page: Page) => {
  const alert = page.getByRole('alert').filter({ hasText: '1 change not accepted' });
  await appears(alert.getByText('Status: no longer on this device → Resolved', { exact: true }));
  await page.setViewportSize(PHONE);
  const { width } = required(await alert.getByText(REFUSED).boundingBox());
  expect(width).toBeGreaterThan(PHONE.width / 2);
  await appears(outboxButton(page));
  await page.setViewportSize(DESKTOP);
};

const outboxButton = (page: Page) => page.getByRole('button', { name: 'Outbox, 1 change not accepted', exact: true });

const openOutbox = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: /^Outbox, / }).click();
  return page.getByRole('dialog', { name: 'Outbox' });
};

const expectInOutbox = async (page: Page) => {
  const outbox = await openOutbox(page);
  await appears(outbox.getByText(`Not accepted: ${REFUSED}`));
  const buttons = await outbox.getByRole('listitem').getByRole('button').allInnerTexts();
  expect(buttons).toEqual(['Resend', 'Edit', 'Copy', 'Discard']);
  await page.keyboard.press('Escape');
  await vanishes(outbox);
};

const discard = async (page: Page) => {
  const outbox = await openOutbox(page);
  await outbox.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('dialog', { name: 'Discard Change' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await vanishes(question);
  await outbox.getByRole('button', { name: 'Discard' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await appears(page.getByText('Everything has been sent. Nothing is waiting on this device.'));
};

test('[SYNC-10] a refused message can be copied, edited and resent, and then arrives once', async () => {
  const marcus = await browser.openInstalled({ permissions: ['clipboard-read', 'clipboard-write'] });
  await signInForOffline(marcus, 'marcus.hale@willowcreek.test', DOWNSPOUT);
  await goOffline(marcus);
  await openRequest(marcus, DOWNSPOUT);
  await openThread(marcus);
  await writeMessage(marcus, 'A new bracket is on its way.');
  await writeMessage(marcus, 'Please keep the rope until Fryday.');
  await setRole('marcus.hale@willowcreek.test', 'resident');
  await marcus.context().setOffline(false);
  await appears(marcus.getByRole('alert').filter({ hasText: '2 changes not accepted' }).getByText(REFUSED));

  await setRole('marcus.hale@willowcreek.test', 'board');
  await marcus.reload();
  await appears(marcus.getByRole('link', { name: 'Users' }));
  const outbox = await openOutbox(marcus);
  const item = (text: string) => outbox.getByRole('listitem').filter({ hasText: text });
  await expect.poll(() => outbox.getByRole('listitem').count()).toBe(2);
  await copyAndResend(marcus, item);
  await editAndSend(marcus, item);
  await expectOnce();
});

const DOWNSPOUT = 'Downspout by the mailboxes is loose';
type ItemOf = (text: string) => Locator;

const copyAndResend = async (page: Page, item: ItemOf) => {
  const first = item('A new bracket');
  // The new role brings the request back.
  await appears(first.getByText(DOWNSPOUT));
  await first.getByRole('button', { name: 'Copy' }).click();
  await appears(page.getByText('Copied'));
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`Message: ${DOWNSPOUT}\nMessage: A new bracket is on its way.`);
  await first.getByRole('button', { name: 'Resend' }).click();
  await vanishes(first);
};

const editAndSend = async (page: Page, item: ItemOf) => {
  await item('Fryday').getByRole('button', { name: 'Edit' }).click();
  const composer = page.getByRole('textbox', { name: 'Message' });
  await expectText(composer).toContain('Fryday');
  await composer.fill('Please keep the rope until Friday.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await vanishes(page.getByRole('button', { name: /^Outbox, / }));
};

const expectOnce = async () => {
  const board = apiAs('board@willowcreek.test');
  const messages = async () =>
    (await requestNamed(board, DOWNSPOUT)).comments
      .map(({ message }: { message: string }) => message)
      .filter((message: string) => /bracket|rope/.test(message));
  await expect
    .poll(messages, { timeout: 10_000 })
    .toEqual(['<p>A new bracket is on its way.</p>', '<p>Please keep the rope until Friday.</p>']);
};
