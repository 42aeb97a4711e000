import type { Download, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { DEMO_PASSWORD } from '../../../local/seed/password.ts';
import { TIMEOUT_MS } from './browser.ts';
import { storeWholeApp } from './store-app.ts';

export type Email = `${string}@${'willowcreek' | 'mapleridge'}.test`;

/** Opens the first screen in a session of this user. A page that has shown nothing yet gets it without the form. */
export const signIn = (page: Page, email: Email): Promise<void> =>
  page.url() === 'about:blank' ? startSession(page, email) : signInByForm(page, email);

export const signInByForm = async (page: Page, email: Email): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: SIGNED_IN }).waitFor();
};

const startSession = async (page: Page, email: Email): Promise<void> => {
  const answer = await page.context().request.post('/api/auth/login', { data: { email, password: DEMO_PASSWORD } });
  expect(answer.status(), `${email} signs in`).toBe(200);
  // An empty page of the app's origin, which no service worker answers for.
  await page.route('**/api/empty', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto('/api/empty');
  await page.unroute('**/api/empty');
  await page.evaluate(() => localStorage.setItem('porchlight.signed-in', '1'));
  await page.goto('/dashboard');
  await page.getByRole('button', { name: SIGNED_IN }).waitFor();
};

/** Without a subscription there is no profile menu. */
const SIGNED_IN = /^(Profile menu|Sign Out)$/;

/** Opens the screen of a path anew, as a link does: without loading the app. */
export const visit = async (page: Page, path: string): Promise<void> => {
  await page.evaluate(async (to) => {
    history.pushState(null, '', '/no/such/page');
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    history.pushState(null, '', to);
  }, path);
};

/** Signs in, and waits until the app and `text`, which a row contains, are stored on the device. */
export const signInForOffline = async (page: Page, email: Email, text: string): Promise<void> => {
  await signIn(page, email);
  await waitUntilStored(page, text);
};

export const waitUntilStored = async (page: Page, text: string): Promise<void> => {
  await waitForServiceWorker(page);
  // Each look takes a twentieth of a second of processor.
  const patience = { timeout: TIMEOUT_MS, interval: 200, message: `"${text}" is stored` };
  await expect.poll(() => isStored(page, text), patience).toBe(true);
};

/** Registers the service worker, and waits until it controls the page and has stored the app for every role. */
export const waitForServiceWorker = async (page: Page) => {
  await expect.poll(() => page.evaluate(serviceWorkerState), { timeout: 6 * TIMEOUT_MS }).toBe('activated');
  expect(await page.evaluate(storeWholeApp)).toMatchObject({ failure: undefined });
};

/** Runs in the page. */
const serviceWorkerState = () => {
  window.registerServiceWorker?.();
  return navigator.serviceWorker.controller?.state;
};

/** Searched in the page, in all its databases or in the named one: all that it stores is a megabyte. */
export const isStored = (page: Page, text: string, only?: string): Promise<boolean> =>
  page.evaluate(
    async ([wanted, only]) => {
      const done = <Result>(request: IDBRequest<Result>) =>
        new Promise<Result>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      for (const { name } of await indexedDB.databases()) {
        if (only && name !== only) continue;
        const database = await done(indexedDB.open(name!));
        const stores = [...database.objectStoreNames].map((store) => database.transaction(store).objectStore(store));
        const isFound = await Promise.all(
          stores.map(async (store) => JSON.stringify(await done(store.getAll())).includes(wanted)),
        );
        database.close();
        if (isFound.includes(true)) return true;
      }
      return false;
    },
    [text, only] as const,
  );

/** Polls the text of a locator. */
export const expectText = (locator: Locator) => expect.poll(() => locator.textContent(), { timeout: TIMEOUT_MS });

export const navigate = (page: Page, name: string): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();

export const openRequest = async (page: Page, title: string): Promise<void> => {
  await navigate(page, 'Requests');
  await page.getByRole('searchbox', { name: 'Search requests' }).fill(title);
  await page.getByRole('link', { name: title }).first().click();
  await heading(page, title).waitFor();
};

export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name });

export const openThread = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: /^Messages \(/ }).click();
  await page.waitForURL('**/messages');
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
};

export const writeMessage = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send Message' }).click();
};

/** History and trail of a record are folded until asked for. */
export const unfold = (page: Page, title: string): Promise<void> =>
  page.getByRole('heading', { level: 2, name: title, exact: true }).click();

export const chooseStatus = async (page: Page, label: string): Promise<void> => {
  await page.getByRole('button', { name: /^Status / }).click();
  await page.getByRole('option', { name: label }).click();
};

export const appears = (locator: Locator): Promise<void> => locator.first().waitFor();

export const vanishes = (locator: Locator): Promise<void> => locator.first().waitFor({ state: 'hidden' });

/** Chooses an option, and waits for the frame in which the chooser takes the focus back: what is typed before that goes to it. */
export const pick = async (page: Page, name: string | RegExp): Promise<void> => {
  await page.getByRole('option', { name }).click();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
};

/** Files a request without a file, and waits until the list is back. */
export const fileRequest = async (page: Page, title: string, description: string): Promise<void> => {
  await navigate(page, 'Requests');
  await page.getByRole('link', { name: 'Create Request' }).first().click();
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: 'Description' }).fill(description);
  await page.getByRole('button', { name: 'Create Request' }).click();
  await page.getByRole('link', { name: 'Go Now' }).click();
  await page.getByRole('link', { name: title }).first().waitFor();
};

export const pathOf = (page: Page): string => new URL(page.url()).pathname;

export const SUPPORT_LINK = 'mailto:support@porchlight.test';

/** Takes the connection from a page, and waits until the app knows: what is sent over its open socket is not held up otherwise. */
export const goOffline = async (page: Page): Promise<void> => {
  await page.context().setOffline(true);
  await page.waitForFunction(() => !navigator.onLine);
};

/** The file that a click gives. */
export const clickToDownload = async (target: Locator): Promise<Download> => {
  const [file] = await Promise.all([target.page().waitForEvent('download'), target.click()]);
  return file;
};
