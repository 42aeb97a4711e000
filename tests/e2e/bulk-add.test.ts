import { beforeAll, expect, test } from 'vitest';
import { appears, clickToDownload, type Email, expectText, goOffline, visit } from './support/app.ts';
import { PHONE } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { csv, dialog, find, rowOf } from './support/people.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn, signedInForOffline } = useSessions();

const BEA: Email = 'bulk-bea@willowcreek.test';
const DALE: Email = 'bulk-dale@willowcreek.test';

/** One for each test, which counts its people. */
beforeAll(async () => {
  await createHoa('Peartree Lane HOA', [{ email: BEA, name: 'Bea Stone', role: 'board' }]);
  await createHoa('Quince Lane HOA', [{ email: DALE, name: 'Dale Stone', role: 'board' }]);
});

const PEOPLE = Array.from(
  { length: 400 },
  (_, n) => `${100 + (n % 40)} Peartree Lane,,Rental,Tenant ${n},people-tenant${n}@example.com,Resident,`,
);

test('[BULK-01, BULK-02, USERS-06] 400 people come from one file, read without a connection', async () => {
  const page = await signedInForOffline(BEA, 'Bea Stone');
  await visit(page, '/users?bulk-upload=true');
  const bulk = dialog(page, 'Bulk Add');
  await appears(bulk);
  await page.waitForURL('**/users');
  await goOffline(page);

  const template = await clickToDownload(bulk.getByRole('button', { name: 'Download Template' }));
  expect(template.suggestedFilename()).toBe('bulk_users_template.csv');
  const input = bulk.getByLabel('CSV file');
  await input.setInputFiles({ ...csv('people.xlsx', PEOPLE) });
  await appears(bulk.getByRole('alert').getByText('Please upload a CSV file (.csv)'));
  await input.setInputFiles(csv('empty.csv', []));
  await appears(bulk.getByRole('alert').getByText('No data found in file'));

  await input.setInputFiles(
    csv(
      'wrong.csv',
      PEOPLE.slice(0, 12).map((row) => row.replace('Rental', 'Castle')),
    ),
  );
  await expectText(bulk.getByRole('alert')).toContain('...and 2 more errors');
  const create = bulk.getByRole('button', { name: 'Create Users' });
  expect(await create.isDisabled()).toBe(true);
  expect(await bulk.getByRole('table', { name: 'Preview' }).locator('tbody tr').count()).toBe(10);

  await bulk.getByRole('button', { name: 'Choose Another File' }).click();
  await bulk.getByLabel('CSV file').setInputFiles(csv('people.csv', PEOPLE));
  await appears(bulk.getByText('400 rows', { exact: true }));
  await create.click();
  await expectText(bulk.getByRole('alert')).toContain('Failed to create users');
  await page.context().setOffline(false);
  await create.click();
  await expectText(bulk.getByRole('status')).toContain('Successfully created 400 users and 40 addresses');
  await appears(bulk.getByText(/Invitation emails have been sent to new users/));
  await bulk.getByRole('button', { name: 'Done' }).click();
  await appears(page.getByRole('link', { name: '400 Pending Invitations' }));
  await find(page, 'people-tenant399@');
  await expectText(rowOf(page, 'Tenant 399')).toContain('139 Peartree Lane');
});

test('[BULK-20, BULK-33, A11Y-08] a file is added on a phone of 390 px too, and nothing scrolls sideways', async () => {
  const page = await signedIn(DALE, { viewport: PHONE });
  await visit(page, '/users?bulk-upload=true');
  const bulk = dialog(page, 'Bulk Add');
  const rows = PEOPLE.slice(0, 12).map((row) => row.replaceAll(/tenant/gi, 'Lodger'));
  await bulk.getByLabel('CSV file').setInputFiles(csv('lodgers.csv', rows));
  await appears(bulk.getByText('12 rows', { exact: true }));
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await bulk.getByRole('button', { name: 'Create Users' }).click();
  await expectText(bulk.getByRole('status')).toContain('Successfully created 12 users');
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});
