import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appears, goOffline, heading, pathOf, vanishes, waitForServiceWorker } from './support/app.ts';
import { PHONE, useBrowser } from './support/browser.ts';
import { findInMails } from './support/mails.ts';
import { apiAs, call } from './support/server.ts';
import { testStack } from './support/stack.ts';

const browser = useBrowser();
const board = apiAs('board@willowcreek.test');
const FIRST = 'first-harbor-1';
const SECOND = 'second-harbor-2';

const invite = async (name: string): Promise<string> => {
  const email = `${name}-${Date.now()}@willowcreek.test`;
  const { status, body } = await board('POST', '/api/users/invite', { email, role: 'resident' });
  expect([status, body?.status]).toEqual([201, 'invited']);
  return email;
};

/** The path of the link in the newest mail to this address, once it has arrived. */
const mailedLink = (email: string, base: string): Promise<string> => {
  const pattern = new RegExp(`${testStack().urls.app}(${base}\\?token=[^"&<\\s]+)`);
  return findInMails(email, ({ html }) => pattern.exec(html)?.[1]);
};

const newcomer = async (name: string): Promise<string> => {
  const email = await invite(name);
  const token = new URLSearchParams((await mailedLink(email, '/invite/accept')).split('?')[1]).get('token');
  const { status } = await call(testStack().urls.app, 'POST', '/api/auth/activate', { token, name, password: FIRST });
  expect(status).toBe(200);
  return email;
};

