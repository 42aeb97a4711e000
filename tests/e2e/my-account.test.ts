import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { formatDate } from '../../client/ui/format.ts';
import { addDays, dayIn } from '../../schema/dates.ts';
import { required } from '../support/required.ts';
import {
  appears,
  type Email,
  goOffline,
  heading,
  pathOf,
  signIn,
  vanishes,
  visit,
  waitForServiceWorker,
} from './support/app.ts';
import { violationsInBoth } from './support/axe.ts';
import { PHONE, TIMEOUT_MS, useBrowser } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { setUpPayments } from './support/dues.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const browser = useBrowser();
const { signedIn } = useSessions();

const BEA: Email = 'my-account-bea@willowcreek.test';
const SUE: Email = 'my-account-sue@willowcreek.test';
const REX: Email = 'my-account-rex@willowcreek.test';
const NELL: Email = 'my-account-nell@willowcreek.test';
const ANN: Email = 'my-account-ann@willowcreek.test';
const bea = apiAs(BEA);
const TODAY = dayIn('America/Chicago', new Date());

beforeAll(async () => {
  await createHoa('Alder Court HOA', [
    { email: BEA, name: 'Bea Alder', role: 'board' },
    { email: SUE, name: 'Sue Alder', role: 'superadmin' },
    { email: REX, name: 'Rex Alder', role: 'resident' },
    { email: NELL, name: 'Nell Alder', role: 'resident' },
    { email: ANN, name: 'Ann Alder', role: 'resident' },
  ]);
  for (const email of [REX, NELL, ANN]) {
    await sendInvoice(email, 'Roof repair', 260, 40);
    await sendInvoice(email, 'Spring dues', 200, 20);
  }
});

/** An invoice that was sent so many days ago, and was to be paid within a week. */
const sendInvoice = async (email: Email, title: string, amount: number, days: number): Promise<void> => {
  const resident = (await bea('GET', `/api/users?search=${email}`)).body.docs[0];
  const due = { title, amount, frequency: 'one_time', recipients: [resident._id], reason: 'dues' };
  const { status } = await bea('POST', '/api/dues', { ...due, send_date: addDays(TODAY, -days), due_date_offset: 7 });
  expect(status).toBe(201);
};
const SINCE = formatDate(addDays(TODAY, -33));

const dueNow = (page: Page, money: string) =>
  page.getByRole('button', { name: new RegExp(`^Due now \\${money} Since`) });

test('[PAY-15] [EXPL-01] [EXPL-08] a resident on a phone sees what is due, since when and why, pays part of it, sees what that covered, and asks about a line', async () => {
  await setUpPayments(await signedIn(SUE));
  const rex = await signedIn(REX, { viewport: PHONE, hasTouch: true });
  await expect.poll(() => dueNow(rex, '$460.00').textContent(), { timeout: TIMEOUT_MS }).toContain(`Since ${SINCE}`);
  await dueNow(rex, '$460.00').click();
  const why = rex.getByRole('dialog', { name: 'Due now' });
  await appears(why.getByRole('row', { name: /Roof repair \$260\.00/ }));
  await appears(why.getByRole('row', { name: /Spring dues \$200\.00/ }));
  await appears(why.getByRole('row', { name: /^Due now \$460\.00/ }));
  await why.getByRole('button', { name: 'Close' }).click();
  await rex.getByRole('link', { name: 'Dues and payments' }).click();
  await heading(rex, 'Dues').waitFor();
  await appears(rex.getByText('No payments yet.'));
  expect(await violationsInBoth(rex)).toEqual([]);

  await rex.getByRole('button', { name: 'Pay Another Amount' }).click();
  const dialog = rex.getByRole('dialog', { name: 'Pay' });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('200');
  await appears(dialog.getByRole('listitem').filter({ hasText: /Roof repair\$200\.00/ }));
  await appears(dialog.getByText('No fee, arrives right away'));
  expect(await violationsInBoth(rex)).toEqual([]);
  await dialog.getByRole('button', { name: 'Pay $200.00' }).click();
  await payByCard(rex);

  await appears(rex.getByRole('status').filter({ hasText: 'Thank you! $200.00 has arrived.' }));
  await appears(rex.getByText('It covered $200.00 of Roof repair.'));
  await appears(dueNow(rex, '$260.00'));
  expect(pathOf(rex)).toBe('/dues');
  await appears(whatWasPaid(rex).getByRole('link', { name: 'Payment by card' }));

  await rex.getByRole('link', { name: 'Roof repair' }).first().click();
  const entry = rex.getByRole('dialog', { name: 'Roof repair' });
  await appears(entry.getByText('Payment by card'));
  await entry.getByRole('link', { name: 'Ask About This' }).click();
  await appears(rex.getByText(/^Roof repair, \$260\.00/));
  await rex.getByLabel('Title').fill('Why was the roof repaired?');
  await rex.getByRole('textbox', { name: 'Description' }).fill('It looked well to me.');
  await rex.getByRole('button', { name: 'Create Request' }).click();
  await rex.getByRole('link', { name: 'Go Now' }).click();
  await rex.getByRole('link', { name: 'Why was the roof repaired?' }).first().click();
  await appears(rex.getByRole('link', { name: /^Roof repair, \$260\.00/ }));
});

