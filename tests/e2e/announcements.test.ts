import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ROOT } from '../../local/paths.ts';
import { mailsIn } from '../support/inbox.ts';
import {
  appears,
  clickToDownload,
  expectText,
  goOffline,
  heading,
  navigate,
  pathOf,
  vanishes,
  visit,
} from './support/app.ts';
import { PHONE, TIMEOUT_MS } from './support/browser.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';
import { testStack } from './support/stack.ts';

const { signedIn, signedInForOffline } = useSessions();
const SUPPER = 'Harvest supper on Saturday';
const PHOTO = join(ROOT, 'client', 'public', 'icon-192.png');

test('[ANN-19, ANN-95, PROD-10] written and sent offline it goes out once, is seen live, and is read on every device', async () => {
  const bea = await signedInForOffline('board@willowcreek.test', 'The budget for next year');
  const rita = await signedIn('resident@willowcreek.test');
  const ritasPhone = await signedIn('resident@willowcreek.test', { viewport: PHONE, hasTouch: true });
  await navigate(rita, 'Announcements');
  await appears(rita.getByRole('link', { name: /^The budget for next year/ }));
  const before = await unreadCount(rita, 'Announcements');

  await goOffline(bea);
  await createDraft(bea, SUPPER, 'Soup at six, pie at seven.');
  await appears(bea.getByRole('status').filter({ hasText: 'Announcement created successfully' }));
  await bea.reload();
  await sendOffline(bea);
  await bea.reload();
  await appears(bea.getByText('It will be sent when you are back online.'));
  expect(await mailsAbout(SUPPER)).toEqual([]);

  await bea.context().setOffline(false);
  await appears(bea.getByRole('status').filter({ hasText: SENT }));
  const reached = Number(SENT.exec((await bea.getByRole('status').allInnerTexts()).join(' '))?.[1]);
  await expectOneMailEach(reached);
  await expect.poll(() => unreadCount(rita, 'Announcements'), { timeout: TIMEOUT_MS }).toBe(before + 1);
  await expectReadEverywhere(rita, ritasPhone, before);
});

const SENT = /Announcement sent successfully \((\d+)\/\1 emails delivered\)/;

const createDraft = async (page: Page, title: string, message: string) => {
  await navigate(page, 'Announcements');
  await page.getByRole('link', { name: 'Create Announcement' }).click();
  await fill(page, title, message);
  await page.getByRole('button', { name: 'Create Draft' }).click();
  await appears(page.getByRole('link', { name: title }));
};

const fill = async (page: Page, title: string, message: string) => {
  await page.getByLabel('Title').fill(title);
  await page.getByRole('textbox', { name: 'Message' }).fill(message);
};

const sendOffline = async (page: Page) => {
  await page.getByRole('link', { name: SUPPER }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  const question = page.getByRole('dialog', { name: `Send “${SUPPER}”?` });
  await expectText(question).toMatch(/\d+ people will get an email/);
  await expectText(question).toContain('It will be sent when you are back online.');
  await question.getByRole('button', { name: 'Send' }).click();
  await appears(page.getByRole('status').filter({ hasText: 'It will be sent when you are back online.' }));
  await appears(page.getByText('Sending', { exact: true }));
  await appears(page.getByRole('button', { name: 'Outbox, 2 changes waiting' }));
};

const mailsAbout = async (title: string): Promise<string[]> => {
  const mails = await mailsIn(testStack());
  return mails.filter(({ subject }) => subject.includes(title)).flatMap(({ to }) => to);
};

const expectOneMailEach = async (reached: number) => {
  const to = await mailsAbout(SUPPER);
  expect(to).toHaveLength(reached);
  expect(new Set(to).size).toBe(reached);
  expect(to).toContain('resident@willowcreek.test');
};

const unreadCount = async (page: Page, name: string): Promise<number> => {
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`^${name}`) });
  return Number(/, (\d+) unread$/.exec((await entry.getAttribute('aria-label')) ?? '')?.[1] ?? 0);
};

