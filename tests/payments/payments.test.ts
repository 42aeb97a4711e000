import { expect, test } from 'vitest';
import { settle } from '../support/dues.ts';
import type { TestContext } from '../support/fixtures.ts';
import {
  activateAccount,
  BANK,
  billedContext,
  checkout,
  createInvoices,
  pay,
  payOnHostedPage,
  sessionOf,
  statusOf,
  stripeForAll,
  submitCheckout,
} from '../support/stripe-harness.ts';

const harness = stripeForAll();

const refusal = (status: number, message: string) => ({ status, body: { message } });

test('[INV-25] [INV-31] a recipient pays at a checkout for exactly the amount, into the HOA’s account', async () => {
  const { ctx, account, id } = await billedContext(harness);
  const url = await checkout(ctx.rex, id);
  const session = await harness.stripe.checkout.sessions.retrieve(sessionOf(url), { expand: ['line_items'] });
  expect(session).toMatchObject({
    mode: 'payment',
    url,
    amount_total: 12_550,
    currency: 'usd',
    payment_method_types: ['card', 'us_bank_account'],
    client_reference_id: id,
    customer_email: ctx.rex.email,
    metadata: { hoa_id: ctx.hoa_id, invoice_id: id },
    line_items: { data: [{ description: 'Dues', quantity: 1 }] },
  });
  await submitCheckout(url);
  const { payment_intent } = await harness.stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent'],
  });
  expect(payment_intent).toMatchObject({
    amount_received: 12_550,
    on_behalf_of: account,
    transfer_data: { destination: account },
    metadata: { hoa_id: ctx.hoa_id, invoice_id: id },
  });
});

test('[INV-30] [INV-29] checkout returns to the invoice, which is not paid by the return', async () => {
  const { ctx, id } = await billedContext(harness);
  const url = await checkout(ctx.rex, id);
  const page = `http://localhost:8787/invoices/${id}`;
  const session = await harness.stripe.checkout.sessions.retrieve(sessionOf(url));
  expect(session).toMatchObject({ success_url: `${page}?checkout=success`, cancel_url: `${page}?checkout=canceled` });
  expect((await submitCheckout(url)).headers.get('location')).toBe(`${page}?checkout=success`);
  expect(await statusOf(ctx.rex, id)).toBe('pending');
});

test('[INV-30] an unfinished checkout is used again: a double click and two tabs make one', async () => {
  const { ctx, id } = await billedContext(harness);
  const clicks = await Promise.all([pay(ctx.rex, id), pay(ctx.rex, id), pay(ctx.rex, id)]);
  const later = await pay(ctx.rex, id);
  expect(new Set([...clicks, later].map(({ status, body }) => `${status} ${body.checkout_url}`)).size).toBe(1);
  const sessions = await harness.stripe.checkout.sessions.list({ limit: 100 });
  expect(sessions.data.filter(({ metadata }) => metadata?.invoice_id === id)).toHaveLength(1);
});

test('[INV-30] two tabs that both press Pay charge once', async () => {
  const { ctx, id } = await billedContext(harness);
  const url = await checkout(ctx.rex, id);
  await Promise.all([submitCheckout(url), submitCheckout(url)]);
  const payments = await harness.stripe.paymentIntents.list({ limit: 100 });
  expect(payments.data.filter(({ metadata }) => metadata.invoice_id === id)).toHaveLength(1);
});

test('[INV-30] a checkout that has expired gives way to a new one, before and after its webhook', async () => {
  const { ctx, id } = await billedContext(harness);
  const first = await checkout(ctx.rex, id);
  await harness.stripe.checkout.sessions.expire(sessionOf(first));
  const second = await checkout(ctx.rex, id);
  await harness.deliver();
  expect(await checkout(ctx.rex, id)).toBe(second);
  await harness.stripe.checkout.sessions.expire(sessionOf(second));
  await harness.deliver();
  expect(new Set([first, second, await checkout(ctx.rex, id)]).size).toBe(3);
});

test('[INV-30] a paid or canceled invoice answers 409', async () => {
  const ctx = await harness.createContext();
  await activateAccount(harness, ctx, ctx.sue);
  const { ids } = await createInvoices(ctx, ctx.rex, 2);
  await settle(ctx.bea, String(ids[0]), 'paid');
  await settle(ctx.bea, String(ids[1]), 'canceled');
  expect(await pay(ctx.rex, String(ids[0]))).toMatchObject(refusal(409, 'This invoice is already paid.'));
  expect(await pay(ctx.rex, String(ids[1]))).toMatchObject(refusal(409, 'This invoice is already canceled.'));
});

test('[INV-30] paid at Stripe but not yet told: asking again settles it, and charges nothing more', async () => {
  const { ctx, id } = await billedContext(harness);
  await payOnHostedPage(harness, ctx.rex, id);
  expect(await pay(ctx.rex, id)).toMatchObject(refusal(409, 'This invoice is already paid.'));
  expect(await statusOf(ctx.rex, id)).toBe('paid');
  await harness.deliver();
  expect(await statusOf(ctx.rex, id)).toBe('paid');
});

