import type { Page } from 'playwright-core';
import { uuidv7 } from 'uuidv7';
import { test } from 'vitest';
import { appears, expectText, visit } from './support/app.ts';
import { PHONE } from './support/browser.ts';
import { pushAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn } = useSessions();
const BOARD = 'board@willowcreek.test';
const change = pushAs(BOARD);

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search units and names' });
const row = (page: Page, unit: string) =>
  page.getByRole('list', { name: 'Units' }).getByRole('listitem').filter({ hasText: unit });
const quorum = (page: Page) => expectText(page.getByRole('region', { name: 'Quorum' }));

test('[DESK-01] [DESK-09] while one desk searches, another checks in: the list has it once the search ends, and no more once that is undone', async () => {
  const [id, title] = [uuidv7(), `Annual meeting with a search ${Date.now()}`];
  const starts_at = new Date(Date.now() + 30 * 60_000).toISOString();
  const place = { place: 'Clubhouse', status: 'scheduled' };
  await change('createMeeting', { id, kind: 'member_annual', title, starts_at, ...place });
  await change('freezeRoll', { meeting_id: id });
  const [page, second] = [await signedIn(BOARD), await signedIn(BOARD, { viewport: PHONE })];
  for (const one of [page, second]) {
    await visit(one, `/meetings/${id}/desk`);
    await appears(row(one, '2 Cattail Way'));
  }
  await field(page).fill('heron 3');
  await appears(row(page, '3 Heron Court'));
  await field(second).fill('petrova');
  await appears(row(second, '2 Cattail Way'));
  await second.keyboard.press('Enter');
  await quorum(page).toContain('1 of 24');
  await field(page).press('Escape');
  await appears(row(page, '2 Cattail Way').getByText(/^In person since/));

  await field(page).fill('heron 3');
  await second.getByRole('button', { name: 'Undo' }).click();
  await quorum(page).toContain('0 of 24');
  await field(page).press('Enter');
  await quorum(page).toContain('1 of 24');
  await appears(row(page, '3 Heron Court').getByText(/^In person since/));
  await appears(row(page, '2 Cattail Way').getByRole('button', { name: /^Check In/ }));
});
