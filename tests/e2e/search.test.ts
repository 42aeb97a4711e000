import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appears, expectText, goOffline, heading, pathOf, signIn, vanishes } from './support/app.ts';
import { violationsOf } from './support/axe.ts';
import { PHONE, useBrowser } from './support/browser.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const browser = useBrowser();
const { signedIn, signedInForOffline } = useSessions();
const BOARD = 'board@mapleridge.test';
const RESIDENT = 'resident@mapleridge.test';
const board = apiAs(BOARD);

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page): Locator => page.getByRole('combobox', { name: 'Search everything' });
const option = (page: Page, name: string | RegExp): Locator => page.getByRole('option', { name });
const selected = (page: Page): Locator => page.getByRole('option', { selected: true });

/** Opens the palette by keyboard and types. */
const search = async (page: Page, words: string): Promise<void> => {
  await page.keyboard.press('Control+k');
  await field(page).fill(words);
};

const isEmptyFor = async (page: Page, words: string): Promise<void> => {
  await field(page).fill(words);
  await appears(palette(page).getByText(`Nothing found for “${words}”`));
};

test('[14.1, A11Y-05] by keyboard alone: open, search with a typing error, choose, open, and come back to where one was', async () => {
  const page = await signedIn(BOARD);
  await page.keyboard.press('Control+k');
  await appears(palette(page).getByRole('group', { name: 'Actions and screens' }));
  await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true);
  // A request of another file is about an elevator at Birch Loop, too.
  await field(page).fill('elevtor birch skips');
  await appears(option(page, /^Elevator at 12 Birch Loop/));
  await expectText(palette(page).getByRole('status')).toMatch(/^\d+ results?$/);
  expect(await palette(page).locator('mark').allTextContents()).toEqual(expect.arrayContaining(['Elevator', 'Birch']));
  expect(await field(page).getAttribute('aria-activedescendant')).toBe(await selected(page).getAttribute('id'));
  await page.keyboard.press('Enter');
  await vanishes(palette(page));
  await appears(heading(page, 'Elevator at 12 Birch Loop skips the second floor'));
  await page.keyboard.press('Control+k');
  await appears(palette(page).getByRole('group', { name: 'Recently opened' }).getByText('Elevator at 12 Birch Loop'));
  await page.keyboard.press('End');
  await expectText(selected(page)).toBe('Support');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expectText(selected(page)).toMatch(/^Elevator/);
  await isEmptyFor(page, 'zzzzzz');
  await page.keyboard.press('Escape');
  await vanishes(palette(page));
});

test('[14.1] actions and screens are found as the role may use them, and Ctrl-Enter opens a new tab', async () => {
  const page = await signedIn(BOARD);
  await search(page, 'upload doc');
  await expectText(selected(page)).toBe('Upload Document');
  await page.keyboard.press('Enter');
  await appears(page.getByRole('dialog', { name: 'Upload Document' }));
  expect(pathOf(page)).toBe('/documents');
  await page.keyboard.press('Escape');
  await vanishes(page.getByRole('dialog', { name: 'Upload Document' }));
  await search(page, 'create requ');
  await appears(option(page, 'Create Request'));
  const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')]);
  await appears(tab.getByRole('heading', { level: 1 }));
  expect([pathOf(tab), pathOf(page)]).toEqual(['/requests/create', '/documents']);
});

test('[14.1, SYNC-02] a resident searches offline after a reload, and finds nothing of what others may see', async () => {
  const created = await apiAs(RESIDENT)('POST', '/api/requests', {
    title: 'Birdbath capybara',
    description: '<p>It leaks.</p>',
    category: 'Maintenance',
  });
  const comment = (message: string, is_public: boolean) =>
    board('POST', `/api/requests/${created.body._id}/comments`, { message, is_public });
  await comment('<p>Internally wolverine</p>', false);
  await comment('<p>The plumber brings a pangolin</p>', true);
  const page = await signedInForOffline(RESIDENT, 'pangolin');
  await goOffline(page);
  await page.reload();
  await appears(page.getByRole('button', { name: 'Profile menu' }));
  await search(page, 'pangolin');
  await appears(option(page, /^Birdbath capybara/).locator('mark', { hasText: 'pangolin' }));
  for (const hidden of ['wolverine', 'Turnover agreement', 'Invite User']) await isEmptyFor(page, hidden);
  await field(page).fill('birdb');
  await appears(option(page, /^Birdbath capybara/));
  await page.keyboard.press('Enter');
  await appears(heading(page, 'Birdbath capybara'));
});

