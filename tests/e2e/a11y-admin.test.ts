import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appears, heading, signIn, vanishes } from './support/app.ts';
import { axeFindings, type CheckScreen } from './support/axe.ts';
import { DESKTOP, PHONE, useBrowser } from './support/browser.ts';
import { representative } from './support/long.ts';

const browser = useBrowser();

const visitAll = async (page: Page, look: CheckScreen): Promise<void> => {
  await signIn(page, 'superadmin@willowcreek.test');
  await page.goto('/users');
  await appears(page.getByText('Bea Marsh').first());
  await look('users');
  await page.getByRole('button', { name: 'Invite User' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite User' });
  await invite.getByRole('button', { name: 'Send Invite' }).click();
  await appears(invite.getByText('Email is required'));
  await look('invite, with errors');
  await page.goto('/users?bulk-upload=true');
  await appears(page.getByRole('dialog', { name: 'Bulk Add' }));
  await look('bulk add');
  await page.goto('/dues');
  await appears(page.getByText('Reserve fund contribution').first());
  await look('dues');
  await page.getByText('Reserve fund contribution').first().click();
  await appears(heading(page, 'Reserve fund contribution'));
  await look('a due');
  await page.goto('/dues/create');
  await page.getByRole('button', { name: 'Create Due' }).click();
  await appears(page.getByText('Please enter a title.'));
  await look('create due, with errors');
  await page.goto('/dues?tab=invoices');
  await page.locator('main a[href^="/invoices/"]').first().click();
  await appears(page.getByText('Timeline'));
  await look('an invoice');
  await page.goto('/stripe-setup');
  await appears(page.getByText('Setup Complete!'));
  await vanishes(page.getByRole('progressbar'));
  await look('payment account');
};

test.each(
  representative([
    ['a desk', DESKTOP],
    ['a phone', PHONE],
  ]),
)(
  '[A11Y-01, A11Y-05, A11Y-08] axe finds nothing where an HOA is run, on %s, in light and dark',
  async (_, viewport) => {
    const page = await browser.open({ viewport });
    expect(await axeFindings(page, (look) => visitAll(page, look))).toEqual({});
  },
);
