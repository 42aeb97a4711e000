import { beforeAll, expect, test } from 'vitest';
import { appears, expectText, signIn, vanishes } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import { createHoa } from '../support/create-hoa.ts';
import { BEA, csv, dialog, find, NELL, REX, rowOf, SUE } from '../support/people.ts';

const browser = useBrowser();

beforeAll(() =>
  createHoa('Peartree HOA', [
    { email: BEA, name: 'Bea Stone', role: 'board' },
    { email: SUE, name: 'Sue Waters', role: 'superadmin' },
    { email: REX, name: 'Rex Fields', role: 'resident' },
    { email: NELL, name: 'Nell Brook', role: 'resident' },
  ]),
);

/** In `npm test`: tests/users/bulk.test.ts and bulk-file-rows.test.ts have what is refused and its words, "an email is used
 * once in an HOA" of tests/users/users.test.ts the invitation. */
test('[BULK-26, BULK-32, USERS-20] what the server refuses says why, and can be put right', async () => {
  const page = await browser.open();
  // What the board creates would come over the socket too.
  await page.routeWebSocket('**/api/realtime*', (socket) => socket.close());
  await signIn(page, BEA);
  await page.goto('/users');
  await page.getByRole('button', { name: 'Bulk Add' }).click();
  const bulk = dialog(page, 'Bulk Add');
  await bulk.getByLabel('CSV file').setInputFiles(csv('taken.csv', [`,,,Nell Brook,${NELL},Resident,`]));
  await bulk.getByRole('button', { name: 'Create Users' }).click();
  await expectText(bulk.getByRole('alert')).toMatch(/email/i);
  await bulk.getByRole('button', { name: 'Choose Another File' }).click();
  await page.route('**/api/replicache/pull', (route) => route.fulfill({ status: 500, body: '{}' }));
  await bulk.getByLabel('CSV file').setInputFiles(csv('one.csv', [',,,Ola Reed,people-ola@example.com,Board Member,']));
  await bulk.getByRole('button', { name: 'Create Users' }).click();
  await expectText(bulk.getByRole('alert')).toContain('Users created successfully, but failed to refresh the list.');
  await bulk.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Invite User' }).click();
  const invite = dialog(page, 'Invite User');
  // Only the server knows of them yet.
  await invite.getByLabel('Email').fill('people-ola@example.com');
  await invite.getByLabel('Phone').fill('555-010-0142');
  await invite.getByRole('button', { name: 'Send Invite' }).click();
  await vanishes(invite);
  await page.unroute('**/api/replicache/pull');
  await page.getByRole('button', { name: 'Open Outbox' }).click();
  await dialog(page, 'Outbox').getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => invite.getByLabel('Email').inputValue()).toBe('people-ola@example.com');
  expect(await invite.getByLabel('Phone').inputValue()).toBe('555-010-0142');
  await invite.getByLabel('Email').fill('people-second@example.com');
  await invite.getByRole('button', { name: 'Send Invite' }).click();
  await vanishes(invite);
  await find(page, 'people-second@');
  await appears(rowOf(page, 'people-second@'));
});
