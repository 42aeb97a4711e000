import { readFile } from 'node:fs/promises';
import papa from 'papaparse';
import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, expect, test } from 'vitest';
import { formatDate, formatLabel, formatMoney } from '../../client/ui/format.ts';
import { nth, required } from '../support/required.ts';
import { appears, clickToDownload, type Email, goOffline, heading, visit } from './support/app.ts';
import { PHONE } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn, signedInForOffline } = useSessions();
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
  const page = await signedInForOffline(BEA, 'Unkept lawn');
  await goOffline(page);
  await visit(page, '/compliance?category=Parking');
  await appears(page.getByText('1 of 2'));
  expect(await exported(page, 'violations')).toEqual([
    ['Title', 'Category', 'Status', 'Resident', 'Address', 'Due Date', 'Overdue', 'Created'],
    ['\'=HYPERLINK("x")', 'Parking', 'Open', 'Rex Export', '', formatDate(DUE_DATE), 'No', formatDate(today())],
  ]);
});

test('[14.7] announcements export what search and filters let through, with their reach for the board', async () => {
  const page = await signedIn(BEA);
  await visit(page, '/announcements?search=pool&status=draft');
  await appears(page.getByText('1 of 3'));
  expect(await exported(page, 'announcements')).toEqual([
    ['Title', 'Category', 'Status', 'Created', 'Sent', 'Created By', 'Audience', 'Recipients', 'Delivered', 'Failed'],
    ['Pool hours', 'General', 'Draft', formatDate(today()), '', 'Bea Export', 'All', '0', '0', '0'],
  ]);
});

test('[14.7] a resident exports documents without who uploaded them, and the own invoices', async () => {
  const resident = apiAs('resident@willowcreek.test');
  const page = await signedIn('resident@willowcreek.test');
  const { docs } = (await resident('GET', '/api/documents?limit=100')).body;
  await visit(page, '/documents');
  await appears(page.getByText(`${docs.length} of ${docs.length}`));
  const [header, ...lines] = await exported(page, 'documents');
  expect(header).toEqual(['Name', 'Category', 'Size', 'Format', 'Access', 'Date', 'Notes']);
  expect(lines.map(([name, category]) => [name, category])).toEqual(
    docs.map(({ title, category }: { title: string; category: string }) => [title, category]),
  );

  const { docs: invoices } = (await resident('GET', '/api/invoices?limit=100&status=overdue&sortOrder=asc')).body;
  expect(invoices.length).toBeGreaterThan(0);
  await visit(page, '/dues?tab=invoices&status=overdue');
  await appears(page.getByText(`of ${invoices.length} invoices`));
  const [columns, ...rows] = await exported(page, 'invoices');
  expect(columns).toEqual(['Title', 'Amount', 'Status', 'Due Date', 'Period', 'Paid', 'Open', 'Paid On']);
  expect(rows.map((row) => row.slice(0, 4))).toEqual(
    invoices.map(({ dues_id, amountCents, status, due_date }: Invoice) => [
      dues_id.title,
      (amountCents / 100).toFixed(2),
      formatLabel(status),
      formatDate(due_date),
    ]),
  );

  const [invoice] = invoices;
  await page.getByRole('link', { name: invoice.dues_id.title }).first().click();
  await heading(page, invoice.dues_id.title).waitFor();
  const [paper] = await printed(page);
  for (const text of ['Rita Alvarez', '14 Willow Lane, Unit 3', formatMoney(invoice.amountCents), 'Timeline'])
    expect(paper).toContain(text);
  expect(paper).not.toContain('Pay Now');
  await visit(page, '/dues/statement?period=all');
  await heading(page, 'Statement').waitFor();
  const owed = page.getByRole('row', { name: /^Balance on/ });
  await appears(owed);
  const { docs: unpaid } = (await resident('GET', '/api/invoices?limit=100&status=overdue,pending')).body;
  const cents = unpaid.reduce((sum: number, { amountCents }: Invoice) => sum + amountCents, 0);
  expect(await owed.textContent()).toContain(formatMoney(cents));
  expect((await printed(page)).join(' ')).toMatch(/Statement Rita Alvarez.*Payment by/);
});

test('[14.7] the trail of activity exports each change with its instant', async () => {
  const page = await signedIn(BEA);
  await visit(page, '/activity?action=createViolation');
  await appears(page.getByText(/^2 of \d+$/));
  await heading(page, 'Activity').waitFor();
  const [header, ...lines] = await exported(page, 'activity');
  expect(header).toEqual(['No.', 'When (UTC)', 'Person', 'Role', 'Action', 'Record', 'Title', 'Changes', 'Device']);
  expect(
    lines.map(([, at, person, role, action, , title]) => [required(at).slice(0, 10), person, role, action, title]),
  ).toEqual([
    [expect.stringMatching(/^\d{4}-/), 'Bea Export', 'Superadmin', 'Create Violation', 'Unkept lawn'],
    [expect.stringMatching(/^\d{4}-/), 'Bea Export', 'Superadmin', 'Create Violation', '\'=HYPERLINK("x")'],
  ]);
});

