import { readFile } from 'node:fs/promises';
import papa from 'papaparse';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { formatDate, formatLabel } from '../../client/ui/format.ts';
import { appears, type Email, heading, signIn, signInForOffline } from './support/app.ts';
import { useBrowser } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { apiAs } from './support/server.ts';

const browser = useBrowser();
const BEA: Email = 'exports-bea@willowcreek.test';
const REX: Email = 'exports-rex@willowcreek.test';
const bea = apiAs(BEA);

const DUE_DATE = '2030-05-04';
const VIOLATION = {
  title: '=HYPERLINK("x")',
  message: '<p>Please move it.</p>',
  category: 'Parking',
  due_date: DUE_DATE,
};
const ANNOUNCEMENT = { message: '<p>From Monday.</p>', category: 'general', audience_type: 'all' };

beforeAll(async () => {
  await createHoa('Exporting HOA', [
    { email: BEA, name: 'Bea Export', role: 'superadmin' },
    { email: REX, name: 'Rex Export', role: 'resident' },
  ]);
  const { docs } = (await bea('GET', '/api/users?limit=100')).body;
  const { _id: user_id } = docs.find(({ email }: { email: string }) => email === REX);
  for (const change of [{}, { title: 'Unkept lawn', category: 'Noise' }])
    expect((await bea('POST', '/api/violations', { ...VIOLATION, user_id, ...change })).status).toBe(201);
  for (const title of ['Pool hours', 'Gate code', 'Elevator'])
    await bea('POST', '/api/announcements', { ...ANNOUNCEMENT, title });
});

test('[14.7] compliance exports what its filters let through, offline too, and no cell runs as a formula', async () => {
  const page = await browser.open();
  await signInForOffline(page, BEA, 'Unkept lawn');
  await page.context().setOffline(true);
  await page.goto('/compliance?category=Parking');
  await appears(page.getByText('1 of 2'));
  expect(await exported(page, 'violations')).toEqual([
    ['Title', 'Category', 'Status', 'Resident', 'Address', 'Due Date', 'Overdue', 'Created'],
    ['\'=HYPERLINK("x")', 'Parking', 'Open', 'Rex Export', '', formatDate(DUE_DATE), 'No', formatDate(today())],
  ]);
});

test('[14.7] announcements export what search and filters let through, with their reach for the board', async () => {
  const page = await browser.open();
  await signIn(page, BEA);
  await page.goto('/announcements?search=pool&status=draft');
  await appears(page.getByText('1 of 3'));
  expect(await exported(page, 'announcements')).toEqual([
    ['Title', 'Category', 'Status', 'Created', 'Sent', 'Created By', 'Audience', 'Recipients', 'Delivered', 'Failed'],
    ['Pool hours', 'General', 'Draft', formatDate(today()), '', 'Bea Export', 'All', '0', '0', '0'],
  ]);
});

test('[14.7] a resident exports documents without who uploaded them, and the own invoices', async () => {
  const resident = apiAs('resident@willowcreek.test');
  const page = await browser.open();
  await signIn(page, 'resident@willowcreek.test');
  const { docs } = (await resident('GET', '/api/documents?limit=100')).body;
  await page.goto('/documents');
  await appears(page.getByText(`${docs.length} of ${docs.length}`));
  const [header, ...lines] = await exported(page, 'documents');
  expect(header).toEqual(['Name', 'Category', 'Size', 'Format', 'Access', 'Date', 'Notes']);
  expect(lines.map(([name, category]) => [name, category])).toEqual(
    docs.map(({ title, category }: { title: string; category: string }) => [title, category]),
  );

  const { docs: invoices } = (await resident('GET', '/api/invoices?limit=100&status=overdue&sortOrder=asc')).body;
  expect(invoices.length).toBeGreaterThan(0);
  await page.goto('/dues?tab=invoices&status=overdue');
  await appears(page.getByText(`of ${invoices.length} invoices`));
  const [columns, ...rows] = await exported(page, 'invoices');
  expect(columns).toEqual(['Title', 'Amount', 'Status', 'Due Date', 'Period']);
  expect(rows.map((row) => row.slice(0, 4))).toEqual(
    invoices.map(({ dues_id, amountCents, status, due_date }: Invoice) => [
      dues_id.title,
      (amountCents / 100).toFixed(2),
      formatLabel(status),
      formatDate(due_date),
    ]),
  );
});

test('[14.7] the trail of activity exports each change with its instant', async () => {
  const page = await browser.open();
  await signIn(page, BEA);
  await page.goto('/activity?action=createViolation');
  await appears(page.getByText(/^2 of \d+$/));
  await heading(page, 'Activity').waitFor();
  const [header, ...lines] = await exported(page, 'activity');
  expect(header).toEqual(['No.', 'When (UTC)', 'Person', 'Role', 'Action', 'Record', 'Title', 'Changes', 'Device']);
  expect(lines.map(([, at, person, role, action, , title]) => [at!.slice(0, 10), person, role, action, title])).toEqual(
    [
      [expect.stringMatching(/^\d{4}-/), 'Bea Export', 'Superadmin', 'Create Violation', 'Unkept lawn'],
      [expect.stringMatching(/^\d{4}-/), 'Bea Export', 'Superadmin', 'Create Violation', '\'=HYPERLINK("x")'],
    ],
  );
});

type Invoice = { dues_id: { title: string }; amountCents: number; status: string; due_date: string };

/** The calendar date where the browser is. */
const today = () => new Date().toLocaleDateString('en-CA', { timeZone: 'America/Chicago' });

/** What "Export CSV" downloads, line by line. */
const exported = async (page: Page, list: string): Promise<string[][]> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${list}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  const text = await readFile(await download.path(), 'utf8');
  return papa.parse<string[]>(text.replace('\ufeff', '').trim()).data;
};
