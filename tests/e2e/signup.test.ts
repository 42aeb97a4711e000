import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { nth } from '../support/required.ts';
import { appears, heading, pathOf, SUPPORT_LINK, vanishes } from './support/app.ts';
import { PHONE, useBrowser } from './support/browser.ts';
import { mailedCode } from './support/mails.ts';
import {
  button,
  CARDS,
  choose,
  confirmEmail,
  continueToPayment,
  goOnOnceChecked,
  made,
  ONE_OF_EACH,
  PASSWORD,
  payWith,
  type Stranger,
  stranger,
  typeAccount,
  typePasswords,
} from './support/signup.ts';
import { testStack } from './support/stack.ts';

const browser = useBrowser();

const saved = (page: Page) => page.evaluate(() => localStorage.getItem('porchlight.signup'));

test('[SIGNUP-07, SIGNUP-12, SIGNUP-16, SIGNUP-17, SIGNUP-18, SIGNUP-25, SIGNUP-38, SIGNUP-39, SIGNUP-42, SIGNUP-43, SIGNUP-51, SIGNUP-54, PROD-01, PROD-05] a stranger comes from the sign-in on a phone, chooses a plan, types a card, and is on the dashboard as superadmin', async () => {
  const page = await browser.open({ viewport: PHONE });
  const nora = stranger('nora');
  await page.goto('/login');
  await page.getByRole('link', { name: 'New HOA? Start your free trial' }).click();
  await appears(heading(page, 'Choose Your Plan'));
  for (const text of ['Step 1 of 5: Plan Selection', '$49', 'Up to 50 units', 'Up to 400 units', '30-Day Free Trial'])
    await appears(page.getByText(text, { exact: true }));
  expect(await button(page, /Free$/).count()).toBe(0);
  await choose(page, 'Growth');
  await appears(heading(page, 'Create Your Account'));
  await appears(page.getByText("You'll automatically become the superadmin"));
  await button(page, 'Back to Plans').click();
  await appears(page.getByText('Selected', { exact: true }));
  await choose(page, 'Growth');
  await mistypeAccount(page);
  await typeAccount(page, nora);
  await appears(page.getByText('Email is available'));
  await appears(page.getByText('HOA name is available'));
  // The card form would be there before the test has looked.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/v3', (route) => held.then(() => route.continue()));
  await continueToPayment(page);
  await appears(heading(page, 'Secure Payment Setup'));
  await appears(page.getByText('Nora Lantern'));
  await appears(page.getByText('Loading secure card form…'));
  release();
  await vanishes(page.getByText('Loading secure card form…'));
  for (const number of ['4242 4242 4242 4242', '4000 0025 0000 3155', '4000 0000 0000 0002', '4000 0000 0000 9995'])
    await appears(page.getByText(number));
  await button(page, 'Start Free Trial').click();
  await appears(page.getByRole('alert').filter({ hasText: 'Please complete all card details' }));
  const seen: string[] = [];
  page.on('request', (request) => seen.push(`${request.url()} ${request.postData()}`));
  await payWith(page, CARDS.success);
  await appears(heading(page, 'Check Your Email'));
  await mistypeCode(page, nora);
  await page.reload();
  await confirmEmail(page, nora);
  await appears(heading(page, 'Dashboard'));
  expect(pathOf(page)).toBe('/dashboard');
  const told = seen.filter((request) => request.includes('4242424242424242'));
  expect(told.map((request) => new URL(nth(request.split(' '), 0)).port)).toEqual([
    new URL(testStack().urls.payments).port,
  ]);
  expect(await saved(page)).toBe(null);
  await page.goto('/signup');
  await appears(heading(page, 'Dashboard'));
  await page.goto('/profile');
  await appears(page.getByText(nora.email));
  expect(await made(nora)).toEqual(ONE_OF_EACH);
});

const mistypeAccount = async (page: Page): Promise<void> => {
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
};

const mistypeCode = async (page: Page, { email }: Stranger): Promise<void> => {
  await button(page, 'Confirm Email').click();
  await appears(page.getByText('Please enter the 6 digits of the code'));
  const code = await mailedCode(email);
  await page.getByLabel('Code').fill(code === '123456' ? '654321' : '12 34 56');
  await button(page, 'Confirm Email').click();
  await appears(page.getByText('That isn’t the code from our latest email. Please check it.'));
};

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
  await loseToken(page);
  await page.reload();
  await confirmEmail(page, vera);
  await appears(heading(page, 'Your HOA Is Ready'));
  expect(pathOf(page)).toBe('/signup/complete');

  await page.goto('/signup');
  await appears(heading(page, 'Tell us about your HOA'));
  for (const text of ['Step 4 of 5: HOA Setup', '80%', 'Step 1 of 2', 'You can add this information later'])
    await appears(page.getByText(text, { exact: true }));
  await button(page, 'Back').click();
  await appears(heading(page, 'Choose Your Plan'));
  await page.getByRole('link', { name: 'Continue Setup' }).click();
  await describeHoa(page, vera);
  await button(page, 'Back').click();
  await appears(heading(page, 'Tell us about your HOA'));
  await button(page, 'Continue').click();
  await button(page, 'Skip for Now').click();
  await appears(heading(page, 'Your HOA Is Ready'));
  await expectReady(page, vera);
  await appears(heading(page, 'Sign in'));
  expect(await saved(page)).toBe(null);
  expect(await made(vera)).toEqual(ONE_OF_EACH);
  await page.getByLabel('Email').fill(vera.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Sign in').click();
  await appears(heading(page, 'Dashboard'));
});

/** The answer that ends the signup comes without its token, so that nobody is signed in. */
const loseToken = async (page: Page): Promise<void> => {
  await page.unroute('**/api/signup/complete');
  await page.route('**/api/signup/complete', async (route) => {
    const response = await route.fetch();
    const { token: _, ...body } = await response.json();
    await route.fulfill({ response, json: body });
  });
};

const describeHoa = async (page: Page, { hoa }: Stranger): Promise<void> => {
  const name = page.getByLabel('HOA Name');
  expect(await name.inputValue()).toBe(hoa);
  await name.fill('  ');
  await button(page, 'Continue').click();
  await appears(page.getByText('HOA name is required'));
  await name.fill('Maple Ridge HOA');
  await vanishes(page.getByText('HOA name is required'));
  await button(page, 'Continue').click();
  await appears(page.getByText('An HOA with this name already exists'));
  await name.fill(hoa);
  expect(await page.getByLabel('Time zone').inputValue()).toBe('Central Time');
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
};

const expectReady = async (page: Page, { email, hoa }: Stranger): Promise<void> => {
  const main = page.getByRole('main');
  for (const text of ['Nora Lantern', email, 'Superadmin', hoa, 'Starter', 'Active (30 days)'])
    await appears(main.getByText(text, { exact: true }));
  for (const text of ['Add addresses', 'Invite users', 'Start managing']) await appears(main.getByText(text));
  await appears(main.getByText(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/));
  expect(await main.getByRole('link', { name: /@/ }).getAttribute('href')).toBe(SUPPORT_LINK);
  await appears(button(page, 'Enter Dashboard'));
};
