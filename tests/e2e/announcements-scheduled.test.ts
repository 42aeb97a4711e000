import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { mailsIn } from '../support/inbox.ts';
import { appears, expectText, goOffline, heading, navigate, pathOf, vanishes, visit } from './support/app.ts';
import { TIMEOUT_MS } from './support/browser.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';
import { testStack } from './support/stack.ts';

const { signedIn, signedInForOffline } = useSessions();
const SWEEP = 'Street sweeping on Heron Court';

test('[ANN-17, ANN-54, ANN-55] written on one screen to a street, scheduled, moved, canceled, and sent', async () => {
  const bea = await signedIn('board@willowcreek.test');
  await visit(bea, '/announcements/create');
  await chooseStreet(bea);
  await bea.getByLabel('Title').fill(SWEEP);
  await bea.getByRole('textbox', { name: 'Message' }).fill('Please move your cars by eight.');
  await schedule(bea, 'Schedule', '07:15');
  await appears(bea.getByRole('status').filter({ hasText: /Announcement scheduled for .*, 7:15 AM/ }));
  const detail = pathOf(bea);
  await appears(bea.getByText(/^Everyone on Heron Court$/));

  await navigate(bea, 'Announcements');
  const row = bea.getByRole('row').filter({ hasText: SWEEP });
  await expectText(row).toMatch(/Scheduled for .*, 7:15 AM/);
  await row.getByRole('button', { name: `Schedule of ${SWEEP}` }).click();
  await bea.getByRole('menuitem', { name: 'Reschedule' }).click();
  await setTime(bea, 'Reschedule', '18:45');
  await expectText(row).toMatch(/Scheduled for .*, 6:45 PM/);

  await visit(bea, detail);
  await bea.getByRole('button', { name: 'Cancel Schedule' }).click();
  await vanishes(bea.getByRole('button', { name: 'Cancel Schedule' }));
  await bea.getByRole('link', { name: 'Edit' }).click();
  await bea.getByLabel('Title').fill(`${SWEEP}, moved`);
  await sendNow(bea, `${SWEEP}, moved`);
  await appears(bea.getByRole('status').filter({ hasText: /Announcement sent successfully \((\d+)\/\1 emails/ }));
  expect(pathOf(bea)).toBe(detail);
  await expectSentToStreet(detail.split('/').at(-1) ?? '');
});

/** The picker forgives a typing error. */
const chooseStreet = async (page: Page) => {
  await page.getByRole('button', { name: /^Audience/ }).click();
  await page.getByRole('option', { name: 'Custom Recipients' }).click();
  await page.getByRole('combobox', { name: 'Streets' }).fill('heren cout');
  await page.getByRole('option', { name: /^Heron Court/ }).click();
  await page.keyboard.press('Escape');
  await appears(page.getByRole('button', { name: 'Remove Heron Court' }));
};

const schedule = async (page: Page, label: string, time: string) => {
  await page.getByRole('button', { name: label, exact: true }).click();
  await setTime(page, label, time);
};

const setTime = async (page: Page, label: string, time: string) => {
  const dialog = page.getByRole('dialog');
  await expectText(dialog).toContain('(Central Time)');
  await dialog.getByLabel('Time', { exact: true }).fill(time);
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await vanishes(dialog);
};

const sendNow = async (page: Page, title: string) => {
  await page.getByRole('button', { name: 'Send Now' }).click();
  const dialog = page.getByRole('dialog', { name: `Send “${title}”?` });
  await expectText(dialog).toMatch(/\d+ (person|people) will get an email/);
  await dialog.getByRole('button', { name: 'Send Now' }).click();
};

const expectSentToStreet = async (id: string) => {
  const board = apiAs('board@willowcreek.test');
  const { body } = await board('GET', `/api/announcements/${id}`);
  expect(body).toMatchObject({ status: 'sent', streets: ['Heron Court'], title: `${SWEEP}, moved` });
  const mails = (await mailsIn(testStack())).filter(({ subject }) => subject.includes(SWEEP));
  const emails = body.recipients.map(({ email }: { email: string }) => email).sort();
  expect(mails.flatMap(({ to }) => to).sort()).toEqual(emails);
  expect(emails.length).toBeGreaterThan(0);
};

test('[SYNC-07] a time that has passed is refused, and an edit after the sending is kept as a new draft', async () => {
  const dale = await signedInForOffline('dale.brooks@willowcreek.test', 'The budget for next year');
  const board = apiAs('board@willowcreek.test');
  const words = { title: 'Gate code', message: '<p>It changes on Monday.</p>', audience_type: 'board' };
  const { body } = await board('POST', '/api/announcements', words);
  await visit(dale, `/announcements/${body._id}/edit`);
  await dale.getByRole('button', { name: 'Schedule', exact: true }).click();
  const dialog = dale.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Date/ }).click();
  await dale.getByRole('button', { name: /^Today, / }).click();
  await dialog.getByLabel('Time', { exact: true }).fill('00:00');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await appears(dialog.getByText('This time has passed. Choose a later one.'));
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await goOffline(dale);
  await dale.getByLabel('Title').fill('Gate code from Monday');
  await board('POST', `/api/announcements/${body._id}/send`);
  await dale.context().setOffline(false);
  await appears(dale.getByText('This announcement was sent'));
  await dale.getByRole('button', { name: 'Use as New Draft' }).click();
  await heading(dale, 'Create Announcement').waitFor();
  await expect.poll(() => dale.getByLabel('Title').inputValue(), { timeout: TIMEOUT_MS }).toBe('Gate code from Monday');
  await expectText(dale.getByRole('textbox', { name: 'Message' })).toBe('It changes on Monday.');
  await dale.getByRole('button', { name: 'Discard draft' }).click();
});