test('[INV-30] a bank transfer under way answers 409, told by webhook or not', async () => {
  const { ctx, id } = await billedContext(harness);
  await payOnHostedPage(harness, ctx.rex, id, BANK);
  const onItsWay = refusal(409, 'A bank transfer for this invoice is still on its way.');
  expect(await pay(ctx.rex, id)).toMatchObject(onItsWay);
  await harness.deliver();
  expect(await pay(ctx.rex, id)).toMatchObject(onItsWay);
});

test('[INV-20] [INV-21] [SEC-14] nobody but a resident recipient pays', async () => {
  const { ctx, id } = await billedContext(harness);
  const notPayer = refusal(403, 'Only the invoice recipient can make payments.');
  expect(await pay(ctx.bea, id)).toMatchObject(notPayer);
  expect(await pay(ctx.sue, id)).toMatchObject(notPayer);
  const { ids } = await createInvoices(ctx, ctx.bea);
  expect(await pay(ctx.bea, String(ids[0]))).toMatchObject(notPayer);
  const absent = refusal(404, 'Invoice not found.');
  expect(await pay(ctx.rita, id)).toMatchObject(absent);
  expect(await pay(ctx.otto, id)).toMatchObject(absent);
  expect(await pay(ctx.rex, 'no-such-invoice')).toMatchObject(absent);
  expect((await ctx.app.request(`/api/invoices/${id}/pay`, { method: 'POST' })).status).toBe(401);
});

test('[INV-31] while charges are not enabled, pay answers 409 in words for the resident', async () => {
  const ctx = await harness.createContext();
  const { ids } = await createInvoices(ctx, ctx.rex);
  const closed = refusal(409, 'Your HOA cannot take online payments yet. Please contact the board.');
  expect(await pay(ctx.rex, String(ids[0]))).toMatchObject(closed);
  await ctx.sue.call('POST', '/api/stripe-connect/create-account');
  expect(await pay(ctx.rex, String(ids[0]))).toMatchObject(closed);
});

test('[INV-31] an amount below what the provider takes answers 409 in words for the resident', async () => {
  const ctx = await harness.createContext();
  await activateAccount(harness, ctx, ctx.sue);
  const { ids } = await createInvoices(ctx, ctx.rex, 2, { amount_cents: 49 });
  const little = refusal(409, 'Amounts below $0.50 cannot be paid online. Please contact the board.');
  expect(await pay(ctx.rex, String(ids[0]))).toMatchObject(little);
});

test('[DUE-28] [DUE-30] paying a due opens a checkout for its oldest unpaid invoice', async () => {
  const ctx = await harness.createContext();
  await activateAccount(harness, ctx, ctx.sue);
  const { due_id, ids } = await createInvoices(ctx, ctx.rex, 3);
  await settle(ctx.bea, String(ids[0]), 'paid');
  const { status, body } = await ctx.rex.call('POST', `/api/dues/${due_id}/pay`);
  expect(status).toBe(200);
  const session = await harness.stripe.checkout.sessions.retrieve(sessionOf(body.checkout_url));
  expect(session.metadata?.invoice_id).toBe(ids[1]);
});

test('[DUE-30] [SEC-14] nothing to pay is 409, staff 403, another HOA or a stranger to the due 404', async () => {
  const { ctx, due_id, id } = await billedContext(harness);
  await settle(ctx.bea, id, 'canceled');
  const path = `/api/dues/${due_id}/pay`;
  expect(await ctx.rex.call('POST', path)).toMatchObject(refusal(409, 'You have nothing to pay for this due.'));
  expect((await ctx.bea.call('POST', path)).status).toBe(403);
  expect((await ctx.rita.call('POST', path)).status).toBe(404);
  expect((await ctx.otto.call('POST', path)).status).toBe(404);
});

/** The state of the checkouts that settling closes after its answer. */
const closings = async ({ db, hoa_id }: TestContext) => {
  const sql = "SELECT status, last_error FROM outbox WHERE kind = 'expireCheckout' AND hoa_id = ?";
  return (await db.execute({ sql, args: [hoa_id] })).rows.map((row) => ({ ...row }));
};
const DONE = [{ status: 'done', last_error: null }];

test('[INV-28] what the board settles can no longer be paid: its open checkout is closed', async () => {
  const { ctx, id } = await billedContext(harness);
  const url = await checkout(ctx.rex, id);
  await settle(ctx.bea, id, 'canceled');
  await expect.poll(() => closings(ctx)).toEqual(DONE);
  expect((await submitCheckout(url)).headers.get('location')).toBeNull();
  await harness.deliver();
  expect(await statusOf(ctx.rex, id)).toBe('canceled');
});

test('a checkout that has ended by itself is no trouble to whoever wants it closed', async () => {
  const { ctx, id } = await billedContext(harness);
  const session = sessionOf(await checkout(ctx.rex, id));
  await harness.stripe.checkout.sessions.expire(session);
  await settle(ctx.bea, id, 'paid');
  await expect.poll(() => closings(ctx)).toEqual(DONE);
});
