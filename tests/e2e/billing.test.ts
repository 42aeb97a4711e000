import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  appears,
  type Email,
  expectText,
  fileRequest,
  heading,
  navigate,
  pathOf,
  SUPPORT_LINK,
  signIn,
  vanishes,
  visit,
} from './support/app.ts';
import { createPayingHoa, endSubscriptionNow } from './support/billing.ts';
import { PHONE, TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';
import { testStack } from './support/stack.ts';

const browser = useBrowser();
const { signedIn } = useSessions();

let round = 0;
const hoa = () => {
  round += 1;
  return createPayingHoa(`billing${round}`);
};

const panel = (page: Page): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Subscription', exact: true }) });
const card = (page: Page, plan: string): Locator => page.getByRole('region', { name: plan, exact: true });
const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name });

const PORTAL = /\/p\/session\/bps_/;
const openPortal = async (page: Page) => {
  await page.getByRole('link', { name: 'Manage Subscription' }).click();
  await page.waitForURL(PORTAL);
};
const leavePortal = async (page: Page) => {
  await page.getByRole('link', { name: 'Return' }).click();
  await appears(heading(page, 'Profile'));
};
const cancelInPortal = async (page: Page, sayWhy: () => Promise<unknown>) => {
  await openPortal(page);
  await page.getByRole('link', { name: 'Cancel plan' }).click();
  await sayWhy();
  await button(page, 'Cancel plan').click();
  await leavePortal(page);
};

test('[BILLING-12, BILLING-23, PROFILE-04] the superadmin changes and cancels the plan in the billing portal, and the profile tells so', async () => {
  const { sue } = await hoa();
  const page = await signedIn(sue);
  await visit(page, '/profile');
  await expectText(panel(page)).toContain('Starter');
  await expectText(panel(page)).toContain('Active');
  await expectText(panel(page)).toContain('$49 per month');
  await openPortal(page);
  // Back from the portal the user is not redirected into it again.
  await page.goBack();
  await appears(heading(page, 'Profile'));

  await openPortal(page);
  await page.getByRole('radio', { name: /Growth/ }).check();
  await button(page, 'Update plan').click();
  await leavePortal(page);
  await appears(page.getByRole('status').getByText('successfully updated to the Growth plan!'));
  expect(page.url()).toBe(`${testStack().urls.app}/profile`);
  await expectText(panel(page)).toContain('$99 per month');
  await button(page, 'Dismiss').click();
  await vanishes(page.getByText('successfully updated'));

  await openPortal(page);
  await page.getByRole('radio', { name: /Starter/ }).check();
  await button(page, 'Update plan').click();
  await leavePortal(page);
  await expectText(panel(page)).toContain('Changes to the Starter plan');
  await expectText(panel(page)).toContain('$99 per month');
  expect(await page.getByText('successfully updated').count()).toBe(0);

  await cancelInPortal(page, () => page.getByLabel('Reason').selectOption('too_expensive'));
  await expectText(panel(page)).toContain('Canceled');
  await expectText(panel(page)).toMatch(/Access expires.*Reason.*Too expensive/);
  expect(await page.getByRole('link', { name: 'Manage Subscription' }).count()).toBe(0);
});

const lapse = async ({ sue, subscription }: { sue: Email; subscription: string }) => {
  await endSubscriptionNow(subscription);
  const needs = async () => (await apiAs(sue)('GET', '/api/subscriptions/reactivation-status')).body.needsReactivation;
  await expect.poll(needs, { timeout: TIMEOUT_MS }).toBe(true);
};

/** Runs in the page. */
const fiveMinutesLater = () => {
  const kept = JSON.parse(localStorage.getItem('porchlight.standing')!);
  localStorage.setItem('porchlight.standing', JSON.stringify({ ...kept, at: kept.at - 300_000 }));
};

const REACTIVATE = 'Reactivate your subscription';

