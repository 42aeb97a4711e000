import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, test } from 'vitest';
import { paths } from '../../client/paths.ts';
import { appears, expectText, vanishes, visit } from './support/app.ts';
import { violationsInBoth } from './support/axe.ts';
import { TIMEOUT_MS } from './support/browser.ts';
import {
  BEA,
  COUNSEL,
  callToOrder,
  createRoomHoa,
  DALE,
  dialog,
  KEYPAD,
  press,
  ROOF,
  schedule,
  submit,
} from './support/meeting-room.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn } = useSessions();

beforeAll(createRoomHoa);

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

  const page = await signedIn(BEA);
  await visit(page, paths.meetingRoom(id));
  const card = page.getByRole('article', { name: 'Motion 1' });
  await appears(card.getByText('Two versions were recorded'));
  expect(await card.getByRole('button', { name: 'Open the Vote' }).isDisabled()).toBe(true);
  expect(await card.getByRole('button', { name: 'Amend' }).count()).toBe(0);
  await card.getByRole('button', { name: 'Edit' }).first().click();
  const field = dialog(page).getByRole('textbox', { name: 'Wording as amended' });
  await expectText(field).toMatch(/To open the gate at [79]\./);
  await field.fill('To open the gate at 8.');
  await dialog(page).getByLabel('Amendment moved by').fill('Bea Marsh');
  await dialog(page).getByLabel('Reason').fill('As the chair put it');
  expect(await violationsInBoth(page)).toEqual([]);
  await submit(page, 'Use These Words');
  await vanishes(card.getByText('Two versions were recorded'));
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
  const page = await signedIn(BEA);
  await visit(page, paths.meetingRoom(id));
  await callToOrder(page);
  await press(page, `Start: ${ROOF}`);
  const move = async (items: string) => {
    await press(page, `Move the Consent Agenda (${items})`);
    await dialog(page).getByLabel('Moved by').fill('Dale Brooks');
    await submit(page, 'Make Motion');
  };
  await appears(page.getByRole('button', { name: 'Pull Out of the Consent Agenda' }));
  await move('2 Items');
  await appears(page.getByText('Motion 1 covers this item. To pull it out, end that motion without a vote first.'));
  await press(page, 'End Without a Vote');
  await submit(page, 'Record Result');
  await press(page, 'Pull Out of the Consent Agenda');
  await move('1 Item');
  const second = page.getByRole('article', { name: 'Motion 2' });
  await page.getByRole('button', { name: `Start: ${KEYPAD}` }).click();
  await appears(second.getByText(KEYPAD));
  expect(await second.getByText(ROOF).count()).toBe(0);
  await press(page, 'Open the Vote');
  await press(page, 'No Objection');
  await submit(page, 'Record Result');
  await appears(second.getByText('Adopted').first());
  expect(await page.getByText(/Pull Out of the Consent|covers this item/).count()).toBe(0);
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
  const page = await signedIn(BEA);
  await visit(page, paths.meeting(id));
  const open = page.getByRole('region', { name: 'To settle' });
  await appears(open.getByText('Motion 1: two results were recorded'));
  await open.getByRole('button', { name: 'Keep This' }).last().click();
  await dialog(page).getByLabel('Reason').fill('Desk 2 counted last');
  await submit(page, 'Keep This');
  await vanishes(open);
  await appears(page.getByText('Motion 1, moved by Bea Marsh').first());
  await visit(page, paths.meetingRoom(id));
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
  const motions = async () => (await apiAs(DALE)('GET', `/api/meetings/${id}/motions`)).body;
  await expect
    .poll(motions, { timeout: TIMEOUT_MS })
    .toMatchObject([{ status: 'closed', outcome: 'adopted', totals: { for: votes(3) }, warnings: [] }]);
});
