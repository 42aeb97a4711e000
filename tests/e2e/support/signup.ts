import type { Page } from 'playwright-core';
import { appears, heading, vanishes } from './app.ts';
import { mailedCode } from './mails.ts';
import { inDatabase } from './server.ts';
import { testStack } from './stack.ts';

export const PASSWORD = 'heron-creek-22';

export const CARDS = {
  success: '4242424242424242',
  secure: '4000002500003155',
  declined: '4000000000000002',
  poor: '4000000000009995',
};

export type Stranger = { email: string; hoa: string };

export const stranger = (name: string): Stranger => {
  const mark = `${name}-${Date.now()}`;
  return { email: `${mark}@lantern.test`, hoa: `Lantern ${mark}` };
};

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

export const choose = (page: Page, plan: string) => button(page, new RegExp(`${plan}$`)).click();

export const continueToPayment = (page: Page) => button(page, 'Continue to Payment Setup').click();

/** The results of the availability check appear above the button and move it, so the click waits for both. */
export const goOnOnceChecked = async (page: Page) => {
  await appears(page.getByText(/^(Email is available|This email is already registered)$/));
  await appears(page.getByText(/^(HOA name is available|An HOA with this name already exists)$/));
  await continueToPayment(page);
};

export const typePasswords = async (page: Page, password = PASSWORD, again = password) => {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(again);
};

export const typeAccount = async (page: Page, { email, hoa }: Stranger) => {
  await page.getByLabel('Email').fill(email);
  await typePasswords(page);
  await page.getByLabel('Full name').fill('Nora Lantern');
  await page.getByLabel('HOA name').fill(hoa);
};

export const payWith = async (page: Page, number: string) => {
  await vanishes(page.getByText('Loading secure card form…'));
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('ZIP').fill('55802');
  await button(page, 'Start Free Trial').click();
};

/** Types the code of the newest mail. */
export const confirmEmail = async (page: Page, { email }: Stranger) => {
  await appears(heading(page, 'Check Your Email'));
  await appears(page.getByText(email));
  await page.getByLabel('Code').fill(await mailedCode(email));
  await button(page, 'Confirm Email').click();
};

export const made = async ({ email, hoa }: Stranger) => {
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

export const ONE_OF_EACH = { hoas: 1, users: 1, customers: 1, subscriptions: 1 };
