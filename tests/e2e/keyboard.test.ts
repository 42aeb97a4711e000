import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { screensFor } from '../../client/shell/navigation.ts';
import { formatAddress } from '../../client/ui/format.ts';
import { KEY_WORDS } from '../../client/ui/key-words.ts';
import { ROLES } from '../../schema/users.ts';
import { appears, heading, vanishes, visit } from './support/app.ts';
import { PHONE, TIMEOUT_MS } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn } = useSessions();

test('[14.2] a list is worked by keys alone: move, open, back to the same place, create, search, go, help', async () => {
  const page = await signedIn('board@mapleridge.test');
  await visit(page, '/announcements');
  await appears(heading(page, 'Announcements'));

  await press(page, 'g', 'r');
  await appears(heading(page, 'Requests'));
  await visit(page, '/requests?sort=oldest');
  const titles = page.getByRole('table', { name: 'Requests' }).getByRole('rowheader').getByRole('link');
  await expect.poll(() => titles.count(), { timeout: TIMEOUT_MS }).toBe(10);
  await heading(page, 'Requests').focus();
  await press(page, 'j', 'k', ...Array.from({ length: 10 }, () => 'j'));
  await expect.poll(() => focused(page), { timeout: TIMEOUT_MS }).toBe(await titles.nth(10).textContent());
  await press(page, 'j');
  const title = await focused(page);
  expect(title).toBe(await titles.nth(11).textContent());
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await press(page, 'Enter');
  await appears(heading(page, title));
  await press(page, 'Escape');
  await appears(heading(page, 'Requests'));
  await expect.poll(() => focused(page), { timeout: TIMEOUT_MS }).toBe(title);
  expect(await page.evaluate(() => [location.search, scrollY])).toEqual(['?sort=oldest', scrolled]);

  await press(page, 'Control+c', '/', 'j', '?');
  expect(await page.getByRole('searchbox', { name: 'Search requests' }).inputValue()).toBe('j?');
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('');
  await press(page, 'Enter');
  expect(await focused(page)).toBe(await titles.first().textContent());
  await press(page, 'c');
  await appears(heading(page, 'Create Request'));
});

test('[14.2] ten requests are triaged by keys alone, three for each, and Escape leaves the answer box', async () => {
  await createHoa('Keys HOA', [
    { email: 'bea.keys@mapleridge.test', name: 'Bea Keys', role: 'board' },
    { email: 'rex.keys@mapleridge.test', name: 'Rex Keys', role: 'resident' },
  ]);
  const rex = apiAs('rex.keys@mapleridge.test');
  for (let at = 0; at < 10; at += 1)
    await rex('POST', '/api/requests', { title: `Matter ${at}`, description: '<p>See.</p>', category: 'Other' });
  const page = await signedIn('bea.keys@mapleridge.test');
  await visit(page, '/requests?status=open&sort=oldest');
  await appears(page.getByRole('link', { name: 'Matter 9' }));
  await press(page, 'j', 'Enter');
  await appears(heading(page, 'Matter 0'));
  const answer = page.getByRole('textbox', { name: 'Message' });
  await appears(answer);
  await press(page, 'r');
  await expect.poll(() => answer.evaluate((box) => box === document.activeElement)).toBe(true);
  await press(page, 's', '4', 'Escape');
  await expect.poll(() => answer.evaluate((box) => box === document.activeElement)).toBe(false);
  await appears(heading(page, 'Matter 0'));

  for (let at = 0; at < 10; at += 1) {
    await appears(heading(page, `Matter ${at}`));
    await appears(page.getByRole('button', { name: at < 9 ? 'Next (J)' : 'Previous (K)', disabled: false }));
    await press(page, 's', '4', 'j');
  }
  await vanishes(page.getByRole('button', { name: 'Next (J)', disabled: false }));
  await appears(answer);
  await press(page, 's', '4', 'r', 'j', 's', '1');
  await vanishes(page.getByRole('dialog'));
  await press(page, 'r');
  expect(await answer.textContent()).toBe('js1r');
  const resolved = async () =>
    (await apiAs('bea.keys@mapleridge.test')('GET', '/api/requests?status=resolved')).body.totalDocs;
  await expect.poll(resolved, { timeout: TIMEOUT_MS }).toBe(10);
});

