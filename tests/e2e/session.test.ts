import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  appears,
  type Email,
  expectText,
  fileRequest,
  goOffline,
  heading,
  pathOf,
  signIn,
  signInForOffline,
  vanishes,
  waitForServiceWorker,
} from './support/app.ts';
import { useBrowser } from './support/browser.ts';
import { representative } from './support/long.ts';
import { useSessions } from './support/sessions.ts';
import { testStack } from './support/stack.ts';

const browser = useBrowser();
const { signedInForOffline } = useSessions();

test('[AUTH-02, AUTH-03, AUTH-07] sign-in says what is wrong with what was typed', async () => {
  const page = await browser.open();
  await page.goto('/login');
  await page.getByLabel('Email').fill('not an address');
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await appears(page.getByText('Please enter a valid email address'));
  await appears(page.getByText('Password must be at least 6 characters'));
  await page.getByLabel('Email').fill('owen.tran@willowcreek.test');
  await page.getByLabel('Password').fill('wrong-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectText(page.getByRole('alert')).toBe('Invalid email or password');
  expect(await page.getByLabel('Email').inputValue()).toBe('owen.tran@willowcreek.test');
});

test('[ERR-05] why the last sign-in failed goes when the next one has errors beside its fields', async () => {
  const page = await browser.open();
  await page.goto('/login');
  await page.getByLabel('Email').fill('bruno.keller@willowcreek.test');
  await page.getByLabel('Password').fill('wrong-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'Invalid email or password' });
  await appears(failure);
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await appears(page.getByText('Password must be at least 6 characters'));
  await vanishes(failure);
});

test('[AUTH-05, DASH-01, ROUTES-21, 14.5, SESSION-02] the board goes to the dashboard, a resident to the announcements with what they owe above, and a reload keeps them there', async () => {
  const [board, resident] = [await browser.open(), await browser.open()];
  await signIn(board, 'superadmin@mapleridge.test');
  await signIn(resident, 'mei.tanaka@mapleridge.test');
  for (const [page, card, path] of [
    [board, 'Needs Attention', '/dashboard'],
    [resident, 'What You Owe', '/announcements'],
  ] as const) {
    const shown = page.getByRole('heading', { level: 2, name: card });
    await appears(shown);
    expect(pathOf(page)).toBe(path);
    await page.reload();
    await appears(shown);
    expect(pathOf(page)).toBe(path);
  }
});

type Way = readonly [from: string, to: string];
type Guarded = [who: string, email: Email | undefined, ways: Way[]];
const WAYS: [Guarded, ...Guarded[]] = [
  [
    'a resident',
    'ruth.abernathy@mapleridge.test',
    [
      ['/', '/announcements'],
      ['/dashboard', '/announcements'],
      ['/login', '/announcements'],
      ['/users', '/announcements'],
      ['/compliance/create', '/announcements'],
      ['/announcements/create', '/announcements'],
      ['/dues/create', '/dues'],
      ['/stripe-setup', '/announcements'],
    ],
  ],
  [
    'a visitor',
    undefined,
    [
      ['/', '/login'],
      ['/requests', '/login'],
      ['/users', '/login'],
    ],
  ],
  [
    'a board member',
    'board@mapleridge.test',
    [
      ['/login', '/dashboard'],
      ['/plan-selection', '/dashboard'],
      ['/users', '/users'],
      ['/violations', '/violations'],
    ],
  ],
];

test.each(representative(WAYS))(
  '[ROUTES-01, ROUTES-11, ROUTES-12] guards lead %s, with and without a network',
  async (_, email, ways) => {
    const page = await browser.openInstalled();
    if (email) await signIn(page, email);
    else await page.goto('/support');
    await waitForServiceWorker(page);
    for (const offline of [false, true]) {
      await page.context().setOffline(offline);
      for (const [from, to] of ways) {
        await page.goto(from);
        await appears(page.getByRole('heading', { level: 1 }));
        await expect.poll(() => pathOf(page), { message: `${from}, offline: ${offline}` }).toBe(to);
      }
    }
  },
);

test('[ROUTES-10] any other path is "Page not found" with a way to the dashboard', async () => {
  const page = await browser.open();
  await page.goto('/no/such/page');
  await appears(heading(page, 'Page not found'));
  expect(await page.title()).toBe('Page not found · Porchlight');
  await signIn(page, 'board@mapleridge.test');
  await page.goto('/requests/create/more');
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await appears(heading(page, 'Dashboard'));
});

test('[SESSION-20, SESSION-07, ROUTES-25] the app opens without a network, on any screen, and says so', async () => {
  const page = await signedInForOffline('lena.hoffman@mapleridge.test', COMPOST);
  await goOffline(page);
  await page.goto('/requests');
  await appears(page.getByRole('link', { name: COMPOST }));
  await appears(page.getByText('Offline', { exact: true }));
  await page.reload();
  await appears(page.getByRole('link', { name: COMPOST }));
  await page.goto('/requests/0199f000-0000-7000-8000-000000000000');
  await expectText(page.getByRole('alert')).toBe('Request not found or you do not have permission to view it');
  await page.context().setOffline(false);
  await vanishes(page.getByText('Offline', { exact: true }));
});

const COMPOST = 'Is there a composting bin?';

test('[SESSION-17, SESSION-18] signing out with unsent changes says how many and offers Cancel', async () => {
  const page = await browser.openInstalled();
  await signInForOffline(page, 'diego.salas@mapleridge.test', 'Paint the brick white');
  await goOffline(page);
  await fileRequest(page, 'White brick, second attempt', 'In chalk paint.');
  await logOut(page);
  const question = page.getByRole('dialog', { name: 'Sign Out with 1 Unsent Change?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await vanishes(question);
  await appears(page.getByRole('link', { name: 'White brick, second attempt' }));
  await logOut(page);
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await appears(heading(page, 'Sign in'));
  expect(await page.evaluate(() => localStorage.getItem('porchlight.user'))).toBeNull();
  await page.goto('/requests');
  await appears(heading(page, 'Sign in'));
});

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
};

test('[SEC-18] the token of a reset link is in no address that the app calls, and calls are not kept by the stack', async () => {
  const page = await browser.open();
  const called: string[] = [];
  page.on('request', (request) => called.push(request.url()));
  await page.goto(`/reset-password?token=${'t'.repeat(43)}`);
  await appears(heading(page, 'Invalid Reset Link'));
  expect(called.filter((url) => url.includes('/api/') && url.includes('tttt'))).toEqual([]);
  expect(await readdir(join(testStack().dataDir, 'wrangler', 'v3'))).not.toContain('observability');
});