test('[REACT-03, REACT-04, ROUTES-15, ROUTES-24] once what was canceled in the portal has run out, the superadmin is led to order anew while everybody else works on', async () => {
  const people = await hoa();
  const early = await signedIn(people.sue);
  await visit(early, '/profile');
  await cancelInPortal(early, () => early.getByLabel('Anything else?').fill('Moving on'));
  await navigate(early, 'Dashboard');
  await appears(early.getByText(/^Your subscription ends on/));
  await lapse(people);
  // The status is cached for five minutes.
  await navigate(early, 'Requests');
  await appears(heading(early, 'Requests'));
  await early.evaluate(fiveMinutesLater);
  await navigate(early, 'Documents');
  await appears(heading(early, REACTIVATE));

  const page = await signedIn(people.sue);
  await appears(heading(page, REACTIVATE));
  for (const path of ['/requests', '/plan-selection']) {
    await visit(page, path);
    await appears(heading(page, REACTIVATE));
    expect(pathOf(page)).toBe('/reactivation');
  }
  await visit(page, '/support');
  await appears(heading(page, 'Support center'));
  await navigate(page, 'Documents');
  await appears(heading(page, REACTIVATE));
  await othersWorkOn(people);

  const previous = page.locator('section').filter({ hasText: 'Previous subscription' });
  await expectText(previous).toMatch(/Starter.*\$49 per month.*Canceled.*Moving on/);
  await appears(page.getByText('Nothing has been deleted.'));
  await button(page, 'Sign Out').click();
  await appears(heading(page, 'Sign in'));
  await signIn(page, people.sue);
  await appears(heading(page, REACTIVATE));

  await button(page, 'Reactivate').click();
  await appears(page.getByRole('alert').getByText('Please select a plan to continue.'));
  await page.keyboard.press('Enter');
  await button(page, 'Reactivate with Starter').click();
  await page.waitForURL(/cs_/);
  await page.getByRole('link', { name: 'Back' }).click();
  await appears(page.getByText('Checkout was canceled. You can try again by selecting a plan below.'));
  await card(page, 'Growth').getByText('Growing communities').click();
  await button(page, 'Reactivate with Growth').click();
  await subscribe(page);
  await appears(heading(page, 'Dashboard'));
  await appears(page.getByText('Your subscription is active again.'));
  expect(page.url()).toBe(`${testStack().urls.app}/dashboard`);
  await visit(page, '/reactivation');
  await appears(heading(page, 'Dashboard'));
  await visit(page, '/profile');
  await expectText(panel(page)).toMatch(/Growth.*Active.*\$99 per month/);
});

const othersWorkOn = async ({ bea, rex }: { bea: Email; rex: Email }) => {
  const board = await signedIn(bea);
  await appears(heading(board, 'Dashboard'));
  const resident = await signedIn(rex, { viewport: PHONE });
  await fileRequest(resident, 'The lamp at the pool', 'It flickers every night.');
};

const subscribe = async (page: Page) => {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('ZIP').fill('60601');
  await button(page, 'Subscribe').click();
};

test('[REACT-15] whoever has just paid is not led back while the provider has not told of it', async () => {
  const people = await hoa();
  await apiAs(people.sue)('POST', '/api/subscriptions/cancel', {});
  await lapse(people);
  const page = await signedIn(people.sue);
  await appears(heading(page, REACTIVATE));
  await visit(page, '/dashboard?reactivated=1');
  await appears(page.getByText('Your subscription is being reactivated.'));
  expect(page.url()).toBe(`${testStack().urls.app}/dashboard`);
  await page.reload();
  await appears(page.getByText('Your subscription is being reactivated.'));
  await navigate(page, 'Requests');
  await appears(heading(page, 'Requests'));
});

