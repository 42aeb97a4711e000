import type { Page } from 'playwright-core';
import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, test } from 'vitest';
import { paths } from '../../client/paths.ts';
import { appears, type Email, expectText, goOffline, isStored, signInForOffline, vanishes } from './support/app.ts';
import { TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { isLong } from './support/long.ts';
import { apiAs } from './support/server.ts';

const browser = useBrowser();

const BEA: Email = 'air-bea@willowcreek.test';
const DALE: Email = 'air-dale@willowcreek.test';
const MARCUS: Email = 'air-marcus@willowcreek.test';

const UNITS = isLong ? 400 : 60;
/** Checked in at both desks. */
const TWICE = isLong ? 12 : 4;
/** How many a desk checks in. */
const AT_A_DESK = (UNITS + TWICE) / 2;
const CHANGES_A_PUSH = 50;
const TEST_MS = 240_000;
const ITEMS = ['Reports', 'Budget', 'Roof', 'Pets', 'Pool', 'Elections'];
/** Four digits each, so that no search finds two. */
const streetOf = (n: number): string => `${1000 + n} Runway Road`;
const MARKER = streetOf(UNITS - 1);

beforeAll(async () => {
  await createHoa('Airfield HOA', [
    { email: BEA, name: 'Bea Marsh', role: 'board' },
    { email: DALE, name: 'Dale Brooks', role: 'board' },
    { email: MARCUS, name: 'Marcus Hale', role: 'board' },
  ]);
  const addresses = Array.from({ length: UNITS }, (_, n) => ({
    name: 'createAddress',
    args: { id: uuidv7(), street: streetOf(n) },
  }));
  await change(addresses);
});

const change = async (changes: readonly { name: string; args: object }[]): Promise<void> => {
  const client = uuidv7();
  for (let from = 0; from < changes.length; from += CHANGES_A_PUSH) {
    const mutations = changes
      .slice(from, from + CHANGES_A_PUSH)
      .map((one, n) => ({ ...one, clientID: client, id: from + n + 1, timestamp: 0 }));
    const body = { pushVersion: 1, clientGroupID: client, profileID: '', schemaVersion: '1', mutations };
    const { status } = await apiAs(BEA)('POST', '/api/replicache/push', body);
    expect(status).toBe(200);
  }
};

type Meeting = { id: string; proxy: string };

/** A member meeting that begins now, with a frozen roll and the proxy of the first unit. */
const scheduled = async (title: string): Promise<Meeting> => {
  const [id, proxy] = [uuidv7(), uuidv7()];
  const { body } = await apiAs(BEA)('GET', `/api/addresses?search=${encodeURIComponent(streetOf(0))}`);
  const address_id = body.docs[0]._id as string;
  await change([
    { name: 'setMeetingRules', args: { second_required: { board: false, member: false } } },
    {
      name: 'createMeeting',
      args: { id, kind: 'member_annual', title, starts_at: new Date().toISOString(), status: 'scheduled' },
    },
    ...ITEMS.map((item) => ({ name: 'addAgendaItem', args: { id: uuidv7(), meeting_id: id, title: item } })),
    { name: 'freezeRoll', args: { meeting_id: id } },
    {
      name: 'recordProxy',
      args: {
        ...{ id: proxy, meeting_id: id, address_id, giver_name: 'Olga Owner', holder_name: 'Bea Marsh' },
        ...{ kind: 'general', signed_at: new Date().toISOString().slice(0, 10) },
      },
    },
  ]);
  return { id, proxy };
};

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const dialog = (page: Page) => page.getByRole('dialog');
const submit = async (page: Page, name: string) => {
  await dialog(page).getByRole('button', { name, exact: true }).first().click();
  await vanishes(dialog(page));
};

const makeMotion = async (page: Page, words: string, method: string) => {
  await press(page, 'Make Motion');
  await dialog(page).getByRole('textbox', { name: 'Wording of the motion' }).fill(words);
  await dialog(page).getByLabel('Moved by').fill('Bea Marsh');
  await dialog(page).getByLabel(method).check();
  await submit(page, 'Make Motion');
  await press(page, 'Open the Vote');
};

/** The desks are out, and the record’s own device has checked nobody in. */
const recordAnyway = async (page: Page) => {
  await dialog(page).getByLabel('Why record it anyway').fill('The desks count over half');
  await submit(page, 'Record Anyway');
};

const opened = async (email: Email, path: string, desk: string): Promise<Page> => {
  const page = await browser.openInstalled();
  await signInForOffline(page, email, MARKER);
  await page.goto(path);
  if (desk === 'Record') return page;
  await press(page, 'Name This Device');
  await press(page, desk);
  return page;
};

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search units and names' });
const quorum = (page: Page) => expectText(page.getByRole('region', { name: 'Quorum' }));

/** The keyboard does it: the street’s number, Enter, and the field is empty for the next. */
const checkIn = async (page: Page, from: number, to: number): Promise<void> => {
  await field(page).focus();
  for (let n = from; n < to; n += 1) {
    await page.keyboard.type(String(1000 + n));
    await appears(page.getByRole('list', { name: 'Units' }).getByText(streetOf(n)).first());
    await page.keyboard.press('Enter');
    await expect.poll(() => field(page).inputValue()).toBe('');
  }
  await quorum(page).toContain(`${to - from} of ${UNITS}`);
};

const minutesOn = async (page: Page, id: string): Promise<string> => {
  await page.goto(paths.meetingPrint(id, 'minutes'));
  const article = page.getByRole('article').first();
  await appears(
    article
      .getByText('Adjournment')
      .or(article.getByText(/adjourned/i))
      .first(),
  );
  return (await article.textContent()) ?? '';
};

test(
  `[DEMO-06] [MEET-14] a meeting in aeroplane mode: a record and two desks that check in ${UNITS} units, ${TWICE} twice, end with the same minutes`,
  async () => {
    const { id, proxy } = await scheduled('The meeting on the airfield');
    const [record, one, two] = [
      await opened(BEA, paths.meetingRoom(id), 'Record'),
      await opened(DALE, paths.meetingDesk(id), 'Desk 1'),
      await opened(MARCUS, paths.meetingDesk(id), 'Desk 2'),
    ];
    // The motion of the roll call is made while all can hear of it.
    await press(record, 'Call to Order');
    await submit(record, 'Call to Order Anyway');
    await press(record, `Start: ${ITEMS[0]}`);
    await makeMotion(record, 'To pay for the roof.', 'Roll call');
    for (const desk of [one, two]) {
      await desk.getByRole('tab', { name: 'Counting' }).click();
      await appears(desk.getByText('To pay for the roof.'));
      await expect.poll(() => isStored(desk, '"voting"'), { timeout: TIMEOUT_MS }).toBe(true);
    }
    for (const page of [record, one, two]) {
      await goOffline(page);
      await page.reload();
    }
    const revoked = await apiAs(BEA)('POST', `/api/proxies/${proxy}/revoke`, {});
    expect(revoked.status).toBe(200);

    await Promise.all([checkIn(one, 0, AT_A_DESK), checkIn(two, UNITS - AT_A_DESK, UNITS), decideBusiness(record)]);
    await voteForRest([one, two]);

    const arrived = async () => (await apiAs(BEA)('GET', `/api/meetings/${id}/quorum`)).body.units as number;
    for (const [page, units] of [
      [two, AT_A_DESK],
      [record, AT_A_DESK],
      [one, UNITS],
    ] as const) {
      await page.context().setOffline(false);
      await expect.poll(arrived, { timeout: TIMEOUT_MS }).toBe(units);
    }
    await record.goto(paths.meetingRoom(id));
    await appears(record.getByText(`Quorum: ${UNITS} of ${UNITS}`));
    await closeRollCall(record, one);
    await press(record, 'Adjourn');
    await submit(record, 'Adjourn');
    await appears(record.getByText(/^Adjourned at/));
    for (const desk of [one, two]) await quorum(desk).toContain(`${UNITS} of ${UNITS}`);
    const minutes = await Promise.all([record, one, two].map((page) => minutesOn(page, id)));
    expect(minutes[1]).toBe(minutes[0]);
    expect(minutes[2]).toBe(minutes[0]);
    expect(minutes[0]).toContain('To leash all dogs.');
  },
  TEST_MS,
);

const decideBusiness = async (record: Page): Promise<void> => {
  await press(record, 'Next Item');
  await makeMotion(record, 'To adopt the budget.', 'Voice');
  await press(record, 'The Ayes Have It');
  await recordAnyway(record);
  await press(record, 'Next Item');
  await makeMotion(record, 'To thank the pilots.', 'Unanimous consent');
  await press(record, 'No Objection');
  await recordAnyway(record);
  await press(record, 'Next Item');
  await makeMotion(record, 'To leash all dogs.', 'Count (show of hands)');
  await record.getByLabel('For', { exact: true }).fill(String(0.3 * UNITS));
  await record.getByLabel('Against', { exact: true }).fill(String(0.1 * UNITS));
  await press(record, 'Add Count');
  await press(record, 'Record Result');
  await recordAnyway(record);
  await press(record, 'Next Item');
  await press(record, 'Next Item');
};

const voteForRest = async (desks: Page[]): Promise<void> => {
  for (const desk of desks) {
    await desk.getByRole('tab', { name: 'Counting' }).click();
    await press(desk, 'The Rest Vote For');
    await dialog(desk)
      .getByRole('button', { name: `Mark ${AT_A_DESK} For` })
      .click();
    await vanishes(dialog(desk));
  }
};

/** One desk says that it is done, and the record says so of the other. */
const closeRollCall = async (record: Page, one: Page): Promise<void> => {
  await record.getByRole('button', { name: `Start: ${ITEMS[0]}` }).click();
  const vote = record.getByRole('region', { name: 'Vote' });
  await expectText(vote).toContain(`${UNITS} For`);
  const out = record.getByRole('list', { name: 'Desks that haven’t synced' });
  await expectText(out).toMatch(/Desk 1 hasn’t synced.*Desk 2 hasn’t synced/);
  await press(one, 'Close Desk');
  await press(record, 'All Its Entries Are In Desk 2');
  await vanishes(out);
  await vote.getByRole('button', { name: 'Record Result' }).click();
  await submit(record, 'Record Result');
};
