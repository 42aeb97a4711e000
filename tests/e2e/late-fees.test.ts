import type { InStatement, InValue } from '@libsql/client';
import type { Page } from 'playwright-core';
import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, test } from 'vitest';
import { formatDate } from '../../client/ui/format.ts';
import { addDays, dayIn } from '../../schema/dates.ts';
import { required } from '../support/required.ts';
import { appears, type Email, goOffline, heading, navigate, vanishes } from './support/app.ts';
import { createHoa } from './support/create-hoa.ts';
import { apiAs, inDatabase } from './support/server.ts';
import { useSessions } from './support/sessions.ts';

const { signedIn, signedInForOffline } = useSessions();

const BEA: Email = 'fees-bea@willowcreek.test';
const SUE: Email = 'fees-sue@willowcreek.test';
const REX: Email = 'fees-rex@willowcreek.test';
const NELL: Email = 'fees-nell@willowcreek.test';

const today = () => dayIn('America/Chicago', new Date());

/** Rex and Nell owe dues that are due next week, Bea and Nell a late fee of before each. */
beforeAll(async () => {
  await createHoa('Alderwood HOA', [
    { email: BEA, name: 'Bea Stone', role: 'board' },
    { email: SUE, name: 'Sue Waters', role: 'superadmin' },
    { email: REX, name: 'Rex Fields', role: 'resident' },
    { email: NELL, name: 'Nell Brook', role: 'resident' },
  ]);
  await inDatabase(async (db) => {
    const { rows } = await db.execute({
      sql: 'SELECT id, hoa_id, email FROM users WHERE hoa_id = (SELECT hoa_id FROM users WHERE email = ?)',
      args: [BEA],
    });
    const people = rows as unknown as Person[];
    await db.batch(people.flatMap(accountOf), 'write');
  });
});

type Person = { id: string; hoa_id: string; email: string };

const accountOf = ({ id, hoa_id, email }: Person): InStatement[] => {
  const account_id = `a-${id}`;
  const row = (entity: string, table: string, values: Record<string, InValue> & { id: string }) => [
    insert(table, { hoa_id, ...values }),
    ...['board', account_id].map((audience) => insert('sync_log', { hoa_id, audience, entity, entity_id: values.id })),
  ];
  const charge = (memo: string, due_on: string) => ({
    id: `${account_id}.${uuidv7()}`,
    account_id,
    kind: 'charge',
    category: 'assessment',
    amount_cents: 20_000,
    effective_on: addDays(due_on, -7),
    posted_at: `${addDays(due_on, -7)}T12:00:00.000Z`,
    due_on,
    memo,
  });
  const coming = charge('Dues of next week', addDays(today(), 7));
  const old = charge('Dues of before', addDays(today(), -60));
  const fee = {
    id: `${account_id}.${uuidv7()}`,
    account_id,
    kind: 'late_fee',
    category: 'late_fee',
    amount_cents: 2500,
    effective_on: addDays(today(), -44),
    posted_at: `${addDays(today(), -44)}T12:00:00.000Z`,
    due_on: addDays(today(), -44),
    source_id: old.id,
    rule: JSON.stringify({ policy_id: 'before', charge_id: old.id, slot: 1, open_cents: 20_000, formula: 'flat' }),
  };
  return [
    ...row('account', 'accounts', {
      id: account_id,
      holder_ids: JSON.stringify([id]),
      opened_on: addDays(today(), -400),
    }),
    { sql: 'UPDATE users SET account_ids = ? WHERE id = ?', args: [JSON.stringify([account_id]), id] },
    ...(email === REX || email === NELL ? row('entry', 'entries', coming) : []),
    ...(email === BEA || email === NELL ? [...row('entry', 'entries', old), ...row('entry', 'entries', fee)] : []),
  ];
};

const insert = (table: string, row: Record<string, InValue>): InStatement => {
  const names = Object.keys(row);
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  return { sql, args: Object.values(row) };
};

