import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  appears,
  chooseStatus,
  expectText,
  heading,
  navigate,
  openThread,
  pathOf,
  signIn,
  unfold,
  visit,
  writeMessage,
} from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import { breakChanges } from '../support/requests.ts';
import { apiAs } from '../support/server.ts';
import { useSessions } from '../support/sessions.ts';

const browser = useBrowser();
const { signedIn } = useSessions();
/** In `npm test`: tests/e2e/compliance-list.test.ts has list and form, tests/screens/failed.test.ts and tests/e2e/requests.test.ts
 * what fails. */
const BINS = 'Trash bins in front of the garage';
const LANE = 'Car in the fire lane';
const HEADERS = ['Title', 'Category', 'Status', 'Resident', 'Address', 'Due Date', 'View'];

const violationNamed = async (title: string) => {
  const { body } = await apiAs('board@willowcreek.test')('GET', '/api/violations?limit=100');
  return body.docs.find((violation: { title: string }) => violation.title === title);
};

const card = (page: Page, title: string) =>
  page.getByRole('main').locator('section', { has: page.getByRole('heading', { level: 2, name: title, exact: true }) });
const terms = (page: Page) => page.getByRole('main').getByRole('term').allTextContents();
const crumbs = (page: Page) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').allTextContents();
const linkTo = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name }).getAttribute('href');

const view = async (page: Page, title: string) => {
  await navigate(page, 'Violations');
  await page.getByRole('row', { name: title }).getByRole('button', { name: 'View' }).click();
  await heading(page, title).waitFor();
};

test('[VIO-02, VIO-10, VIO-11, VIO-13] the list’s columns, the form’s fields, and all that is known of one', async () => {
  const bea = await signedIn('board@willowcreek.test');
  await view(bea, BINS);
  const bins = await violationNamed(BINS);
  expect(pathOf(bea)).toBe(`/compliance/${bins._id}`);
  expect(await crumbs(bea)).toEqual(['Violations', BINS]);
  expect(await linkTo(bea, 'Violations')).toBe('/compliance');
  await expectText(bea.getByRole('alert')).toContain('This violation is overdue.');
  await expectText(bea.getByRole('button', { name: /^Status/ })).toContain('Open');
  expect(await terms(bea)).toEqual(['Attachment', 'Status', 'Category', 'Due date', 'Created']);
  await appears(bea.getByRole('button', { name: 'Download' }));
  await expectText(bea.getByRole('link', { name: /^Messages/ })).toMatch(
    new RegExp(`^Messages \\(${bins.messages.length}\\)· last .*\\d{4}.*\\d:\\d\\d`),
  );
  await expectPeople(bea, bins);

  await visit(bea, `/compliance/${(await violationNamed(LANE))._id}`);
  await heading(bea, LANE).waitFor();
  await expectResolved(bea);
  await navigate(bea, 'Violations');
  const table = bea.getByRole('table', { name: 'Violations' });
  await appears(table);
  expect(await table.getByRole('columnheader').allTextContents()).toEqual(HEADERS);
  await bea.getByRole('link', { name: 'Create Violation' }).first().click();
  await expectFields(bea);
});

// biome-ignore lint/suspicious/noExplicitAny: JSON of an endpoint.
const expectPeople = async (page: Page, { user_id, address_id, issued_by }: any) => {
  const resident = (await card(page, 'Resident').textContent()) ?? '';
  for (const part of [user_id.name, user_id.email, address_id.street]) expect(resident).toContain(part);
  const issuer = (await card(page, 'Issued By').textContent()) ?? '';
  for (const part of [issued_by.name, issued_by.email]) expect(issuer).toContain(part);
};

