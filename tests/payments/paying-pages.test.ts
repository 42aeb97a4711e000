import { expect, test } from 'vitest';
import { settle } from '../support/dues.ts';
import type { TestContext } from '../support/fixtures.ts';
import { check } from '../support/ledger.ts';
import { dueContext, opened, payAccount, paymentsOf } from '../support/paying.ts';
import { drained, pay, paymentOf, statusOf, stripeForAll, submitCheckout } from '../support/stripe-harness.ts';

const harness = stripeForAll();
const OPENING = 'Your payment page is being opened. Please try again in a moment.';

const checkoutsOf = async ({ db }: TestContext, id: string) => {
  const sql = 'SELECT status, amount_cents, fee_cents FROM checkouts WHERE account_id = ? ORDER BY created_at, status';
  return (await db.execute({ sql, args: [id] })).rows.map(({ status, amount_cents, fee_cents }) => [
    status,
    amount_cents,
    fee_cents,
  ]);
};

test('[PAY-04] the same payment by the same person is one page, anything else ends it first', async () => {
  const { ctx, id } = await dueContext(harness);
  const clicks = await Promise.all([payAccount(ctx.rex, { amount: 5 }), payAccount(ctx.rex, { amount: 5 })]);
  const first = await opened(harness, ctx.rex, { amount: 5 });
  // While one click opens the page, the other may be asked to come back.
  const answered = clicks.map(({ status, body }) => (status === 409 ? body.message : body.checkout_url));
  expect([first.checkout_url, OPENING]).toEqual(expect.arrayContaining(answered));
  expect(answered).toContain(first.checkout_url);
  const second = await opened(harness, ctx.rex, { amount: 6 });
  const byCard = await opened(harness, ctx.rex, { amount: 6, method: 'card' });
  expect(byCard.session.payment_method_types).toEqual(['card']);
  expect((await harness.stripe.checkout.sessions.retrieve(first.session.id)).status).toBe('expired');
  expect((await harness.stripe.checkout.sessions.retrieve(second.session.id)).status).toBe('expired');
  await harness.deliver();
  const expired = (await checkoutsOf(ctx, id)).map(([status]) => status);
  expect(expired).toEqual(['expired', 'expired', 'open']);
});

test('[PAY-04] a co-holder’s page takes the place of the other’s', async () => {
  const { ctx, id } = await dueContext(harness);
  await ctx.bea.call('DELETE', `/api/users/${ctx.rita.id}/assign-address`, {});
  const address_id = ctx.rex.address_id;
  await ctx.bea.call('POST', `/api/users/${ctx.rita.id}/assign-address`, { address_id });
  expect((await ctx.bea.call('POST', `/api/accounts/${id}/holders`, { user_id: ctx.rita.id })).status).toBe(200);
  const his = await opened(harness, ctx.rex, { amount: 5 });
  const hers = await opened(harness, ctx.rita, { amount: 5 }, id);
  expect(hers.checkout_url).not.toBe(his.checkout_url);
  expect(hers.session.customer_email).toBe(ctx.rita.email);
  expect((await harness.stripe.checkout.sessions.retrieve(his.session.id)).status).toBe('expired');
});

test('[PAY-01] a co-holder pays the invoice that is addressed to the other', async () => {
  const { ctx, id, early } = await dueContext(harness);
  await ctx.bea.call('DELETE', `/api/users/${ctx.rita.id}/assign-address`, {});
  await ctx.bea.call('POST', `/api/users/${ctx.rita.id}/assign-address`, { address_id: ctx.rex.address_id });
  await ctx.bea.call('POST', `/api/accounts/${id}/holders`, { user_id: ctx.rita.id });
  const { status, body } = await pay(ctx.rita, early[0]);
  expect(status).toBe(200);
  await submitCheckout(body.checkout_url);
  await harness.deliver();
  expect(await statusOf(ctx.rex, early[0])).toBe('paid');
  expect(await paymentsOf(ctx, id)).toMatchObject([{ user_id: ctx.rita.id }]);
});

test('[PAY-05] session and payment name the HOA, the account and the checkout, and nothing else decides the amount', async () => {
  const { ctx, id } = await dueContext(harness);
  const { session, checkout_url } = await opened(harness, ctx.rex, { amount: 20 });
  const row = await ctx.db.execute({ sql: 'SELECT id FROM checkouts WHERE session_id = ?', args: [session.id] });
  const metadata = { hoa_id: ctx.hoa_id, account_id: id, checkout_id: row.rows[0]?.id };
  expect(session.metadata).toEqual(metadata);
  await submitCheckout(checkout_url);
  const intent = await harness.stripe.paymentIntents.retrieve(await paymentOf(harness, session.id));
  expect(intent.metadata).toEqual(metadata);
});

test('[PAY-04] [PAY-06] money that the board records meanwhile ends the page; what came in all the same is credit', async () => {
  const { ctx, id, early } = await dueContext(harness);
  const { session } = await opened(harness, ctx.rex, { invoice_ids: early });
  expect((await ctx.bea.call('POST', `/api/accounts/${id}/payments`, check(id, { amount: 10 }))).status).toBe(201);
  await drained(ctx);
  expect((await harness.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');

  const url = (await opened(harness, ctx.rex, { invoice_ids: [early[0]] })).checkout_url;
  await submitCheckout(url);
  await settle(ctx.bea, early[0], 'paid');
  await harness.deliver();
  const [, , online] = await paymentsOf(ctx, id);
  const note = '115.50 USD arrived after the invoice was already paid. It is kept as credit.';
  expect(online).toMatchObject({ status: 'succeeded', note });
  const figures = (await ctx.rex.call('GET', `/api/accounts/${id}`)).body;
  expect(figures.balanceCents).toBe(37_650 - 1_000 - 11_550 * 2);
});