const openFromAccounts = async (page: Page, name: string) => {
  await page.getByRole('main').getByRole('button', { name: 'Options' }).click();
  await page.getByRole('menuitem', { name }).click();
  await heading(page, name).waitFor();
};

test('[FEE-09] [FEE-08] a board member sees offline whom late fees would hit before they are turned on', async () => {
  const bea = await signedInForOffline(BEA, 'Dues of next week');
  await navigate(bea, 'Accounts');
  await goOffline(bea);
  await openFromAccounts(bea, 'Money Rules');
  const rule = bea.getByRole('region', { name: 'Late Fees', exact: true });
  await appears(rule.getByText('No late fees are charged.'));
  await rule.getByRole('button', { name: 'Turn On Late fees' }).click();

  const preview = rule.getByRole('region', { name: 'Preview' });
  await appears(preview.getByText('$50.00 in late fees will be charged to 2 homes'));
  const homes = preview.getByRole('row');
  expect(await homes.allTextContents()).toHaveLength(3);
  await appears(homes.filter({ hasText: 'Rex Fields' }).filter({ hasText: formatDate(addDays(today(), 23)) }));
  await appears(preview.getByText('would have charged 2 late fees of $50.00 in all, to 2 homes.'));

  await rule.getByRole('textbox', { name: 'Flat amount' }).fill('0');
  await appears(preview.getByText('Complete the fields above'));
  await rule.getByRole('textbox', { name: 'Flat amount' }).fill('40');
  await appears(preview.getByText('$80.00 in late fees will be charged to 2 homes'));
  await rule.getByLabel('Authority').fill('Declaration, section 4.7');
  await rule.getByRole('button', { name: 'Save Rule' }).click();

  await appears(rule.getByText('The late fee for dues and special assessments is $40.00'));
  await appears(rule.getByText('Source: Declaration, section 4.7.'));
  await appears(rule.getByText('on this device'));
  await bea.context().setOffline(false);
  await vanishes(rule.getByText('on this device'));
  await appears(rule.getByText(`In effect since ${formatDate(today())}, set by Bea Stone`));
  const { body } = await apiAs(SUE)('GET', '/api/policies');
  expect(JSON.stringify(body)).toContain('Declaration, section 4.7');
});

test('[LEDG-13] [FEE-10] a board member waives the fee of another in one tap, and is stopped from waiving their own', async () => {
  const bea = await signedIn(BEA);
  await navigate(bea, 'Accounts');
  await openFromAccounts(bea, 'Unpaid Fees');
  await bea.getByRole('row').filter({ hasText: 'Nell Brook' }).first().waitFor();
  await bea.getByRole('button', { name: 'Select All', exact: true }).click();
  await bea.getByRole('button', { name: 'Waive Selected' }).click();

  const dialog = bea.getByRole('dialog');
  await appears(dialog.getByText('Another board member must do this on your own account.'));
  await appears(dialog.getByText('No waivers this year for Nell Brook.'));
  expect(
    await dialog
      .getByRole('group', { name: /Bea Stone/ })
      .getByRole('checkbox')
      .isDisabled(),
  ).toBe(true);
  await dialog.getByLabel('Other').check();
  await dialog.getByRole('button', { name: 'Waive', exact: true }).click();
  await appears(dialog.getByText('Please give a reason.'));
  await dialog.getByLabel('Hardship').check();
  await dialog.getByRole('button', { name: 'Waive', exact: true }).click();
  await vanishes(bea.getByRole('row').filter({ hasText: 'Nell Brook' }));

  await bea.getByRole('link', { name: 'Late fee' }).click();
  const entry = bea.getByRole('dialog', { name: 'Late fee' });
  await appears(entry.getByText('Another board member must do this on your own account.'));
  expect(await entry.getByRole('button', { name: /^(Waive|Write Off|Reverse)$/ }).count()).toBe(0);
  const entry_id = required(new URL(bea.url()).searchParams.get('entry'));
  const refused = await apiAs(BEA)('POST', `/api/entries/${entry_id}/waive`, { id: uuidv7(), reason: 'My own' });
  expect(refused.status).toBe(403);
});