const expectResolved = async (page: Page) => {
  const { resolution, history } = await violationNamed(LANE);
  const resolved = card(page, 'Resolution');
  expect(await resolved.getByRole('term').allTextContents()).toEqual(['Resolved by', 'Resolved', 'Notes']);
  const [by, at, notes] = await resolved.getByRole('definition').allTextContents();
  expect([by, notes]).toEqual([resolution.resolved_by.name ?? resolution.resolved_by, resolution.resolution_notes]);
  expect(at).toMatch(/\d{4}.*\d:\d\d/);
  await unfold(page, 'Activity History');
  const happened = page.locator('details', { hasText: 'Activity History' }).getByRole('listitem');
  const told = await happened.allTextContents();
  expect(told).toHaveLength(history.length);
  expect(told[0]).toMatch(/^Dale Brooks set Resolved.*\d:\d\d/);
  expect(told.at(-1)).toMatch(/^Dale Brooks created the violation.*\d:\d\d/);
  expect(await happened.first().locator('time').getAttribute('datetime')).toBe(history.at(-1).timestamp);
};

const expectFields = async (page: Page) => {
  await heading(page, 'Create Violation').waitFor();
  await appears(page.getByRole('combobox', { name: 'Resident' }));
  await appears(page.getByLabel('Title'));
  await expectText(page.getByRole('button', { name: /^Category/ })).toContain('Other');
  await appears(page.getByRole('button', { name: /^Due date/ }));
  await appears(page.getByRole('textbox', { name: 'Message' }));
  expect(await page.getByLabel('Attachment').getAttribute('type')).toBe('file');
  await appears(page.getByRole('toolbar'));
};

const PULLS = '**/api/replicache/pull';
const failed = (page: Page, text: string) => appears(page.getByRole('alert').filter({ hasText: text }));

test('[VIO-15, VIO-51, VIO-52] what fails says so in its own words, with a way back and another try', async () => {
  const bea = await browser.open();
  const { _id } = await violationNamed(LANE);
  await bea.route(PULLS, (route) => route.abort());
  await signIn(bea, 'board@willowcreek.test');
  await navigate(bea, 'Violations');
  await failed(bea, 'Failed to load violations');
  await bea.goto('/compliance/create');
  await failed(bea, 'Failed to load users');
  await bea.goto(`/compliance/${_id}`);
  await failed(bea, 'Failed to load violation');
  expect(await linkTo(bea, 'Back to Violations')).toBe('/compliance');
  await Promise.all([bea.waitForEvent('load'), bea.getByRole('button', { name: 'Try Again' }).click()]);
  await failed(bea, 'Failed to load violation');
  await bea.unroute(PULLS);
  await breakOff(bea);
  await bea.goto('/compliance');
  await failed(bea, 'Failed to load more violations');
  await appears(bea.getByRole('table').getByRole('rowheader'));
  await bea.unroute(PULLS);

  await bea.goto(`/compliance/${_id}`);
  await heading(bea, LANE).waitFor();
  await bea.evaluate(breakChanges);
  await chooseStatus(bea, 'Escalated');
  await failed(bea, 'Failed to update status');
  await openThread(bea);
  await writeMessage(bea, 'Thank you.');
  await failed(bea, 'Failed to send message');
  await expectFailedCreation(bea);
});

/** The first pull announces more pages, which never come. */
const breakOff = async (page: Page) => {
  await page.route(PULLS, async (route) => {
    if (route.request().postDataJSON().cookie !== null) return route.abort();
    const response = await route.fetch();
    const answer = await response.json();
    for (const { value } of answer.patch) if (value && 'complete' in value) value.complete = false;
    await route.fulfill({ response, json: answer });
  });
};

const expectFailedCreation = async (page: Page) => {
  await navigate(page, 'Violations');
  await page.getByRole('link', { name: 'Create Violation' }).first().click();
  await page.getByRole('combobox', { name: 'Resident' }).fill('alvarez');
  await page.getByRole('option', { name: 'resident@willowcreek.test' }).click();
  await page.getByLabel('Title').fill('Kayak on the lawn');
  await page.getByRole('textbox', { name: 'Message' }).fill('Please put it away.');
  await page.getByRole('button', { name: /^Due date/ }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('grid').getByRole('gridcell', { name: / 15, / }).click();
  await page.getByRole('button', { name: 'Create Violation' }).click();
  await failed(page, 'Failed to create violation');
  await page.getByLabel('Attachment').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await page.route('**/api/violations/presigned-url', (route) => route.abort());
  await page.getByRole('button', { name: 'Create Violation' }).click();
  await failed(page, 'Failed to upload file');
  expect(await page.getByLabel('Title').inputValue()).toBe('Kayak on the lawn');
};
