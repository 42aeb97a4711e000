import { expect } from 'vitest';
import type { TestContext } from './fixtures.ts';
import { fine, moveIn, openAccount } from './ledger.ts';

/** Rex's account with a fine of $50, and Rita, who lives with him and has an account of her own. */
export const couple = async (ctx: TestContext): Promise<{ his: string; hers: string }> => {
  await moveIn(ctx, ctx.rita, ctx.rex.address_id);
  const [his, hers] = [await openAccount(ctx, ctx.rex), await openAccount(ctx, ctx.rita)];
  expect((await ctx.bea.call('POST', `/api/accounts/${his}/entries`, { kind: 'charge', ...fine(his) })).status).toBe(
    201,
  );
  return { his, hers };
};
