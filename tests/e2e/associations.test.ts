import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../local/seed/password.ts';
import {
  appears,
  type Email,
  fileRequest,
  goOffline,
  heading,
  navigate,
  vanishes,
  waitForServiceWorker,
} from './support/app.ts';
import { useBrowser } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { inDatabase } from './support/server.ts';

const browser = useBrowser();
const UNA: Email = 'una-of-two@willowcreek.test';
const MEDLAR = 'Medlar Court HOA';
const QUINCE = 'Quince Hill HOA';

beforeAll(async () => {
  for (const name of [MEDLAR, QUINCE]) await createHoa(name, [{ email: UNA, name: 'Una Both', role: 'resident' }]);
});

const logIn = async (page: Page) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(UNA);
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
};
const open = async (page: Page, hoa: string) => {
  await page.getByRole('button', { name: hoa }).click();
  await page.getByRole('button', { name: 'Profile menu' }).waitFor();
};
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await appears(heading(page, 'Sign in'));
};
const requestNamed = (page: Page, title: string) => page.getByRole('main').getByRole('link', { name: title });
const endSignIns = () =>
  inDatabase((db) =>
    db.execute({
      sql: `UPDATE refresh_tokens SET revoked_at = created_at WHERE user_id IN (SELECT id FROM users WHERE email = ?)`,
      args: [UNA],
    }),
  );

test('[AUTH-11, SESSION-19] who belongs to two associations chooses one; what waits unsent in one stays out of the other, and is sent later', async () => {
  const page = await browser.openInstalled();
  await logIn(page);
  await appears(heading(page, 'Which Association?'));
  await page.getByRole('button', { name: 'Back' }).click();
  expect(await page.getByLabel('Email').inputValue()).toBe(UNA);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await open(page, MEDLAR);
  await waitForServiceWorker(page);
  await goOffline(page);
  await fileRequest(page, 'Lamp at the medlar', 'It is dark there.');
  await endSignIns();
  await page.context().setOffline(false);
  await appears(page.getByText('Session expired'));

  await logIn(page);
  await appears(page.getByRole('button', { name: new RegExp(`^${MEDLAR}.*Last opened`) }));
  await open(page, QUINCE);
  await navigate(page, 'Requests');
  await fileRequest(page, 'Gate at the quince', 'It is open.');
  await vanishes(requestNamed(page, 'Lamp at the medlar'));
  await signOut(page);

  await logIn(page);
  await appears(page.getByRole('button', { name: new RegExp(`^${QUINCE}.*Last opened`) }));
  await open(page, MEDLAR);
  await navigate(page, 'Requests');
  await appears(requestNamed(page, 'Lamp at the medlar'));
  await vanishes(requestNamed(page, 'Gate at the quince'));
  await expect
    .poll(() => inDatabase(async (db) => (await db.execute(SENT)).rows.map(({ name }) => name)))
    .toEqual([MEDLAR]);
});

const SENT = `SELECT h.name FROM requests r JOIN hoas h ON h.id = r.hoa_id WHERE r.title = 'Lamp at the medlar'`;
