import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  appears,
  type Email,
  expectText,
  fileRequest,
  goOffline,
  heading,
  navigate,
  pathOf,
  signIn,
  visit,
} from './support/app.ts';
import { endSubscriptionNow } from './support/billing.ts';
import { PHONE, TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { button, cancelInPortal, card, hoa, panel } from './support/plans.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';
import { testStack } from './support/stack.ts';

const browser = useBrowser();

const { signedIn } = useSessions();

const lapse = async ({ sue, subscription }: { sue: Email; subscription: string }) => {
  await endSubscriptionNow(subscription);
  const needs = async () => (await apiAs(sue)('GET', '/api/subscriptions/reactivation-status')).body.needsReactivation;
  await expect.poll(needs, { timeout: TIMEOUT_MS }).toBe(true);
};

/** Runs in the page. */
const fiveMinutesLater = () => {
  const kept = JSON.parse(localStorage.getItem('porchlight.standing') ?? 'null');
  localStorage.setItem('porchlight.standing', JSON.stringify({ ...kept, at: kept.at - 300_000 }));
};

const REACTIVATE = 'Reactivate Your Subscription';

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
  await appears(heading(page, 'Support Center'));
  await navigate(page, 'Documents');
  await appears(heading(page, REACTIVATE));
  await othersWorkOn(people);

  const previous = page.locator('section').filter({ hasText: 'Previous Subscription' });
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
  const previous = page.locator('section').filter({ hasText: 'Previous Subscription' });
  await expectText(previous).toMatch(/Growth.*\$99 per month.*Jan 2, 2026.*None given/);
  await page.route('**/create-reactivation-checkout', (route) => route.fulfill({ status: 500, json: {} }));
  await button(page, 'Choose Growth').click();
  await button(page, 'Reactivate with Growth').click();
  await appears(page.getByRole('alert').getByText('Failed to start reactivation process. Please try again.'));
  await goOffline(page);
  await appears(page.getByText('You are offline. You need a connection to reactivate.'));
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