test('[14.1] what changes elsewhere is found in the open palette', async () => {
  const page = await signedIn(RESIDENT);
  await search(page, 'flugelhorn');
  await appears(palette(page).getByText('Nothing found for “flugelhorn”'));
  await apiAs(RESIDENT)('POST', '/api/requests', {
    title: 'Flugelhorn at night',
    description: '<p>Loud</p>',
    category: 'Other',
  });
  await appears(option(page, /^Flugelhorn at night/));
});

test('[14.1, A11Y-04] on a phone the button in the top bar opens it over the whole screen, in both colours without a finding', async () => {
  const page = await signedIn(BOARD, { viewport: PHONE });
  const button = page.getByRole('button', { name: 'Search', exact: true });
  expect(await button.boundingBox()).toMatchObject({ width: 44, height: 44 });
  await button.click();
  await field(page).fill('snow');
  await appears(option(page, /snow/i));
  const box = await palette(page).getByRole('listbox').boundingBox();
  expect(box?.width).toBeGreaterThan(PHONE.width - 20);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.waitForFunction(() => document.getAnimations().length === 0);
    expect(await violationsOf(page)).toEqual([]);
  }
  await palette(page).getByRole('button', { name: 'Close' }).click();
  await vanishes(palette(page));
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
});

/** A PDF of one page with these lines. */
const pdfOf = (lines: string[]): string => {
  const text = lines.map((line) => `(${line}) Tj T*`).join(' ');
  const stream = `BT /F1 12 Tf 14 TL 72 720 Td ${text} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  return `${file}xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
};

const upload = async (page: Page, name: string, content: string): Promise<void> => {
  const path = join(tmpdir(), name);
  await writeFile(path, content);
  await page.goto('/documents?upload=true');
  const dialog = page.getByRole('dialog', { name: 'Upload Document' });
  await dialog.getByLabel('File').setInputFiles(path);
  await dialog.getByRole('button', { name: /^Category/ }).click();
  await page.getByRole('option', { name: 'Legal', exact: true }).click();
  await dialog.getByRole('button', { name: 'Upload Document' }).click();
  await appears(dialog.getByText('Document uploaded successfully!'));
};

test('[14.1, DOC-12] a PDF that is encrypted, and one whose text takes too long to read, is stored without its text', async () => {
  // A call by the service worker cannot be intercepted.
  const bea = await browser.open({ serviceWorkers: 'block' });
  await signIn(bea, BOARD);
  const encrypted = pdfOf(['Nobody reads about the okapi.']).replace('/Root 1 0 R', `/Root 1 0 R ${ENCRYPTION}`);
  await upload(bea, 'Sealed guide.pdf', encrypted);
  await bea.route('**/pdf-worker*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'onmessage = () => {};' }),
  );
  await bea.clock.install();
  const stored = upload(bea, 'Endless guide.pdf', pdfOf(['About the okapi, too.']));
  // The file itself is not disturbed: it is up before the time for its text has passed.
  await bea.waitForResponse((response) => response.request().method() === 'PUT');
  await bea.clock.fastForward('00:20');
  await stored;
  await bea.goto('/documents');
  await appears(heading(bea, 'Documents'));
  await search(bea, 'guide');
  for (const title of ['Sealed guide', 'Endless guide']) await appears(option(bea, new RegExp(`^${title}`)));
  await isEmptyFor(bea, 'okapi');
});

/** Nobody here knows its password. */
const ENCRYPTION = `/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`;

test('[14.1, DOC-12] the text inside a PDF is read on the device that uploads it, and found on another; a broken PDF has none', async () => {
  const bea = await signedIn(BOARD);
  await upload(
    bea,
    'Architectural guide.pdf',
    pdfOf(['Sheds may not be taller than a gira-', 'ffe, says article nine.']),
  );
  await upload(bea, 'Broken guide.pdf', '%PDF-1.7\nnothing else');
  const rex = await signedIn(RESIDENT);
  await search(rex, 'article giraffe');
  await appears(option(rex, /^Architectural guide/).locator('mark', { hasText: 'giraffe' }));
  await field(rex).fill('broken guide');
  await appears(option(rex, /^Broken guide/));
  await field(rex).fill('giraffe');
  await appears(option(rex, /^Architectural guide/));
  await rex.keyboard.press('Enter');
  await appears(rex.getByRole('row').filter({ hasText: 'Architectural guide' }));
});
