import { expect, test } from 'vitest';
import { dayInWords } from '../../sync/words.ts';
import { DRAIN_BUDGET, drainOutbox } from '../../worker/jobs/outbox.ts';
import { queueRecalculation } from '../../worker/jobs/queue-recalculation.ts';
import { create, invoices, issue } from '../support/dues.ts';
import { createContext, withClock } from '../support/fixtures.ts';
import { couple } from '../support/holders.ts';
import { sumsOf, TODAY } from '../support/ledger.ts';

test('[LEDG-16] each night the sums and invoices of accounts, closed ones too, are compared with their entries, corrected, and the board is told', async () => {
  const logged: string[] = [];
  const ctx = await createContext({
    log: ({ level, event }) => void (level === 'error' && logged.push(String(event))),
  });
  const { his, hers } = await couple(ctx);
  const due = await create(ctx.bea, [ctx.rex], { send_date: TODAY, frequency: 'one_time' });
  await issue(ctx, due._id);
  const account = `/api/accounts/${his}`;
  const night = async () => {
    const later = new Date(Date.now() + 3 * 3_600_000);
    await queueRecalculation({ ...ctx.deps, drainLater: async () => {} }, ctx.hoa_id);
    const sql = "UPDATE outbox SET next_at = created_at WHERE hoa_id = ? AND kind = 'recalculateAccounts'";
    await ctx.db.execute({ sql, args: [ctx.hoa_id] });
    await drainOutbox(
      withClock(ctx.deps, () => later),
      { hoa_id: ctx.hoa_id, maxWaitMs: 0, budget: DRAIN_BUDGET },
    );
    return (await ctx.bea.call('GET', '/api/failed-jobs')).body.docs.map(({ reason }: { reason: string }) => reason);
  };
  expect([await night(), logged]).toEqual([[], []]);
  await ctx.db.batch(
    [
      { sql: 'UPDATE accounts SET balance_cents = 1, credit_cents = 2 WHERE id IN (?, ?)', args: [his, hers] },
      { sql: "UPDATE accounts SET status = 'closed', closed_on = opened_on WHERE id = ?", args: [hers] },
      { sql: "UPDATE invoices SET status = 'paid', paid_at = sent, paid_cents = 5 WHERE account_id = ?", args: [his] },
      { sql: "DELETE FROM outbox WHERE hoa_id = ? AND kind = 'recalculateAccounts'", args: [ctx.hoa_id] },
    ],
    'write',
  );
  const day = dayInWords(new Date().toISOString().slice(0, 10));
  const reasons = ['Rex Okafor', 'Rita Alvarez'].map((name) => `Account ${name} was recalculated on ${day}.`);
  expect((await night()).sort()).toEqual(reasons);
  expect(logged).toEqual(['account recalculated', 'account recalculated']);
  expect(await sumsOf(ctx, hers)).toEqual([0, 0]);
  expect((await ctx.bea.call('GET', account)).body).toMatchObject({ balanceCents: 17_550, creditCents: 0 });
  expect(await sumsOf(ctx, his)).toEqual([17_550, 0]);
  expect((await invoices(ctx.rex)).docs).toMatchObject([{ status: 'pending' }]);
});
