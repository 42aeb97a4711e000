import { expect, test } from 'vitest';
import {
  appears,
  expectText,
  goOffline,
  openRequest,
  openThread,
  vanishes,
  visit,
  writeMessage,
} from './support/app.ts';
import { TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { filed, KEYPAD } from './support/requests.ts';
import { useSessions } from './support/sessions.ts';

const browser = useBrowser();

const { signedIn, signedInForOffline } = useSessions();

test('[REQ-03, LIST-01, LIST-02] lists show more when asked to, and what is typed reaches the address once, at the pause', async () => {
  const page = await signedIn('board@willowcreek.test');
  await visit(page, '/requests');
  await appears(page.getByRole('main').getByRole('link', { name: 'Create Request' }));
  const rows = page.getByRole('table', { name: 'Requests' }).getByRole('rowheader');
  await expect.poll(() => rows.count(), { timeout: TIMEOUT_MS }).toBe(10);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect.poll(() => rows.count()).toBe(20);
  for (const list of ['requests', 'documents']) {
    await page.goto(`/${list}`);
    const search = page.getByRole('searchbox', { name: `Search ${list}` });
    await search.waitFor();
    await page.evaluate(countAddresses);
    await search.evaluate(typeWithoutPause, 'pool');
    await page.waitForURL(`**/${list}?search=pool`);
    expect(await page.evaluate(() => document.documentElement.dataset.addresses)).toBe('1');
  }
});

/** Runs in the page. From outside, the pause between two letters depends on the machine. */
const typeWithoutPause = (input: Element, text: string) => {
  (input as HTMLInputElement).focus();
  for (const letter of text) document.execCommand('insertText', false, letter);
};

/** Runs in the page: counts how often the address is written from now on. */
const countAddresses = () => {
  const { dataset } = document.documentElement;
  const write = history.replaceState;
  history.replaceState = (...args) => {
    dataset.addresses = String(Number(dataset.addresses ?? 0) + 1);
    write.apply(history, args);
  };
};

test('[NAV-08, SYNC-04, SYNC-21] offline is shown with what waits; Try Again works from the device, and sign-in and files ask for a connection', async () => {
  const title = await filed('The weathercock squeaks');
  const page = await signedInForOffline('board@willowcreek.test', title);
  await goOffline(page);
  await openRequest(page, KEYPAD);
  await page.getByRole('button', { name: 'Download' }).click();
  await expectText(page.getByRole('alert')).toContain('You are offline.');
  await openRequest(page, title);
  await openThread(page);
  await writeMessage(page, 'Oil is ordered.');
  await appears(page.getByRole('log').getByText('saved on this device'));
  const banner = page.getByRole('banner');
  await appears(banner.getByText('Offline', { exact: true }));
  await appears(banner.getByRole('button', { name: 'Outbox, 1 change waiting' }));

  await visit(page, '/requests/0199f000-0000-7000-8000-000000000000');
  const again = page.getByRole('button', { name: 'Try Again' });
  await again.waitFor();
  await Promise.all([page.waitForEvent('load'), again.click()]);
  await expectText(page.getByRole('alert')).toBe('Request not found or you do not have permission to view it');
  await page.getByRole('link', { name: 'Back to Requests' }).click();
  await appears(page.getByRole('link', { name: title }));
  await page.context().setOffline(false);
  await vanishes(banner.getByRole('button', { name: /^Outbox/ }));
  await vanishes(banner.getByText('Offline', { exact: true }));

  const visitor = await browser.open();
  await visitor.goto('/login');
  await visitor.getByLabel('Email').waitFor();
  await goOffline(visitor);
  await visitor.getByLabel('Email').fill('board@willowcreek.test');
  await visitor.getByLabel('Password').fill('long-enough');
  await visitor.getByRole('button', { name: 'Sign in' }).click();
  await expectText(visitor.getByRole('alert')).toBe('An unexpected error occurred. Please try again.');
});
