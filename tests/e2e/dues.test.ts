import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { formatDate, formatDateFull } from '../../client/ui/format.ts';
import { fireCron } from '../../local/cron.ts';
import { addDays } from '../../schema/dates.ts';
import { nth } from '../support/required.ts';
import { appears, type Email, expectText, goOffline, navigate, pathOf, vanishes, visit } from './support/app.ts';
import { PHONE, TIMEOUT_MS } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import {
  BEA,
  create,
  createBirchwood,
  NELL,
  openInvoice,
  panel,
  payBy,
  REX,
  SUE,
  setUpPayments,
  titled,
  today,
} from './support/dues.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';
import { testStack } from './support/stack.ts';

const { signedIn, signedInForOffline } = useSessions();

beforeAll(createBirchwood);

const NEW_BOARD: Email = 'dues-new-board@willowcreek.test';
const NEW_RESIDENT: Email = 'dues-new-resident@willowcreek.test';
beforeAll(() =>
  createHoa('Hazelwood HOA', [
    { email: NEW_BOARD, name: 'Ada Long', role: 'board' },
    { email: NEW_RESIDENT, name: 'Ben Short', role: 'resident' },
  ]),
);

const pickDay = async (page: Page, day: string) => {
  await page.getByRole('button', { name: /^Send date/ }).click();
  await page.getByRole('grid').waitFor();
  if (day.slice(0, 7) !== today().slice(0, 7)) await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('gridcell', { name: formatDateFull(day) }).click();
  await vanishes(page.getByRole('grid'));
};

const fillDue = async (page: Page, title: string, recipient: Email, day: string) => {
  await page.getByRole('link', { name: 'Create Due' }).first().click();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Amount').fill('62.50');
  await page.getByRole('button', { name: /^Frequency/ }).click();
  await page.getByRole('option', { name: 'Monthly' }).click();
  await pickDay(page, day);
  await page.getByRole('radio', { name: 'Only people you choose' }).check();
  await page.getByRole('combobox', { name: 'Recipients' }).fill(recipient);
  await page.getByRole('option', { name: recipient }).click();
  await page.keyboard.press('Escape');
};

const runScheduled = async (day: string) => {
  const { urls, secrets } = testStack();
  const { status } = await fireCron(urls.app, '0 * * * *', secrets.LOCAL_TOKEN, new Date(`${day}T18:00:00Z`));
  expect(status).toBe(200);
};

test('[CONNECT-01, DUE-04, DUE-05, DUE-09, DUE-10, INV-06, INV-13, INV-16, INV-18, INV-19, PROD-14] the HOA gets its account, a monthly due is sent by the schedule and paid by card, and both screens show it live', async () => {
  await setUpPayments(await signedIn(SUE));
  const title = titled('Pool season');
  const tomorrow = addDays(today(), 1);
  const bea = await signedIn(BEA);
  await navigate(bea, 'Dues');
  await fillDue(bea, title, REX, tomorrow);
  await appears(bea.getByText(`Due date: ${formatDate(addDays(tomorrow, 7))}`));
  await create(bea);
  await appears(bea.getByRole('status').filter({ hasText: 'Due created successfully!' }));
  await expect.poll(() => pathOf(bea), { timeout: TIMEOUT_MS }).toBe('/dues');
  await appears(bea.getByRole('heading', { name: /^Dues \(\d+ of \d+\)$/ }));
  await expectText(bea.getByRole('row', { name: title })).toMatch(/\$62\.50.*Monthly.*Active/);
  await bea.getByRole('row', { name: title }).getByRole('button', { name: 'View' }).click();
  await appears(bea.getByText('No invoices yet'));
  await appears(bea.getByText(nth(pathOf(bea).split('/'), -1)));

  await runScheduled(tomorrow);
  await appears(bea.getByText('0 of 1 paid'));
  const rex = await signedIn(REX, { viewport: PHONE, hasTouch: true });
  await openInvoice(rex, title);
  await panel(rex, 'Payment Due').waitFor();
  await appears(rex.getByText('Bank transfer (ACH)'));
  await appears(rex.getByText(/\d days until due/));
  await rex.getByRole('button', { name: 'Pay Invoice' }).click();
  await payBy(rex, '4242424242424242');

  await panel(rex, 'Payment Completed').waitFor();
  expect(new URL(rex.url()).search).toBe('');
  await appears(rex.getByText('Paid by card').first());
  await appears(bea.getByText('1 of 1 paid'));
  await expectText(bea.getByRole('link', { name: /Rex Fields/ })).toContain('Paid');
});

