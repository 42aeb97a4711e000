import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { GENUINE } from '../support/uploads.ts';
import {
  appears,
  clickToDownload,
  type Email,
  goOffline,
  heading,
  isStored,
  navigate,
  signIn,
  vanishes,
  visit,
} from './support/app.ts';
import { DESKTOP, PHONE, TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const browser = useBrowser();
const { signedIn, signedInForOffline } = useSessions();

const HOA = 'Rights HOA';
const SUE: Email = 'rights-sue@willowcreek.test';
const BEA: Email = 'rights-bea@willowcreek.test';
const REX: Email = 'rights-rex@willowcreek.test';
const GIA: Email = 'rights-gia@willowcreek.test';
const bea = apiAs(BEA);

beforeAll(async () => {
  await createHoa(HOA, [
    { email: SUE, name: 'Sue Rights', role: 'superadmin' },
    { email: BEA, name: 'Bea Rights', role: 'board' },
    { email: REX, name: 'Rex Rights', role: 'resident' },
    { email: GIA, name: 'Gia Gone', role: 'resident' },
  ]);
  await file(REX, 'Gate photo');
  await file(GIA, 'Fence of Gia Gone');
});

/** Files a request with a picture. */
const file = async (email: Email, title: string) => {
  const call = apiAs(email);
  const bytes = GENUINE.png as Uint8Array;
  const named = { fileName: 'gate.png', fileType: 'image/png', fileSize: bytes.length };
  const { uploadUrl, s3Key } = (await call('POST', '/api/requests/presigned-url', named)).body;
  await fetch(uploadUrl, { method: 'PUT', body: bytes as BodyInit, headers: { 'Content-Type': 'image/png' } });
  const request = { title, description: '<p>Look</p>', category: 'Maintenance', photo_url: s3Key };
  expect((await call('POST', '/api/requests', request)).status).toBe(201);
};

const openProfile = async (page: Page) => {
  await page.goto('/profile');
  await heading(page, 'Profile').waitFor();
};

const openSettings = async (page: Page) => {
  await page.goto('/settings');
  await heading(page, 'Settings').waitFor();
};

/** Presses the button and reads the archive that is downloaded. */
const archiveOf = async (page: Page, button: string) => {
  const download = await clickToDownload(page.getByRole('button', { name: button }));
  const entries = unzipSync(await readFile(await download.path()));
  const names = Object.keys(entries);
  const text = (name: string) => strFromU8(entries[name] ?? new Uint8Array());
  return { name: download.suggestedFilename(), names, text, bytes: (name: string) => entries[name] };
};

test('[13.8] a person downloads what is kept about them, and nothing of anybody else', async () => {
  const page = await signedIn(REX);
  await openProfile(page);
  expect(await page.getByRole('button', { name: 'Download Everything' }).count()).toBe(0);
  const archive = await archiveOf(page, 'Download My Data');
  expect(archive.name).toMatch(/^porchlight-my-data-\d{4}-\d\d-\d\d\.zip$/);
  const data = JSON.parse(archive.text('data.json'));
  expect(data).toMatchObject({ person: { email: REX }, records: { request: [{ title: 'Gate photo' }] } });
  expect(archive.text('data.json')).not.toContain('Gia');
  const picture = archive.names.find((name) => name.endsWith('gate.png'));
  expect(archive.bytes(picture ?? '')).toEqual(GENUINE.png);
});

test('[13.8] the superadmin downloads everything of the HOA, also before leaving; offline the screen says why not', async () => {
  const page = await signedInForOffline(SUE, 'Gate photo', { viewport: PHONE });
  await openSettings(page);
  const archive = await archiveOf(page, 'Download Everything');
  expect(archive.name).toMatch(/^porchlight-rights-hoa-\d{4}-\d\d-\d\d\.zip$/);
  expect(archive.text('README.txt')).toContain(`all data of ${HOA}`);
  expect(archive.text('records/requests.csv')).toMatch(/^\ufeff?id,[\s\S]*Gate photo/);
  const rows = archive.text('records/requests.jsonl').trim().split('\n');
  expect(rows.map((line) => JSON.parse(line).title).sort()).toEqual([
    // Another test erases her.
    expect.stringMatching(/^Fence of (Gia Gone|Former member .*)$/),
    'Gate photo',
  ]);
  expect(archive.text('records/users.csv')).toContain(REX);
  expect(archive.names.filter((name) => name.endsWith('gate.png'))).toHaveLength(2);
  await appears(page.getByText('Downloaded everything'));
  await visit(page, '/activity');
  await appears(page.getByText(`exported the data of HOA “${HOA}”`));

  await openSettings(page);
  await page.getByRole('button', { name: 'Leave Porchlight' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave Porchlight' });
  await appears(dialog.getByRole('button', { name: 'Download Everything' }));
  await goOffline(page);
  await appears(dialog.getByText('This needs a connection.'));
});

test('a superadmin reads what another time zone moves, and chooses it offline', async () => {
  const page = await signedInForOffline(SUE, 'Gate photo', { viewport: PHONE });
  await page.goto('/settings?edit=zone');
  await goOffline(page);
  await page.getByLabel('Time zone').click();
  await page.getByLabel('Time zone').fill('denver');
  await page.getByRole('option', { name: /Mountain Time/ }).click();
  await appears(page.getByText('Each day begins 1 hour later.'));
  await page.getByRole('button', { name: 'Change Time Zone' }).click();
  await appears(page.getByText('Time zone saved on this device'));
  await appears(page.getByRole('definition').filter({ hasText: 'Mountain Time' }));
  await page.context().setOffline(false);
  const read = apiAs(SUE);
  await expect.poll(async () => (await read('GET', '/api/hoa')).body.time_zone).toBe('America/Denver');
});

test('[13.8] a download of everything is canceled, and one that fails says so', async () => {
  const page = await signedIn(SUE);
  await openSettings(page);
  await page.route('**/api/exports/hoa/files**', () => undefined);
  await page.getByRole('button', { name: 'Download Everything' }).click();
  await appears(page.getByRole('progressbar', { name: 'Download of everything' }));
  await page.getByRole('button', { name: 'Cancel Download' }).click();
  await vanishes(page.getByRole('progressbar', { name: 'Download of everything' }));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/exports/hoa', (route) =>
    route.fulfill({ status: 429, json: { message: 'Everything of your HOA was downloaded 5 times today.' } }),
  );
  await page.getByRole('button', { name: 'Download Everything' }).click();
  await appears(page.getByRole('alert').filter({ hasText: 'downloaded 5 times today' }));
});

test('[13.8] what is erased about a person is gone from another device after its next sync', async () => {
  const other = await signedInForOffline(BEA, 'Fence of Gia Gone');
  await navigate(other, 'Requests');
  await appears(other.getByText('Fence of Gia Gone'));
  await goOffline(other);

  const { body } = await bea('GET', `/api/users?search=${GIA}`);
  expect((await bea('DELETE', `/api/users/${body.docs[0]._id}`)).status).toBe(204);
  const board = await signedIn(SUE);
  await visit(board, '/users?includeDeleted=true');
  const row = board.getByRole('row').filter({ hasText: 'Gia Gone' });
  await row.getByRole('button', { name: 'Erase personal data' }).click();
  await board.getByRole('dialog').getByRole('button', { name: 'Erase', exact: true }).click();
  await vanishes(row);
  await appears(board.getByRole('row').filter({ hasText: 'Former member' }));

  await other.context().setOffline(false);
  await vanishes(other.getByText('Gia Gone'));
  await appears(other.getByText(/Fence of Former member/));
  await expect.poll(() => isStored(other, 'Gia Gone'), { timeout: TIMEOUT_MS }).toBe(false);
  expect(await isStored(other, GIA)).toBe(false);
});

test('[13.8] an HOA that leaves says so to everybody on every screen, until it is kept', async () => {
  const [sue, rex] = [await browser.open({ viewport: DESKTOP }), await browser.open({ viewport: PHONE })];
  await Promise.all([signIn(sue, SUE), signIn(rex, REX)]);
  await openSettings(sue);
  await sue.getByRole('button', { name: 'Leave Porchlight' }).click();
  const dialog = sue.getByRole('dialog', { name: 'Leave Porchlight' });
  await dialog.getByRole('button', { name: 'Leave Porchlight' }).click();
  await appears(dialog.getByText('This is not the name of your association'));
  await dialog.getByLabel(/^Type/).fill(HOA);
  await dialog.getByRole('button', { name: 'Leave Porchlight' }).click();
  const banner = (page: Page) => page.getByRole('alert').filter({ hasText: `${HOA} is leaving Porchlight` });
  await Promise.all([appears(banner(sue)), appears(banner(rex))]);
  for (const path of ['/dashboard', '/requests', '/dues', '/profile']) {
    await rex.goto(path);
    await appears(banner(rex));
    expect(await banner(rex).getByRole('link', { name: 'Keep the Association' }).count()).toBe(0);
  }
  await sue.goto('/users');
  await banner(sue).getByRole('link', { name: 'Keep the Association' }).click();
  await sue.getByRole('button', { name: 'Keep the Association' }).click();
  await Promise.all([vanishes(banner(sue)), vanishes(banner(rex))]);
});
