import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';
import { isOnKeptPlan } from '../../sync/ledger/plan-status.ts';
import { proposeInstalments } from '../../sync/plans/rules.ts';
import { shapes } from '../../sync/server/tables.ts';
import { dayInWords } from '../../sync/words.ts';
import { json, queryAll } from '../../worker/queries/query.ts';
import { type Api, testBothApis } from '../support/apis.ts';
import type { TestContext } from '../support/fixtures.ts';
import { check, fine, openAccount, signInAll, TODAY } from '../support/ledger.ts';

const OK = { ok: true };
const invalid = (message: string) => ({ ok: false, code: 'invalid', message });
const conflict = (message: string) => ({ ok: false, code: 'conflict', message });

/** An account of Rex's with two fines of $50. */
const indebted = async (api: Api, ctx: TestContext) => {
  const account = await openAccount(ctx, ctx.rex);
  const fines = [fine(account), fine(account)];
  for (const args of fines) expect(await api.act(ctx.bea, 'chargeAccount', args)).toEqual(OK);
  return { account, covers: fines.map(({ id }) => `${account}.${id}`) };
};

/** Instalments of so many dollars, from ten days ahead on. */
const instalments = (...amounts: number[]) =>
  amounts.map((amount, at) => ({ due_on: addDays(TODAY, 10 + 30 * at), amount }));

const planFor = ({ account, covers }: { account: string; covers: string[] }, over: object = {}) => ({
  id: uuidv7(),
  account_id: account,
  covers,
  instalments: instalments(40, 60),
  ...over,
});

const plansOf = async ({ db }: Pick<TestContext, 'db'>, account: string): Promise<PaymentPlan[]> => {
  const sql = `SELECT ${shapes.plan.json} AS row FROM plans t WHERE account_id = ? ORDER BY made_at`;
  return (await queryAll<{ row: string }>(db, sql, [account])).map(({ row }) => json<PaymentPlan>(row));
};

testBothApis('[PLAN-01] [PLAN-03] the board agrees one plan for an account at a time', async (api, ctx) => {
  const debts = await indebted(api, ctx);
  const plan = planFor(debts);
  expect(await api.act(ctx.rex, 'createPlan', plan)).toMatchObject({ code: 'forbidden' });
  expect(await api.act(ctx.bea, 'createPlan', plan)).toEqual(OK);
  expect(await plansOf(ctx, debts.account)).toMatchObject([
    { id: plan.id, status: 'active', grace_days: 10, starts_on: TODAY, ended_on: null, made_by_name: ctx.bea.name },
  ]);
  expect(await api.act(ctx.bea, 'createPlan', planFor(debts))).toEqual(
    conflict(`This account already has a plan, started ${dayInWords(TODAY)}.`),
  );
  const cancellation = { id: plan.id, reason: 'Paid otherwise' };
  expect(await api.act(ctx.bea, 'cancelPlan', { ...cancellation, reason: '' })).toEqual(
    invalid('Please give a reason.'),
  );
  expect(await api.act(ctx.bea, 'cancelPlan', cancellation)).toEqual(OK);
  expect(await api.act(ctx.bea, 'cancelPlan', cancellation)).toEqual(conflict('This plan is already canceled.'));
  expect(await plansOf(ctx, debts.account)).toMatchObject([
    { status: 'canceled', ended_on: TODAY, reason: 'Paid otherwise' },
  ]);
  expect(await api.act(ctx.bea, 'createPlan', planFor(debts))).toEqual(OK);
});

testBothApis('[PLAN-02] what is wrong with instalments is said in its words', async (api, ctx) => {
  const debts = await indebted(api, ctx);
  const [first, second] = instalments(40, 60);
  const wrong: [object, object][] = [
    [{ instalments: [] }, invalid('A plan has 2 to 60 installments.')],
    [{ instalments: instalments(100) }, invalid('A plan has 2 to 60 installments.')],
    [{ instalments: instalments(...Array(61).fill(1)) }, invalid('A plan has 2 to 60 installments.')],
    [{ instalments: instalments(99.01, 0.99) }, invalid('Each installment must be at least $1.00.')],
    [{ instalments: [second, first] }, invalid('Installment dates must be in order.')],
    [{ instalments: [first, { ...second, due_on: first?.due_on }] }, invalid('Installment dates must be in order.')],
    [{ instalments: instalments(40, 50) }, invalid('The installments total $90.00. The charges total $100.00.')],
    [{ covers: debts.covers.slice(1) }, invalid('The installments total $100.00. The charges total $50.00.')],
    [
      { instalments: instalments(40, 60).map((one) => ({ ...one, due_on: addDays(one.due_on, 51) })) },
      invalid('The first installment can be at most 60 days ahead.'),
    ],
    [
      { instalments: instalments(40, 60).map((one) => ({ ...one, due_on: addDays(one.due_on, -12) })) },
      invalid('The first installment can’t be in the past.'),
    ],
    [{ covers: [] }, invalid('Please select a charge.')],
    [{ grace_days: 91 }, invalid('Grace period must be between 0 and 90 days.')],
  ];
  for (const [over, outcome] of wrong)
    expect(await api.act(ctx.bea, 'createPlan', planFor(debts, over))).toEqual(outcome);
  expect(await api.act(ctx.bea, 'createPlan', planFor({ ...debts, covers: [`${debts.account}.${uuidv7()}`] }))).toEqual(
    {
      ok: false,
      code: 'not_found',
      message: 'Entry not found.',
    },
  );
});