test('[14.7] a list prints all rows that its filters let through, with its header on each page, from a phone in dark mode too', async () => {
  const streets = Array.from({ length: 45 }, (_, index) => `${100 + index} Printing Lane`);
  for (const street of [...streets, '1 Other Street'])
    expect((await bea('POST', '/api/addresses', { street })).status).toBe(201);
  const page = await signedIn(BEA, { viewport: PHONE, colorScheme: 'dark' });
  await visit(page, '/addresses?search=printing');
  await appears(page.getByText('45 of 46'));
  const pages = await printed(page);
  expect(pages.length).toBeGreaterThan(1);
  for (const text of ['Exporting HOA', 'Printed', 'Address Directory', 'Search: printing', '45 of 46'])
    expect(pages[0]).toContain(text);
  for (const text of pages) expect(text).toContain('Residents');
  expect(streets.filter((street) => !pages.join(' ').includes(street))).toEqual([]);
  expect(pages.join(' ')).not.toMatch(/Other Street|Dashboard|Export CSV|Load More/i);

  await page.emulateMedia({ media: 'print' });
  await appears(page.getByText(nth(streets, -1)));
  const screenOnly = page.locator('header, nav, [role="alert"]').or(page.getByRole('button', { name: SCREEN_ONLY }));
  expect(await screenOnly.filter({ visible: true }).allTextContents()).toEqual([]);
  expect(await colors(page)).toEqual({ paper: 'rgb(255, 255, 255)', ink: 'rgb(0, 0, 0)' });
});

test('[14.7] a request and a violation print with their threads, without the answer box', async () => {
  const { body } = await bea('POST', '/api/requests', {
    title: 'Hall lamp',
    description: '<p>It flickers.</p>',
    category: 'Maintenance',
  });
  await bea('POST', `/api/requests/${body._id}/comments`, {
    message: '<p>The electrician is booked.</p>',
    is_public: true,
  });
  const page = await signedIn(BEA);
  await visit(page, `/requests/${body._id}`);
  await appears(page.getByText('The electrician is booked.'));
  const [request] = await printed(page);
  for (const text of ['Hall lamp', 'It flickers.', 'Unassigned', 'Bea Export', 'The electrician is booked.'])
    expect(request).toContain(text);
  expect(request).not.toMatch(/Send Message|Activity/);

  await visit(page, '/compliance');
  await page.getByRole('link', { name: 'Unkept lawn' }).first().click();
  await appears(page.getByText('Please move it.'));
  const [violation] = await printed(page);
  for (const text of ['Unkept lawn', 'Please move it.', 'Rex Export', 'Messages']) expect(violation).toContain(text);
});

test('[14.7] a person gets the address of their calendar, shown once, and turns it off', async () => {
  const page = await signedIn(BEA);
  await visit(page, '/profile#calendar');
  await page.getByRole('button', { name: 'Get Calendar Link' }).click();
  const url = await page.getByRole('textbox', { name: 'Calendar link' }).inputValue();
  const webcal = await page.getByRole('link', { name: 'Open in your calendar' }).getAttribute('href');
  expect(webcal).toBe(url.replace('http:', 'webcal:'));
  const { pathname } = new URL(url);
  const read = () => page.evaluate(async (path) => (await fetch(path)).text(), pathname);
  expect(await read()).toMatch(/^BEGIN:VCALENDAR.*DTSTART;VALUE=DATE:20300504.*Violation: Unkept lawn/s);
  await page.reload();
  await appears(page.getByText(/Your link was created on .* can’t be shown again/));
  await page.getByRole('button', { name: 'Turn Off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn Off' }).click();
  await appears(page.getByRole('button', { name: 'Get Calendar Link' }));
  expect(await read()).toContain('This calendar link no longer works');
});

type Invoice = { dues_id: { title: string }; amountCents: number; status: string; due_date: string };

/** The calendar date where the browser is. */
const today = () => new Date().toLocaleDateString('en-CA', { timeZone: 'America/Chicago' });

const SCREEN_ONLY = /^(Print|Export CSV|Add Address|Load More|Profile menu|Search|Edit|Actions)/i;

/** The text of each page as it is printed. */
const printed = async (page: Page): Promise<string[]> => {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'Letter' })));
  return (await extractText(pdf)).text.map((text) => text.replace(/\s+/g, ' '));
};

const colors = (page: Page) =>
  page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    return { paper: backgroundColor, ink: color };
  });

/** The lines that "Export CSV" downloads. */
const exported = async (page: Page, list: string): Promise<string[][]> => {
  const download = await clickToDownload(page.getByRole('button', { name: 'Export CSV' }));
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${list}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  const text = await readFile(await download.path(), 'utf8');
  return papa.parse<string[]>(text.replace('\ufeff', '').trim()).data;
};
