import type { Page } from 'playwright-core';
import { heading, navigate } from './app.ts';

export const LANTERNS = 'Lanterns on the pond path';

export const linkTo = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name }).getAttribute('href');

export const fill = async (page: Page) => {
  await page.getByLabel('Title').fill(LANTERNS);
  await page.getByRole('textbox', { name: 'Message' }).fill('They burn from dusk.');
  await pick(page, 'Category', 'Event');
  await pick(page, 'Audience', 'Residents Only');
};

export const pick = async (page: Page, label: string, option: string) => {
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click();
  await page.getByRole('option', { name: option }).click();
};

export const open = async (page: Page, title: string) => {
  await navigate(page, 'Announcements');
  await page.getByRole('searchbox', { name: 'Search announcements' }).fill(title);
  await page.getByRole('link', { name: title }).first().click();
  await heading(page, title).waitFor();
};