test('[DUE-15, DUE-21, SYNC-04] made without a network, a due is kept, sent and invoiced once there is one; paying says that it needs one', async () => {
  const title = titled('Leaf pickup');
  const bea = await signedInForOffline(BEA, NELL);
  await goOffline(bea);
  await navigate(bea, 'Dues');
  await bea.getByRole('link', { name: 'Create Due' }).first().click();
  await bea.getByRole('radio', { name: 'Only people you choose' }).check();
  await create(bea);
  await appears(bea.getByText('Please select a send date.'));
  await appears(bea.getByText('Please select at least one recipient.'));
  await bea.goBack();
  await fillDue(bea, title, NELL, today());
  await bea.getByRole('button', { name: 'Select All', exact: true }).click();
  await appears(bea.getByText('4 of 4 active users selected'));
  await create(bea);
  await expectText(bea.getByRole('status').filter({ hasText: 'Due created successfully!' })).toContain('offline');
  await bea.getByRole('link', { name: 'Go Now' }).click();
  await appears(bea.getByRole('row', { name: title }).getByText('on this device'));
  await bea.reload();
  await appears(bea.getByRole('button', { name: 'Outbox, 1 change waiting' }));

  await bea.context().setOffline(false);
  const nell = await signedInForOffline(NELL, title, { viewport: PHONE, hasTouch: true });
  await openInvoice(nell, title);
  await goOffline(nell);
  await appears(nell.getByText('You need a connection to pay'));
  await nell.getByRole('button', { name: 'Pay Invoice' }).click();
  await appears(nell.getByRole('alert').filter({ hasText: 'Failed to create payment session. Please try again.' }));
  expect(pathOf(nell)).toMatch(/^\/invoices\//);
});

test('[DUE-01, DUE-07, DUE-08, DUE-15, INV-04] empty lists say what comes next, and long ones turn their pages', async () => {
  const ada = await signedIn(NEW_BOARD);
  await navigate(ada, 'Dues');
  await appears(ada.getByText('No dues found'));
  await appears(ada.getByText('Get started by creating your first due.'));
  await ada.getByRole('searchbox', { name: 'Search dues' }).fill('nothing');
  await appears(ada.getByText('No dues match your filters'));
  await ada.getByRole('link', { name: 'Create Due' }).first().click();
  expect(await ada.getByRole('radio', { name: 'Every home', exact: true }).isChecked()).toBe(true);
  await appears(ada.getByText(/^Reaches \d homes? now/));
  const nobody = { title: 'Early Bird', frequency: 'one_time', amount: 10, reason: 'dues', due_date_offset: 7 };
  await apiAs(NEW_BOARD)('POST', '/api/dues', { ...nobody, recipient_rule: 'every_home', send_date: today() });
  await visit(ada, '/dues');
  await appears(ada.getByRole('row', { name: nobody.title }).getByText('No one was billed'));
  await ada.getByRole('row', { name: nobody.title }).getByRole('link', { name: nobody.title }).click();
  await appears(ada.getByText(`No one was billed on ${formatDate(today())}`));
  await ada.getByRole('link', { name: 'Change Date' }).click();
  await appears(ada.getByRole('dialog').getByRole('button', { name: /^Send date/ }));
  const ben = await signedIn(NEW_RESIDENT, { viewport: PHONE, hasTouch: true });
  await navigate(ben, 'Dues');
  await appears(ben.getByText('Nothing to pay yet'));
  await appears(ben.getByText('After your home’s first bill, you’ll see what you owe'));
  await appears(ben.getByText('Dues are what every home pays'));
  await appears(ben.getByText('No dues have been assigned to you yet.'));
  await ben.getByRole('tab', { name: 'My Invoices' }).click();
  await appears(ben.getByText('No invoices found'));

  const rita = await signedIn('resident@willowcreek.test');
  await visit(rita, '/dues?tab=invoices');
  const rows = rita.getByRole('table', { name: 'My Invoices' }).getByRole('row');
  await appears(rita.getByText(/^Showing 1 to 10 of \d+ invoices$/));
  await expect.poll(() => rows.count(), { timeout: TIMEOUT_MS }).toBe(11);
  expect(await rita.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
  await rita.getByRole('button', { name: 'Next' }).click();
  await appears(rita.getByText(/^Page 2 of \d+$/));
  await rita.getByRole('button', { name: /^Status/ }).click();
  await rita.getByRole('option', { name: 'Overdue' }).click();
  await rita.keyboard.press('Escape');
  await appears(rita.getByText(/^Page 1 of \d+$/));
  for (const row of (await rows.all()).slice(1)) await expectText(row).toContain('Overdue');
});

test('[14.3] dues, invoices and accounts sort by the heads of their columns, as the API does', async () => {
  const page = await signedIn('board@willowcreek.test');
  const api = apiAs('board@willowcreek.test');
  const first = () => page.getByRole('table').getByRole('rowheader').first();
  const sortByAmount = async (path: string) => {
    await visit(page, path);
    await page.getByRole('button', { name: 'Sort by Amount' }).click();
    await appears(page.locator('[aria-sort=descending]').filter({ hasText: 'Amount' }));
  };
  await sortByAmount('/dues');
  await expectText(first()).toContain((await api('GET', '/api/dues?sort=-amount')).body.docs[0].title);
  await sortByAmount('/dues?tab=all');
  const { docs } = (await api('GET', '/api/invoices?of=all&sort=-amount')).body;
  await expectText(first()).toContain(docs[0].dues_id.title);
  await visit(page, '/accounts');
  await appears(page.locator('[aria-sort=descending]').filter({ hasText: 'Overdue' }));
  await page.getByRole('button', { name: 'Sort by Home' }).click();
  await page.waitForURL('**/accounts?sort=home');
  await appears(page.locator('[aria-sort=ascending]').filter({ hasText: 'Home' }));
});
