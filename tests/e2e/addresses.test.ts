import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { required } from '../support/required.ts';
import { appears, clickToDownload, goOffline, heading, navigate, vanishes, visit } from './support/app.ts';
import { TIMEOUT_MS } from './support/browser.ts';
import { BOARD, board, SUPER } from './support/dashboard.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn, signedInForOffline } = useSessions();

test('[ADDR-04, ADDR-05, ADDR-08] the directory shows ten addresses at a time, in the order of the API, and exports them all; residents have no way in', async () => {
  const willow = apiAs('board@willowcreek.test');
  const places = async (number: number): Promise<string[]> => {
    const { docs } = (await willow('GET', `/api/addresses?page=${number}`)).body;
    return docs.map(({ street, unit_number }: { street: string; unit_number: string | null }) =>
      unit_number ? `${street}, Unit ${unit_number}` : street,
    );
  };
  const [first, second] = [await places(1), await places(2)];
  const page = await signedIn('board@willowcreek.test');
  await navigate(page, 'Addresses');
  const names = () => page.getByRole('rowheader').allTextContents();
  await expect.poll(names, { timeout: TIMEOUT_MS }).toEqual(first);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect.poll(names, { timeout: TIMEOUT_MS }).toEqual([...first, ...second]);
  const download = await clickToDownload(page.getByRole('button', { name: 'Export CSV' }));
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toBe('\ufeffStreet Address,Unit,Property Type,Residents,Residency,Notes');
  const { totalAddresses } = (await willow('GET', '/api/addresses')).body.statistics;
  expect(lines.length).toBe(totalAddresses + 1);

  const { docs } = (await willow('GET', '/api/addresses?sort=-address')).body;
  await page.getByRole('button', { name: 'Sort by Address' }).click();
  await expect.poll(async () => (await names())[0], { timeout: TIMEOUT_MS }).toContain(docs[0].street);

  const rita = await signedIn('resident@willowcreek.test');
  await visit(rita, '/addresses');
  await appears(heading(rita, 'Announcements'));
  expect(await rita.getByRole('link', { name: 'Addresses' }).count()).toBe(0);
});

test('[ADDR-01, ADDR-02, ADDR-03, ADDR-06, ADDR-07, ADDR-11, ADDR-29, ADDR-30, ADDR-31, USERS-03] an address is added, and somebody moves in, without a connection', async () => {
  const email = `mover-${Date.now()}@mapleridge.test`;
  expect((await board('POST', '/api/users/invite', { email, role: 'board' })).status).toBe(201);
  const page = await signedInForOffline(BOARD, email);
  await navigate(page, 'Addresses');
  await appears(heading(page, 'Address Directory'));
  await appears(page.getByText('Manage community addresses and residents'));
  const headers = page.getByRole('table', { name: 'All Addresses' }).getByRole('columnheader');
  expect(await headers.allTextContents()).toEqual(['Address', 'Residents', 'Residency', 'Notes', 'Actions']);
  const { totalAddresses } = (await board('GET', '/api/addresses')).body.statistics;
  await appears(page.getByText(`${totalAddresses} Total Addresses`));

  await goOffline(page);
  await addZulu(page);
  await appears(page.getByRole('status').filter({ hasText: 'Address "Zulu Court 1" created successfully' }));
  await appears(page.getByText(`${totalAddresses + 1} Total Addresses`));

  await page.getByRole('searchbox', { name: 'Search addresses' }).fill('zulu court');
  await appears(zuluRow(page).getByText('Vacant'));
  await appears(page.getByText('No more addresses'));
  await addZuluAgain(page);

  await assign(page, email);
  await page.getByRole('button', { name: 'Outbox, 2 changes waiting' }).click();
  await appears(page.getByText('Address: Zulu Court 1'));
  await appears(page.getByText(`Assign: ${email} to Zulu Court 1`));
  await page.keyboard.press('Escape');
  await vanishes(page.getByRole('dialog', { name: 'Outbox' }));

  await rentOut(page);

  await page.context().setOffline(false);
  await vanishes(page.getByRole('button', { name: /^Outbox/ }));
  await expect
    .poll(address, { timeout: TIMEOUT_MS })
    .toMatchObject({ unit_number: '7B', is_rented: true, notes: 'Key at the gate', residents: [{ email }] });

  await unassignTwice(page, email);
  await expect.poll(async () => (await address())?.residents, { timeout: TIMEOUT_MS }).toEqual([]);

  // Restores what other tests count.
  await board('DELETE', `/api/addresses/${required(await address())._id}`);
  const { docs } = (await board('GET', `/api/users?limit=100&search=${email}`)).body;
  await apiAs(SUPER)('DELETE', `/api/users/${docs[0]._id}`);
});

