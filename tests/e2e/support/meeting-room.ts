import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { appears, type Email, vanishes } from './app.ts';
import { createHoa } from './create-hoa.ts';
import { apiAs } from './server.ts';

export const BEA: Email = 'room-bea@willowcreek.test';
export const DALE: Email = 'room-dale@willowcreek.test';
const MARCUS: Email = 'room-marcus@willowcreek.test';
export const RITA: Email = 'room-rita@willowcreek.test';

export const [ROOF, KEYPAD, COUNSEL] = ['Solar panels on the roof', 'Keypad at the gate', 'Letter of counsel'];

/** The HOA of the tests in the room of a meeting. */
export const createRoomHoa = () =>
  createHoa('Roomwood HOA', [
    { email: BEA, name: 'Bea Marsh', role: 'board' },
    { email: DALE, name: 'Dale Brooks', role: 'board' },
    { email: MARCUS, name: 'Marcus Hale', role: 'board' },
    { email: RITA, name: 'Rita Vance', role: 'resident' },
  ]);

/** A board meeting that begins now; its id. */
export const schedule = async (title: string, request_id?: string): Promise<string> => {
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

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const dialog = (page: Page) => page.getByRole('dialog');

/** Presses the button of the dialog, which closes. */
export const submit = async (page: Page, name: string) => {
  await dialog(page).getByRole('button', { name, exact: true }).click();
  await vanishes(dialog(page));
};

/** Asks who is here first. */
export const callToOrder = async (page: Page) => {
  await press(page, 'Call to Order');
  await appears(dialog(page).getByText('No quorum: 2 more needed'));
  await dialog(page).getByRole('button', { name: 'All 3 Are Here', exact: true }).click();
  await submit(page, 'Call to Order');
};

export const makeMotion = async (page: Page, words: string | null, mover: string, method: string) => {
  await press(page, 'Make Motion');
  const field = dialog(page).getByRole('textbox', { name: 'Wording of the motion' });
  await field.waitFor();
  if (words) await field.fill(words);
  await dialog(page).getByLabel('Moved by').fill(mover);
  await dialog(page).getByLabel(method).check();
  await submit(page, 'Make Motion');
};
