import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { appears, navigate } from './app.ts';
import { apiAs } from './server.ts';

export const BOARD = 'board@mapleridge.test';
export const RESIDENT = 'resident@mapleridge.test';
export const board = apiAs(BOARD);

export const pdf = async (name: string, size = 2000): Promise<string> => {
  const path = join(tmpdir(), name);
  await writeFile(path, `%PDF-1.7\n${name}`.padEnd(size, '.'));
  return path;
};

export const openDocuments = async (page: Page): Promise<void> => {
  await navigate(page, 'Documents');
  await appears(page.getByRole('searchbox', { name: 'Search documents' }));
};

export const openDialog = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Upload Document' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload Document' });
  await appears(dialog);
  return dialog;
};

export const choose = async (page: Page, select: Locator, option: string): Promise<void> => {
  await select.click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

export const fill = async (page: Page, dialog: Locator, path: string, category: string): Promise<void> => {
  await dialog.getByLabel('File').setInputFiles(path);
  await choose(page, dialog.getByRole('button', { name: /^Category/ }), category);
};

export const submit = (dialog: Locator) => dialog.getByRole('button', { name: 'Upload Document' }).click();

export const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

export const stored = async (title: string) => {
  const { docs } = (await board('GET', `/api/documents?limit=100&search=${encodeURIComponent(title)}`)).body;
  return docs.find((document: { title: string }) => document.title === title);
};
