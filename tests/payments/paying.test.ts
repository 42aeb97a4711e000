import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { settle } from '../support/dues.ts';
import type { Person } from '../support/fixtures.ts';
import { check, entriesOf, fine, sumsOf, TODAY } from '../support/ledger.ts';
import { dueContext, opened, payAccount, paymentsOf } from '../support/paying.ts';
import {
  BANK,
  CARD,
  createInvoices,
  drained,
  pay,
  paymentOf,
  statusOf,
  stripeForAll,
  submitCheckout,
} from '../support/stripe-harness.ts';

const harness = stripeForAll();

const refusal = (status: number, message: string) => ({ status, body: { message } });

/** Pays on the hosted page, and delivers the webhook. Returns Stripe's id of the payment. */
const paid = async (person: Person, body: object, fields: Record<string, string> = CARD) => {
  const { session, checkout_url } = await opened(harness, person, body);
  expect((await submitCheckout(checkout_url, fields)).status).toBe(303);
  await harness.deliver();
  return paymentOf(harness, session.id);
};

const setRule = (person: Person, kind: string, settings: object) =>
  person.call('POST', '/api/policies', { id: uuidv7(), kind, starts_on: TODAY, settings });

test('[PAY-01] [PAY-02] [LEDG-11] all that is due, chosen invoices or any amount is paid in one checkout', async () => {
  const { ctx, id, early, late } = await dueContext(harness);
  const due = await opened(harness, ctx.rex, { all_due: true });
  expect([due.amountCents, due.items]).toEqual([25_100, ['Dues 12550', 'Dues 12550']]);
  const chosen = await opened(harness, ctx.rex, { invoice_ids: [late, early[0]] });
  expect([chosen.amountCents, chosen.items]).toEqual([25_100, ['Dues 12550', 'Dues 12550']]);
  const more = await opened(harness, ctx.rex, { amount: 400 });
  expect([more.amountCents, more.items.at(-1)]).toEqual([40_000, 'Payment on account 2350']);
  const part = await opened(harness, ctx.rex, { invoice_ids: [late], amount: 100.5 });
  expect([part.amountCents, part.items]).toEqual([10_050, ['Dues 10050']]);
  await submitCheckout(part.checkout_url);
  await harness.deliver();
  const partly = { status: 'pending', paidCents: 10_050, remainingCents: 2_500 };
  expect((await ctx.rex.call('GET', `/api/invoices/${late}`)).body).toMatchObject(partly);
  expect(await sumsOf(ctx, id)).toEqual([37_650 - 10_050, 0]);
  expect(await paymentsOf(ctx, id)).toMatchObject([{ amount_cents: 10_050, note: null, user_id: ctx.rex.id }]);
});

test('[PAY-01] a board member who holds an account pays it; who does not hold it does not', async () => {
  const { ctx, id } = await dueContext(harness);
  const notHolder = refusal(403, 'Only holders of the account can make payments.');
  expect(await payAccount(ctx.bea, { amount: 5 }, id)).toMatchObject(notHolder);
  expect(await ctx.bea.call('GET', `/api/accounts/${id}/quote?amount=5`)).toMatchObject(notHolder);
  expect(await payAccount(ctx.rita, { amount: 5 }, id)).toMatchObject(refusal(404, 'Account not found.'));
  expect(await payAccount(ctx.otto, { amount: 5 }, id)).toMatchObject(refusal(404, 'Account not found.'));
  await createInvoices(ctx, ctx.bea);
  expect((await opened(harness, ctx.bea, { amount: 5 })).amountCents).toBe(500);
});

