import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { heading, navigate, pick, vanishes } from './app.ts';
import { apiAs } from './server.ts';

export const BINS = 'Trash bins in front of the garage';
export const CREATED = 'Violation created successfully and notification sent to resident';

const board = () => apiAs('board@willowcreek.test');

export const violationNamed = async (title: string) => {
  const { body } = await board()('GET', '/api/violations?limit=100');
  const found = body.docs.filter((violation: { title: string }) => violation.title === title);
  expect(found).toHaveLength(1);
  return found[0];
};

export const openForm = async (page: Page) => {
  await navigate(page, 'Violations');
  await page.getByRole('link', { name: 'Create Violation' }).first().click();
  await heading(page, 'Create Violation').waitFor();
};

const pickResident = async (page: Page, term: string, email: string) => {
  await page.getByRole('combobox', { name: 'Resident' }).fill(term);
  await pick(page, email);
};

const pickDueDate = async (page: Page) => {
  await page.getByRole('button', { name: /^Due date/ }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('grid').getByRole('gridcell', { name: / 15, / }).click();
  await vanishes(page.getByRole('grid'));
};

export const fillForm = async (page: Page, title: string) => {
  await pickResident(page, 'alvarez', 'resident@willowcreek.test');
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: /^Category/ }).click();
  await pick(page, 'Lawn Maintenance');
  await page.getByRole('textbox', { name: 'Message' }).fill('Please cut it before the end of the month.');
  await pickDueDate(page);
};

export const submit = (page: Page) => page.getByRole('button', { name: 'Create Violation' }).click();
