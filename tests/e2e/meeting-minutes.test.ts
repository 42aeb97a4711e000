import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { paths } from '../../client/paths.ts';
import { appears, type Email, expectText, goOffline, signIn, vanishes, visit } from './support/app.ts';
import { violationsInBoth } from './support/axe.ts';
import { PHONE, TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { apiAs, inDatabase } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedInForOffline } = useSessions();
const { open } = useBrowser();

const HOA = 'Minutewood HOA';

const [FENCE, GATE, REQUEST] = ['The cedar fence', 'The gate', 'A cedar fence at 3 Elm Row'];
const HOUR_MS = 3_600_000;
/** So high that no bar covers a part of the screen. */
const TALL_PHONE = { ...PHONE, height: 3000 };

type People = { bea: Email; dale: Email; rex: Email };

/** Each test has an association of its own: the next meeting approves the minutes of the last. */
const createOwn = async (hoa: string, word: string): Promise<People> => {
  const people: People = {
    bea: `${word}-bea@willowcreek.test`,
    dale: `${word}-dale@willowcreek.test`,
    rex: `${word}-rex@willowcreek.test`,
  };
  await createHoa(hoa, [
    { email: people.bea, name: 'Bea Marsh', role: 'board' },
    { email: people.dale, name: 'Dale Brooks', role: 'board' },
    { email: people.rex, name: 'Rex Hale', role: 'resident' },
  ]);
  return people;
};

const created = async (email: Email, path: string, body: object): Promise<string> => {
  const answer = await apiAs(email)('POST', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body._id;
};

const instant = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** A board meeting that was held, which allowed what a resident had asked for, and the next one. */
const hold = async ({ bea, rex }: People) => {
  const board = { kind: 'board_regular', status: 'scheduled' };
  const id = await created(bea, '/api/meetings', { ...board, title: 'The meeting of May', starts_at: instant(-2) });
  const later = { ...board, title: 'The meeting of June', starts_at: instant(700), template: 'board' };
  const next = await created(bea, '/api/meetings', later);
  const asked = { title: REQUEST, description: '<p>Six feet.</p>', category: 'Modification' };
  const request = await created(rex, '/api/requests', asked);
  const item = await created(bea, `/api/meetings/${id}/agenda`, { title: FENCE });
  await created(bea, `/api/meetings/${id}/agenda`, { title: GATE });
  const made = { desk: 'Record', at: instant(-1.5) };
  const motion = await created(bea, `/api/meetings/${id}/motions`, {
    ...{ ...made, item_id: item, number: '1', mover: 'Dale Brooks', method: 'voice' },
    threshold: { kind: 'majority', basis: 'units' },
    on_adopt: [{ entity: 'request', id: request, status: 'resolved' }],
  });
  const none = { units: 0, weight: 0 };
  const words = { ...made, id: uuidv7(), kind: 'motion_text', subject: motion, text: '<p>To allow it.</p>', data: {} };
  const result = {
    ...{ outcome: 'adopted', method: 'voice', needed: 2, of: 2, counted: [], text_id: words.id },
    totals: { for: none, against: none, abstain: none },
    presence: { present: 2, total: 2, needed: 2, met: true, units: 2, weight: 2 },
  };
  const facts = [
    { ...made, id: uuidv7(), kind: 'called_to_order', subject: null, data: {}, at: instant(-2) },
    words,
    { ...made, id: uuidv7(), kind: 'result', subject: motion, data: result, at: instant(-1.4) },
    { ...made, id: uuidv7(), kind: 'adjourned', subject: null, data: {}, at: instant(-1) },
  ];
  const told = await apiAs(bea)('POST', `/api/meetings/${id}/facts`, { facts });
  expect(told.status, JSON.stringify(told.body)).toBe(201);
  return { id, next, request };
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const openSection = async (page: Page) => {
  await press(page, `Write on ${FENCE}`);
  const section = page.getByRole('textbox', { name: `Minutes of ${FENCE}` });
  await section.waitFor();
  return section;
};
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const squeezed = (text: string) => text.replaceAll(/\s+/g, '');

/** The text of the paper that the browser makes of the screen, without spaces: wide letters are read with some between. */
const paperOf = async (page: Page): Promise<string> => {
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await press(page, 'Print');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await page.pdf())), { mergePages: true });
  return squeezed(text);
};