const choose = async (page: Page, label: string, password: string, again = password): Promise<void> => {
  await page.getByLabel(label, { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(again);
};

const logIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

test('[AUTH-35, AUTH-36, AUTH-38, AUTH-44, AUTH-45, A11Y-03, PROFILE-14] the invited follow their mail on a phone, choose a name and a password, and are in', async () => {
  const page = await browser.openInstalled({ viewport: PHONE });
  await page.goto('/invite/accept');
  await appears(page.getByText('Invalid activation link. Please check your email for the correct link.'));

  const email = await invite('nell');
  const link = await mailedLink(email, '/invite/accept');
  await page.goto(link);
  await appears(heading(page, 'Activate your account'));
  const activate = page.getByRole('button', { name: 'Activate Account' });
  await activate.click();
  for (const said of [
    'Name is required',
    'Password must be at least 8 characters',
    'Password confirmation is required',
  ])
    await appears(page.getByText(said));
  await page.getByLabel('Full name').fill('  Nell Lantern ');
  await choose(page, 'Password', 'letters-alone');
  await activate.click();
  await appears(page.getByText('Password must contain at least one letter and one number'));
  await choose(page, 'Password', `${'a1'.repeat(36)}a`);
  await activate.click();
  await appears(page.getByText('Password cannot exceed 72 characters'));
  await choose(page, 'Password', FIRST, SECOND);
  await activate.click();
  await appears(page.getByText("Passwords don't match"));

  const toggle = page.getByRole('button', { name: 'Show characters' }).first();
  await toggle.click();
  const hide = page.getByRole('button', { name: 'Hide characters' });
  expect(await hide.getAttribute('aria-pressed')).toBe('true');
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
  await page.getByLabel('Confirm password').fill(FIRST);

  await waitForServiceWorker(page);
  await goOffline(page);
  await activate.click();
  await appears(page.getByRole('alert').filter({ hasText: 'Failed to activate account.' }));
  await appears(page.getByText('You are offline. What you typed is saved here'));
  expect(await page.getByLabel('Full name').inputValue()).toBe('  Nell Lantern ');
  await page.context().setOffline(false);
  await activate.click();
  await appears(heading(page, 'Account Activated!'));
  await appears(page.getByRole('button', { name: 'Go Now' }));
  await appears(heading(page, 'Announcements'));
  expect(pathOf(page)).toBe('/announcements');
  await page.goto('/profile');
  await appears(page.getByRole('heading', { name: 'Nell Lantern' }));
  await appears(page.getByText('No address assigned'));
  await appears(page.getByText(email));

  const again = await browser.open({ viewport: PHONE });
  await again.goto(link);
  await again.getByLabel('Full name').fill('Somebody Else');
  await choose(again, 'Password', FIRST);
  await again.getByRole('button', { name: 'Activate Account' }).click();
  await appears(again.getByRole('alert').filter({ hasText: 'Invalid activation token' }));
});

test('[AUTH-48] where an activation does not sign in, the screen says so and keeps what was typed', async () => {
  const page = await browser.open();
  await page.route('**/api/auth/activate', (route) => route.fulfill({ json: { message: 'ok' } }));
  await page.goto('/invite/accept?token=some-token');
  await page.getByLabel('Full name').fill('Nell Lantern');
  await choose(page, 'Password', FIRST);
  await page.getByRole('button', { name: 'Activate Account' }).click();
  await appears(page.getByText('Activation successful, but login failed. Please try logging in manually.'));
  expect(pathOf(page)).toBe('/invite/accept');
});

test('[AUTH-15, AUTH-17, AUTH-19, AUTH-21, AUTH-22, AUTH-23, AUTH-24, AUTH-33] a forgotten password: the mail, the link, a new one, and every other device signed out', async () => {
  const email = await newcomer('otto');
  const [old, page] = [await browser.open(), await browser.openInstalled({ viewport: PHONE })];
  await logIn(old, email, FIRST);
  await appears(heading(old, 'Announcements'));

  await page.goto('/forgot-password');
  const send = page.getByRole('button', { name: 'Send Reset Link' });
  await page.getByLabel('Email').fill('otto');
  await send.click();
  await appears(page.getByText('Please enter a valid email address'));
  await page.getByLabel('Email').fill('nobody@willowcreek.test');
  await waitForServiceWorker(page);
  await goOffline(page);
  await send.click();
  await appears(page.getByText('Failed to send password reset email. Please try again.'));
  await page.context().setOffline(false);
  await send.click();
  await appears(heading(page, 'Check Your Email'));
  await page.getByRole('button', { name: 'Try Different Email' }).click();
  expect(await page.getByLabel('Email').inputValue()).toBe('');
  await page.getByLabel('Email').fill(email);
  await send.click();
  await appears(heading(page, 'Check Your Email'));

  const link = await mailedLink(email, '/reset-password');
  await page.goto(link);
  await appears(page.getByText(`for ${email}`));
  const reset = page.getByRole('button', { name: 'Reset Password' });
  await choose(page, 'New password', 'five5');
  await reset.click();
  await appears(page.getByText('Password must be at least 6 characters'));
  await choose(page, 'New password', SECOND, FIRST);
  await reset.click();
  await appears(page.getByText("Passwords don't match"));
  expect(await page.getByRole('button', { name: 'Show characters' }).count()).toBe(2);
  await choose(page, 'New password', SECOND);
  await reset.click();
  await appears(heading(page, 'Password Reset Complete'));
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await logIn(page, email, SECOND);
  await appears(heading(page, 'Announcements'));

  await old.reload();
  await appears(heading(old, 'Sign in'));
  await old.goto(link);
  await appears(heading(old, 'Invalid Reset Link'));
  await appears(old.getByText('Invalid or expired reset token'));
  await old.goto('/reset-password');
  await appears(old.getByText('Reset token is missing from the URL'));
  await old.getByRole('link', { name: 'Request New Reset Link' }).click();
  await appears(heading(old, 'Forgot Password'));
});

test('[PROFILE-01, PROFILE-06, PROFILE-10] the profile opens offline; the password changes with a connection, and other devices are signed out', async () => {
  const email = await newcomer('vera');
  const [page, other] = [await browser.openInstalled(), await browser.open()];
  for (const device of [page, other]) {
    await logIn(device, email, FIRST);
    await appears(heading(device, 'Announcements'));
  }
  await page.goto('/profile');
  await appears(page.getByRole('heading', { name: 'vera' }));
  const change = page.getByRole('button', { name: 'Change Password' });
  await change.click();
  for (const said of ['Current password is required', 'New password must be at least 6 characters'])
    await appears(page.getByText(said));
  await page.getByLabel('Current password').fill('not-this-one');
  await choose(page, 'New password', SECOND, FIRST);
  await change.click();
  await appears(page.getByText("New passwords don't match"));
  await page.getByLabel('Confirm password').fill(SECOND);
  await waitForServiceWorker(page);
  await goOffline(page);
  await change.click();
  await appears(page.getByText('Failed to change password. Please try again.'));
  await page.context().setOffline(false);
  await change.click();
  await vanishes(page.getByText('Failed to change password. Please try again.'));
  const refusal = page.getByRole('alert').filter({ hasText: 'Current password is incorrect' });
  await appears(refusal);
  await page.getByLabel('Current password').fill('');
  await change.click();
  await appears(page.getByText('Current password is required'));
  await vanishes(refusal);
  await page.getByLabel('Current password').fill(FIRST);
  await change.click();
  await appears(page.getByText('Password changed successfully! You remain logged in on this device.'));
  expect(await page.getByLabel('New password').inputValue()).toBe('');
  await other.reload();
  await appears(heading(other, 'Sign in'));
  await page.reload();
  await appears(heading(page, 'Profile'));
});
