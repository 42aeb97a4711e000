import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  appears,
  clickToDownload,
  expectText,
  goOffline,
  heading,
  isStored,
  navigate,
  pathOf,
  vanishes,
  visit,
} from './support/app.ts';
import { PHONE, TIMEOUT_MS } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { BEA, dialog, find, NELL, REX, rowOf, SUE, table } from './support/people.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn, signedInForOffline } = useSessions();

beforeAll(() =>
  createHoa('Peartree HOA', [
    { email: BEA, name: 'Bea Stone', role: 'board' },
    { email: SUE, name: 'Sue Waters', role: 'superadmin' },
    { email: REX, name: 'Rex Fields', role: 'resident' },
    { email: NELL, name: 'Nell Brook', role: 'resident' },
  ]),
);

const giveRole = async (page: Page, name: string, role: string, right: string) => {
  await rowOf(page, name).getByRole('button', { name: 'Edit' }).click();
  const edit = dialog(page, 'Edit User');
  await edit.getByRole('button', { name: /^Role/ }).click();
  await page.getByRole('option', { name: role }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  const confirm = dialog(page, 'Confirm Role Change');
  await expectText(confirm).toContain(right);
  await confirm.getByRole('button', { name: 'Change Role' }).click();
  await vanishes(edit);
};

test('[USERS-25, USERS-26, USERS-27] a new role is live on the other phone, and so is its end', async () => {
  const [bea, rex] = [await signedIn(BEA), await signedIn(REX, { viewport: PHONE })];
  await navigate(bea, 'Users');
  await find(bea, 'Rex Fields');
  await rex.getByRole('button', { name: /^More/ }).click();
  await appears(dialog(rex, 'More').getByRole('link', { name: 'Violations' }));
  const users = dialog(rex, 'More').getByRole('link', { name: 'Users' });
  expect(await users.count()).toBe(0);

  await giveRole(bea, 'Rex Fields', 'Board', 'manage users and invitations');
  await users.click();
  await heading(rex, 'Users').waitFor();
  await appears(rex.getByRole('list', { name: 'All Users' }).getByText('Bea Stone'));

  await giveRole(bea, 'Rex Fields', 'Resident', 'pay dues');
  await expect.poll(() => pathOf(rex), { timeout: TIMEOUT_MS }).toBe('/announcements');
  await rex.getByRole('button', { name: /^More/ }).click();
  await appears(dialog(rex, 'More').getByRole('link', { name: 'Violations' }));
  expect(await users.count()).toBe(0);
  await expect.poll(() => isStored(rex, NELL), { timeout: 15_000 }).toBe(false);
});

test('[USERS-02, USERS-05, USERS-07] the board edits and deletes whom it may, never itself', async () => {
  const page = await signedIn(BEA);
  await visit(page, '/users?search=people-');
  await appears(table(page));
  expect(await table(page).getByRole('columnheader').allInnerTexts()).toEqual([
    'Name',
    'Email',
    'Role',
    'Status',
    'Address',
    'Last Login',
    'Actions',
  ]);
  await appears(table(page).locator('time[title]').first());
  await visit(page, '/users?search=Bea+Stone');
  expect(await rowOf(page, 'Bea Stone').getByRole('button', { name: 'Edit' }).isDisabled()).toBe(true);
  expect(await rowOf(page, 'Bea Stone').getByRole('button', { name: 'Delete' }).count()).toBe(0);
  await find(page, 'Sue Waters');
  await appears(rowOf(page, 'Sue Waters'));
  expect(await rowOf(page, 'Sue Waters').getByRole('button', { name: 'Edit' }).isDisabled()).toBe(true);
  await appears(page.getByTitle('Only a superadmin can edit a superadmin'));

  await find(page, 'Nell Brook');
  await rowOf(page, 'Nell Brook').getByRole('button', { name: 'Edit' }).click();
  await dialog(page, 'Edit User').getByLabel('Name').fill('');
  await dialog(page, 'Edit User').getByRole('button', { name: 'Save' }).click();
  await appears(dialog(page, 'Edit User').getByText('Name is required'));
  await dialog(page, 'Edit User').getByRole('button', { name: 'Discard draft' }).click();
  await dialog(page, 'Edit User').getByRole('button', { name: /^Role/ }).click();
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Resident', 'Board']);
});

test('[USERS-14, USERS-43, USERS-44] people are invited without a connection, blocked, invited again and deleted', async () => {
  const page = await signedInForOffline(BEA, NELL);
  await visit(page, '/users');
  await appears(table(page));
  await goOffline(page);
  const invite = async (email: string) => {
    await page.getByRole('button', { name: 'Invite User' }).click();
    await dialog(page, 'Invite User').getByLabel('Email').fill(email);
    await dialog(page, 'Invite User').getByRole('button', { name: 'Send Invite' }).click();
  };
  await invite('');
  await appears(dialog(page, 'Invite User').getByText('Email is required'));
  await page.keyboard.press('Escape');
  await invite(NELL.toUpperCase());
  await appears(dialog(page, 'Invite User').getByRole('alert').getByText('A user with this email already exists'));
  await dialog(page, 'Invite User').getByRole('button', { name: 'Discard draft' }).click();
  await page.keyboard.press('Escape');
  await invite('people-new@example.com');
  await vanishes(dialog(page, 'Invite User'));
  await find(page, 'people-new@');
  const row = rowOf(page, 'people-new@');
  await expectText(row).toContain('on this device');
  await expectText(row).toContain('Never');
  await row.getByRole('button', { name: 'Resend invitation' }).click();
  await appears(page.getByRole('status').getByText('Invitation resent successfully'));
  await page.context().setOffline(false);
  await expectText(row).not.toContain('on this device');

  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = dialog(page, 'Edit User');
  await edit.getByLabel('Name').fill('Nora New');
  await edit.getByRole('button', { name: /^Status/ }).click();
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Invited', 'Inactive']);
  await page.getByRole('option', { name: 'Inactive' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await vanishes(edit);
  await expectText(row).toContain('Inactive');
  await row.getByRole('button', { name: 'Invite again' }).click();
  const again = dialog(page, 'Invite User');
  expect(await again.getByLabel('Email').inputValue()).toBe('people-new@example.com');
  await again.getByRole('button', { name: 'Send Invite' }).click();
  await vanishes(again);
  await expectText(row).toContain('Invited');

  await row.getByRole('button', { name: 'Delete' }).click();
  await expectText(dialog(page, 'Confirm Deletion')).toContain('people-new@example.com');
  await dialog(page, 'Confirm Deletion').getByRole('button', { name: 'Delete' }).click();
  await appears(page.getByRole('status').getByText('User Nora New deleted successfully'));
  await appears(page.getByText('No users found'));
});

test('[USERS-01, USERS-04, USERS-11] ten at a time, filters in the address, counts over everybody that lead to them', async () => {
  const { body } = await apiAs('board@mapleridge.test')('GET', '/api/users');
  const { activeUsers, boardMembers, pendingInvitations, superAdmins, totalUsers } = body.statistics;
  const page = await signedIn('board@mapleridge.test');
  await navigate(page, 'Users');
  const found = page.getByRole('search');
  await expectText(found).toContain(`${totalUsers} of ${totalUsers}`);
  const rows = table(page).locator('tbody tr');
  expect(await rows.count()).toBe(10);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect.poll(() => rows.count()).toBe(Math.min(20, totalUsers));
  for (const count of [`${activeUsers} Active Users`, `${superAdmins} Super Admins`])
    await appears(page.getByRole('link', { name: count }));
  await page.getByRole('link', { name: `${pendingInvitations} Pending Invitations` }).click();
  await page.waitForURL('**/users?status=invited');
  await expectText(found).toContain(`${pendingInvitations} of ${totalUsers}`);
  await page.getByRole('link', { name: `${boardMembers} Board Members` }).click();
  await page.waitForURL('**/users?role=board');
  await page.reload();
  await expectText(found).toContain(`${boardMembers} of ${totalUsers}`);
  const download = await clickToDownload(page.getByRole('button', { name: 'Export CSV' }));
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(1 + boardMembers);
  expect(lines[0]).toContain('Resident Name,Resident Email,Role,Phone,Status,Last Login');
});
