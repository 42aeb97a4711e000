import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ROOT } from '../../local/paths.ts';
import {
  appears,
  chooseStatus,
  clickToDownload,
  goOffline,
  navigate,
  openRequest,
  openThread,
  writeMessage,
} from './support/app.ts';
import { PHONE, TIMEOUT_MS } from './support/browser.ts';
import { apiAs, requestNamed } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedInForOffline } = useSessions();

const DOOR = 'May I paint my door oxblood?';
const FILED = 'Sprinkler by the mailboxes runs all night';
const PHOTO = join(ROOT, 'client', 'public', 'icon-192.png');

test('[SYNC-03, FILE-15, PROD-11] filed on a phone and answered at a desk without a network, and then one thread', async () => {
  const rita = await signedInForOffline('resident@willowcreek.test', DOOR, { viewport: PHONE, hasTouch: true });
  const bea = await signedInForOffline('board@willowcreek.test', DOOR);
  await goOffline(rita);
  await goOffline(bea);

  await fileRequest(rita);
  await answerRequest(bea);
  await rita.reload();
  await expectFiledOffline(rita);
  await bea.reload();
  await expectAnsweredOffline(bea);

  await rita.context().setOffline(false);
  await bea.context().setOffline(false);
  await expectAllSent(rita);
  await expectAllSent(bea);
  await expectOneThread(rita, bea);
  await expectPhoto(rita);
  await expectPhoto(bea);
  await expectOnce();
});

/** Offline, the photo waits on the device with the request. */
const fileRequest = async (page: Page) => {
  await navigate(page, 'Requests');
  await page.getByRole('link', { name: 'Create Request' }).click();
  await page.getByLabel('Title').fill(FILED);
  await page.getByRole('textbox', { name: 'Description' }).fill('It floods the path, and it is running right now.');
  await page.getByLabel('Attachment').setInputFiles(PHOTO);
  await page.getByRole('button', { name: 'Create Request' }).click();
  await appears(page.getByRole('status').filter({ hasText: 'Request created successfully! Redirecting...' }));
  await page.waitForURL('**/requests');
};

const answerRequest = async (page: Page) => {
  await openRequest(page, DOOR);
  await chooseStatus(page, 'In Progress');
  await appears(page.getByText('Status updated to in progress'));
  await openThread(page);
  await writeMessage(page, 'Oxblood 6321 was approved before, so go ahead.');
  await appears(page.getByRole('log').getByText('saved on this device'));
};

const expectFiledOffline = async (page: Page) => {
  await appears(page.getByRole('link', { name: FILED }));
  await page.getByRole('button', { name: 'Outbox, 2 changes waiting' }).click();
  const outbox = page.getByRole('dialog', { name: 'Outbox' });
  await appears(outbox.getByText(`Request: ${FILED}`));
  await appears(outbox.getByText(`Attachment: ${FILED}`));
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: FILED }).click();
  await appears(page.getByText('waiting on this device'));
};

const expectAnsweredOffline = async (page: Page) => {
  const message = page.getByRole('log').getByRole('listitem').filter({ hasText: 'Oxblood 6321' });
  await appears(message.getByText('saved on this device'));
  await appears(page.getByRole('button', { name: 'Status In Progress' }));
  await appears(page.getByRole('button', { name: 'Outbox, 2 changes waiting' }));
};

const expectAllSent = async (page: Page) => {
  await page.getByRole('button', { name: /^Outbox/ }).waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByText('Offline').count(), { timeout: TIMEOUT_MS }).toBe(0);
};

const expectOneThread = async (rita: Page, bea: Page) => {
  await openRequest(rita, DOOR);
  await appears(rita.getByText('In Progress', { exact: true }));
  await openThread(rita);
  await appears(rita.getByRole('listitem').filter({ hasText: 'HOA Staff' }).getByText('Oxblood 6321'));
  await openRequest(bea, FILED);
  await appears(bea.getByText('It floods the path'));
};

const expectPhoto = async (page: Page) => {
  await openRequest(page, FILED);
  const download = await clickToDownload(page.getByRole('button', { name: 'Download' }));
  expect(download.suggestedFilename()).toBe('icon-192.png');
  expect(await readFile(await download.path())).toEqual(await readFile(PHOTO));
};

const expectOnce = async () => {
  const board = apiAs('board@willowcreek.test');
  const filed = await requestNamed(board, FILED);
  expect(filed).toMatchObject({ status: 'open', user_id: { email: 'resident@willowcreek.test' }, comments: [] });
  expect(filed.history).toHaveLength(1);
  const door = await requestNamed(board, DOOR);
  const actions = door.history.map(({ action }: { action: string }) => action);
  expect(actions).toEqual(['Created the request', 'Set in progress', 'Set awaiting info', 'Set in progress']);
  const messages = door.comments.map(({ message }: { message: string }) => message);
  expect(messages.filter((message: string) => message.includes('Oxblood 6321'))).toHaveLength(1);
};