test('[14.2] several rows are selected by keys, by Shift and by finger, changed at once, and put back by one Undo', async () => {
  await createHoa('Many HOA', [
    { email: 'bea.many@mapleridge.test', name: 'Bea Many', role: 'board' },
    { email: 'rex.many@mapleridge.test', name: 'Rex Many', role: 'resident' },
  ]);
  const rex = apiAs('rex.many@mapleridge.test');
  for (let at = 0; at < 4; at += 1)
    await rex('POST', '/api/requests', { title: `Matter ${at}`, description: '<p>See.</p>', category: 'Other' });
  const page = await signedIn('bea.many@mapleridge.test');
  await visit(page, '/requests?sort=oldest');
  await appears(page.getByRole('link', { name: 'Matter 3' }));
  const count = (text: string) => page.getByRole('region', { name: 'Selection' }).getByText(text);
  await press(page, 'j', 'x', 'j', ' ');
  await appears(count('2 selected'));
  await press(page, 'Escape');
  await vanishes(page.getByRole('region', { name: 'Selection' }));
  await page.getByRole('checkbox', { name: 'Select Matter 1' }).click();
  await page.getByRole('checkbox', { name: 'Select Matter 3' }).click({ modifiers: ['Shift'] });
  await appears(count('3 selected'));
  expect(new URL(page.url()).pathname).toBe('/requests');
  await press(page, 's', '4');
  await appears(page.getByRole('status').getByText('3 requests set to Resolved'));
  await expect.poll(() => statusesOf('bea.many@mapleridge.test')).toBe('open resolved resolved resolved');

  const sue = apiAs('bea.many@mapleridge.test');
  const { docs } = (await sue('GET', '/api/requests?sort=createdAt')).body;
  await sue('PUT', `/api/requests/${docs[3]._id}`, { status: 'closed' });
  await appears(page.getByRole('row', { name: 'Matter 3' }).getByText('Closed'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await appears(page.getByText('Undone for 2 requests. Not undone for 1 request: changed by someone else.'));
  await expect.poll(() => statusesOf('bea.many@mapleridge.test')).toBe('open open open closed');

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('list', { name: 'Requests' }).getByRole('listitem').filter({ hasText: 'Matter 2' }).click();
  await appears(count('1 selected'));
  await page.getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('button', { name: 'Bea Many' }).click();
  await appears(page.getByText('1 request assigned to Bea Many'));
  expect(new URL(page.url()).pathname).toBe('/requests');
});

const statusesOf = async (email: Parameters<typeof apiAs>[0]): Promise<string> =>
  (await apiAs(email)('GET', '/api/requests?sort=createdAt')).body.docs
    .map(({ status }: { status: string }) => status)
    .join(' ');

test('[14.2] the help lists the keys and rests them, and menus and dialogs give the focus back', async () => {
  const page = await signedIn('board@willowcreek.test');
  await visit(page, '/addresses');
  await appears(page.getByRole('table', { name: 'All Addresses' }));
  await press(page, 'j');
  const row = await focused(page);
  await press(page, '?');
  const help = page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
  await appears(help);
  const lines = await help.getByRole('term').allTextContents();
  expect(lines).toEqual(expect.arrayContaining([KEY_WORDS.next, KEY_WORDS.back, 'Requests', 'Addresses']));
  expect(lines).not.toContain('Activity');
  await press(page, 'c', 'g', 'r');
  expect(await page.getByRole('dialog').count()).toBe(1);
  await press(page, 'Escape');
  await vanishes(help);
  expect(await focused(page)).toBe(row);
  expect(new URL(page.url()).pathname).toBe('/addresses');

  await press(page, 'c');
  await appears(page.getByRole('dialog', { name: 'Add Address' }));
  await press(page, 'Escape');
  await expect.poll(() => focused(page), { timeout: TIMEOUT_MS }).toBe(row);

  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Keyboard Shortcuts' }).click();
  await appears(help);
  await press(page, 'Escape');
  await expect.poll(() => focused(page), { timeout: TIMEOUT_MS }).toContain('Profile menu');
  await vanishes(help);

  await press(page, 'g', 'f');
  await appears(page.getByRole('table', { name: 'Documents' }));
  const actions = page.getByRole('table').getByRole('button', { name: 'Actions' }).first();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await appears(page.getByRole('dialog', { name: 'Delete Document' }));
  await press(page, 'Escape');
  await expect.poll(() => actions.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.setViewportSize(PHONE);
  for (const name of ['Filters', 'More', 'Search']) {
    const opener = page.getByRole('button', { name: new RegExp(`^${name}`) }).first();
    await opener.click();
    await appears(page.getByRole('dialog', { name }));
    await press(page, 'Escape');
    await vanishes(page.getByRole('dialog'));
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  }
});

test('[14.3] the chooser of an address opens at once, in natural order, and filters as one types, by keyboard and finger', async () => {
  const page = await signedIn('board@willowcreek.test', { hasTouch: true });
  await visit(page, '/users');
  await appears(page.getByRole('table', { name: 'All Users' }));
  await press(page, 'c');
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  const chooser = dialog.getByRole('combobox', { name: 'Address' });
  await chooser.tap();
  const options = page.getByRole('option');
  await appears(options);
  const { docs } = (await apiAs('board@willowcreek.test')('GET', '/api/addresses?limit=100')).body;
  const inOrder = docs.map(formatAddress);
  const shown = await options.allInnerTexts();
  expect(shown).toEqual(['No address', ...inOrder].slice(0, shown.length));
  expect(Number(await options.first().getAttribute('aria-setsize'))).toBe(docs.length + 1);

  await chooser.fill('nowhere at all');
  await appears(page.getByRole('option', { name: 'No addresses found', disabled: true }));
  const [place] = inOrder.slice(-1);
  await chooser.fill(place.toUpperCase());
  await appears(page.getByRole('option', { name: place, exact: true }));
  await press(page, 'Enter');
  expect(await chooser.inputValue()).toBe(place);
  await chooser.tap();
  await appears(options);
  await press(page, 'Home', 'Enter');
  expect(await chooser.inputValue()).toBe('No address');
});

test('[14.3] a chooser of people shows where they live, and finds them by street and unit', async () => {
  const page = await signedIn('board@willowcreek.test');
  await visit(page, '/compliance/create');
  const chooser = page.getByRole('combobox', { name: 'Resident' });
  await appears(chooser);
  await chooser.fill('heron court unit b');
  await appears(page.getByRole('option', { name: /Tom Lindqvist.*5 Heron Court, Unit B/ }));
  expect(await page.getByRole('option').count()).toBe(1);
});

test('[14.2] no letter after G leads to two screens', () => {
  for (const role of ROLES) {
    const letters = screensFor(role).map(({ key }) => key);
    expect(letters).toEqual([...new Set(letters)]);
  }
});

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
