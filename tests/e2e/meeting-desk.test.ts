import type { Locator, Page, Response } from 'playwright-core';
import { encode } from 'uqr';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { codeText } from '../../client/meetings/desk/code.ts';
import { nth } from '../support/required.ts';
import { appears, expectText, goOffline, heading, isStored, signIn, visit } from './support/app.ts';
import { violationsInBoth } from './support/axe.ts';
import { PHONE, TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { apiAs, inDatabase, pushAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

type CheckInCode = Parameters<typeof codeText>[0];

const browser = useBrowser();
const { signedIn, signedInForOffline } = useSessions();
const BOARD = 'board@willowcreek.test';
const board = apiAs(BOARD);
const change = pushAs(BOARD);

/** An annual meeting whose roll is frozen. */
const makeMeeting = async (title: string): Promise<string> => {
  const id = uuidv7();
  const starts_at = new Date(Date.now() + 30 * 60_000).toISOString();
  await change('createMeeting', {
    id,
    kind: 'member_annual',
    title,
    starts_at,
    place: 'Clubhouse',
    status: 'scheduled',
  });
  await change('freezeRoll', { meeting_id: id });
  return id;
};

const searchField = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search units and names' });
const unitRow = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Units' }).getByRole('listitem').filter({ hasText: name });
const quorum = (page: Page) => expectText(page.getByRole('region', { name: 'Quorum' }));

/** A screen reader says it politely: nothing of a page that a dialog has made inert. */
const spoken = (page: Page) =>
  expectText(page.locator('body :not([inert] *)[aria-live=polite]').filter({ hasText: /\./ }));

/** How high the part of the page is, through the middle of the checkbox, where a tap changes it. */
const targetHeight = async (page: Page, label: string): Promise<number> => {
  const box = page.getByRole('checkbox', { name: label });
  await box.scrollIntoViewIfNeeded();
  return box.evaluate((input: HTMLInputElement) => {
    const { left, top, width, height } = input.getBoundingClientRect();
    const changes = (offset: number) => {
      const hit = document.elementFromPoint(left + width / 2, top + height / 2 + offset);
      return hit === input || [...(input.labels ?? [])].some((one) => one.contains(hit));
    };
    const reach = (step: number, at = 0): number => (changes(at + step) ? reach(step, at + step) : Math.abs(at));
    return reach(-1) + reach(1) + 1;
  });
};

/** Types into the field that has the focus, and presses Enter. */
const tick = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.type(text);
  await appears(page.getByRole('list', { name: 'Units' }));
  await page.keyboard.press('Enter');
};

test('[DESK-01] [DESK-09] [QUORUM-09] a desk without a connection checks in by keyboard, by proxy and in groups, and a second desk has it all once both are online', async () => {
  const title = `Annual meeting at two desks ${Date.now()}`;
  const id = await makeMeeting(title);
  const page = await signedInForOffline(BOARD, title);
  await visit(page, `/meetings/${id}/desk`);
  await appears(searchField(page));
  await page.getByRole('button', { name: 'Name This Device' }).click();
  await page.getByRole('button', { name: 'Desk 1', exact: true }).click();
  await goOffline(page);
  await page.reload();
  await appears(heading(page, 'Check-In Desk'));
  await appears(searchField(page));
  await appears(page.getByRole('button', { name: /^Desk 1/ }));
  await quorum(page).toContain('No quorum: 8 more needed');

  await checkInByKeyboard(page);

  await page.keyboard.type('Zoe Visitor');
  await appears(page.getByText('No unit or name matches. Add a guest?'));
  await page.getByRole('button', { name: 'Add Zoe Visitor' }).click();
  await appears(page.getByText('Guests Zoe Visitor'));
  await quorum(page).toContain('1 of 24');

  await checkInByProxy(page);

  const second = await signedIn(BOARD, { viewport: PHONE });
  await visit(second, `/meetings/${id}/desk`);
  await searchField(second).focus();
  await quorum(second).toContain('0 of 24');
  await tick(second, 'reed');
  await quorum(second).toContain('1 of 24');
  await page.context().setOffline(false);
  await quorum(second).toContain('4 of 24');
  await quorum(page).toContain('4 of 24');
  await tick(second, 'petrova');
  await appears(second.getByText(/^2 Cattail Way: Here since .* \(Desk 1\)\.$/));
  await expect.poll(() => isStored(second, 'Zoe Visitor'), { timeout: TIMEOUT_MS }).toBe(true);
  await expectUsableByTouch(second);
  expect(await targetHeight(page, 'Enter from paper')).toBeGreaterThanOrEqual(24);

  await goOffline(page);
  await quorum(page).toMatch(/This device only\. .* last seen \d+:\d\d [AP]M\./);
  expect(await violationsInBoth(page)).toEqual([]);
  await visit(page, `/meetings/${id}/print/sign-in`);
  await appears(page.getByRole('img', { name: 'Check-in code of 2 Cattail Way' }));
  expect(await violationsInBoth(page)).toEqual([]);
});

const checkInByKeyboard = async (page: Page): Promise<void> => {
  await searchField(page).focus();
  await tick(page, 'petrova ELENA');
  await appears(page.getByText('2 Cattail Way, present.', { exact: true }));
  await spoken(page).toBe('2 Cattail Way, present. 1 of 24, 7 more needed.');
  expect(await searchField(page).inputValue()).toBe('');
  expect(await searchField(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await appears(unitRow(page, '2 Cattail Way').getByText(/^In person since/));
  await quorum(page).toContain('1 of 24');
  await tick(page, 'cattail 2');
  await appears(page.getByText(/^2 Cattail Way: Here since .* \(Desk 1\)\.$/));
  await quorum(page).toContain('1 of 24');
};

const checkInByProxy = async (page: Page): Promise<void> => {
  await recordProxy(page, '4 Cattail Way', 'Walter Boyd');
  await appears(unitRow(page, '4 Cattail Way').getByText(/^By proxy since/));
  await unitRow(page, '4 Cattail Way').getByRole('button', { name: 'Left 4 Cattail Way' }).click();
  await appears(unitRow(page, '4 Cattail Way').getByText(/^Left /));
  await searchField(page).focus();
  await page.keyboard.type('boyd');
  await appears(page.getByRole('region', { name: 'Walter Boyd’s units' }));
  await page.getByRole('button', { name: 'Check In All 2' }).click();
  await appears(page.getByText('2 units of Walter Boyd, present.'));
  await quorum(page).toContain('3 of 24');
};

const expectUsableByTouch = async (page: Page): Promise<void> => {
  expect(await violationsInBoth(page)).toEqual([]);
  expect(await targetHeight(page, 'Enter from paper')).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
};

test('[DESK-04] a scanned code finds its unit, and one of another meeting says so', async () => {
  const id = await makeMeeting(`Annual meeting with codes ${Date.now()}`);
  const { body } = await board('GET', `/api/meetings/${id}/roll`);
  const { address_id, label } = body.docs[0];
  const hoa_id = await inDatabase(async (db) => {
    const { rows } = await db.execute({ sql: 'SELECT hoa_id FROM meetings WHERE id = ?', args: [id] });
    return String(nth(rows, 0).hoa_id);
  });
  const page = await browser.open({ viewport: PHONE });
  await signIn(page, BOARD);
  await page.addInitScript(openCamera, squaresOf({ hoa_id, meeting_id: uuidv7(), of: address_id }));
  await page.goto(`/meetings/${id}/desk`);
  await page.getByRole('button', { name: 'Scan Code' }).click();
  await appears(page.getByText('This code belongs to another meeting.'));
  await page.evaluate(
    (squares) => {
      globalThis.shownSquares = squares;
    },
    squaresOf({ hoa_id, meeting_id: id, of: address_id }),
  );
  const found = page.getByRole('region', { name: 'Unit found' });
  await appears(found.getByText(label));
  await found.getByRole('button', { name: 'Check In' }).click();
  await spoken(page).toBe(`${label}, present. 1 of 24, 7 more needed.`);
  await page.keyboard.press('Escape');
  await quorum(page).toContain('1 of 24');
});

test('[DESK-02] [SYNC-02] an idle desk fetches what it may need, so that a device without the app records a paper proxy offline', async () => {
  const id = await makeMeeting(`Annual meeting that loses its network ${Date.now()}`);
  const page = await browser.open({ savesData: false });
  await page.clock.install();
  await signIn(page, BOARD);
  await page.goto(`/meetings/${id}/desk`);
  await unitRow(page, '4 Cattail Way')
    .getByRole('button', { name: /^4 Cattail Way/ })
    .click();
  await appears(page.getByRole('button', { name: 'Record a Paper Proxy' }));
  const fetched = page.waitForResponse(isPaperProxyForm);
  await page.clock.fastForward(PRELOAD_AFTER_MS);
  const script = (await fetched).url();
  // A string, because the test's own imports are rewritten.
  await page.evaluate(`import(${JSON.stringify(script)}).then(() => null)`);
  await goOffline(page);
  await page.getByRole('button', { name: 'Record a Paper Proxy' }).click();
  await appears(page.getByRole('textbox', { name: 'Signed by' }));
});

const PRELOAD_AFTER_MS = 5000;

const isPaperProxyForm = async (response: Response): Promise<boolean> =>
  response.url().endsWith('.js') && (await response.text()).includes('Paper proxy');

const squaresOf = (code: CheckInCode): boolean[][] => encode(codeText(code), { border: 4 }).data;

/** Runs in the page: its camera sees `shownSquares`. */
const openCamera = (squares: boolean[][]): void => {
  // A picture opened as a page has no canvas.
  if (document.contentType !== 'text/html') return;
  const unit = 8;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: squares.length * unit, height: squares.length * unit });
  const context = canvas.getContext('2d')!;
  globalThis.shownSquares = squares;
  const draw = () => {
    for (const [y, row] of globalThis.shownSquares.entries())
      for (const [x, dark] of row.entries()) {
        context.fillStyle = dark ? '#000' : '#fff';
        context.fillRect(x * unit, y * unit, unit, unit);
      }
  };
  draw();
  // The stream of a canvas has a frame for each drawing.
  setInterval(draw, 100);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream();
};

declare global {
  var shownSquares: boolean[][];
}

const recordProxy = async (page: Page, unit: string, holder: string): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`^${unit}`) }).click();
  await page.getByRole('button', { name: 'Record a Paper Proxy' }).click();
  await page.getByRole('textbox', { name: 'Signed by' }).fill('Olga Owner');
  await page.getByRole('textbox', { name: 'Holder' }).fill(holder);
  await page.getByRole('button', { name: 'Record Proxy' }).click();
};
