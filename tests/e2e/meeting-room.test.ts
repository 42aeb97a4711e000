import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { paths } from '../../client/paths.ts';
import { appears, expectText, goOffline, vanishes, visit } from './support/app.ts';
import { violationsInBoth } from './support/axe.ts';
import { DESKTOP, PHONE, TIMEOUT_MS } from './support/browser.ts';
import {
  BEA,
  COUNSEL,
  callToOrder,
  createRoomHoa,
  DALE,
  dialog,
  makeMotion,
  press,
  RITA,
  ROOF,
  schedule,
  submit,
} from './support/meeting-room.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn, signedInForOffline } = useSessions();

const TITLE = 'The meeting without a line';

beforeAll(createRoomHoa);

/** Rita's, which the item of the keypad is about; its id. */
const fileRequest = async (): Promise<string> => {
  const request = { title: 'The keypad sticks', description: '<p>Its 4.</p>', category: 'Maintenance' };
  const { status, body } = await apiAs(RITA)('POST', '/api/requests', request);
  expect(status, JSON.stringify(body)).toBe(201);
  return body._id;
};

test('[MEET-14] [VOTE-01] [RECUSE-02] [AGENDA-05] a board meeting is run offline after a cold reload, and the server has its facts and decisions after the next sync', async () => {
  const request_id = await fileRequest();
  const id = await schedule(TITLE, request_id);
  const page = await signedInForOffline(BEA, TITLE);
  await visit(page, paths.meetingRoom(id));
  await appears(page.getByRole('button', { name: 'Call to Order', exact: true }));
  await goOffline(page);
  await page.reload();

  await callToOrder(page);
  await appears(page.getByText('Record: Bea Marsh, Record'));
  await appears(page.getByText('Quorum: 3 of 3, 2 needed'));
  const screen = await page.context().newPage();
  await screen.goto(paths.meetingScreen(id));

  await press(page, `Start: ${ROOF}`);
  await appears(screen.getByText(ROOF));
  await recuseMarcus(page);

  await makeMotion(page, null, 'Bea Marsh', 'Roll call');
  await voteByKeys(page, screen);
  await press(page, 'Record Result');
  await submit(page, 'Record Result');
  await appears(page.getByText('Adopted by roll call: 2 for, 0 against, 0 abstain. 2 of 2 needed.'));

  await press(page, 'Next Item');
  await makeMotion(page, 'To mend the keypad.', 'Dale Brooks', 'Voice');
  await replaceKeypad(page);

  await press(page, 'Executive Session');
  await expectText(screen.getByRole('main')).toContain('Executive session. The meeting will resume shortly.');
  await press(page, 'End Executive Session');
  await press(page, 'Adjourn');
  await submit(page, 'Adjourn');
  await appears(page.getByText(/^Adjourned at/));

  await page.context().setOffline(false);
  await expect.poll(async () => (await kindsOf(id)).adjourned, { timeout: TIMEOUT_MS }).toBe(1);
  expect(await kindsOf(id)).toMatchObject({
    called_to_order: 1,
    recorder_taken: 1,
    arrived: 3,
    recused: 1,
    motion_text: 3,
    vote: 3,
    result: 2,
    executive_started: 1,
    executive_ended: 1,
  });
  const status = async () => (await apiAs(RITA)('GET', `/api/requests/${request_id}`)).body.status;
  await expect.poll(status, { timeout: TIMEOUT_MS }).toBe('resolved');
});

const recuseMarcus = async (page: Page): Promise<void> => {
  await press(page, 'Declare a Recusal');
  await dialog(page)
    .getByRole('button', { name: /^Director/ })
    .click();
  await page.getByRole('option', { name: 'Marcus Hale' }).click();
  await dialog(page).getByLabel('Reason').fill('His firm sells them');
  await submit(page, 'Record Recusal');
  await appears(page.getByText('Does not vote'));
};

