import { expect } from 'vitest';
import { at, queueAndDrain } from './fee-runs.ts';
import { FLAT, type LateFee } from './fees.ts';
import { createContext, type TestContext, withClock } from './fixtures.ts';
import { ago, fine, openAccount, TODAY } from './ledger.ts';

/** Runs what is queued on a day until nothing is left of it. */
export const runOn = (ctx: TestContext, day: string): Promise<void> =>
  queueAndDrain(
    withClock(ctx.deps, () => at(day)),
    ctx.hoa_id,
    day,
  );

export const setRule = async (ctx: TestContext, kind: string, settings: object, starts_on = TODAY) => {
  const { status, body } = await ctx.bea.call('POST', '/api/policies', { kind, starts_on, settings });
  expect([status, body.message]).toEqual([201, undefined]);
  return body._id as string;
};

/** The board was told long ago. */
export const announced = (ctx: TestContext, day = ago(100)) =>
  ctx.db.execute({ sql: 'UPDATE hoas SET late_fees_announced_on = ? WHERE id = ?', args: [day, ctx.hoa_id] });

/** An HOA with a late-fee rule and a resident who owes a fine of $50 that is due today. */
export const overdue = async (settings: LateFee = FLAT) => {
  const ctx = await createContext();
  const account_id = await openAccount(ctx, ctx.rex);
  await setRule(ctx, 'late_fee', settings);
  await announced(ctx);
  const { status, body } = await ctx.bea.call('POST', `/api/accounts/${account_id}/entries`, {
    kind: 'charge',
    ...fine(account_id),
  });
  expect(status).toBe(201);
  return { ctx, account_id, charge_id: body._id as string };
};
