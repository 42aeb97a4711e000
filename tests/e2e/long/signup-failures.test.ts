import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appears, goOffline, heading, waitForServiceWorker } from '../support/app.ts';
import { TIMEOUT_MS, useBrowser } from '../support/browser.ts';
import { mailedCode } from '../support/mails.ts';
import {
  button,
  CARDS,
  choose,
  confirmEmail,
  continueToPayment,
  goOnOnceChecked,
  made,
  ONE_OF_EACH,
  payWith,
  type Stranger,
  stranger,
  typeAccount,
  typePasswords,
} from '../support/signup.ts';

const browser = useBrowser();

/** In `npm test`: tests/signup/again.test.ts has one customer in the end, tests/signup/failures.test.ts what is said. */
const OFFLINE = 'You are offline. What you typed is saved here until you are back online.';

const loseAnswer = (page: Page, path: string) =>
  page.route(
    `**${path}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

test('[SIGNUP-22, SIGNUP-41, SIGNUP-63] declines, 3-D Secure, lost answers and lost connections, forth and back: one customer in the end', async () => {
  const page = await browser.openInstalled();
  const otto = stranger('otto');
  await page.goto('/signup');
  await choose(page, 'Starter');
  await typeAccountWhileChecked(page, otto);
  await waitForServiceWorker(page);
  await goOffline(page);
  await continueToPayment(page);
  await appears(page.getByRole('alert').filter({ hasText: 'Failed to create account. Please try again.' }));
  await appears(page.getByText(OFFLINE));
  await page.context().setOffline(false);
  await loseAnswer(page, '/api/signup/trial');
  await continueToPayment(page);
  await appears(page.getByText('The server did not respond.'));
  await continueToPayment(page);
  await payWith(page, CARDS.declined);
  await appears(page.getByRole('alert').filter({ hasText: 'Your card was declined.' }));
  await payWith(page, CARDS.poor);
  await appears(page.getByRole('alert').filter({ hasText: 'Your card has insufficient funds.' }));
  await button(page, 'Back to Account').click();
  await button(page, 'Back to Plans').click();
  await choose(page, 'Pro');
  await goOnOnceChecked(page);
  await payWith(page, CARDS.secure);
  await button(page, 'Fail').click();
  await appears(page.getByRole('alert'));
  await button(page, 'Start Over').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start Over' }).click();
  await appears(heading(page, 'Choose Your Plan'));
  await choose(page, 'Growth');
  expect(await page.getByLabel('Email').inputValue()).toBe('');
  await typeAccount(page, otto);
  await typePasswords(page, 'another-33');
  await goOnOnceChecked(page);
  await loseAnswersOfPayment(page);
  const before = await mailedCode(otto.email);
  await button(page, 'Send a New Code').click();
  await appears(page.getByText('A new code is on its way. Only the newest one works.'));
  await expect.poll(() => mailedCode(otto.email), { timeout: TIMEOUT_MS }).not.toBe(before);
  await confirmEmail(page, otto);
  await appears(heading(page, 'Dashboard'));
  expect(await made(otto)).toEqual(ONE_OF_EACH);
});

/** The account cannot be sent before its email address and name are known to be available. */
const typeAccountWhileChecked = async (page: Page, account: Stranger): Promise<void> => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/check-availability', (route) => held.then(() => route.continue()));
  await typeAccount(page, account);
  await appears(page.getByText('Checking availability…'));
  expect(await button(page, 'Continue to Payment Setup').isDisabled()).toBe(true);
  answer();
  await appears(page.getByText('HOA name is available'));
};

const loseAnswersOfPayment = async (page: Page): Promise<void> => {
  await loseAnswer(page, '/api/signup/confirm-payment');
  await payWith(page, CARDS.secure);
  await button(page, 'Complete').click();
  await appears(page.getByRole('alert').filter({ hasText: 'Payment setup failed. Please try again.' }));
  await loseAnswer(page, '/api/signup/complete');
  await button(page, 'Try Again').click();
  await appears(page.getByRole('alert').filter({ hasText: 'The server did not respond.' }));
  await button(page, 'Try Again').click();
  await appears(heading(page, 'Check Your Email'));
};

test('[SIGNUP-08, SIGNUP-09, SIGNUP-53] plans that do not come and answers that lack something are said, and several sentences stand one a line', async () => {
  const page = await browser.open();
  const wim = stranger('wim');
  await page.route('**/api/signup/plans*', (route) => route.abort(), { times: 1 });
  await page.goto(`/signup?email=${wim.email}`);
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to Load Plans' });
  await appears(failed.getByText('Failed to load subscription plans. Please refresh the page.'));
  const asked = page.waitForRequest('**/api/signup/plans*');
  await failed.getByRole('button', { name: 'Try Again' }).click();
  expect(new URL((await asked).url()).searchParams.get('email')).toBe(wim.email);
  await choose(page, 'Pro');
  expect(await page.getByLabel('Email').inputValue()).toBe(wim.email);
  await typeAccount(page, wim);
  await page.route('**/api/signup/trial', (route) => route.fulfill({ status: 201, json: { user: { id: 'u' } } }), {
    times: 1,
  });
  await goOnOnceChecked(page);
  await appears(page.getByRole('alert').filter({ hasText: 'Invalid signup response: missing payment identification' }));
  const errors = [
    { path: 'plan', msg: 'First sentence.' },
    { path: 'other', msg: 'Second sentence.' },
  ];
  await page.route('**/api/signup/trial', (route) => route.fulfill({ status: 400, json: { message: 'No', errors } }));
  await continueToPayment(page);
  await expect
    .poll(() => page.getByRole('alert').getByText('sentence.').allTextContents(), { timeout: TIMEOUT_MS })
    .toEqual(['First sentence.', 'Second sentence.']);
});
