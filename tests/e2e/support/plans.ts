import type { Locator, Page } from 'playwright-core';
import { appears, heading } from './app.ts';
import { createPayingHoa } from './billing.ts';

let round = 0;

export const hoa = () => {
  round += 1;
  return createPayingHoa(`billing${round}`);
};

export const panel = (page: Page): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Subscription', exact: true }) });

export const card = (page: Page, plan: string): Locator => page.getByRole('region', { name: plan, exact: true });

export const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name });
export const PORTAL = /\/p\/session\/bps_/;

export const openPortal = async (page: Page) => {
  await page.getByRole('link', { name: 'Manage Subscription' }).click();
  await page.waitForURL(PORTAL);
};

export const leavePortal = async (page: Page) => {
  await page.getByRole('link', { name: 'Return' }).click();
  await appears(heading(page, 'Profile'));
};

export const cancelInPortal = async (page: Page, sayWhy: () => Promise<unknown>) => {
  await openPortal(page);
  await page.getByRole('link', { name: 'Cancel plan' }).click();
  await sayWhy();
  await button(page, 'Cancel plan').click();
  await leavePortal(page);
};
