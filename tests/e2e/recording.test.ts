import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { formatMoney } from '../../client/ui/format.ts';
import { dayIn } from '../../schema/dates.ts';
import { appears, clickToDownload, type Email, goOffline, heading, navigate, vanishes, visit } from './support/app.ts';
import { TIMEOUT_MS } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { isLong } from './support/long.ts';
import { apiAs } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn, signedInForOffline } = useSessions();

const TREASURER: Email = 'rec-treasurer@willowcreek.test';
const PRESIDENT: Email = 'rec-president@willowcreek.test';
const ZED: Email = 'rec-zed@willowcreek.test';
const AMY: Email = 'rec-amy@willowcreek.test';
const CHECKS = isLong ? 30 : 8;
const numbered = (at: number) => String(at + 1).padStart(2, '0');
const owners = Array.from({ length: CHECKS }, (_, at) => ({
  email: `rec-owner-${numbered(at)}@willowcreek.test` as Email,
  name: `Owner ${numbered(at)}`,
  role: 'resident' as const,
}));
const accountsOfOwners: string[] = [];
const checkOf = (at: number) => String(2001 + at);

beforeAll(async () => {
  await createHoa('Rowanwood HOA', [
    { email: TREASURER, name: 'Tess Ledger', role: 'board' },
    { email: PRESIDENT, name: 'Paul Gavel', role: 'superadmin' },
    { email: ZED, name: 'Zed Late', role: 'resident' },
    { email: AMY, name: 'Amy Also', role: 'resident' },
    ...owners,
  ]);
  const { body } = await apiAs(TREASURER)('GET', '/api/users?limit=100');
  for (const { _id, name } of body.docs as { _id: string; name: string }[])
    if (name.startsWith('Owner')) accountsOfOwners.push(await chargeHolder(_id, 50, `Dues of ${name}`));
});

test(`[REC-04] [REC-06] [REC-08] ${CHECKS} checks recorded offline by keyboard are posted once, and the president’s three copies are discarded`, async () => {
  const treasurer = await openOffline(TREASURER);
  const president = await openOffline(PRESIDENT);
  await press(treasurer, 'g', 'b');
  await appears(heading(treasurer, 'Accounts'));
  await createDeposit(treasurer);
  await startRecording(treasurer);
  for (let at = 0; at < CHECKS; at += 1) await recordByKeys(treasurer, at, at === 0);
  const recorded = card(treasurer, `Recorded (${CHECKS})`);
  await appears(recorded.getByText(formatMoney(CHECKS * 5000), { exact: true }));
  expect(await recorded.getByText('Nothing due').count()).toBe(CHECKS);

  await startRecording(president);
  for (const at of COPIED) await recordByKeys(president, at);

  await closeDeposit(treasurer);
  await treasurer.context().setOffline(false);
  await appears(treasurer.getByRole('heading', { level: 2, name: /^No\. 1: / }));
  await vanishes(treasurer.getByRole('button', { name: /^Outbox, / }));

  await president.context().setOffline(false);
  await president.getByRole('button', { name: 'Outbox, 3 changes not accepted' }).click();
  const outbox = president.getByRole('dialog', { name: 'Outbox' });
  await appears(outbox.getByText(/Check 2003 for \$50\.00 is already recorded: .*, by Tess Ledger\./));
  expect(await outbox.getByRole('button', { name: 'Record it anyway' }).count()).toBe(COPIED.length);
  for (let left = COPIED.length; left > 0; left -= 1) {
    await outbox.getByRole('button', { name: 'Discard mine' }).first().click();
    await president
      .getByRole('dialog', { name: 'Discard Change' })
      .getByRole('button', { name: 'Discard mine' })
      .click();
    await expect
      .poll(() => outbox.getByRole('button', { name: 'Discard mine' }).count(), { timeout: TIMEOUT_MS })
      .toBe(left - 1);
  }
  await appears(outbox.getByText('Everything has been sent. Nothing is waiting on this device.'));
  expect(await balances()).toEqual(Array.from({ length: CHECKS }, () => 0));
});

