import { readFile } from 'node:fs/promises';
import papa from 'papaparse';
import { beforeAll, expect, test } from 'vitest';
import { nth, required } from '../support/required.ts';
import { appears, clickToDownload, type Email, heading, visit } from './support/app.ts';
import { createHoa } from './support/create-hoa.ts';
import { apiAs, inDatabase } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn } = useSessions();
const BEA: Email = 'reports-bea@willowcreek.test';
const SAM: Email = 'reports-sam@willowcreek.test';
const REX: Email = 'reports-rex@willowcreek.test';

beforeAll(async () => {
  await createHoa('Reporting HOA', [
    { email: BEA, name: 'Bea Report', role: 'superadmin' },
    { email: REX, name: 'Rex Report', role: 'resident' },
  ]);
  const [bea, rex] = [apiAs(BEA), apiAs(REX)];
  for (const category of ['Maintenance', 'Maintenance', 'Inquiry'])
    await rex('POST', '/api/requests', { title: 'Pool gate', description: '<p>It is stuck.</p>', category });
  const { docs } = (await bea('GET', '/api/requests?limit=20&category=Inquiry')).body;
  const { _id: id } = required(nth(docs as { _id: string }[], 0));
  expect((await bea('PUT', `/api/requests/${id}`, { status: 'resolved' })).status).toBe(200);
});

test('[BILLING-07] [BILLING-08] the board opens its reports, takes them as a file, follows a figure to its list, and the address keeps the period', async () => {
  const page = await signedIn(BEA);
  await visit(page, '/reports');
  await appears(heading(page, 'Reports'));
  const table = page.getByRole('region', { name: 'Requests by Category' });
  await appears(table.getByRole('row', { name: /^Inquiry 1 1 / }));
  const download = await clickToDownload(table.getByRole('button', { name: 'Export CSV' }));
  const [head = [], ...lines] = papa.parse<string[]>(
    (await readFile(await download.path(), 'utf8')).replace(/^\ufeff/, '').trim(),
  ).data;
  expect(head).toEqual([
    ...['Category', 'Received', 'Answered', 'Median answer time (hours)', '90% answer time (hours)'],
    ...['Resolved', 'Median resolution time (hours)', '90% resolution time (hours)', 'Open now'],
  ]);
  expect(lines.map(([name, received, answered]) => [name, received, answered])).toEqual([
    ['Maintenance', '2', '0'],
    ['Inquiry', '1', '1'],
    ['Total', '3', '1'],
  ]);
  await appears(page.getByRole('heading', { name: 'Requests Over Time' }));
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('option', { name: 'Last 12 months' }).click();
  await page.waitForURL('**/reports?period=12-months');
  await page.getByRole('tab', { name: 'Violations' }).click();
  await appears(page.getByText('No violations in this period.').first());
  await page.getByRole('tab', { name: 'Requests' }).click();
  await table.getByRole('link', { name: '2, Open now, Maintenance' }).click();
  await appears(page.getByText('2 of 3'));
});

test('[BILLING-07] a plan without advanced reporting says which has it, and leaves the money reports', async () => {
  await createHoa('Small HOA', [{ email: SAM, name: 'Sam Small', role: 'board' }]);
  await inDatabase((db) => db.execute("UPDATE hoas SET plan = 'starter' WHERE name = 'Small HOA'"));
  const page = await signedIn(SAM);
  await visit(page, '/reports');
  await appears(page.getByText('Your plan does not include advanced reporting. It comes with the Growth plan.'));
  expect(await page.getByRole('tab').count()).toBe(0);
  await page.getByRole('link', { name: 'Aging' }).click();
  await appears(heading(page, 'Aging'));
});
