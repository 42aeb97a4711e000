import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { appears, goOffline, heading, signIn, visit, waitUntilStored } from './support/app.ts';
import { useBrowser } from './support/browser.ts';
import { countReads, readsOf } from './support/reads.ts';
import { countRenders, rendersOf } from './support/renders.ts';
import { pushAs } from './support/server.ts';

const browser = useBrowser();
const BOARD = 'board@willowcreek.test';
const change = pushAs(BOARD);

test('[DESK-01] the desk stands after few reads; a key draws the hits, and Enter one unit and the figures, not the whole list', async () => {
  const [id, title] = [uuidv7(), 'Annual meeting of few renders'];
  const starts_at = new Date(Date.now() + 30 * 60_000).toISOString();
  const place = { place: 'Clubhouse', status: 'scheduled' };
  await change('createMeeting', { id, kind: 'member_annual', title, starts_at, ...place });
  await change('freezeRoll', { meeting_id: id });
  const page = await browser.openInstalled();
  await signIn(page, BOARD);
  await waitUntilStored(page, title);
  await visit(page, `/meetings/${id}/desk`);
  const field = page.getByRole('searchbox', { name: 'Search units and names' });
  await appears(field);
  await countRenders(page);
  await countReads(page, 'ul[aria-label=Units] li');
  await goOffline(page);
  await page.reload();
  await appears(heading(page, 'Check-In Desk'));
  await appears(field);
  // 141 when it was set, 25 November 2026: the chunks of the whole cache are read ahead, and nothing twice.
  expect(await readsOf(page)).toBeLessThanOrEqual(150);
  const units = page.getByRole('list', { name: 'Units' }).getByRole('listitem');
  const labels = (await units.locator('b').allTextContents()).slice(0, 4);
  const renders: { key: number; enter: number }[] = [];
  for (const label of labels) {
    await page.keyboard.type(label.slice(0, -1));
    const key = await rendersOf(page, () => page.keyboard.type(label.slice(-1)));
    const enter = await rendersOf(page, () => page.keyboard.press('Enter'));
    await appears(page.getByText(`${label}, present.`));
    renders.push({ key, enter });
  }
  // When they were set, 25 November 2026: 16, and 104 to 165 in two or three commits. All rows of the list drawn anew are 130 more.
  for (const { key, enter } of renders) {
    expect(key).toBeLessThanOrEqual(20);
    expect(enter).toBeLessThanOrEqual(175);
  }
});