test('[MIN-04] [MIN-07] [MIN-09] [MIN-10] [MIN-12] minutes written on two devices are settled, approved, corrected, printed and published once', async () => {
  const people = await createOwn(HOA, 'minutes');
  const { id, next } = await hold(people);
  const [bea, dale] = await Promise.all([
    signedInForOffline(people.bea, REQUEST),
    signedInForOffline(people.dale, REQUEST),
  ]);
  await Promise.all([visit(bea, paths.meeting(id)), visit(dale, paths.meeting(id))]);
  const [hers, his] = [await openSection(bea), await openSection(dale)];
  await goOffline(dale);
  await his.fill('The fence stands on his own land.');
  await press(dale, 'Done');
  await hers.fill('The neighbors agreed.');
  await press(bea, 'Done');
  await expect.poll(() => textsOf(people.dale, id), { timeout: TIMEOUT_MS }).toEqual(['The neighbors agreed.']);
  await dale.context().setOffline(false);

  const versions = region(bea, 'Two versions of this section');
  await appears(versions);
  await expectText(versions).toContain('The fence stands on his own land.');
  await bea.setViewportSize(TALL_PHONE);
  expect(await violationsInBoth(bea)).toEqual([]);
  await press(bea, 'Keep Both');
  await vanishes(versions);
  await vanishes(region(dale, 'Two versions of this section'));

  await goOffline(bea);
  const draft = await paperOf(bea);
  for (const words of ['DRAFT', HOA, 'The neighbors agreed.', 'Secretary', 'Chair', 'Page 1 of 1'])
    expect(draft).toContain(squeezed(words));
  expect(draft).not.toContain('Actionitems');
  await bea.context().setOffline(false);

  await press(bea, 'Send for Review');
  await press(bea, 'Approve');
  await appears(bea.getByText(/^Approved on /));
  // The text that the server froze takes the place of the device's own, which moves the button.
  await vanishes(bea.getByRole('button', { name: /^Outbox/ }));
  await press(bea, 'Record a Correction');
  await bea.getByRole('textbox', { name: 'Correction' }).fill('The fence is of oak.');
  await press(bea, 'Record');
  await expectText(region(bea, 'Corrections')).toContain('The fence is of oak.');
  await press(bea, 'Publish');
  await appears(bea.getByRole('button', { name: 'Publish Again' }));
  await press(bea, 'Publish Again');
  await expect.poll(publications, { timeout: TIMEOUT_MS }).toEqual(['done', 'done']);
  const { body } = await apiAs(people.rex)('GET', '/api/documents?category=Meeting Minutes');
  expect(body.docs).toHaveLength(1);
  await appears(bea.getByRole('listitem').filter({ hasText: 'Published' }));
  const approved = await paperOf(bea);
  expect(approved).toMatch(/Approvedon.*Thefenceisofoak\.Secretary/);
  expect(approved).not.toContain('DRAFT');

  await visit(bea, paths.meeting(next));
  await expectText(region(bea, 'Corrections to earlier minutes')).toContain('The fence is of oak.');
});

const textsOf = async (email: Email, id: string): Promise<string[]> => {
  const { body } = await apiAs(email)('GET', `/api/meetings/${id}/minutes`);
  const sections = body.sections as { texts: { text: string }[] }[];
  return sections.flatMap(({ texts }) => texts.map(({ text }) => text.replaceAll(/<[^>]*>/g, '')));
};

const WAITS = 'This text is saved on this device and will be sent later.';