test('[REC-03] [REC-05] [REC-09] a payment is kept while it is typed, says what it covers, asks once about an old day, and stands on its slip', async () => {
  const call = apiAs(TREASURER);
  const today = dayIn('America/Chicago', new Date());
  for (const email of [ZED, AMY])
    await chargeHolder((await call('GET', `/api/users?search=${email}`)).body.docs[0]._id, 30, 'Gate key');
  const deposit = (await call('POST', '/api/deposits', { name: 'Found in a drawer', made_on: today })).body;

  const page = await signedIn(TREASURER);
  await visit(page, '/accounts/record');
  await chooseZed(page, '30.00');
  await page.getByLabel('Amount').fill('45');
  await page.getByLabel('Check number').fill('9001');
  await appears(card(page, 'What It Covers').getByRole('listitem').filter({ hasText: 'Gate key$30.00' }));
  await appears(card(page, 'What It Covers').getByRole('listitem').filter({ hasText: 'Kept as credit$15.00' }));
  await chooseOldDay(page);
  await page.getByRole('button', { name: /^Deposit/ }).click();
  await page.getByRole('option', { name: 'Found in a drawer' }).click();

  await page.reload();
  await appears(page.getByText('Draft kept on this device'));
  expect(await page.getByLabel('Amount').inputValue()).toBe('45');
  expect(await page.getByLabel('Check number').inputValue()).toBe('9001');
  const record = page.getByRole('button', { name: 'Record Payment' });
  await record.click();
  const asked = page.getByRole('dialog', { name: /^Received .*: Is That Right\?$/ });
  await asked.getByRole('button', { name: 'Yes, Record It' }).click();
  await appears(page.getByRole('heading', { level: 2, name: 'Recorded (1)' }));
  await vanishes(page.getByText('Draft kept on this device'));

  await chooseZed(page, '');
  await page.getByLabel('Amount').fill('5');
  await page.getByLabel('Check number').fill('9002');
  await record.click();
  await appears(page.getByRole('heading', { level: 2, name: 'Recorded (2)' }));

  await expectSlip(page, deposit._id);

  await recordForTwo(page);
});

const chargeHolder = async (holder_id: string, amount: number, memo: string): Promise<string> => {
  const call = apiAs(TREASURER);
  const { _id } = (await call('POST', '/api/accounts', { holder_ids: [holder_id] })).body;
  const charge = { kind: 'charge', category: 'other', amount, due_on: dayIn('America/Chicago', new Date()), memo };
  expect((await call('POST', `/api/accounts/${_id}/entries`, charge)).status).toBe(201);
  return _id;
};

