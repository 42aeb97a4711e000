import type { Page } from 'puppeteer-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { DEMO_PASSWORD } from '../../local/seed/password.ts';
import { dayIn } from '../../schema/dates.ts';
import { type Email, isStored, waitForServiceWorker } from './support/app.ts';
import { TIMEOUT_MS } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { byRole, byText, selector, useFirefox } from './support/firefox.ts';
import { apiAs, requestNamed } from './support/server.ts';
import { testStack } from './support/stack.ts';

const firefox = useFirefox();

const SUE: Email = 'firefox-sue@willowcreek.test';
const BEA: Email = 'firefox-bea@willowcreek.test';
const REX: Email = 'firefox-rex@willowcreek.test';
const bea = apiAs(BEA);

beforeAll(() =>
  createHoa('Fox Hollow HOA', [
    { email: SUE, name: 'Sue Fox', role: 'superadmin' },
    { email: BEA, name: 'Bea Fox', role: 'board' },
    { email: REX, name: 'Rex Fox', role: 'resident' },
  ]),
);

// Firefox loads the app in ten seconds on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const signIn = async (email: Email): Promise<Page> => {
  const page = await firefox.open('/login');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(DEMO_PASSWORD);
  await byRole(page, 'button', 'Sign in').click();
  await byRole(page, 'button', 'Profile menu').wait();
  return page;
};

const visit = (page: Page, path: string) => page.goto(`${testStack().urls.app}${path}`);

/** Helpers that only evaluate in the page take both drivers' pages. */
type Evaluating = Parameters<typeof isStored>[0];
const evaluating = (page: Page) => page as unknown as Evaluating;

test('[14.11] a resident signs in and sees the first screen', async () => {
  const page = await signIn(REX);
  await byRole(page, 'heading', 'Announcements').wait();
  await byRole(page, 'heading', 'What You Owe').wait();
});

const OUTBOX = 'Outbox, 1 change waiting';

test('[14.11] a request filed offline outlives a reload and arrives once', async () => {
  const title = 'The gate squeaks';
  const page = await signIn(REX);
  await waitForServiceWorker(evaluating(page));
  await expect.poll(() => isStored(evaluating(page), 'Rex Fox'), { timeout: TIMEOUT_MS }).toBe(true);
  await page.setOfflineMode(true);
  await byRole(page, 'link', 'Requests').click();
  await byRole(page, 'link', 'Create Request').click();
  await byRole(page, 'textbox', 'Title').fill(title);
  await byRole(page, 'textbox', 'Description').click();
  await page.keyboard.type('It wakes the herons.');
  await byRole(page, 'button', 'Create Request').click();
  await byRole(page, 'link', title).wait();
  await page.reload();
  await byRole(page, 'link', title).wait();
  await byRole(page, 'button', OUTBOX).wait();
  await page.setOfflineMode(false);
  await expect.poll(() => page.$(selector('button', OUTBOX)), { timeout: TIMEOUT_MS }).toBeNull();
  await expect
    .poll(() => requestNamed(bea, title).catch(() => null), { timeout: TIMEOUT_MS })
    .toMatchObject({ status: 'open', user_id: { email: REX } });
});

test('[14.11] an HOA gets its payment account, and a resident pays an invoice by card', async () => {
  const sue = await signIn(SUE);
  await visit(sue, '/stripe-setup');
  await byRole(sue, 'button', 'Start Setup').click();
  await byRole(sue, 'button', 'Finish').click();
  await byText(sue, 'Setup Complete!').wait();

  await sendInvoice();
  const rex = await signIn(REX);
  await byRole(rex, 'link', 'Dues').click();
  await byRole(rex, 'tab', 'My Invoices').click();
  await byRole(rex, 'link', INVOICE).click();
  await byRole(rex, 'button', 'Pay Invoice').click();
  for (const [label, value] of Object.entries(CARD)) await byRole(rex, 'textbox', label).fill(value);
  await byRole(rex, 'button', 'Pay $20.00').click();
  await byRole(rex, 'heading', 'Payment Completed').wait();
});

const INVOICE = 'Garden plot';
const CARD = { 'Card number': '4242424242424242', Expiry: '12 / 34', CVC: '123', ZIP: '60601' };

/** A due that is sent today is invoiced at once. */
const sendInvoice = async (): Promise<void> => {
  const { body } = await bea('GET', `/api/users?search=${REX}`);
  const { status } = await bea('POST', '/api/dues', {
    title: INVOICE,
    amount: 20,
    frequency: 'one_time',
    recipients: [body.docs[0]._id],
    reason: 'dues',
    send_date: dayIn('America/Chicago', new Date()),
    due_date_offset: 7,
  });
  expect(status).toBe(201);
};