test('[PAY-01] amounts that cannot be paid are refused in words', async () => {
  const { ctx, id, early } = await dueContext(harness);
  const invalid = refusal(400, 'Please enter a valid amount.');
  for (const body of [{}, { amount: 0 }, { amount: -1 }, { amount: 1.005 }, { amount: 1_000_000 }, { amount: '5' }])
    expect(await payAccount(ctx.rex, body)).toMatchObject(invalid);
  expect(await payAccount(ctx.rex, { amount: 5, all_due: true })).toMatchObject(invalid);
  const small = 'Amounts below $0.50 cannot be paid online. Please contact the board.';
  expect(await payAccount(ctx.rex, { amount: 0.49 })).toMatchObject(refusal(400, small));
  const quote = (amount: string) => ctx.rex.call('GET', `/api/accounts/${id}/quote?amount=${amount}`);
  expect([await quote('0.49'), await quote('x')]).toMatchObject([refusal(400, small), invalid]);
  const strange = await createInvoices(ctx, ctx.rita);
  expect(await payAccount(ctx.rex, { invoice_ids: strange.ids })).toMatchObject(refusal(404, 'Invoice not found.'));
  await settle(ctx.bea, early[0], 'paid');
  const settled = refusal(409, 'This invoice is already paid.');
  expect(await payAccount(ctx.rex, { invoice_ids: early })).toMatchObject(settled);
  await settle(ctx.bea, early[1], 'canceled');
  expect(await payAccount(ctx.rex, { all_due: true })).toMatchObject(refusal(409, 'You have nothing to pay.'));
});

test('[PAY-06] [ALLO-06] where payments are applied in a fixed order nothing is pinned', async () => {
  const { ctx, id, early, late } = await dueContext(harness);
  const rule = await setRule(ctx.bea, 'application', { order: 'oldest_first', directed: false });
  expect(rule.status).toBe(201);
  const { items } = await opened(harness, ctx.rex, { invoice_ids: [late] });
  expect(items).toEqual(['Dues 12550']);
  const { status, body } = await pay(ctx.rex, late);
  expect(status).toBe(200);
  await submitCheckout(body.checkout_url);
  await harness.deliver();
  expect((await entriesOf(ctx, id)).at(-1)).toMatchObject({ kind: 'payment', pins: null });
  expect([await statusOf(ctx.rex, late), await statusOf(ctx.rex, early[0])]).toEqual(['pending', 'paid']);
});

test('[LEDG-12] [ALLO-06] in a fixed order an invoice is not marked paid while other charges come first', async () => {
  const { ctx, id, early, late } = await dueContext(harness);
  await setRule(ctx.bea, 'application', { order: 'oldest_first', directed: false });
  const order =
    'Your association applies payments in a fixed order, and other charges are paid first. Record the payment on the account.';
  expect(await settle(ctx.bea, late, 'paid')).toMatchObject(refusal(409, order));
  const first = [...early].sort()[0] as string;
  expect((await settle(ctx.bea, first, 'paid')).status).toBe(200);
  expect(await statusOf(ctx.rex, first)).toBe('paid');
  expect((await entriesOf(ctx, id)).at(-1)).toMatchObject({ kind: 'payment', pins: null });
});

test('[PAY-07] a bank transfer is on its way, lowers what is asked, and counts from the day it was confirmed', async () => {
  const { ctx, id } = await dueContext(harness);
  const payment = await paid(ctx.rex, { all_due: true }, BANK);
  const figures = async () => (await ctx.rex.call('GET', `/api/accounts/${id}`)).body;
  expect(await figures()).toMatchObject({ dueNowCents: 25_100, onItsWayCents: 25_100 });
  const message = 'A payment of $251.00 is on its way. It can take up to five business days.';
  expect(await payAccount(ctx.rex, { all_due: true })).toMatchObject(refusal(409, message));
  expect((await ctx.bea.call('POST', `/api/accounts/${id}/entries`, { kind: 'charge', ...fine(id) })).status).toBe(201);
  const rest = await opened(harness, ctx.rex, { all_due: true });
  expect([rest.amountCents, rest.items]).toEqual([5_000, ['Trash cans 5000']]);
  await harness.control('POST', `bank/${payment}/clear`);
  await harness.deliver();
  const posted = (await entriesOf(ctx, id)).find(({ kind }) => kind === 'payment');
  expect(posted).toMatchObject({ amount_cents: -25_100, effective_on: TODAY });
  expect(await figures()).toMatchObject({ dueNowCents: 5_000, onItsWayCents: 0 });
});

test('[PAY-07] chosen invoices that a transfer will pay are not paid again', async () => {
  const { ctx, early } = await dueContext(harness);
  await paid(ctx.rex, { invoice_ids: early }, BANK);
  const message = 'A bank transfer for this invoice is still on its way.';
  expect(await payAccount(ctx.rex, { invoice_ids: [early[1]] })).toMatchObject(refusal(409, message));
  expect(await pay(ctx.rex, early[0])).toMatchObject(refusal(409, message));
});