const expectSlip = async (page: Page, deposit_id: string): Promise<void> => {
  await visit(page, `/accounts/deposits/${deposit_id}`);
  await appears(page.getByRole('row', { name: 'Zed Late Check 9001 $45.00' }));
  await appears(page.getByRole('row', { name: 'Total of 2 payments $50.00' }));
  const download = await clickToDownload(page.getByRole('button', { name: 'Export CSV' }));
  expect(download.suggestedFilename()).toMatch(/^deposit Found in a drawer/);
  const [header, ...lines] = readFileSync(await download.path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  expect(header).toMatch(/Payer,Method,Number,Received,Amount$/);
  expect(lines.map((line) => line.split(',').toSpliced(3, 1).join()).sort()).toEqual([
    'Zed Late,check,9001,45.00',
    'Zed Late,check,9002,5.00',
  ]);
};

const recordForTwo = async (page: Page): Promise<void> => {
  const record = page.getByRole('button', { name: 'Record Payment' });
  await visit(page, '/accounts/record');
  await page.getByRole('combobox', { name: 'Account' }).fill('zed');
  await appears(page.getByRole('option', { name: '$20.00 credit' }));
  await press(page, 'Enter');
  await page.getByLabel('Amount').fill('5');
  await page.getByLabel('Check number').fill('9003');
  await page.getByRole('button', { name: 'Add Another Account' }).click();
  await page.getByLabel('Amount 2').fill('50');
  await record.click();
  await appears(page.getByText('Please select an account.'));
  await page.getByRole('combobox', { name: 'Account 2' }).fill('paul');
  await appears(page.getByText('No account matches'));
  await page.getByRole('combobox', { name: 'Account 2' }).fill('amy');
  await press(page, 'Enter');
  await appears(page.getByText('$55.00 total'));
  await record.click();
  const both = card(page, 'Recorded (2)');
  await appears(both.getByText('$55.00', { exact: true }));
  await appears(both.getByRole('listitem').filter({ hasText: 'Amy Also' }).getByText('$50.00'));
};

const chooseZed = async (page: Page, proposed: string) => {
  await page.getByRole('combobox', { name: 'Account' }).fill('zed');
  await appears(page.getByRole('option', { name: 'Zed Late' }));
  await press(page, 'Enter');
  await appears(card(page, 'What It Covers'));
  await expect.poll(() => page.getByLabel('Amount').inputValue(), { timeout: TIMEOUT_MS }).toBe(proposed);
};

/** The first of its month, eight months back. */
const chooseOldDay = async (page: Page) => {
  await page.getByRole('button', { name: /^Received on/ }).click();
  for (let month = 0; month < 8; month += 1) await page.getByRole('button', { name: 'Previous month' }).click();
  await page.getByRole('grid').getByRole('gridcell', { name: / 1, / }).first().click();
  await vanishes(page.getByRole('grid'));
};

/** The president typed these, too. */
const COPIED = [2, 5, 7];

const openOffline = async (email: Email): Promise<Page> => {
  const page = await signedInForOffline(email, `Dues of Owner ${numbered(CHECKS - 1)}`);
  await goOffline(page);
  return page;
};

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

const createDeposit = async (page: Page) => {
  await page.getByRole('link', { name: 'Deposits' }).press('Enter');
  await page.getByRole('button', { name: 'Create Deposit' }).press('Enter');
  await appears(page.getByRole('heading', { level: 2, name: /^Deposit of / }));
};

const startRecording = async (page: Page) => {
  await press(page, 'g', 'b');
  await page.getByRole('link', { name: 'Record Payment' }).press('Enter');
  await page.getByRole('combobox', { name: 'Account' }).focus();
};

/** Types the name, takes the proposed amount, types the number. The deposit is chosen with the first check. */
const recordByKeys = async (page: Page, at: number, intoDeposit = false) => {
  await page.keyboard.type(`owner ${numbered(at)}`);
  await press(page, 'Enter');
  await expect
    .poll(() => page.getByLabel('Amount').inputValue(), { timeout: TIMEOUT_MS, message: numbered(at) })
    .toBe('50.00');
  await press(page, 'Tab', 'Tab');
  await page.keyboard.type(checkOf(at));
  if (intoDeposit) await chooseDeposit(page);
  await press(page, 'Enter');
  await expect.poll(() => focusedValue(page), { timeout: TIMEOUT_MS, message: `${numbered(at)} is recorded` }).toBe('');
};

const chooseDeposit = async (page: Page) => {
  await press(page, 'Tab', 'Tab', 'Tab', 'Enter');
  await appears(page.getByRole('option', { name: /^Deposit of / }));
  await page.keyboard.type('Dep');
  await press(page, 'Enter', 'Tab');
};

/** The value of the account field, which is empty and has the focus when the next payment can begin. */
const focusedValue = (page: Page): Promise<string> => page.locator('[role=combobox]:focus').inputValue();

const closeDeposit = async (page: Page) => {
  await navigate(page, 'Accounts');
  await page.getByRole('link', { name: 'Deposits' }).click();
  await card(page, /^Deposit of /)
    .getByRole('button', { name: 'Close', exact: true })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close Deposit' }).click();
  await appears(page.getByText('Closed', { exact: true }));
};

const card = (page: Page, title: string | RegExp) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });

const balances = async () => {
  const { body } = await apiAs(PRESIDENT)('GET', '/api/accounts?limit=100');
  const balanceOf = new Map(body.docs.map((doc: { _id: string; balanceCents: number }) => [doc._id, doc.balanceCents]));
  return accountsOfOwners.map((id) => balanceOf.get(id));
};