test('[BILLING-14, BILLING-15, BILLING-16, BILLING-17, BILLING-18] without the portal the billing page tells why, and changes the plan itself', async () => {
  const { sue } = await hoa();
  // A call by the service worker cannot be intercepted.
  const page = await browser.open({ serviceWorkers: 'block' });
  await signIn(page, sue);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/create-billing-portal', async (route) => {
    await held;
    await route.fulfill({ status: 502, json: { message: 'The payment service could not be reached.' } });
  });
  await page.goto('/plan-selection');
  await appears(page.getByText('Redirecting to Billing Portal...'));
  answer();
  await appears(page.getByRole('alert').getByText('Failed to open billing portal. Please try again.'));
  expect(await button(card(page, 'Starter'), 'Current Plan').isDisabled()).toBe(true);
  expect(await card(page, 'Starter').textContent()).not.toContain('takes effect');
  await expectText(card(page, 'Growth')).toContain('Most Popular');
  for (const plan of ['Growth', 'Pro']) {
    await expectText(card(page, plan)).toContain('Upgrade takes effect immediately');
    await appears(button(card(page, plan), 'Update Billing Information'));
  }
  expect(await page.getByRole('link', { name: 'Contact support' }).getAttribute('href')).toBe(SUPPORT_LINK);

  await button(page, 'Switch to Growth').click();
  await expectText(page.getByRole('dialog')).toContain('Upgrade takes effect immediately');
  await button(page.getByRole('dialog'), 'Switch to Growth').click();
  await appears(page.getByText('successfully updated to the Growth plan!'));
  await page.getByRole('link', { name: 'Manage Subscription' }).click();
  await appears(page.getByRole('alert').getByText('Failed to open billing portal.'));
  await expectText(card(page, 'Starter')).toContain('Downgrade takes effect next billing cycle');
  await page.getByRole('link', { name: 'Back to Profile' }).click();
  await appears(heading(page, 'Profile'));
  await page.goto('/plan-selection');
  await appears(button(page, 'Try Again'));
  await page.unroute('**/create-billing-portal');
  await button(page, 'Try Again').click();
  await page.waitForURL(PORTAL);
});

const LAPSED = {
  needsReactivation: true,
  subscription: {
    plan: { name: 'growth', display_name: 'Growth', price_cents: 9900, max_units: 150 },
    next_plan: null,
    status: 'canceled',
    trial_end: null,
    current_period_end: '2026-01-05T12:00:00.000Z',
    canceled_at: '2026-01-02T12:00:00.000Z',
    cancellation_reason: null,
  },
};

test('[REACT-08, REACT-09, REACT-10] what cannot be asked keeps nobody from working, and failures are told where they concern', async () => {
  const page = await browser.open({ serviceWorkers: 'block' });
  let status: object = { status: 500, json: {} };
  await page.context().route('**/reactivation-status', (route) => route.fulfill(status));
  await signIn(page, 'superadmin@willowcreek.test');
  await appears(heading(page, 'Dashboard'));
  await page.goto('/reactivation');
  await appears(
    page.getByRole('alert').getByText('Failed to load subscription information. Please try refreshing the page.'),
  );
  expect(pathOf(page)).toBe('/reactivation');
  status = { status: 200, json: LAPSED };
  await button(page, 'Refresh').click();
  const previous = page.locator('section').filter({ hasText: 'Previous subscription' });
  await expectText(previous).toMatch(/Growth.*\$99 per month.*Jan 2, 2026.*None given/);
  await page.route('**/create-reactivation-checkout', (route) => route.fulfill({ status: 500, json: {} }));
  await button(page, 'Choose Growth').click();
  await button(page, 'Reactivate with Growth').click();
  await appears(page.getByRole('alert').getByText('Failed to start reactivation process. Please try again.'));
  await page.context().setOffline(true);
  await appears(page.getByText('You are offline: reactivating needs a connection.'));
  await appears(page.getByRole('link', { name: 'Go to Dashboard' }));

  const board = await browser.open({ serviceWorkers: 'block' });
  let askedByBoard = 0;
  await board.context().route('**/reactivation-status', (route) => {
    askedByBoard += 1;
    return route.fulfill(status);
  });
  await signIn(board, 'board@willowcreek.test');
  await board.goto('/profile?plan_updated=gold');
  await appears(heading(board, 'Profile'));
  await board.waitForURL('**/profile');
  expect(await board.getByRole('main').getByRole('status').count()).toBe(0);
  expect(askedByBoard).toBe(0);
});
