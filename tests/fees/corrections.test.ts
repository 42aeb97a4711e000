import { describe, expect, test, vi } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { mutators } from '../../sync/mutators.ts';
import { parse } from '../../sync/parse.ts';
import type { Tx } from '../../sync/tx.ts';
import { dayInWords } from '../../sync/words.ts';
import { transactAs } from '../../worker/run-mutator.ts';
import { overdue, runOn } from '../support/fee-postings.ts';
import { at, SLOT } from '../support/fee-runs.ts';
import { FLAT, type LateFee } from '../support/fees.ts';
import { type TestContext, withClock } from '../support/fixtures.ts';
import { check, entriesOf, sumsOf, TODAY } from '../support/ledger.ts';
import { nth } from '../support/required.ts';

describe('corrections', () => {
  /** A fee, and then a check that was received before it. */
  const paidLate = async (settings: LateFee, over: object = {}) => {
    const { ctx, account_id } = await overdue(settings);
    await runOn(ctx, SLOT);
    const later = withClock(ctx.deps, () => at(addDays(SLOT, 3)));
    const sql = `INSERT INTO entries (id, hoa_id, account_id, kind, amount_cents, effective_on, reason, posted_at)
      VALUES (?1 || '.late', ?2, ?1, 'credit', ?3, ?4, 'Found', ?5)`;
    const { cents = -5000 } = over as { cents?: number };
    await ctx.db.execute({
      sql,
      args: [account_id, ctx.hoa_id, cents, addDays(TODAY, 2), at(addDays(SLOT, 2)).toISOString()],
    });
    await runOn(ctx, addDays(SLOT, 3));
    return { ctx, account_id, deps: later };
  };

  const lastOf = async (ctx: TestContext, account_id: string) => nth(await entriesOf(ctx, account_id), -1);

  test('[FEE-11] money that was received in time takes the fee back', async () => {
    const { ctx, account_id } = await paidLate(FLAT);
    expect(await lastOf(ctx, account_id)).toMatchObject({ kind: 'reversal', amount_cents: -2500, effective_on: SLOT });
    expect((await lastOf(ctx, account_id)).reason).toMatch(/^The correction of .* was recorded later\.$/);
    expect(await sumsOf(ctx, account_id)).toEqual([0, 0]);
    await runOn(ctx, addDays(SLOT, 4));
    expect((await entriesOf(ctx, account_id)).filter(({ kind }) => kind === 'reversal')).toHaveLength(1);
  });

  test('[FEE-11] a check that is recorded late takes the fee back at once, in its words', async () => {
    const { ctx, account_id } = await overdue();
    await runOn(ctx, SLOT);
    const deps = withClock(ctx.deps, () => at(addDays(SLOT, 2)));
    const args = parse(mutators.recordPayment.input, check(account_id));
    const record = (tx: Tx) => mutators.recordPayment.run(tx, args);
    await transactAs(deps, ctx.bea, record, { action: 'recordPayment' });
    await vi.waitFor(async () => expect(await entriesOf(ctx, account_id)).toHaveLength(4), { timeout: 10_000 });
    const reversal = await lastOf(ctx, account_id);
    expect(reversal).toMatchObject({ kind: 'reversal', amount_cents: -2500, made_by: null });
    expect(reversal.reason).toBe(`The payment of ${dayInWords(TODAY)} was recorded later.`);
    expect(await sumsOf(ctx, account_id)).toEqual([0, 0]);
  });

  test('[FEE-11] what a fee is too high by is waived', async () => {
    const { ctx, account_id } = await paidLate(
      { ...FLAT, amount: 'percent', percent_basis_points: 1000 },
      { cents: -2000 },
    );
    expect(await lastOf(ctx, account_id)).toMatchObject({ kind: 'waiver', amount_cents: -200, effective_on: SLOT });
    expect(await sumsOf(ctx, account_id)).toEqual([3300, 0]);
  });
});