const expectReadEverywhere = async (desk: Page, phone: Page, before: number) => {
  await expect.poll(() => unreadCount(phone, 'Announcements'), { timeout: TIMEOUT_MS }).toBe(before + 1);
  await desk.getByRole('row').getByRole('link', { name: SUPPER }).click();
  await appears(desk.getByText('Soup at six, pie at seven.'));
  expect(await desk.getByText('Delivery Statistics').count()).toBe(0);
  expect(await desk.getByText('Created By').count()).toBe(0);
  await expect.poll(() => unreadCount(desk, 'Announcements'), { timeout: TIMEOUT_MS }).toBe(before);
  await expect.poll(() => unreadCount(phone, 'Announcements'), { timeout: TIMEOUT_MS }).toBe(before);
};

test('[ANN-41, ANN-45, ANN-46, ANN-66] Retry Send sends what has failed, Retry All those whom it did not reach', async () => {
  const sam = await signedIn('board@mapleridge.test');
  await open(sam, GAS);
  await expectText(sam.getByRole('alert')).toContain(
    'Sending FailedThere was an error sending this announcement. Please try again.',
  );
  await sam.getByRole('button', { name: 'Retry Send' }).click();
  await sam.getByRole('dialog').getByRole('button', { name: 'Retry Send' }).click();
  await appears(sam.getByRole('status').filter({ hasText: SENT }));
  await appears(sam.getByText('100%'));
  expect(await sam.getByRole('button', { name: 'Retry Send' }).count()).toBe(0);
  const residents = await mailsAbout(GAS);
  expect(new Set(residents).size).toBe(residents.length);

  await open(sam, ACTIVATE);
  await sam.getByRole('button', { name: 'Retry All' }).click();
  await appears(sam.getByRole('status').filter({ hasText: 'Retry completed: 1 succeeded, 0 failed' }));
  await vanishes(sam.getByRole('button', { name: 'Retry All' }));
  expect(await sam.getByRole('heading', { name: 'Failed Email Deliveries' }).count()).toBe(0);
});

const GAS = 'Gas smell at Quarry Road: all clear';
const ACTIVATE = 'Please activate your account';

const open = async (page: Page, title: string) => {
  await navigate(page, 'Announcements');
  await page.getByRole('searchbox', { name: 'Search announcements' }).fill(title);
  await page.getByRole('link', { name: title }).first().click();
  await heading(page, title).waitFor();
};

test('[ANN-07, ANN-17, ANN-31] an announcement for one, with a file, reaches that one', async () => {
  const bea = await signedIn('board@willowcreek.test');
  const rex = await signedIn('resident2@willowcreek.test');
  const priya = await signedIn('priya.natarajan@willowcreek.test');
  await visit(bea, '/announcements/create');
  await expectErrors(bea);
  await fill(bea, KEYS, 'They lie at the office.');
  await bea.getByRole('combobox', { name: 'Recipients' }).fill('okafor');
  await bea.getByRole('option', { name: /Rex Okafor/ }).click();
  await bea.keyboard.press('Escape');
  await bea.getByLabel('Attachment').setInputFiles(PHOTO);
  await bea.getByRole('button', { name: 'Create Draft' }).click();
  await bea.getByRole('link', { name: KEYS }).click();
  await appears(bea.getByText('Specific recipients selected (1)'));
  await bea.getByRole('button', { name: 'Send' }).click();
  await expectText(bea.getByRole('dialog')).toContain('1 person will get an email');
  await bea.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await appears(bea.getByText('Announcement sent successfully (1/1 emails delivered)'));

  await expectFileFor(rex);
  await navigate(priya, 'Announcements');
  await appears(priya.getByRole('link', { name: 'The budget for next year' }));
  expect(await priya.getByRole('link', { name: KEYS }).count()).toBe(0);
  expect(await mailsAbout(KEYS)).toEqual(['resident2@willowcreek.test']);
});

const KEYS = 'Your new keys';

const expectErrors = async (page: Page) => {
  await page.getByRole('button', { name: /^Audience/ }).click();
  await page.getByRole('option', { name: 'Custom Recipients' }).click();
  await page.getByRole('button', { name: 'Create Draft' }).click();
  for (const message of ['Title is required', 'Message is required', 'Please select at least one recipient'])
    await appears(page.getByText(message));
};

