import { expect, test } from 'vitest';
import { postAccountFees } from '../../worker/jobs/post-fees.ts';
import { readFeePage } from '../../worker/queries/fee-books.ts';
import { failingAfter } from '../support/failing-database.ts';
import { at, queueAndDrain, SLOT } from '../support/fee-runs.ts';
import { FLAT } from '../support/fees.ts';
import { createContext, type TestContext, withClock } from '../support/fixtures.ts';
import { putAccounts, TODAY } from '../support/ledger.ts';

/** An HOA with a rule for late fees, and as many accounts that owe $100 since today. */
const overdueHoa = async (count: number) => {
  const ctx = await createContext();
  await ctx.bea.call('POST', '/api/policies', { kind: 'late_fee', starts_on: TODAY, settings: FLAT });
  const people = await putAccounts(ctx, count, 0);
  const ids = people.map(({ id }) => `a-${id}`);
  const sql = `INSERT INTO entries (id, hoa_id, account_id, kind, category, amount_cents, effective_on, due_on, posted_at)
    SELECT value || '.dues', ?1, value, 'charge', 'assessment', 10000, ?2, ?2, ?2 || 'T12:00:00.000Z' FROM json_each(?3)`;
  await ctx.db.batch(
    [
      { sql, args: [ctx.hoa_id, TODAY, JSON.stringify(ids)] },
      { sql: 'UPDATE accounts SET balance_cents = 10000 WHERE hoa_id = ?', args: [ctx.hoa_id] },
      { sql: "UPDATE hoas SET late_fees_announced_on = '2020-01-01' WHERE id = ?", args: [ctx.hoa_id] },
    ],
    'write',
  );
  return { ctx, ids };
};

const feesOf = async ({ db, hoa_id }: TestContext): Promise<string[]> => {
  const sql = "SELECT id FROM entries WHERE hoa_id = ? AND kind = 'late_fee' ORDER BY id";
  return (await db.execute({ sql, args: [hoa_id] })).rows.map(({ id }) => String(id));
};
const onTime = (ids: readonly string[]) => ids.map((id) => `${id}.dues-late-${SLOT}`).sort();

test('[INVAR-07] a job that is killed between any two batches goes on where it was', async () => {
  const { ctx, ids } = await overdueHoa(4);
  for (const most of [1, 3, 5, 6, 8, 10, 12]) {
    const { deps } = failingAfter(
      withClock(ctx.deps, () => at(SLOT)),
      most,
    );
    await queueAndDrain(deps, ctx.hoa_id, SLOT, { once: true }).catch(() => undefined);
    const sql = "UPDATE outbox SET next_at = created_at WHERE hoa_id = ? AND status = 'pending'";
    await ctx.db.execute({ sql, args: [ctx.hoa_id] });
  }
  await queueAndDrain(
    withClock(ctx.deps, () => at(SLOT)),
    ctx.hoa_id,
    SLOT,
  );
  expect(await feesOf(ctx)).toEqual(onTime(ids));
  const sums = (
    await ctx.db.execute({
      sql: 'SELECT DISTINCT balance_cents, fees_through FROM accounts WHERE hoa_id = ?',
      args: [ctx.hoa_id],
    })
  ).rows;
  expect(sums.map((row) => [row.balance_cents, row.fees_through])).toEqual([[12_500, SLOT]]);
});

test('[INVAR-07] [FEE-05] jobs at once post each fee once', async () => {
  const { ctx, ids } = await overdueHoa(3);
  const deps = withClock(ctx.deps, () => at(SLOT));
  const payload = { day: SLOT, accounts: ids.map((id) => ({ id, ids: [] })) };
  const row = {
    id: 'job',
    hoa_id: ctx.hoa_id,
    kind: 'postAccountFees' as const,
    key: 'job',
    payload,
    created_at: TODAY,
  };
  await Promise.all([1, 2, 3].map(() => postAccountFees(deps, payload, row)));
  expect(await feesOf(ctx)).toEqual(onTime(ids));
});

test('[FEE-06] [PERF-05] two reads and a write for the accounts of a job, and a read for 50 accounts to find what is due', async () => {
  const { ctx, ids } = await overdueHoa(3);
  const reading = failingAfter(
    withClock(ctx.deps, () => at(SLOT)),
    100,
  );
  expect((await readFeePage(reading.deps, ctx.hoa_id, '')).books).toHaveLength(3);
  expect(reading.calls()).toBe(1);
  const posting = failingAfter(
    withClock(ctx.deps, () => at(SLOT)),
    100,
  );
  const payload = { day: SLOT, accounts: ids.map((id) => ({ id, ids: [`dues-late-${SLOT}`] })) };
  const row = {
    id: 'job',
    hoa_id: ctx.hoa_id,
    kind: 'postAccountFees' as const,
    key: 'job',
    payload,
    created_at: TODAY,
  };
  await postAccountFees(posting.deps, payload, row);
  expect(posting.calls()).toBe(3);
  expect(await feesOf(ctx)).toEqual(onTime(ids));
});
