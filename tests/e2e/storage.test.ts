import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  appears,
  fileRequest,
  goOffline,
  heading,
  openRequest,
  openThread,
  signIn,
  signInByForm,
  signInForOffline,
  vanishes,
  writeMessage,
} from './support/app.ts';
import { TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { apiAs, requestNamed } from './support/server.ts';

const browser = useBrowser();
const COMPOST = 'Is there a composting bin?';

test('[SYNC-06] on a full device a change says that it is in memory only, is not called done, and arrives once', async () => {
  const page = await browser.openInstalled();
  await page.addInitScript(mayBeFull);
  await signInForOffline(page, 'lena.hoffman@mapleridge.test', COMPOST);
  await openRequest(page, COMPOST);
  await openThread(page);
  await setFull(page, true);
  await goOffline(page);
  await writeMessage(page, 'I would bring the first bucket.');
  const notice = page.getByRole('alert').filter({ hasText: 'This device is full' });
  await appears(notice.getByText('1 change is in memory only. Keep this page open until it is sent'));
  await appears(page.getByRole('log').getByText('not yet saved'));
  expect(await page.getByRole('button', { name: 'Send Message' }).isDisabled()).toBe(true);
  expect(await asksBeforeLeaving(page)).toBe(true);

  await page.context().setOffline(false);
  await vanishes(page.getByRole('button', { name: /^Outbox/ }));
  await vanishes(notice);
  const messages = async () =>
    (await requestNamed(apiAs('board@mapleridge.test'), COMPOST)).comments.filter((comment: { message: string }) =>
      comment.message.includes('first bucket'),
    );
  await expect.poll(async () => (await messages()).length, { timeout: TIMEOUT_MS }).toBe(1);
  expect(await asksBeforeLeaving(page)).toBe(false);
});

test('[SYNC-02] a full device opens the app, without a network too, and says that it is full', async () => {
  const page = await browser.openInstalled();
  await page.addInitScript(mayBeFull);
  await signInForOffline(page, 'board@mapleridge.test', COMPOST);
  await setFull(page, true);
  await goOffline(page);
  await page.goto('/requests?search=composting');
  await appears(page.getByRole('link', { name: COMPOST }));
  await appears(page.getByText('This device is full'));
  await page.context().setOffline(false);
  await vanishes(page.getByText('Offline', { exact: true }));
  await fileRequest(page, 'Gravel for the path', 'Two bags.');
  await expect
    .poll(() => requestNamed(apiAs('board@mapleridge.test'), 'Gravel for the path').catch(() => null), {
      timeout: TIMEOUT_MS,
    })
    .toMatchObject({ status: 'open' });
});

test('[SYNC-06] what is called kept on this device is on its disk, while rows that can be pulled again are written without waiting', async () => {
  const page = await browser.openInstalled();
  await page.addInitScript(noteDurability);
  await signInForOffline(page, 'lena.hoffman@mapleridge.test', COMPOST);
  const written = () => page.evaluate(() => (window as unknown as { written: string[] }).written.splice(0));
  expect(new Set(await written())).toEqual(new Set(['chunks relaxed']));
  await goOffline(page);
  await openRequest(page, COMPOST);
  await openThread(page);
  await writeMessage(page, 'A second bucket, too.');
  await appears(page.getByRole('button', { name: /^Outbox/ }));
  await expect.poll(written, { timeout: TIMEOUT_MS }).toContain('chunks strict');
  await page.context().setOffline(false);
  await vanishes(page.getByRole('button', { name: /^Outbox/ }));
});

test('[SYNC-02] before a device is full it says how much room is left', async () => {
  const page = await browser.open();
  await page.addInitScript(() => {
    StorageManager.prototype.estimate = async () => ({ usage: 955 * 1024 * 1024, quota: 1000 * 1024 * 1024 });
  });
  await signIn(page, 'arjun.mehta@mapleridge.test');
  await appears(page.getByText('This device is almost full'));
  await appears(page.getByText('Porchlight has only 45.00 MB left.'));
});

test('[SYNC-02, SESSION-07] with site data blocked the app works over the network, says so, and asks before it is left', async () => {
  const page = await browser.open();
  await page.addInitScript(blockSiteData);
  await signInByForm(page, 'arjun.mehta@mapleridge.test');
  await appears(page.getByText('Nothing can be saved on this device'));
  await fileRequest(page, 'A window box, again', 'On the sill.');
  await expect
    .poll(() => requestNamed(apiAs('board@mapleridge.test'), 'A window box, again').catch(() => null), {
      timeout: TIMEOUT_MS,
    })
    .toMatchObject({ status: 'open' });
  await openRequest(page, 'A window box, again');
  await openThread(page);
  await goOffline(page);
  await writeMessage(page, 'A small one.');
  await appears(page.getByRole('alert').getByText('1 change is in memory only'));
  expect(await asksBeforeLeaving(page)).toBe(true);
  await page.context().setOffline(false);
  await vanishes(page.getByRole('button', { name: /^Outbox/ }));
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await appears(heading(page, 'Sign in'));
});

/** Makes IndexedDB writes of this tab fail until the returned function is called. */
const setFull = (page: Page, full: boolean) =>
  page.evaluate((is) => {
    if (is) sessionStorage.setItem('full', '1');
    else sessionStorage.removeItem('full');
  }, full);

/** Runs in the page before its scripts: a device that may be full. */
const mayBeFull = () => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...args) {
    if (sessionStorage.getItem('full')) throw new DOMException('There is no room', 'QuotaExceededError');
    return put.apply(this, args);
  };
};

const asksBeforeLeaving = async (page: Page): Promise<boolean> => {
  let asked = false;
  page.once('dialog', (dialog) => {
    asked = dialog.type() === 'beforeunload';
    void dialog.dismiss();
  });
  await page.goto('/support').catch(() => undefined);
  return asked;
};

/** Runs in the page before its scripts: site data is blocked. */
const blockSiteData = () => {
  const refuse = (): never => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'caches']) Object.defineProperty(window, name, { get: refuse });
  IDBFactory.prototype.open = IDBFactory.prototype.deleteDatabase = IDBFactory.prototype.databases = refuse;
  LockManager.prototype.request = async () => refuse();
  StorageManager.prototype.estimate = async () => refuse();
  StorageManager.prototype.persist = async () => refuse();
  ServiceWorkerContainer.prototype.register = async () => refuse();
};

const noteDurability = () => {
  const written: string[] = [];
  Object.assign(window, { written });
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (names, mode, options) {
    if (mode === 'readwrite') written.push(`${names} ${options?.durability ?? 'default'}`);
    return transaction.call(this, names, mode, options);
  };
};
