import { expect, test } from 'vitest';
import { appears, expectText, heading, SUPPORT_LINK, signIn, vanishes, visit } from './support/app.ts';
import { useBrowser } from './support/browser.ts';
import { button, cancelInPortal, card, hoa, leavePortal, openPortal, PORTAL, panel } from './support/plans.ts';
import { useSessions } from './support/sessions.ts';
import { testStack } from './support/stack.ts';

const browser = useBrowser();

const { signedIn } = useSessions();

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
