import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import { addDays, dayIn } from '../../schema/dates.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { accountIdOf, openAccountFor } from '../../sync/accounts/entity.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Tx } from '../../sync/tx.ts';
import { json, queryAll } from '../../worker/queries/query.ts';
import { transactAsSystem } from '../../worker/transact.ts';
import type { Person, TestContext } from './fixtures.ts';
import { nth, required } from './required.ts';

/** In the time zone of new HOAs. */
export const TODAY = dayIn('America/Chicago', new Date());
export const ago = (days: number): string => addDays(TODAY, -days);

/** Opens the account of a person. Returns its id. */
export const openAccount = async ({ deps }: Pick<TestContext, 'deps'>, { id, hoa_id }: Person): Promise<string> => {
  const open = async (tx: Tx) => {
    await openAccountFor(tx, required(await tx.get('user', id)), { opened_on: ago(1000) });
  };
  await transactAsSystem(deps, hoa_id, open, { action: 'issueInvoices' });
  return accountIdOf(id, 0);
};

/** The entries of an account, in the order in which they were posted. */
export const entriesOf = async ({ db }: Pick<TestContext, 'db'>, account_id: string): Promise<Entry[]> => {
  const sql = `SELECT ${shapes.entry.json} AS row FROM entries t WHERE account_id = ? ORDER BY posted_at, rowid`;
  return (await queryAll<{ row: string }>(db, sql, [account_id])).map(({ row }) => json<Entry>(row));
};

export const sumsOf = async ({ db }: Pick<TestContext, 'db'>, account_id: string) => {
  const sql = 'SELECT balance_cents, credit_cents FROM accounts WHERE id = ?';
  const [row] = (await db.execute({ sql, args: [account_id] })).rows;
  return [Number(row?.balance_cents), Number(row?.credit_cents)];
};

/** A fine of $50 that is due today, as the board sends it. */
export const fine = (account_id: string, over: object = {}) => ({
  id: uuidv7(),
  account_id,
  category: 'fine',
  amount: 50,
  effective_on: TODAY,
  due_on: TODAY,
  memo: 'Trash cans',
  ...over,
});

/** A check of $50, as the board sends it. */
export const check = (account_id: string, over: object = {}) => ({
  id: uuidv7(),
  account_id,
  amount: 50,
  method: 'check',
  received_on: TODAY,
  reference: '1042',
  ...over,
});

/** Both have signed in, so that each is asked to act on the other's account. */
export const signInAll = ({ db, hoa_id }: Pick<TestContext, 'db' | 'hoa_id'>) =>
  db.execute({ sql: 'UPDATE users SET last_login = ? WHERE hoa_id = ?', args: [new Date().toISOString(), hoa_id] });

/** Gives a person another home. */
export const moveIn = async ({ bea }: Pick<TestContext, 'bea'>, { id }: Person, address_id: string | null) => {
  for (const [method, body] of [
    ['DELETE', {}],
    ['POST', { address_id }],
  ] as const)
    expect((await bea.call(method, `/api/users/${id}/assign-address`, body)).status).toBe(200);
};

/** The row of an account, as the database has it. */
export const accountOf = async ({ db }: Pick<TestContext, 'db'>, id: string): Promise<Account> => {
  const sql = `SELECT ${shapes.account.json} AS row FROM accounts t WHERE id = ?`;
  const found = nth(await queryAll<{ row: string }>(db, sql, [id]), 0);
  return json<Account>(found.row);
};

const YEARS = 5;

/** Adds residents with an account each, of which the first `credited` have paid their dues for five years, and $1,000 ahead. */
export const putAccounts = async (
  { db, hoa_id }: Pick<TestContext, 'db' | 'hoa_id'>,
  count: number,
  credited: number,
): Promise<{ id: string }[]> => {
  const people = Array.from({ length: count }, (_, at) => ({ id: uuidv7(), credit: at < credited ? 100_000 : 0 }));
  const list = JSON.stringify(people);
  const months = Array.from({ length: YEARS * 12 }, (_, at) => ago(30 * (YEARS * 12 - at)));
  await db.batch(
    [
      {
        sql: `INSERT INTO users (id, hoa_id, name, email, role, status, search_text, created_at, account_ids)
          SELECT value ->> 'id', ?1, 'Person ' || key, (value ->> 'id') || '@example.test', 'resident', 'active', '', ?3,
            json_array('a-' || (value ->> 'id')) FROM json_each(?2)`,
        args: [hoa_id, list, ago(2000)],
      },
      {
        sql: `INSERT INTO accounts (id, hoa_id, holder_ids, opened_on, balance_cents, credit_cents)
          SELECT 'a-' || (value ->> 'id'), ?1, json_array(value ->> 'id'), ?3, -(value ->> 'credit'), value ->> 'credit'
          FROM json_each(?2)`,
        args: [hoa_id, list, ago(2000)],
      },
      {
        sql: `INSERT INTO entries (id, hoa_id, account_id, kind, category, amount_cents, effective_on, due_on, reason, posted_at)
          SELECT 'a-' || (p.value ->> 'id') || '.' || k.column1 || m.key, ?1, 'a-' || (p.value ->> 'id'), k.column1,
            iif(k.column1 = 'charge', 'assessment', NULL), iif(k.column1 = 'charge', 10000, -10000), m.value,
            iif(k.column1 = 'charge', m.value, NULL), iif(k.column1 = 'charge', NULL, 'Paid'), m.value || 'T12:00:00.000Z'
          FROM json_each(?2) p, json_each(?3) m, (VALUES ('charge'), ('credit')) k WHERE p.value ->> 'credit' > 0
          UNION ALL SELECT 'a-' || (value ->> 'id') || '.ahead', ?1, 'a-' || (value ->> 'id'), 'credit', NULL,
            -(value ->> 'credit'), ?4, NULL, 'Paid ahead', ?4 || 'T12:00:00.000Z' FROM json_each(?2) WHERE value ->> 'credit' > 0`,
        args: [hoa_id, list, JSON.stringify(months), ago(10)],
      },
    ],
    'write',
  );
  return people;
};
