import type { Page } from 'playwright-core';
import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, test } from 'vitest';
import { paths } from '../../client/paths.ts';
import { appears, type Email, expectText, signIn, signInForOffline, vanishes } from './support/app.ts';
import { violationsInBoth } from './support/axe.ts';
import { DESKTOP, PHONE, TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { apiAs } from './support/server.ts';

const browser = useBrowser();

const BEA: Email = 'room-bea@willowcreek.test';
const DALE: Email = 'room-dale@willowcreek.test';
const MARCUS: Email = 'room-marcus@willowcreek.test';
const RITA: Email = 'room-rita@willowcreek.test';

const [ROOF, KEYPAD, COUNSEL] = ['Solar panels on the roof', 'Keypad at the gate', 'Letter of counsel'];

beforeAll(() =>
  createHoa('Roomwood HOA', [
    { email: BEA, name: 'Bea Marsh', role: 'board' },
    { email: DALE, name: 'Dale Brooks', role: 'board' },
    { email: MARCUS, name: 'Marcus Hale', role: 'board' },
    { email: RITA, name: 'Rita Vance', role: 'resident' },
  ]),
);

/** Rita's, which the item of the keypad is about; its id. */
const fileRequest = async (): Promise<string> => {
  const request = { title: 'The keypad sticks', description: '<p>Its 4.</p>', category: 'Maintenance' };
  const { status, body } = await apiAs(RITA)('POST', '/api/requests', request);
  expect(status, JSON.stringify(body)).toBe(201);
  return body._id;
};

/** A board meeting that begins now; its id. */
const schedule = async (title: string, request_id?: string): Promise<string> => {
  const call = apiAs(BEA);
  const starts_at = new Date().toISOString();
  const made = await call('POST', '/api/meetings', { kind: 'board_regular', title, starts_at, status: 'scheduled' });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const id = made.body._id as string;
  for (const item of [
    { title: ROOF, minutes: 10, proposal: '<p>To allow the panels as drawn.</p>' },
    { title: KEYPAD, minutes: 5, ...(request_id && { record: { entity: 'request', id: request_id } }) },
    { title: COUNSEL, executive: true },
  ]) {
    const { status, body } = await call('POST', `/api/meetings/${id}/agenda`, item);
    expect(status, JSON.stringify(body)).toBe(201);
  }
  return id;
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialog = (page: Page) => page.getByRole('dialog');

/** Presses the button of the dialog, which closes. */
const submit = async (page: Page, name: string) => {
  await dialog(page).getByRole('button', { name, exact: true }).click();
  await vanishes(dialog(page));
};

/** Asks who is here first. */
const callToOrder = async (page: Page) => {
  await press(page, 'Call to Order');
  await appears(dialog(page).getByText('No quorum: 2 more needed'));
  await dialog(page).getByRole('button', { name: 'All 3 are here', exact: true }).click();
  await submit(page, 'Call to Order');
};

const makeMotion = async (page: Page, words: string | null, mover: string, method: string) => {
  await press(page, 'Make Motion');
  const field = dialog(page).getByRole('textbox', { name: 'Words of the motion' });
  await field.waitFor();
  if (words) await field.fill(words);
  await dialog(page).getByLabel('Moved by').fill(mover);
  await dialog(page).getByLabel(method).check();
  await submit(page, 'Make Motion');
};

test('[MEET-14] [VOTE-01] [RECUSE-02] [AGENDA-05] a board meeting is run offline after a cold reload, and the server has its facts and decisions after the next sync', async () => {
  const request_id = await fileRequest();
  const id = await schedule('The meeting without a line', request_id);
  const page = await browser.openInstalled();
  await signInForOffline(page, BEA, COUNSEL);
  await page.goto(paths.meetingRoom(id));
  await appears(page.getByRole('button', { name: 'Call to Order', exact: true }));
  await page.context().setOffline(true);
  await page.reload();

  await callToOrder(page);
  await appears(page.getByText('Record: Bea Marsh, Record'));
  await appears(page.getByText('Quorum: 3 of 3, 2 needed'));
  const screen = await page.context().newPage();
  await screen.goto(paths.meetingScreen(id));

  await press(page, `Start: ${ROOF}`);
  await appears(screen.getByText(ROOF));
  await press(page, 'Declare a recusal');
  await dialog(page)
    .getByRole('button', { name: /^Director/ })
    .click();
  await page.getByRole('option', { name: 'Marcus Hale' }).click();
  await dialog(page).getByLabel('Reason').fill('His firm sells them');
  await submit(page, 'Record Recusal');
  await appears(page.getByText('Does not vote'));

  await makeMotion(page, null, 'Bea Marsh', 'Roll call');
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
  await press(page, 'Record Result');
  await submit(page, 'Record Result');
  await appears(page.getByText('Adopted by roll call: 2 for, 0 against, 0 abstain. 2 of 2 needed.'));

  await press(page, 'Next item');
  await makeMotion(page, 'To mend the keypad.', 'Dale Brooks', 'Voice');
  await press(page, 'Amend');
  await dialog(page).getByRole('textbox', { name: 'Words as amended' }).fill('To replace the keypad.');
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

test('[MOTION-01] two wordings wait to be settled; a third may be written, which stands for both', async () => {
  const id = await schedule('The meeting of two wordings');
  const call = apiAs(BEA);
  const { body: meeting } = await call('GET', `/api/meetings/${id}`);
  const item_id = meeting.agenda.find(({ title }: { title: string }) => title === KEYPAD)._id;
  const motion_id = uuidv7();
  const [made, nine, seven] = [uuidv7(), uuidv7(), uuidv7()];
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  const words = (fact_id: string, text: string, replaces: string[], desk: string) => ({
    ...{ id: fact_id, kind: 'motion_text', subject: motion_id, data: { mover: 'Dale Brooks' }, at: at(0), desk },
    ...{ text: `<p>${text}</p>`, replaces },
  });
  const record = async (...facts: object[]) => {
    const { status, body } = await call('POST', `/api/meetings/${id}/facts`, { facts });
    expect(status, JSON.stringify(body)).toBe(201);
  };
  const motion = {
    id: motion_id,
    item_id,
    number: '1',
    mover: 'Dale Brooks',
    method: 'voice',
    at: at(0),
    desk: 'Record',
  };
  const threshold = { kind: 'majority', basis: 'units' };
  expect((await call('POST', `/api/meetings/${id}/motions`, { ...motion, threshold })).status).toBe(201);
  await record(
    { id: uuidv7(), kind: 'called_to_order', subject: null, data: {}, at: at(-60), desk: 'Record' },
    { id: uuidv7(), kind: 'item_started', subject: item_id, data: {}, at: at(-30), desk: 'Record' },
    words(made, 'To open the gate.', [], 'Record'),
    words(nine, 'To open the gate at 9.', [made], 'Record'),
    words(seven, 'To open the gate at 7.', [made], 'Desk 2'),
  );

  const page = await browser.open();
  await signIn(page, BEA);
  await page.goto(paths.meetingRoom(id));
  const card = page.getByRole('article', { name: 'Motion 1' });
  await appears(card.getByText('Two wordings were recorded'));
  expect(await card.getByRole('button', { name: 'Open the Vote' }).isDisabled()).toBe(true);
  expect(await card.getByRole('button', { name: 'Amend' }).count()).toBe(0);
  await card.getByRole('button', { name: 'Edit' }).first().click();
  const field = dialog(page).getByRole('textbox', { name: 'Words as amended' });
  await expectText(field).toMatch(/To open the gate at [79]\./);
  await field.fill('To open the gate at 8.');
  await dialog(page).getByLabel('Amendment moved by').fill('Bea Marsh');
  await dialog(page).getByLabel('Reason').fill('As the chair put it');
  expect(await violationsInBoth(page)).toEqual([]);
  await submit(page, 'Use These Words');
  await vanishes(card.getByText('Two wordings were recorded'));
  await appears(card.getByText('4 wordings'));
  expect(await card.getByRole('button', { name: 'Open the Vote' }).isEnabled()).toBe(true);
  const standing = async () => (await call('GET', `/api/meetings/${id}/motions`)).body[0].words;
  await expect.poll(standing, { timeout: TIMEOUT_MS }).toBe('<p>To open the gate at 8.</p>');
});

test('[AGENDA-08] an item is pulled out of the consent agenda before the motion on it, or once that ended without a vote', async () => {
  const id = await schedule('The meeting of many in one');
  const call = apiAs(BEA);
  const { body: meeting } = await call('GET', `/api/meetings/${id}`);
  for (const { _id, title } of meeting.agenda as { _id: string; title: string }[])
    if (title !== COUNSEL) expect((await call('PUT', `/api/agenda-items/${_id}`, { consent: true })).status).toBe(200);
  const page = await browser.open();
  await signIn(page, BEA);
  await page.goto(paths.meetingRoom(id));
  await callToOrder(page);
  await press(page, `Start: ${ROOF}`);
  const move = async (items: string) => {
    await press(page, `Move the consent agenda (${items})`);
    await dialog(page).getByLabel('Moved by').fill('Dale Brooks');
    await submit(page, 'Make Motion');
  };
  await appears(page.getByRole('button', { name: 'Pull out of the consent agenda' }));
  await move('2 items');
  await appears(page.getByText('Motion 1 covers this item. To pull it out, end that motion without a vote first.'));
  await press(page, 'End Without a Vote');
  await submit(page, 'Record Result');
  await press(page, 'Pull out of the consent agenda');
  await move('1 item');
  const second = page.getByRole('article', { name: 'Motion 2' });
  await page.getByRole('button', { name: `Start: ${KEYPAD}` }).click();
  await appears(second.getByText(KEYPAD));
  expect(await second.getByText(ROOF).count()).toBe(0);
  await press(page, 'Open the Vote');
  await press(page, 'No Objection');
  await submit(page, 'Record Result');
  await appears(second.getByText('Adopted').first());
  expect(await page.getByText(/Pull out of the consent|covers this item/).count()).toBe(0);
});

const votes = (units: number) => ({ units, weight: units });

/** Two devices recorded another result of the motion of a meeting that is over. */
const overWithTwoResults = async (): Promise<string> => {
  const id = await schedule('The meeting of two results');
  const call = apiAs(BEA);
  const [{ body: meeting }, { body: roll }] = await Promise.all([
    call('GET', `/api/meetings/${id}`),
    call('GET', `/api/meetings/${id}/roll`),
  ]);
  const motion_id = uuidv7();
  const at = new Date().toISOString();
  const motion = { id: motion_id, item_id: meeting.agenda[0]._id, number: '1', mover: 'Bea Marsh', mover_id: null };
  const rest = { threshold: { kind: 'majority', basis: 'units' }, method: 'count', at, desk: 'Record' };
  expect((await call('POST', `/api/meetings/${id}/motions`, { ...motion, ...rest })).status).toBe(201);
  const fact = (kind: string, data: object, subject: string | null = null, desk = 'Record') => ({
    ...{ id: uuidv7(), kind, subject, data, at, desk },
  });
  const result = (outcome: string, yes: number, desk: string) =>
    fact(
      'result',
      {
        ...{ outcome, method: 'count', needed: 2, of: 3, counted: [], text_id: null },
        totals: { for: votes(yes), against: votes(3 - yes), abstain: votes(0) },
        presence: { present: 3, total: 3, needed: 2, met: true, units: 3, weight: 3 },
      },
      motion_id,
      desk,
    );
  const facts = [
    ...roll.docs.map((unit: { _id: string }) => fact('arrived', { way: 'in_person' }, unit._id)),
    fact('called_to_order', {}),
    fact('item_started', {}, meeting.agenda[1]._id),
    { ...fact('motion_text', {}, motion_id), text: '<p>To allow the panels.</p>' },
    ...[result('adopted', 2, 'Record'), result('failed', 1, 'Desk 2')],
    fact('adjourned', {}),
  ];
  const { status, body } = await call('POST', `/api/meetings/${id}/facts`, { facts });
  expect(status, JSON.stringify(body)).toBe(201);
  return id;
};

test('[MOTION-08] [VOTE-05] after the adjournment two results are settled on the meeting’s page, and the numbers of a count corrected in the room', async () => {
  const id = await overWithTwoResults();
  const page = await browser.open();
  await signIn(page, BEA);
  await page.goto(paths.meeting(id));
  const open = page.getByRole('region', { name: 'To settle' });
  await appears(open.getByText('Motion 1: two results were recorded'));
  await open.getByRole('button', { name: 'Keep this' }).last().click();
  await dialog(page).getByLabel('Reason').fill('Desk 2 counted last');
  await submit(page, 'Keep this');
  await vanishes(open);
  await appears(page.getByText('Motion 1, moved by Bea Marsh').first());
  await page.goto(paths.meetingRoom(id));
  await press(page, 'Open Motion 1');
  await press(page, 'Correct');
  await dialog(page).getByLabel('For', { exact: true }).fill('50');
  await appears(dialog(page).getByText('52 votes would be counted, but only 3 can be cast by those present.'));
  await dialog(page).getByLabel('For', { exact: true }).fill('3');
  await dialog(page).getByLabel('Against', { exact: true }).fill('0');
  await dialog(page).getByLabel('Adopted').check();
  await dialog(page).getByLabel('Reason').fill('Read the wrong way round');
  await submit(page, 'Record Correction');
  await appears(page.getByText('Adopted by count: 3 for, 0 against, 0 abstain. 2 of 3 needed.'));
  const { body } = await apiAs(DALE)('GET', `/api/meetings/${id}/motions`);
  expect(body).toMatchObject([{ status: 'closed', outcome: 'adopted', totals: { for: votes(3) }, warnings: [] }]);
});

const kindsOf = async (id: string): Promise<Record<string, number>> => {
  const { body } = await apiAs(DALE)('GET', `/api/meetings/${id}/facts?limit=100`);
  const kinds: Record<string, number> = {};
  for (const { kind } of body.docs as { kind: string }[]) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return kinds;
};

test('[A11Y-09] [SHOW-02] [SHOW-03] the screen of the meeting and its display pass axe; the display has no controls and nothing executive', async () => {
  const id = await schedule('The meeting that axe reads');
  const page = await browser.open();
  await signIn(page, BEA);
  await page.goto(paths.meetingRoom(id));
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