test.each([
  ['its section is open', 'open', async () => undefined],
  ['another screen is shown', 'left', (page: Page) => visit(page, paths.dashboard())],
])(
  '[MIN-04] what is typed offline before the code of changes has come waits in sight, and goes by itself once there is a connection, while %s',
  async (_, word, leave) => {
    const people = await createOwn(`Minutes ${word} HOA`, `minutes-${word}`);
    const { id } = await hold(people);
    const page = await open();
    await signIn(page, people.bea);
    await visit(page, paths.meeting(id));
    const section = await openSection(page);
    await goOffline(page);
    await section.fill('The fence is to be painted.');
    await press(page, 'Done');
    await appears(page.getByText('Your text could not be saved.'));
    await appears(page.getByText(WAITS));
    await expectText(section).toBe('The fence is to be painted.');
    await leave(page);
    await page.context().setOffline(false);
    await expect.poll(() => textsOf(people.bea, id), { timeout: TIMEOUT_MS }).toEqual(['The fence is to be painted.']);
    // The server may have it before the device knows that it is saved, and a section with a draft opens by itself.
    await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('draft/')));
    await visit(page, paths.meeting(id));
    await appears(page.getByRole('button', { name: `Write on ${FENCE}`, exact: true }));
    await appears(page.getByText('The fence is to be painted.'));
    expect(await page.getByText(WAITS).count()).toBe(0);
  },
);

const publications = () =>
  inDatabase(async (db) => {
    const sql = `SELECT status FROM outbox WHERE kind = 'publishMinutes' AND hoa_id = (SELECT id FROM hoas WHERE name = ?)`;
    return (await db.execute({ sql, args: [HOA] })).rows.map(({ status }) => status);
  });

test('[AGENDA-07] [ACT-01] [ACT-02] [ACT-03] after a meeting its decision is applied as the board sees the record, and who does what is found from the dashboard', async () => {
  const people = await createOwn('Actionwood HOA', 'actions');
  const { id, next, request } = await hold(people);
  const page = await signedInForOffline(people.bea, REQUEST);
  await visit(page, paths.meeting(id));
  const decision = region(page, 'Decision on Motion 1');
  await appears(decision.getByText('Now: Open'));
  await goOffline(page);
  const changed = await apiAs(people.dale)('PUT', `/api/requests/${request}`, { status: 'in_progress' });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  await press(page, 'Set Resolved');
  await page.context().setOffline(false);
  await appears(decision.getByText('Changed since: was open, is now in progress'));
  await press(page, 'Leave Unchanged');
  await appears(decision.getByText('Left unchanged by Bea Marsh'));
  await press(page, 'Apply Anyway');
  await appears(decision.getByText('Set Resolved by Bea Marsh'));
  const requestOf = async () => (await apiAs(people.rex)('GET', `/api/requests/${request}`)).body;
  await expect.poll(async () => (await requestOf()).status, { timeout: TIMEOUT_MS }).toBe('resolved');
  expect((await requestOf()).resolution_notes).toMatch(/^Adopted by Motion 1 on .*: To allow it\.$/);

  await page.getByRole('textbox', { name: 'Action Item' }).fill('Order the posts @Bea by 1/5/2024');
  await appears(page.getByText('Order the posts · Bea Marsh · by Jan 5, 2024'));
  await press(page, 'Add');
  await appears(page.getByText('Overdue'));
  await visit(page, paths.meeting(next));
  await expectText(region(page, 'Open action items from earlier meetings')).toContain('Order the posts: Bea Marsh');

  await visit(page, paths.dashboard());
  await page.getByRole('link', { name: '1 overdue', exact: true }).click();
  await appears(page.getByRole('link', { name: 'The meeting of May' }));
  expect(await violationsInBoth(page)).toEqual([]);
  await press(page, 'Done Order the posts');
  await page.getByRole('textbox', { name: 'Note on Order the posts' }).fill('They come on Friday');
  await press(page, 'Mark Done');
  await appears(page.getByText('No open action items.'));
  await page.getByRole('button', { name: /^Show/ }).click();
  await page.getByRole('option', { name: 'All' }).click();
  await appears(page.getByText('Note: They come on Friday'));
});
