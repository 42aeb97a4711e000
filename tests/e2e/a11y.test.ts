import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  appears,
  expectText,
  heading,
  navigate,
  openRequest,
  openThread,
  signInForOffline,
  vanishes,
  writeMessage,
} from './support/app.ts';
import { axeFindings, type CheckScreen } from './support/axe.ts';
import { DESKTOP, PHONE, TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { representative } from './support/long.ts';

const browser = useBrowser();
const SHED = 'Shed behind 107';

/** Visits screens signed out and in, with and without errors. */
const visitAll = async (page: Page, look: CheckScreen): Promise<void> => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await appears(page.getByText('Please enter a valid email address'));
  await look('login, with errors');
  await page.goto('/forgot-password');
  await appears(heading(page, 'Forgot password'));
  await look('forgot password');
  await page.goto('/reset-password');
  await appears(heading(page, 'Invalid Reset Link'));
  await look('reset password, without a link');
  await page.goto('/invite/accept?token=none');
  await page.getByRole('button', { name: 'Activate Account' }).click();
  await appears(page.getByText('Name is required'));
  await look('activation, with errors');
  await page.goto('/support');
  await appears(page.getByRole('heading', { level: 1 }));
  await look('support');
  await page.goto('/no/such/page');
  await appears(heading(page, 'Page not found'));
  await look('404');
  await signInForOffline(page, 'board@mapleridge.test', SHED);
  await page.goto('/dashboard');
  await appears(page.locator('.recharts-surface'));
  await look('dashboard');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await appears(page.getByText('Current password is required'));
  await look('profile, with errors');
  await page.goto('/addresses');
  await page
    .getByRole('button', { name: /^Manage Residents/ })
    .first()
    .click();
  await appears(page.getByRole('dialog', { name: 'Manage Residents' }).getByText('Available Users'));
  await look('manage residents');
  await page.keyboard.press('Escape');
  await vanishes(page.getByRole('dialog', { name: 'Manage Residents' }));
  await look('addresses');
  await page.goto('/requests');
  await appears(page.getByRole('link', { name: SHED }));
  await look('list');
  await page.goto('/requests/create');
  await page.getByRole('button', { name: 'Create Request' }).click();
  await appears(page.getByText('Description is required'));
  await look('create, with errors');
  await openRequest(page, SHED);
  await look('detail');
  await openThread(page);
  await page.context().setOffline(true);
  await writeMessage(page, 'How high would it be?');
  await appears(page.getByRole('log').getByText('saved on this device'));
  await look('thread, offline');
  await page.getByRole('button', { name: /^Outbox, / }).click();
  await appears(page.getByRole('dialog', { name: 'Outbox' }));
  await look('outbox');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await appears(page.getByRole('menuitem', { name: 'Logout' }));
  await look('profile menu');
};

test.each(
  representative([
    ['a phone of 320 px', { width: 320, height: 700 }],
    ['a phone', PHONE],
    ['a desk', DESKTOP],
  ]),
)(
  '[A11Y-01, A11Y-05, A11Y-08] axe finds nothing on %s, in light and dark, and nothing scrolls sideways',
  async (_, viewport) => {
    const page = await browser.open({ viewport });
    const wide: Record<string, number> = {};
    const visit = (look: CheckScreen) =>
      visitAll(page, async (name) => {
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > viewport.width) wide[name] = width;
        await look(name);
      });
    expect(await axeFindings(page, visit)).toEqual({});
    expect(wide).toEqual({});
  },
);

test('[A11Y-06, NAV-03] each screen has its title, its place in the navigation, and takes focus to its heading', async () => {
  const page = await browser.open();
  await signInForOffline(page, 'board@mapleridge.test', SHED);
  const nav = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Requests', 'Documents', 'Compliance', 'Users', 'Dashboard']) {
    await navigate(page, name);
    await appears(heading(page, name));
    await expect.poll(() => page.title()).toBe(`${name} · Porchlight`);
    await expectText(page.locator(':focus')).toBe(name);
    expect(await currentOf(nav)).toEqual([`/${name.toLowerCase()}`]);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  }
  await page.goto('/violations');
  await expect.poll(() => currentOf(nav)).toEqual(['/compliance']);
});

const currentOf = (nav: Locator) =>
  nav.locator('[aria-current="page"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test('[A11Y-04] a dialog keeps focus inside, closes with Escape, and gives it back to its opener', async () => {
  const page = await browser.open();
  await signInForOffline(page, 'board@mapleridge.test', SHED);
  await page.context().setOffline(true);
  await openRequest(page, SHED);
  await openThread(page);
  await writeMessage(page, 'Is it for tools?');
  const opener = page.getByRole('button', { name: /^Outbox, / });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Outbox' });
  await appears(dialog);
  const inside = () => dialog.evaluate((element) => element.contains(document.activeElement));
  for (const key of [...Array(6).fill('Tab'), ...Array(6).fill('Shift+Tab')]) {
    await page.keyboard.press(key);
    expect(await inside()).toBe(true);
  }
  await page.keyboard.press('Escape');
  await vanishes(dialog);
  await expect
    .poll(() => opener.evaluate((element) => element === document.activeElement), { timeout: TIMEOUT_MS })
    .toBe(true);
});

test('[A11Y-01] the first invalid field takes focus, and its error is tied to it', async () => {
  const page = await browser.open();
  await signInForOffline(page, 'board@mapleridge.test', SHED);
  await page.goto('/requests/create');
  await page.getByRole('button', { name: 'Create Request' }).click();
  await appears(page.getByText('Title is required'));
  const title = page.getByLabel('Title');
  expect(await title.evaluate((element) => element === document.activeElement)).toBe(true);
  const described = await title.getAttribute('aria-describedby');
  expect(await page.locator(`[id="${described}"]`).textContent()).toBe('Title is required');
});
