import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { DEMO_PASSWORD } from '../../../local/seed/password.ts';
import { PATIENCE } from './browser.ts';

/** Somebody of the demo data: 'board@willowcreek.test'. */
export type Email = `${string}@${'willowcreek' | 'mapleridge'}.test`;

/** Signs in on /login and waits for the app. */
export const signIn = async (page: Page, email: Email): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Profile menu' }).waitFor();
};

/** Signs in, and waits until the app itself and `text`, which some row holds, are stored on the device. */
export const signInForOffline = async (page: Page, email: Email, text: string): Promise<void> => {
  await signIn(page, email);
  await shellStored(page);
  await expect.poll(() => isStored(page, text), { timeout: PATIENCE, message: `"${text}" is stored` }).toBe(true);
};

/** Waits until the service worker has the whole app and answers for the server. Storing it takes a while when busy. */
export const shellStored = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 2 * PATIENCE })
    .toBe('activated');

/** Whether the page's origin keeps this text in IndexedDB. */
export const isStored = async (page: Page, text: string): Promise<boolean> => (await stored(page)).includes(text);

/** Everything that the page's origin keeps in IndexedDB, as JSON. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const all: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name!));
      for (const store of database.objectStoreNames)
        all.push(await done(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    return JSON.stringify(all);
  });

/** Reads what a locator shows until it is what it should be. */
export const expectText = (locator: Locator) => expect.poll(() => locator.textContent(), { timeout: PATIENCE });

/** Follows an entry of the main navigation, whose name may end with what is unread there. */
export const navigate = (page: Page, name: string): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();

/** Opens a request from the list by its title. */
export const openRequest = async (page: Page, title: string): Promise<void> => {
  await navigate(page, 'Requests');
  await page.getByRole('searchbox', { name: 'Search requests' }).fill(title);
  await page.getByRole('link', { name: title }).first().click();
  await heading(page, title).waitFor();
};

export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

/** Opens the thread of the request on the screen. */
export const openThread = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: /^Messages \(/ }).click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
};

/** Sends a message in the thread on the screen. */
export const writeMessage = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send Message' }).click();
};

/** Picks a status in the board's selector, by its label. */
export const chooseStatus = async (page: Page, label: string): Promise<void> => {
  await page.getByRole('button', { name: /^Status / }).click();
  await page.getByRole('option', { name: label }).click();
};

/** Waits until it can be seen. */
export const appears = (locator: Locator): Promise<void> => locator.first().waitFor();

/** Waits until it is no longer to be seen. */
export const vanishes = (locator: Locator): Promise<void> => locator.first().waitFor({ state: 'hidden' });

/** Files a request without a file, and waits until the list is back. */
export const fileRequest = async (page: Page, title: string, description: string): Promise<void> => {
  await navigate(page, 'Requests');
  await page.getByRole('link', { name: 'Create Request' }).first().click();
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: 'Description' }).fill(description);
  await page.getByRole('button', { name: 'Create Request' }).click();
  await page.getByRole('link', { name: 'Go now' }).click();
  await page.getByRole('link', { name: title }).first().waitFor();
};

/** The path that the address bar shows. */
export const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** The one address of support, as every screen gives it (SUPPORT-04). */
export const SUPPORT = 'mailto:support@porchlight.test';