const zuluRow = (page: Page) => page.getByRole('row').filter({ hasText: 'Zulu Court 1' });
const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add Address' });

const manageResidents = async (page: Page) => {
  await zuluRow(page).getByRole('button', { name: 'Manage Residents' }).click();
  const residents = page.getByRole('dialog', { name: 'Manage Residents' });
  const available = residents.getByRole('list', { name: 'Available Users' });
  return { residents, available, current: residents.getByRole('list', { name: 'Current Residents' }) };
};

const addZulu = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Add Address' }).click();
  const add = addDialog(page);
  const submit = add.getByRole('button', { name: 'Add Address' });
  await submit.click();
  await appears(add.getByText('Street address is required'));
  await add.getByLabel('Street address').fill('Zu');
  await add.getByLabel('Unit number').fill('12345678901');
  await submit.click();
  await appears(add.getByText('Street address must be at least 3 characters long'));
  await appears(add.getByText('Unit number cannot exceed 10 characters'));
  await add.getByLabel('Unit number').fill('123456789');
  await appears(add.getByText('1 character remaining'));
  await add.getByLabel('Street address').fill('Zulu Court 1');
  await add.getByLabel('Unit number').fill('');
  await submit.click();
  await vanishes(add);
};

const addZuluAgain = async (page: Page): Promise<void> => {
  const add = addDialog(page);
  await page.getByRole('button', { name: 'Add Address' }).click();
  await add.getByLabel('Street address').fill(' zulu court 1');
  await add.getByRole('button', { name: 'Add Address' }).click();
  await appears(add.getByRole('alert').filter({ hasText: 'An address with this street and unit already exists' }));
  await add.getByRole('button', { name: 'Discard draft' }).click();
  await page.keyboard.press('Escape');
  await vanishes(add);
};

const assign = async (page: Page, email: string): Promise<void> => {
  const { residents, available, current } = await manageResidents(page);
  await residents.getByRole('searchbox', { name: 'Search users' }).fill('mover-');
  await available.getByRole('listitem').filter({ hasText: email }).getByRole('button', { name: 'Assign' }).click();
  await appears(residents.getByRole('status').filter({ hasText: 'User assigned successfully' }));
  await appears(current.getByRole('listitem').filter({ hasText: email }).getByText('Board'));
  await residents.getByRole('button', { name: 'Close' }).click();
  await vanishes(residents);
  await appears(zuluRow(page).getByText('Owner'));
};

const rentOut = async (page: Page): Promise<void> => {
  const row = zuluRow(page);
  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Address' });
  await edit.getByRole('button', { name: /^Property type/ }).click();
  await expect
    .poll(() => page.getByRole('option').allTextContents(), { timeout: TIMEOUT_MS })
    .toEqual(['Owner-Occupied', 'Rental Property']);
  await page.getByRole('option', { name: 'Rental Property' }).click();
  await edit.getByLabel('Unit number').fill('7B');
  await edit.getByLabel('Notes').fill('x'.repeat(501));
  await edit.getByRole('button', { name: 'Save' }).click();
  await appears(edit.getByText('Notes cannot exceed 500 characters'));
  await edit.getByLabel('Notes').fill('x'.repeat(460));
  await appears(edit.getByText('40 characters remaining'));
  await edit.getByLabel('Notes').fill('Key at the gate');
  await edit.getByRole('button', { name: 'Save' }).click();
  await vanishes(edit);
  await appears(page.getByText('Address "Zulu Court 1, Unit 7B" updated successfully'));
  await appears(row.getByText('Renter'));
};

const address = async () => {
  const docs: { street: string }[] = [];
  for (let number = 1; number <= 9; number++) {
    const { body } = await board('GET', `/api/addresses?limit=100&page=${number}`);
    docs.push(...body.docs);
    if (!body.hasNextPage) break;
  }
  return docs.find(({ street }) => street === 'Zulu Court 1') as
    | { _id: string; residents: { email: string; _id: string }[] }
    | undefined;
};

const unassignTwice = async (page: Page, email: string): Promise<void> => {
  const { residents, available, current } = await manageResidents(page);
  await current.getByRole('button', { name: 'Unassign' }).click();
  await appears(residents.getByRole('status').filter({ hasText: 'User unassigned successfully' }));
  await residents.getByRole('button', { name: 'Undo' }).click();
  await current.getByRole('button', { name: 'Unassign' }).click();
  await appears(residents.getByRole('status').filter({ hasText: 'User unassigned successfully' }));
  await appears(available.getByRole('listitem').filter({ hasText: email }));
};