const expectFileFor = async (page: Page) => {
  await navigate(page, 'Announcements');
  const row = page.getByRole('row').filter({ hasText: KEYS });
  await expectText(row).toContain('They lie at the office.');
  await row.getByRole('button', { name: 'View' }).click();
  await appears(page.getByText('PNG · 0.00 MB'));
  const download = await clickToDownload(page.getByRole('button', { name: 'Download' }));
  expect(download.suggestedFilename()).toBe('icon-192.png');
  expect(await readFile(await download.path())).toEqual(await readFile(PHOTO));
};

test('[ANN-23, ANN-25, ANN-26] a file without a connection holds nothing back: it waits, and the sending waits for it', async () => {
  const bea = await signedInForOffline('dale.brooks@willowcreek.test', 'The budget for next year');
  await createDraft(bea, MAP, 'See the plan.');
  await bea.getByRole('link', { name: MAP, exact: true }).first().click();
  await goOffline(bea);
  await bea.getByRole('link', { name: 'Edit' }).click();
  await bea.getByLabel('Attachment').setInputFiles(PHOTO);
  await bea.getByLabel('Title').fill(`${MAP}, corrected`);
  await bea.getByRole('button', { name: 'Update Announcement' }).click();
  await expectText(bea.getByRole('alert')).toContain('Failed to upload file: ');
  expect(await bea.getByLabel('Title').inputValue()).toBe(`${MAP}, corrected`);
  await bea.getByRole('button', { name: 'Save now, upload when back online' }).click();
  await appears(bea.getByRole('status').filter({ hasText: 'Announcement updated successfully' }));
  await appears(heading(bea, `${MAP}, corrected`));
  await bea.getByRole('button', { name: 'Send' }).click();
  await expectText(bea.getByRole('alert')).toContain('icon-192.png is still waiting on this device');

  // The first call after reconnecting fails.
  await bea.route('**/presigned-url', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
  await bea.context().setOffline(false);
  await appears(bea.getByRole('button', { name: 'Download' }));
  await vanishes(bea.getByRole('button', { name: /^Outbox/ }));
  const edit = `${pathOf(bea)}/edit`;
  await bea.getByRole('button', { name: 'Send' }).click();
  await bea.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
  await appears(bea.getByRole('status').filter({ hasText: SENT }));
  await visit(bea, edit);
  await bea.waitForURL((url) => !url.pathname.endsWith('/edit'));
});

const MAP = 'Where the new trees stand';

test('[ROUTES-16, ROUTES-20, ANN-12] residents neither create nor edit announcements', async () => {
  const rita = await signedIn('resident@willowcreek.test');
  for (const path of ['/announcements/create', '/announcements/any/edit']) {
    await visit(rita, path);
    await rita.waitForURL('**/announcements');
  }
  await appears(heading(rita, 'Announcements'));
  expect(await rita.getByRole('link', { name: 'Create Announcement' }).count()).toBe(0);
});

test('[REQ-44] a message by somebody else counts beside Requests until its thread is opened', async () => {
  const tom = await signedIn('tom.lindqvist@willowcreek.test');
  await navigate(tom, 'Requests');
  const title = (await tom.getByRole('main').getByRole('rowheader').first().textContent()) ?? '';
  const board = apiAs('board@willowcreek.test');
  const { body } = await board('GET', `/api/requests?search=${encodeURIComponent(title)}`);
  const comment = { message: '<p>We look at it tomorrow.</p>', is_public: true };
  await board('POST', `/api/requests/${body.docs[0]._id}/comments`, comment);
  await expect.poll(() => unreadCount(tom, 'Requests'), { timeout: TIMEOUT_MS }).toBe(1);
  await tom.reload();
  await expect.poll(() => unreadCount(tom, 'Requests'), { timeout: TIMEOUT_MS }).toBe(1);
  await tom.getByRole('link', { name: title }).first().click();
  await tom.getByRole('link', { name: /^Messages \(/ }).click();
  await appears(tom.getByText('We look at it tomorrow.'));
  await expect.poll(() => unreadCount(tom, 'Requests'), { timeout: TIMEOUT_MS }).toBe(0);
});