const whatWasPaid = (page: Page) => page.locator('section').filter({ hasText: /^What Was Paid/ });

const payByCard = async (page: Page): Promise<void> => {
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('ZIP').fill('60601');
  await page.getByRole('button', { name: /^Pay/ }).click();
};

test('[PAY-15] [PAY-16] [EXPL-04] [EXPL-07] on the smallest phone PAY is above the fold; offline it says that it needs a connection, and all else works', async () => {
  await setUpPayments(await signedIn(SUE));
  const page = await browser.openInstalled({ viewport: { width: 360, height: 640 }, hasTouch: true });
  await signIn(page, NELL);
  await page.goto('/account');
  const pay = page.getByRole('button', { name: 'Pay $460.00' });
  await appears(pay);
  const tabs = await page.getByRole('navigation', { name: 'Main' }).last().boundingBox();
  const box = required(await pay.boundingBox());
  expect(box.y + box.height).toBeLessThan(tabs?.y ?? 640);

  await waitForServiceWorker(page);
  await goOffline(page);
  await page.reload();
  await appears(dueNow(page, '$460.00'));
  await appears(page.getByText('You need a connection to pay.'));
  expect(await pay.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Why Did It Change?' }).click();
  const change = page.getByRole('dialog', { name: 'Why Did It Change?' });
  await appears(change.getByRole('row', { name: /Spring dues \$200\.00/ }));
  await appears(change.getByRole('row', { name: `Balance on ${formatDate(TODAY)} $460.00` }));
  expect(await violationsInBoth(page)).toEqual([]);
  await change.getByRole('button', { name: 'Close' }).click();
  await vanishes(change);
  await page.getByRole('link', { name: 'How payments are applied' }).click();
  await heading(page, 'Rules').waitFor();
  await appears(page.getByText('Dues and special assessments'));
  await appears(page.getByText('No late fees are charged.'));
});

test('[PAY-15] [EXPL-06] [NAV-01] a resident has one place for money: links of before lead there, it says what dues are, shows what was paid with receipts, and each account', async () => {
  const read = async () => (await bea('GET', `/api/accounts?search=${ANN}`)).body.docs[0];
  await expect.poll(async () => (await read())?.balanceCents, { timeout: TIMEOUT_MS }).toBe(46_000);
  const account = await read();
  const check = { amount: 260, method: 'check', reference: '77', received_on: TODAY };
  const { body: paid } = await bea('POST', `/api/accounts/${account._id}/payments`, check);
  const ann = await signedIn(ANN);
  await visit(ann, `/account?entry=${account._id}.${paid._id}`);
  const entry = ann.getByRole('dialog', { name: 'Payment by check 77' });
  await appears(entry.getByText('It covered $260.00 of Roof repair.'));
  expect(pathOf(ann)).toBe('/dues');
  await entry.getByRole('button', { name: 'Close' }).click();
  await appears(ann.getByText('Dues are what every home pays'));
  await appears(whatWasPaid(ann).getByText(`$260.00 in ${TODAY.slice(0, 4)}`));
  await whatWasPaid(ann)
    .getByRole('link', { name: `Receipt for ${formatDate(TODAY)}` })
    .click();
  await heading(ann, 'Receipt').waitFor();
  await ann.getByRole('link', { name: 'Back to Dues' }).click();
  await appears(dueNow(ann, '$200.00'));
  await visit(ann, `/accounts/${account._id}`);
  await heading(ann, 'Dues').waitFor();
  expect(pathOf(ann)).toBe('/dues');

  await bea('POST', `/api/payments/${paid._id}/return`, { returned_on: TODAY, reason: 'The check bounced' });
  await appears(whatWasPaid(ann).getByText('Returned'));
  const { body: home } = await bea('POST', '/api/addresses', { street: '2 Alder Court' });
  const holders = { address_id: home._id, holder_ids: account.holders.map(({ _id }: { _id: string }) => _id) };
  expect((await bea('POST', '/api/accounts', holders)).status).toBe(201);
  await expect.poll(() => ann.getByRole('region', { name: /^Balance of/ }).count(), { timeout: TIMEOUT_MS }).toBe(2);
  await ann.getByRole('link', { name: 'Entries and statement' }).first().click();
  await ann.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Dues' }).click();
  await appears(dueNow(ann, '$460.00'));
});