const voteByKeys = async (page: Page, screen: Page): Promise<void> => {
  await press(page, 'Open the Vote');
  const vote = page.getByRole('region', { name: 'Vote' });
  await vote.getByRole('radiogroup', { name: 'Dale Brooks' }).waitFor();
  expect(await vote.getByRole('radiogroup').count()).toBe(2);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('f');
  await appears(vote.getByRole('radiogroup', { name: /Bea|Dale/ }).getByRole('radio', { name: 'For', checked: true }));
  await page.keyboard.press('a');
  await appears(vote.getByRole('radio', { name: 'Against', checked: true }));
  await page.keyboard.press('u');
  await vanishes(vote.getByRole('radio', { name: 'Against', checked: true }));
  await page.keyboard.press('f');
  await expect.poll(() => vote.getByRole('radio', { name: 'For', checked: true }).count()).toBe(2);
  await appears(screen.getByText('To allow the panels as drawn.'));
  await expectText(screen.getByRole('main')).toMatch(/2 For/);
  expect(await screen.getByRole('main').textContent()).not.toContain('Dale');
};

const replaceKeypad = async (page: Page): Promise<void> => {
  await press(page, 'Amend');
  await dialog(page).getByRole('textbox', { name: 'Wording as amended' }).fill('To replace the keypad.');
  await dialog(page).getByLabel('Amendment moved by').fill('Marcus Hale');
  await dialog(page).getByLabel('Reason').fill('It was mended twice');
  await submit(page, 'Amend');
  const decision = page.getByRole('region', { name: 'Decision' });
  await appears(decision.getByText('Now: Open'));
  await decision.getByRole('button', { name: 'If adopted In Progress' }).click();
  await page.getByRole('option', { name: 'Resolved' }).click();
  await appears(decision.getByRole('button', { name: 'If adopted Resolved' }));
  await press(page, 'Open the Vote');
  await press(page, 'The Ayes Have It');
  await appears(dialog(page).getByText('The keypad sticks becomes Resolved'));
  await submit(page, 'Record Result');
  await appears(page.getByText('Adopted by voice'));
  await appears(page.getByText('2 wordings'));
  await press(page, 'Set Resolved');
  await appears(decision.getByText('Set Resolved by Bea Marsh'));
};

const kindsOf = async (id: string): Promise<Record<string, number>> => {
  const { body } = await apiAs(DALE)('GET', `/api/meetings/${id}/facts?limit=100`);
  const kinds: Record<string, number> = {};
  for (const { kind } of body.docs as { kind: string }[]) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return kinds;
};

test('[A11Y-09] [SHOW-02] [SHOW-03] the screen of the meeting and its display pass axe; the display has no controls and nothing executive', async () => {
  const id = await schedule('The meeting that axe reads');
  const page = await signedIn(BEA);
  await visit(page, paths.meetingRoom(id));
  await callToOrder(page);
  await press(page, `Start: ${ROOF}`);
  await makeMotion(page, null, 'Bea Marsh', 'Roll call');
  await press(page, 'Open the Vote');
  await appears(page.getByRole('radiogroup', { name: 'Dale Brooks' }).last());
  expect(await violationsInBoth(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  expect(await violationsInBoth(page)).toEqual([]);
  await page.setViewportSize(DESKTOP);

  const screen = await page.context().newPage();
  await screen.setViewportSize({ width: 1280, height: 720 });
  await screen.goto(paths.meetingScreen(id));
  await appears(screen.getByText('To allow the panels as drawn.'));
  expect(await violationsInBoth(screen)).toEqual([]);
  expect(await screen.getByRole('button').or(screen.getByRole('link')).count()).toBe(0);
  expect(await screen.evaluate(smallestText)).toBeGreaterThanOrEqual(28);
  await page.getByRole('button', { name: `Start: ${COUNSEL}` }).click();
  await expectText(screen.getByRole('main')).toContain('Executive session. The meeting will resume shortly.');
  expect(await screen.getByRole('main').textContent()).not.toContain(COUNSEL);
});

/** Runs in the page: the smallest text in pixels. */
const smallestText = () =>
  Math.min(
    ...[...document.querySelectorAll('main *')]
      .filter((element) =>
        [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()),
      )
      .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
  );
