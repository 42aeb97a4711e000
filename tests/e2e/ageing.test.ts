import type { Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, test } from 'vitest';
import { addDays, dayIn } from '../../schema/dates.ts';
import { dayInWords } from '../../sync/words.ts';
import { nth, required } from '../support/required.ts';
import { appears, type Email, heading, navigate, visit } from './support/app.ts';
import { TIMEOUT_MS } from './support/browser.ts';
import { createHoa } from './support/create-hoa.ts';
import { type ApiCall, apiAs, inDatabase } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn } = useSessions();

const TREASURER: Email = 'age-treasurer@willowcreek.test';
const OLIVE: Email = 'age-olive@willowcreek.test';
const QUINN: Email = 'age-quinn@willowcreek.test';
const PAT: Email = 'age-pat@willowcreek.test';

const today = dayIn('America/Chicago', new Date());
const lastDay = addDays(`${today.slice(0, 7)}-01`, -1);
const dueOn = addDays(lastDay, -40);
const lateOn = addDays(dueOn, 20);

beforeAll(async () => {
  await createHoa('Agefield HOA', [
    { email: TREASURER, name: 'Tess Ageful', role: 'board' },
    { email: OLIVE, name: 'Olive Owes', role: 'resident' },
    { email: QUINN, name: 'Quinn Owes', role: 'resident' },
    { email: PAT, name: 'Pat Paid', role: 'resident' },
  ]);
  const call = apiAs(TREASURER);
  const lines = [OLIVE, QUINN].map((email, at) => ({
    ...{ line: at + 2, email, balance: 460, as_of: addDays(dueOn, -1), due_on: dueOn, memo: 'Dues of the old books' },
  }));
  const { body } = await call('POST', '/api/opening-balances', { import_id: uuidv7(), lines });
  expect(body).toEqual({ posted: 2, skipped: [] });
  await postLateFee(call);
});

/** $25 on what Olive owes, as the rules would have posted it. */
const postLateFee = async (call: ApiCall) => {
  const { body } = await call('GET', '/api/accounts?limit=20&search=Olive');
  const account_id = body.docs[0]._id;
  const { docs } = (await call('GET', `/api/accounts/${account_id}/entries`)).body;
  const rule = { formula: 'flat', open_cents: 46_000, days: 19, result_cents: 2500, earlier_cents: 0, cap_cents: null };
  await inDatabase(async (db) => {
    const hoa = await db.execute({ sql: 'SELECT hoa_id FROM accounts WHERE id = ?', args: [account_id] });
    const hoa_id = required(nth(hoa.rows, 0).hoa_id);
    const id = `${account_id}.${uuidv7()}`;
    await db.batch(
      [
        {
          sql: `INSERT INTO entries (id, hoa_id, account_id, kind, category, amount_cents, effective_on, posted_at, due_on,
            source_id, rule) VALUES (?, ?, ?, 'late_fee', 'late_fee', 2500, ?, ?, ?, ?, ?)`,
          args: [id, hoa_id, account_id, lateOn, `${lateOn}T12:00:00.000Z`, lateOn, docs[0]._id, JSON.stringify(rule)],
        },
        ...['board', account_id].map((audience) => ({
          sql: "INSERT INTO sync_log (hoa_id, audience, entity, entity_id) VALUES (?, ?, 'entry', ?)",
          args: [hoa_id, audience, id],
        })),
      ],
      'write',
    );
  });
};

test('[AGE-01] [EXPL-02] [FEE-10] the treasurer ages the last month, reads why a red figure is owed, waives a late fee and prints statements for all who owe', async () => {
  const page = await signedIn(TREASURER);
  await navigate(page, 'Accounts');
  await page.getByRole('link', { name: 'Aging' }).click();
  await appears(heading(page, 'Aging'));
  await page.getByRole('button', { name: 'End of Last Month' }).click();
  await appears(page.getByRole('button', { name: '$460.00, 31–60 days, Quinn Owes' }));
  await appears(page.getByText('2 of 2'));
  await appears(page.getByRole('button', { name: '$945.00 Balance' }));

  await page.getByRole('button', { name: '$25.00, 1–30 days, Olive Owes' }).click();
  const figure = page.getByRole('dialog', { name: '1–30 Days Past Due' });
  await appears(figure.getByText(`Olive Owes, as of ${dayInWords(lastDay)}`));
  await figure.getByRole('link', { name: 'Late fee' }).click();

  const entry = page.getByRole('dialog', { name: 'Late fee' });
  const unpaidOn = dayInWords(addDays(lateOn, -1));
  await appears(
    entry.getByText(
      `Late fee: $460.00 of Opening balance was unpaid on ${unpaidOn}, 19 days after it was due. The fee is $25.00.`,
    ),
  );
  await entry.getByRole('button', { name: 'Waive', exact: true }).click();
  await entry.getByRole('radio', { name: 'Paid on time, received late' }).check();
  await entry.getByRole('button', { name: 'Waive', exact: true }).click();
  await appears(page.getByText('Fee waived'));

  await navigate(page, 'Accounts');
  await page.getByRole('link', { name: 'Aging' }).click();
  await appears(page.getByRole('button', { name: '$920.00 Balance' }));
  await page.getByRole('link', { name: 'Print Statements' }).click();
  await appears(heading(page, 'Statements'));
  await appears(page.getByRole('link', { name: 'Quinn Owes' }));
  const paper = (await printed(page)).join(' ');
  for (const text of ['Olive Owes', 'Quinn Owes', 'Paid on time, received late', 'Opening balance'])
    expect(paper).toContain(text);
  expect(paper).not.toContain('Pat Paid');
});

