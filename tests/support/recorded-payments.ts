import { expect } from 'vitest';
import type { Payment } from '../../schema/tables/invoices.ts';
import { shapes } from '../../sync/server/tables.ts';
import { json, queryAll } from '../../worker/queries/query.ts';
import type { Api } from './apis.ts';
import type { TestContext } from './fixtures.ts';
import { check, openAccount } from './ledger.ts';

export const OK = { ok: true };

export const invalid = (message: string) => ({ ok: false, code: 'invalid', message });

export const conflict = (message: string) => ({ ok: false, code: 'conflict', message });

export const paymentsOf = async ({ db }: TestContext, account_id: string): Promise<Payment[]> => {
  const sql = `SELECT ${shapes.payment.json} AS row FROM payments t WHERE account_id = ? ORDER BY created_at, id`;
  return (await queryAll<{ row: string }>(db, sql, [account_id])).map(({ row }) => json<Payment>(row));
};

/** A recorded check. */
export const recorded = async (api: Api, ctx: TestContext, over: object = {}) => {
  const account = await openAccount(ctx, ctx.rex);
  const args = check(account, over);
  expect(await api.act(ctx.bea, 'recordPayment', args)).toEqual(OK);
  return { account, id: args.id, entry_id: `${account}.${args.id}` };
};