test('[PAY-08] [PAY-10] [PAY-11] a flat fee is the superadmin’s to set, confirmed, and a line of its own', async () => {
  const { ctx, id } = await dueContext(harness);
  const flat = { bearer: 'payer_flat', flat_cents: 295, confirmed: true };
  expect((await setRule(ctx.bea, 'online_fee', flat)).status).toBe(403);
  expect((await setRule(ctx.sue, 'online_fee', { ...flat, confirmed: false })).status).toBe(400);
  expect((await setRule(ctx.sue, 'online_fee', { ...flat, flat_cents: 501 })).status).toBe(400);
  const free = (await ctx.rex.call('GET', `/api/accounts/${id}/quote?amount=100`)).body;
  const without = { feeCents: 0, totalCents: 10_000 };
  expect(free.methods).toMatchObject([
    { method: 'card', days: 0, ...without },
    { method: 'us_bank_account', days: 5, ...without },
  ]);
  const { status, body } = await setRule(ctx.sue, 'online_fee', flat);
  expect([status, body]).toMatchObject([201, { settings: flat, made_by_name: ctx.sue.name }]);
  const quote = (await ctx.rex.call('GET', `/api/accounts/${id}/quote?amount=100`)).body;
  expect(quote.methods.map(({ totalCents }: { totalCents: number }) => totalCents)).toEqual([10_295, 10_295]);
  const { items, feeCents, session } = await opened(harness, ctx.rex, { amount: 125.5 });
  expect([items, feeCents]).toEqual([['Dues 12550', 'Fee for paying online 295'], 295]);
  expect(session.amount_total).toBe(12_845);
  await paid(ctx.rex, { amount: 125.5 });
  expect(await paymentsOf(ctx, id)).toMatchObject([{ amount_cents: 12_550, online_fee_cents: 295, note: null }]);
  expect((await entriesOf(ctx, id)).at(-1)).toMatchObject({ kind: 'payment', amount_cents: -12_550 });
});

test('[PAY-09] [PAY-13] the platform takes what the method costs, and gives back what a transfer costs less', async () => {
  const { ctx, id } = await dueContext(harness);
  const fees = async (payment: string) => {
    const intent = await harness.stripe.paymentIntents.retrieve(payment, { expand: ['latest_charge.application_fee'] });
    const charge = intent.latest_charge as { application_fee: { amount: number; amount_refunded: number } | null };
    return [intent.application_fee_amount, charge.application_fee?.amount_refunded];
  };
  const byCard = await paid(ctx.rex, { amount: 100, method: 'card' });
  await drained(ctx);
  expect(await fees(byCard)).toEqual([320, 0]);
  const chosen = await paid(ctx.rex, { amount: 50.01, method: 'us_bank_account' }, BANK);
  const open = await paid(ctx.rex, { amount: 100 }, BANK);
  for (const payment of [chosen, open]) await harness.control('POST', `bank/${payment}/clear`);
  await harness.deliver();
  await drained(ctx);
  expect([await fees(chosen), await fees(open)]).toEqual([
    [40, 0],
    [320, 240],
  ]);
  expect((await paymentsOf(ctx, id)).map((row) => row.processor_fee_cents)).toEqual([320, 40, 80]);
  const { rows } = await ctx.db.execute({
    sql: "SELECT count(*) AS shown FROM activity WHERE hoa_id = ? AND actor_id = ? AND instr(changes, 'processor_fee')",
    args: [ctx.hoa_id, ctx.rex.id],
  });
  expect(rows[0]?.shown).toBe(0);
});

test('[PAY-14] when the HOA may no longer charge, open pages end and paying is refused', async () => {
  const { ctx, account, id } = await dueContext(harness);
  const { session } = await opened(harness, ctx.rex, { amount: 5 });
  await harness.control('POST', `accounts/${account}/deauthorize`);
  await harness.deliver();
  await drained(ctx);
  expect((await harness.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
  const closed = refusal(409, 'Your HOA cannot take online payments yet. Please contact the board.');
  expect(await payAccount(ctx.rex, { amount: 5 })).toMatchObject(closed);
  expect(await ctx.rex.call('GET', `/api/accounts/${id}/quote?amount=5`)).toMatchObject(closed);
  expect((await ctx.bea.call('POST', `/api/accounts/${id}/payments`, check(id))).status).toBe(201);
});