testBothApis('[LEDG-13] a plan for an account of one’s own is another member’s to make', async (api, ctx) => {
  await signInAll(ctx);
  const account = await openAccount(ctx, ctx.bea);
  const charge = fine(account);
  expect(await api.act(ctx.sue, 'chargeAccount', charge)).toEqual(OK);
  const plan = planFor({ account, covers: [`${account}.${charge.id}`] }, { instalments: instalments(20, 30) });
  expect(await api.act(ctx.bea, 'createPlan', plan)).toMatchObject({ code: 'forbidden' });
  expect(await api.act(ctx.sue, 'createPlan', plan)).toEqual(OK);
});

testBothApis(
  '[PLAN-04] [PLAN-07] the payment that covers everything finishes a plan, and its return takes it up again',
  async (api, ctx) => {
    const debts = await indebted(api, ctx);
    expect(await api.act(ctx.bea, 'createPlan', planFor(debts))).toEqual(OK);
    const figures = async () => (await ctx.bea.call('GET', `/api/accounts/${debts.account}`)).body;
    expect(await figures()).toMatchObject({ balanceCents: 10_000, dueNowCents: 0, comingCents: 10_000 });
    const [part, rest] = [check(debts.account, { amount: 40 }), check(debts.account, { amount: 60, reference: '7' })];
    expect(await api.act(ctx.bea, 'recordPayment', part)).toEqual(OK);
    expect(await plansOf(ctx, debts.account)).toMatchObject([{ status: 'active' }]);
    expect(await api.act(ctx.bea, 'recordPayment', rest)).toEqual(OK);
    expect(await plansOf(ctx, debts.account)).toMatchObject([{ status: 'finished', ended_on: TODAY }]);
    const taken = { id: uuidv7(), payment_id: rest.id, returned_on: TODAY, reason: 'Insufficient funds' };
    expect(await api.act(ctx.bea, 'returnPayment', taken)).toEqual(OK);
    expect(await plansOf(ctx, debts.account)).toMatchObject([{ status: 'active', ended_on: null, ended_at: null }]);
    expect(await figures()).toMatchObject({ balanceCents: 6000, dueNowCents: 0, comingCents: 6000 });
  },
);

test('[PLAN-02] instalments are proposed monthly, from a number or an amount, and the last takes the remainder', () => {
  const proposed = (total: number, shape: Parameters<typeof proposeInstalments>[2]) =>
    proposeInstalments(total, '2026-01-31', shape).map(({ due_on, cents }) => `${due_on} ${cents}`);
  expect(proposed(10_000, { count: 3 })).toEqual(['2026-01-31 3333', '2026-02-28 3333', '2026-03-31 3334']);
  expect(proposed(10_000, { amount_cents: 4000 })).toEqual(['2026-01-31 4000', '2026-02-28 4000', '2026-03-31 2000']);
  expect(proposed(8050, { amount_cents: 4000 })).toEqual(['2026-01-31 4000', '2026-02-28 4050']);
  for (const [total, shape] of [
    [10_000, { count: 1 }],
    [10_000, { count: 61 }],
    [150, { count: 2 }],
    [10_000, { amount_cents: 10_000 }],
  ] as const)
    expect(proposed(total, shape)).toEqual([]);
});

test('[PLAN-06] [PLAN-07] a plan holds its charges until the day on which it ends', () => {
  const plan = { covers: ['a'], starts_on: '2026-01-10', ended_on: '2026-02-10', status: 'broken' as const };
  const held = ['2026-01-09', '2026-01-10', '2026-02-09', '2026-02-10'].filter((day) => isOnKeptPlan([plan], 'a', day));
  expect(held).toEqual(['2026-01-10', '2026-02-09']);
  expect(isOnKeptPlan([plan], 'b', '2026-01-20')).toBe(false);
});