test('[AGE-03] a filter says of how much its figures are, and an address keeps day, filter and order', async () => {
  const page = await signedIn(TREASURER);
  await visit(page, `/accounts/aging?as_of=${addDays(lateOn, -1)}&search=quinn&sort=home`);
  await appears(page.getByText('1 of 2'));
  await appears(page.getByRole('button', { name: '$460.00 Balance of $920.00' }));
  await appears(
    page.getByRole('columnheader', { name: 'Home', exact: true }).and(page.locator('[aria-sort=ascending]')),
  );
  await page.getByRole('button', { name: 'Balance', exact: true }).click();
  await page.waitForURL('**/*sort=balance*');
  await page.getByRole('searchbox', { name: 'Search accounts' }).fill('olive');
  await appears(page.getByRole('link', { name: 'Olive Owes' }));
});

test('[AGE-05] [EXPL-01] a figure of collections opens its entries, and fees are waived in the list of delinquent accounts', async () => {
  const call = apiAs(TREASURER);
  const { body } = await call('GET', '/api/accounts?limit=20&search=Quinn');
  const fine = { kind: 'charge', category: 'fine', amount: 15, effective_on: today, due_on: today, memo: 'Trash cans' };
  expect((await call('POST', `/api/accounts/${body.docs[0]._id}/entries`, fine)).status).toBe(201);
  const page = await signedIn(TREASURER);
  await visit(page, '/accounts/collections');
  await page.getByRole('button', { name: /^\$15\.00, Charged, / }).click();
  const figure = page.getByRole('dialog', { name: /^Charged in / });
  await appears(figure.getByRole('row', { name: /Trash cans\s?Quinn Owes \$15\.00/ }));
  await appears(figure.getByRole('row', { name: /^Charged in \w+ \d{4} \$15\.00/ }));
  await visit(page, '/accounts/delinquency');
  await page.getByRole('button', { name: 'Actions for Quinn Owes' }).click();
  await page.getByRole('menuitem', { name: 'Waive Fees' }).click();
  const dialog = page.getByRole('dialog', { name: 'Waive Fee' });
  await appears(dialog.getByText(`Trash cans of ${dayInWords(today)}`));
  await dialog.getByRole('button', { name: 'Waive', exact: true }).click();
  await appears(page.getByText('Fee waived'));
  await page.getByRole('button', { name: 'Actions for Quinn Owes' }).click();
  await appears(page.getByRole('menuitem', { name: 'Start Plan' }));
  expect(await page.getByRole('menuitem', { name: 'Waive Fees' }).count()).toBe(0);
});

test('[OPEN-01] [OPEN-02] [OPEN-03] a file of balances is compared before anything is posted, says what is left out, and is undone', async () => {
  const call = apiAs(TREASURER);
  const balanceOfPat = async () =>
    (await call('GET', '/api/accounts?limit=20&search=Pat')).body.docs[0]?.balanceCents ?? null;
  const page = await signedIn(TREASURER);
  await visit(page, '/accounts/opening-balances');
  const file = [
    'Email,Balance,As of,Memo',
    `${PAT},"1,234.56",${dueOn},Dues of the old books`,
    `${PAT},(34.56),${dueOn},Paid twice`,
    `${OLIVE},5,${dueOn},`,
    `age-nobody@willowcreek.test,7,${dueOn},`,
    `${PAT},twelve,${dueOn},`,
  ].join('\n');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'old-books.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await appears(page.getByText('3 lines left out', { exact: true }));
  await appears(page.getByText(/^Line 4: Olive Owes already has an opening balance of \$460\.00 from /));
  await appears(page.getByText('Line 5: No one has this email.'));
  await appears(page.getByText('Line 6: “twelve” is not an amount.'));
  await appears(page.getByText('$1,200.00', { exact: true }));
  expect(await balanceOfPat()).toBe(null);

  await page.getByRole('button', { name: 'Import 2 balances' }).click();
  await appears(page.getByText('2 balances imported'));
  await expect.poll(balanceOfPat, { timeout: TIMEOUT_MS }).toBe(120_000);
  const imported = page.getByRole('listitem').filter({ hasText: '2 balances, $1,200.00' });
  await imported.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog', { name: 'Undo Import' }).getByRole('button', { name: 'Undo Import' }).click();
  await expect.poll(balanceOfPat, { timeout: TIMEOUT_MS }).toBe(0);
});

const printed = async (page: Page): Promise<string[]> => {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'Letter' })));
  return (await extractText(pdf)).text.map((text) => text.replace(/\s+/g, ' '));
};
