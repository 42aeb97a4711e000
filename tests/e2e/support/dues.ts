import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { dayIn } from '../../../schema/dates.ts';
import { appears, type Email, heading, navigate } from './app.ts';
import { createHoa } from './create-hoa.ts';
import { testStack } from './stack.ts';

export const BEA: Email = 'dues-bea@willowcreek.test';
export const SUE: Email = 'dues-sue@willowcreek.test';
export const REX: Email = 'dues-rex@willowcreek.test';
export const NELL: Email = 'dues-nell@willowcreek.test';

export const today = () => dayIn('America/Chicago', new Date());

let titles = 0;
/** Another one each time. */
export const titled = (title: string) => {
  titles += 1;
  return `${title} ${titles}`;
};

/** The HOA of these people. */
export const createBirchwood = () =>
  createHoa('Birchwood HOA', [
    { email: BEA, name: 'Bea Stone', role: 'board' },
    { email: SUE, name: 'Sue Waters', role: 'superadmin' },
    { email: REX, name: 'Rex Fields', role: 'resident' },
    { email: NELL, name: 'Nell Brook', role: 'resident' },
  ]);

/** Onboards the HOA's payment account, unless it has one. */
export const setUpPayments = async (sue: Page) => {
  await navigate(sue, 'Dues');
  const wanted = sue.getByRole('link', { name: 'Set Up Payments' });
  const start = sue.getByRole('button', { name: 'Start Setup' });
  const complete = sue.getByRole('status').filter({ hasText: 'Setup Complete!' });
  await sue.getByRole('link', { name: 'Payment Account' }).click();
  await heading(sue, 'Payment Account').waitFor();
  await start.or(complete).first().waitFor();
  if (await complete.isVisible()) return;
  await sue.goBack();
  await wanted.click();
  await start.click();
  await sue.getByRole('button', { name: 'Finish' }).click();
  await appears(complete);
  expect(sue.url()).toBe(`${testStack().urls.app}/stripe-setup`);
  for (const term of ['Charges', 'Payouts'])
    await appears(sue.locator('dl > div').filter({ hasText: term }).getByText('Enabled', { exact: true }));
};

export const create = (page: Page) => page.getByRole('button', { name: 'Create Due' }).click();

export const openInvoice = async (page: Page, title: string) => {
  await navigate(page, 'Dues');
  await page.getByRole('tab', { name: 'My Invoices' }).click();
  await page.getByRole('link', { name: title }).first().click();
  await heading(page, title).waitFor();
};

export const payBy = async (page: Page, card: string) => {
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('ZIP').fill('60601');
  await page.getByRole('button', { name: /^Pay/ }).click();
};

export const panel = (page: Page, title: string) => page.getByRole('heading', { level: 2, name: title });
