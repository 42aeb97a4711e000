import { afterEach, expect, test } from 'vitest';
import { DRAIN_BUDGET, drainOutbox } from '../../worker/jobs/outbox.ts';
import { queueReconciliation } from '../../worker/payments/nightly-reconciliation.ts';
import { type TestContext, withClock } from '../support/fixtures.ts';
import { nth } from '../support/required.ts';
import { applicant, completeSignup } from '../support/signup.ts';
import {
  billedContext,
  CARD,
  checkout,
  createInvoices,
  moneyOf,
  pay,
  payOnHostedPage,
  sessionOf,
  statusOf,
  stripeForAll,
} from '../support/stripe-harness.ts';

const harness = stripeForAll();
const drop = () => harness.control('PUT', 'webhooks', { mode: 'drop' });
afterEach(() => harness.control('PUT', 'webhooks', { mode: 'hold' }));
const HOUR_MS = 3_600_000;

/** A night in which no webhook has come: the step of the nightly run, and the jobs that it spreads over two hours. */
const night = async (ctx: TestContext, days = 0) => {
  const at = (hours: number) => () => new Date(Date.now() + days * 24 * HOUR_MS + hours * HOUR_MS);
  await queueReconciliation({ ...ctx.deps, now: at(0), drainLater: async () => {} });
  for (let left = 1; left > 0; ) {
    const deps = withClock(ctx.deps, at(3));
    await drainOutbox(deps, { hoa_id: ctx.hoa_id, maxWaitMs: 0, budget: DRAIN_BUDGET });
    const sql = "SELECT count(*) AS left FROM outbox WHERE hoa_id = ? AND kind = 'reconcile' AND status = 'pending'";
    left = Number((await ctx.db.execute({ sql, args: [ctx.hoa_id] })).rows[0]?.left);
  }
};
const rowsOf = async (ctx: TestContext, sql: string) =>
  (await ctx.db.execute({ sql, args: [ctx.hoa_id] })).rows.map((row) => ({ ...row }));

test('a checkout that was paid and one that expired, of which nothing was heard', async () => {
  const { ctx, due_id: _, id } = await billedContext(harness);
  const [other = ''] = (await createInvoices(ctx, ctx.rex)).ids;
  await drop();
  await payOnHostedPage(harness, ctx.rex, id);
  await harness.stripe.checkout.sessions.expire(sessionOf(await checkout(ctx.rex, other)));
  await night(ctx);
  await night(ctx);
  expect([await statusOf(ctx.rex, id), await statusOf(ctx.rex, other)]).toEqual(['paid', 'pending']);
  expect((await moneyOf(ctx, id)).length).toBe(1);
  const open = await rowsOf(ctx, 'SELECT id FROM invoices WHERE hoa_id = ? AND checkout_session_id IS NOT NULL');
  expect(open).toEqual([]);
});

test('[RET-01] a dispute and a refund of which nothing was heard', async () => {
  const { ctx, id } = await billedContext(harness);
  const [other = ''] = (await createInvoices(ctx, ctx.rex)).ids;
  const payments = [await payOnHostedPage(harness, ctx.rex, id), await payOnHostedPage(harness, ctx.rex, other)];
  await harness.deliver();
  await drop();
  await harness.control('POST', 'disputes', { payment_intent: payments[0] });
  await harness.stripe.refunds.create({ payment_intent: payments[1], amount: 500 });
  await night(ctx);
  expect(await rowsOf(ctx, 'SELECT status FROM disputes WHERE hoa_id = ?')).toEqual([{ status: 'needs_response' }]);
  expect((await moneyOf(ctx, other)).map(({ kind }) => kind)).toEqual(['charge', 'refund']);
  expect(await statusOf(ctx.rex, id)).toBe('pending');
  const dispute = nth((await harness.stripe.disputes.list({ payment_intent: payments[0] })).data, 0);
  await harness.control('POST', `disputes/${dispute.id}/win`);
  await night(ctx, 1);
  expect(await statusOf(ctx.rex, id)).toBe('paid');
  const balances = await rowsOf(ctx, 'SELECT DISTINCT unrecovered_cents FROM payments WHERE hoa_id = ?');
  expect(balances).toEqual([{ unrecovered_cents: 0 }]);
});

test('[PAY-14] an account that may not charge any longer, or has left, of which nothing was heard', async () => {
  const { ctx, account, id } = await billedContext(harness);
  await drop();
  await harness.control('POST', `accounts/${account}`, { currently_due: ['company.tax_id'] });
  await night(ctx);
  const state = 'SELECT online_payments FROM hoas WHERE id = ?';
  expect(await rowsOf(ctx, state)).toEqual([{ online_payments: 'paused' }]);
  await harness.control('POST', `accounts/${account}`, { currently_due: [] });
  await night(ctx, 1);
  expect((await pay(ctx.rex, id)).status).toBe(200);
  await harness.control('POST', `accounts/${account}/deauthorize`);
  await night(ctx, 2);
  expect(await rowsOf(ctx, state)).toEqual([{ online_payments: 'disconnected' }]);
});

test('[BILLING-26] a subscription that was canceled, of which nothing was heard', async () => {
  const ctx = await harness.createContext();
  const sue = await completeSignup(harness, ctx, applicant({ plan: 'growth' }));
  await drop();
  await harness.stripe.subscriptions.cancel(sue.ids.subscription_id);
  const of = 'SELECT hoa_id FROM subscriptions WHERE stripe_subscription_id = ?';
  const [found] = (await ctx.db.execute({ sql: of, args: [sue.ids.subscription_id] })).rows;
  const hoa_id = String(found?.hoa_id);
  await night({ ...ctx, hoa_id });
  const { rows } = await ctx.db.execute({ sql: 'SELECT status FROM subscriptions WHERE hoa_id = ?', args: [hoa_id] });
  expect(rows).toMatchObject([{ status: 'canceled' }]);
});

test('what is compared is counted only where it differed, and queued once a day', async () => {
  const { ctx, account, id } = await billedContext(harness);
  const differences = () =>
    ctx.deps.metrics
      .samples()
      .filter(({ name }) => name === 'reconciliation_differences')
      .map(({ labels, value }) => [labels.what, value]);
  await payOnHostedPage(harness, ctx.rex, id, CARD);
  await harness.deliver();
  await night(ctx);
  expect(differences()).toEqual([]);
  await drop();
  await harness.control('POST', `accounts/${account}`, { currently_due: ['company.tax_id'] });
  await night(ctx);
  expect(differences()).toEqual([]);
  await night(ctx, 1);
  expect(differences()).toEqual([['account', 1]]);
});
