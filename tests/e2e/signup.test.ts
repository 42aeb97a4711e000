import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appears, heading, pathOf, SUPPORT_LINK, vanishes, waitForServiceWorker } from './support/app.ts';
import { PHONE, TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { mailedCode } from './support/mails.ts';
import { inDatabase } from './support/server.ts';
import { testStack } from './support/stack.ts';

const browser = useBrowser();
const PASSWORD = 'heron-creek-22';
const OFFLINE = 'You are offline. What you typed is kept here until you are back online.';
const CARDS = {
  success: '4242424242424242',
  secure: '4000002500003155',
  declined: '4000000000000002',
  poor: '4000000000009995',
};

type Stranger = { email: string; hoa: string };

const stranger = (name: string): Stranger => {
  const mark = `${name}-${Date.now()}`;
  return { email: `${mark}@lantern.test`, hoa: `Lantern ${mark}` };
};

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const choose = (page: Page, plan: string) => button(page, new RegExp(`${plan}$`)).click();
const continueToPayment = (page: Page) => button(page, 'Continue to Payment Setup').click();

/** The results of the availability check appear above the button and move it, so the click waits for both. */
const goOnOnceChecked = async (page: Page) => {
  await appears(page.getByText(/^(Email is available|This email is already registered)$/));
  await appears(page.getByText(/^(HOA name is available|An HOA with this name already exists)$/));
  await continueToPayment(page);
};

const typePasswords = async (page: Page, password = PASSWORD, again = password) => {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(again);
};

const typeAccount = async (page: Page, { email, hoa }: Stranger) => {
  await page.getByLabel('Email').fill(email);
  await typePasswords(page);
  await page.getByLabel('Full name').fill('Nora Lantern');
  await page.getByLabel('HOA name').fill(hoa);
};

const payWith = async (page: Page, number: string) => {
  await vanishes(page.getByText('Loading secure card form...'));
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('ZIP').fill('55802');
  await button(page, 'Start Free Trial').click();
};

/** Types the code of the newest mail. */
const confirmEmail = async (page: Page, { email }: Stranger) => {
  await appears(heading(page, 'Check Your Email'));
  await appears(page.getByText(email));
  await page.getByLabel('Code').fill(await mailedCode(email));
  await button(page, 'Confirm Email').click();
};

const loseAnswer = (page: Page, path: string) =>
  page.route(
    `**${path}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );

const made = async ({ email, hoa }: Stranger) => {
  const { urls, secrets } = { urls: testStack().urls, secrets: testStack().secrets };
  const list = async (path: string) => {
    const headers = { Authorization: `Bearer ${secrets.STRIPE_SECRET_KEY}` };
    return ((await (await fetch(`${urls.payments}${path}`, { headers })).json()) as { data: { id: string }[] }).data;
  };
  const customers = await list(`/v1/customers?email=${encodeURIComponent(email)}`);
  const orders = await Promise.all(customers.map(({ id }) => list(`/v1/subscriptions?customer=${id}&status=all`)));
  return inDatabase(async (db) => {
    const count = async (sql: string, value: string) =>
      Number((await db.execute({ sql, args: [value] })).rows[0]?.count);
    return {
      hoas: await count('SELECT count(*) AS count FROM hoas WHERE name = ?', hoa),
      users: await count('SELECT count(*) AS count FROM users WHERE email = ?', email),
      customers: customers.length,
      subscriptions: orders.flat().length,
    };
  });
};
const ONE_OF_EACH = { hoas: 1, users: 1, customers: 1, subscriptions: 1 };

const saved = (page: Page) => page.evaluate(() => localStorage.getItem('porchlight.signup'));

test('[SIGNUP-07, SIGNUP-12, SIGNUP-16, SIGNUP-17, SIGNUP-18, SIGNUP-25, SIGNUP-38, SIGNUP-39, SIGNUP-42, SIGNUP-43, SIGNUP-51, SIGNUP-54, PROD-01, PROD-05] a stranger comes from the sign-in on a phone, chooses a plan, types a card, and is on the dashboard as superadmin', async () => {
  const page = await browser.open({ viewport: PHONE });
  const nora = stranger('nora');
  await page.goto('/login');
  await page.getByRole('link', { name: 'New HOA? Start your free trial' }).click();
  await appears(heading(page, 'Choose Your Plan'));
  for (const text of ['Step 1 of 5: Plan Selection', '$49', 'Up to 50 units', 'Up to 400 units', '30-day free trial'])
    await appears(page.getByText(text, { exact: true }));
  expect(await button(page, /Free$/).count()).toBe(0);
  await choose(page, 'Growth');
  await appears(heading(page, 'Create Your Account'));
  await appears(page.getByText("You'll automatically become the superadmin"));
  await button(page, 'Back to Plans').click();
  await appears(page.getByText('Selected', { exact: true }));
  await choose(page, 'Growth');
  await continueToPayment(page);
  for (const said of ['Email', 'Password', 'Full name', 'HOA name'])
    await appears(page.getByText(`${said} is required`));
  await appears(page.getByText('Please confirm your password'));
  await page.getByLabel('Email').fill('nora');
  await typePasswords(page, 'letters', 'others');
  await continueToPayment(page);
  await appears(page.getByText('Please enter a valid email address'));
  await appears(page.getByText('Password must be at least 8 characters with at least one letter and one number'));
  await typePasswords(page, PASSWORD, 'other-22');
  await appears(page.getByText('Passwords do not match'));
  await page.getByLabel('Email').fill('board@willowcreek.test');
  await page.getByLabel('HOA name').fill('  willow   CREEK hoa ');
  await appears(page.getByText('This email is already registered'));
  await appears(page.getByText('An HOA with this name already exists'));
  await button(page, 'Show characters').first().click();
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
  await button(page, 'Hide characters').click();
  await typeAccount(page, nora);
  await appears(page.getByText('Email is available'));
  await appears(page.getByText('HOA name is available'));
  // The card form would be there before the test has looked.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/v3', (route) => held.then(() => route.continue()));
  await continueToPayment(page);
  await appears(heading(page, 'Secure Payment Setup'));
  await appears(page.getByText('Nora Lantern'));
  await appears(page.getByText('Loading secure card form...'));
  release();
  await vanishes(page.getByText('Loading secure card form...'));
  for (const number of ['4242 4242 4242 4242', '4000 0025 0000 3155', '4000 0000 0000 0002', '4000 0000 0000 9995'])
    await appears(page.getByText(number));
  await button(page, 'Start Free Trial').click();
  await appears(page.getByRole('alert').filter({ hasText: 'Please complete all card details' }));
  const seen: string[] = [];
  page.on('request', (request) => seen.push(`${request.url()} ${request.postData()}`));
  await payWith(page, CARDS.success);
  await appears(heading(page, 'Check Your Email'));
  await button(page, 'Confirm Email').click();
  await appears(page.getByText('Please enter the 6 digits of the code'));
  const [code, wrong] = [await mailedCode(nora.email), '12 34 56'];
  await page.getByLabel('Code').fill(code === '123456' ? '654321' : wrong);
  await button(page, 'Confirm Email').click();
  await appears(page.getByText('That isn’t the code from our latest email. Please check it.'));
  await page.reload();
  await confirmEmail(page, nora);
  await appears(heading(page, 'Dashboard'));
  expect(pathOf(page)).toBe('/dashboard');
  const told = seen.filter((request) => request.includes('4242424242424242'));
  expect(told.map((request) => new URL(request.split(' ')[0]!).port)).toEqual([
    new URL(testStack().urls.payments).port,
  ]);
  expect(await saved(page)).toBe(null);
  await page.goto('/signup');
  await appears(heading(page, 'Dashboard'));
  await page.goto('/profile');
  await appears(page.getByText(nora.email));
  expect(await made(nora)).toEqual(ONE_OF_EACH);
});

test('[SIGNUP-22, SIGNUP-41, SIGNUP-63] declines, 3-D Secure, lost answers and lost connections, forth and back: one customer in the end', async () => {
  const page = await browser.openInstalled();
  const otto = stranger('otto');
  await page.goto('/signup');
  await choose(page, 'Starter');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/check-availability', async (route) => {
    await held;
    await route.continue();
  });
  await typeAccount(page, otto);
  await appears(page.getByText('Checking availability...'));
  expect(await button(page, 'Continue to Payment Setup').isDisabled()).toBe(true);
  answer();
  await appears(page.getByText('HOA name is available'));
  await waitForServiceWorker(page);
  await page.context().setOffline(true);
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
  await loseAnswer(page, '/api/signup/confirm-payment');
  await payWith(page, CARDS.secure);
  await button(page, 'Complete').click();
  await appears(page.getByRole('alert').filter({ hasText: 'Payment setup failed. Please try again.' }));
  await loseAnswer(page, '/api/signup/complete');
  await button(page, 'Try Again').click();
  await appears(page.getByRole('alert').filter({ hasText: 'The server did not respond.' }));
  await button(page, 'Try Again').click();
  await appears(heading(page, 'Check Your Email'));
  const before = await mailedCode(otto.email);
  await button(page, 'Send a New Code').click();
  await appears(page.getByText('A new code is on its way. Only the newest one works.'));
  await expect.poll(() => mailedCode(otto.email), { timeout: TIMEOUT_MS }).not.toBe(before);
  await confirmEmail(page, otto);
  await appears(heading(page, 'Dashboard'));
  expect(await made(otto)).toEqual(ONE_OF_EACH);
});

test('[HOASETUP-01, HOASETUP-02, HOASETUP-06, HOASETUP-07, HOASETUP-08, HOASETUP-15, HOASETUP-16, HOASETUP-17, HOASETUP-18, HOASETUP-19, HOASETUP-20] every step goes on after a reload, cleared storage makes nothing twice, and the HOA is set up before the dashboard', async () => {
  const page = await browser.open();
  const vera = stranger('vera');
  for (const path of ['/signup/hoa-setup', '/signup/complete']) {
    await page.goto(path);
    await appears(heading(page, 'Choose Your Plan'));
    expect(pathOf(page)).toBe('/signup');
  }
  await choose(page, 'Starter');
  await typeAccount(page, vera);
  await page.reload();
  await appears(heading(page, 'Create Your Account'));
  expect(await page.getByLabel('Email').inputValue()).toBe(vera.email);
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  await typePasswords(page);
  await goOnOnceChecked(page);
  await appears(heading(page, 'Secure Payment Setup'));
  expect(await saved(page)).not.toContain(PASSWORD);
  await page.reload();
  await appears(heading(page, 'Secure Payment Setup'));
  await appears(page.getByText('Nora Lantern'));

  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await choose(page, 'Starter');
  await typeAccount(page, vera);
  await appears(page.getByText('This email is already registered'));
  await appears(page.getByText('An HOA with this name already exists'));
  await goOnOnceChecked(page);
  await page.route('**/api/signup/complete', (route) => route.abort());
  await payWith(page, CARDS.success);
  await button(page, 'Try Again').waitFor();
  await page.unroute('**/api/signup/complete');
  await page.route('**/api/signup/complete', async (route) => {
    const response = await route.fetch();
    const { token: _, ...body } = await response.json();
    await route.fulfill({ response, json: body });
  });
  await page.reload();
  await confirmEmail(page, vera);
  await appears(heading(page, 'Your HOA is ready'));
  expect(pathOf(page)).toBe('/signup/complete');

  await page.goto('/signup');
  await appears(heading(page, 'Tell us about your HOA'));
  for (const text of ['Step 4 of 5: HOA Setup', '80%', 'Step 1 of 2', 'You can add this information later'])
    await appears(page.getByText(text, { exact: true }));
  await button(page, 'Back').click();
  await appears(heading(page, 'Choose Your Plan'));
  await page.getByRole('link', { name: 'Continue setup' }).click();
  const name = page.getByLabel('HOA Name');
  expect(await name.inputValue()).toBe(vera.hoa);
  await name.fill('  ');
  await button(page, 'Continue').click();
  await appears(page.getByText('HOA name is required'));
  await name.fill('Maple Ridge HOA');
  await vanishes(page.getByText('HOA name is required'));
  await button(page, 'Continue').click();
  await appears(page.getByText('An HOA with this name already exists'));
  await name.fill(vera.hoa);
  await page.getByLabel('City').fill('Duluth');
  await page.reload();
  expect(await page.getByLabel('City').inputValue()).toBe('Duluth');
  await button(page, 'Continue').click();
  await appears(heading(page, 'Add your property addresses'));
  await appears(page.getByText('Step 2 of 2'));
  await appears(page.getByText('Coming Soon'));
  await appears(page.getByText(/plan adjusts automatically/));
  await button(page, /Upload Excel/).click({ force: true });
  await appears(page.getByText('Excel/CSV upload feature coming soon!'));
  await button(page, 'Back').click();
  await appears(heading(page, 'Tell us about your HOA'));
  await button(page, 'Continue').click();
  await button(page, 'Skip for Now').click();
  await appears(heading(page, 'Your HOA is ready'));
  const main = page.getByRole('main');
  for (const text of ['Nora Lantern', vera.email, 'Superadmin', vera.hoa, 'Starter', 'Active (30 days)'])
    await appears(main.getByText(text, { exact: true }));
  for (const text of ['Add addresses', 'Invite users', 'Start managing']) await appears(main.getByText(text));
  await appears(main.getByText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/));
  expect(await main.getByRole('link', { name: /@/ }).getAttribute('href')).toBe(SUPPORT_LINK);
  await appears(button(page, 'Enter Dashboard'));
  await appears(heading(page, 'Sign in'));
  expect(await saved(page)).toBe(null);
  expect(await made(vera)).toEqual(ONE_OF_EACH);
  await page.getByLabel('Email').fill(vera.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Sign in').click();
  await appears(heading(page, 'Dashboard'));
});

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
