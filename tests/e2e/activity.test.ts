import { beforeAll, expect, test } from 'vitest';
import { appears, type Email, goOffline, heading, isStored, unfold, vanishes, visit } from './support/app.ts';
import { PHONE } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedInForOffline } = useSessions();

const SUE: Email = 'activity-sue@willowcreek.test';
const BEA: Email = 'activity-bea@willowcreek.test';
const bea = apiAs(BEA);
let gutter: string;

beforeAll(async () => {
  await createHoa('Watched HOA', [
    { email: SUE, name: 'Sue Watch', role: 'superadmin' },
    { email: BEA, name: 'Bea Watch', role: 'board' },
  ]);
  const request = { title: 'Leaky gutter', description: '<p>It drips.</p>', category: 'Maintenance' };
  gutter = (await bea('POST', '/api/requests', request)).body._id;
});

test('the superadmin reads who changed what, filters it, also offline, and finds it at the record', async () => {
  const page = await signedInForOffline(SUE, 'createRequest');
  await visit(page, '/activity');
  await heading(page, 'Activity').waitFor();
  const table = page.getByRole('table', { name: 'Activity' });
  await appears(table.getByText(/Bea Watch created request/));
  await bea('PUT', `/api/requests/${gutter}`, { status: 'resolved' });
  const row = table
    .getByRole('row')
    .filter({ hasText: 'changed Status from Open to Resolved on request “Leaky gutter”' });
  await appears(row);
  await row.getByRole('button', { name: 'Details' }).click();
  await appears(page.getByText('as board'));
  await page.getByRole('button', { name: 'Show Activity Older Than 180 Days' }).click();
  await appears(page.getByText('No older activity.'));

  await expect.poll(() => isStored(page, 'updateRequest'), { message: 'the change is stored' }).toBe(true);
  await goOffline(page);
  await page.getByRole('combobox', { name: 'Person' }).click();
  await page.getByRole('option', { name: 'Sue Watch' }).click();
  await page.keyboard.press('Escape');
  await vanishes(row);
  await appears(table.getByText(/Sue Watch signed in/));
  await visit(page, `/requests/${gutter}`);
  await unfold(page, 'Activity');
  await appears(page.getByText(/Bea Watch changed Status from Open to Resolved/));
});

test('[A11Y-08] the list on a phone, in the dark', async () => {
  const page = await signedInForOffline(SUE, 'createRequest', { viewport: PHONE, colorScheme: 'dark' });
  await visit(page, '/activity');
  await appears(page.getByText(/Bea Watch created request/));
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
});
