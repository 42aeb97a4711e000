import type { Locator, Page } from 'playwright-core';
import type { Email } from './app.ts';

export const BEA: Email = 'people-bea@willowcreek.test';
export const REX: Email = 'people-rex@willowcreek.test';
export const SUE: Email = 'people-sue@willowcreek.test';
export const NELL: Email = 'people-nell@willowcreek.test';

const COLUMNS = 'Street Address,Unit,Property Type,Resident Name,Resident Email,Role,Phone';

export const csv = (name: string, rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([COLUMNS, ...rows].join('\r\n')),
});

export const table = (page: Page) => page.getByRole('table', { name: 'All Users' });

export const rowOf = (page: Page, name: string): Locator => table(page).getByRole('row').filter({ hasText: name });

export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

export const find = (page: Page, term: string) => page.getByRole('searchbox', { name: 'Search users' }).fill(term);
