import { afterEach, expect, test, vi } from 'vitest';
import { accountIdOf } from '../../sync/accounts/entity.ts';
import { settle } from '../support/dues.ts';
import {
  activateAccount,
  BANK,
  billedContext,
  CARD,
  checkout,
  createInvoices,
  moneyOf,
  pay,
  payForeignCheckout,
  paymentOf,
  payOnHostedPage,
  sessionOf,
  statusOf,
  stripeForAll,
  submitCheckout,
} from '../support/stripe-harness.ts';

const harness = stripeForAll();
afterEach(async () => {
  vi.restoreAllMocks();
  await harness.control('PUT', 'webhooks', { mode: 'hold' });
});

const CHARGE = { kind: 'charge', status: 'succeeded', amount_cents: 12_550, method: 'card', note: null };
const REFUND = { ...CHARGE, kind: 'refund', amount_cents: -12_550 };

test('[INV-29] [BILLING-26] an invoice is paid when the signed webhook says so, and everybody concerned is poked', async () => {
  const { ctx, id } = await billedContext(harness);
  await payOnHostedPage(harness, ctx.rex, id);
  expect(await statusOf(ctx.rex, id)).toBe('pending');
  expect(new Set(await harness.deliver())).toEqual(new Set([200]));
  expect(await statusOf(ctx.rex, id)).toBe('paid');
  expect(await statusOf(ctx.bea, id)).toBe('paid');
  expect(await moneyOf(ctx, id)).toEqual([CHARGE]);
  const { rows } = await ctx.db.execute({
    sql: "SELECT audience FROM sync_log WHERE entity = 'payment' AND hoa_id = ? ORDER BY audience",
    args: [ctx.hoa_id],
  });
  expect(new Set(rows.map(({ audience }) => audience))).toEqual(new Set(['board', accountIdOf(ctx.rex.id, 0)]));
});

test('[INV-29] a bank transfer pays when the funds clear', async () => {
  const { ctx, id } = await billedContext(harness);
  const payment = await payOnHostedPage(harness, ctx.rex, id, BANK);
  await harness.deliver();
  expect(await statusOf(ctx.rex, id)).toBe('pending');
  expect(await moneyOf(ctx, id)).toMatchObject([{ status: 'pending', method: 'us_bank_account' }]);
  await harness.control('POST', `bank/${payment}/clear`);
  await harness.deliver();
  expect(await statusOf(ctx.rex, id)).toBe('paid');
  expect(await moneyOf(ctx, id)).toEqual([{ ...CHARGE, method: 'us_bank_account' }]);
});

test('[INV-29] a bank transfer that comes back leaves the invoice to be paid again', async () => {
  const { ctx, id } = await billedContext(harness);
  const payment = await payOnHostedPage(harness, ctx.rex, id, BANK);
  await harness.deliver();
  expect((await settle(ctx.bea, id, 'canceled')).status).toBe(409);
  await harness.control('POST', `bank/${payment}/fail`);
  await harness.deliver();
  expect(await statusOf(ctx.rex, id)).toBe('pending');
  await payOnHostedPage(harness, ctx.rex, id);
  await harness.deliver();
  expect(await statusOf(ctx.rex, id)).toBe('paid');
  expect((await moneyOf(ctx, id)).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
});

test('[INV-30] a bank transfer that came back before anybody was told can be paid again at once', async () => {
  const { ctx, id } = await billedContext(harness);
  const payment = await payOnHostedPage(harness, ctx.rex, id, BANK);
  await harness.control('POST', `bank/${payment}/fail`);
  await payOnHostedPage(harness, ctx.rex, id);
  await harness.deliver();
  expect(await statusOf(ctx.rex, id)).toBe('paid');
  expect((await moneyOf(ctx, id)).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
});

test('a declined card leaves the checkout open, and no payment behind', async () => {
  const { ctx, id } = await billedContext(harness);
  const url = await checkout(ctx.rex, id);
  const declined = { method: 'card', number: '4000000000000002', expiry: '12 / 34', cvc: '123', zip: '60614' };
  expect((await submitCheckout(url, declined)).headers.get('location')).toBeNull();
  await harness.deliver();
  expect([await statusOf(ctx.rex, id), await moneyOf(ctx, id)]).toEqual(['pending', []]);
  expect(await checkout(ctx.rex, id)).toBe(url);
  await submitCheckout(url);
  await harness.deliver();
  expect(await statusOf(ctx.rex, id)).toBe('paid');
});

test('a card that asks for 3-D Secure pays when the step is completed, and not when it fails', async () => {
  const { ctx, id } = await billedContext(harness);
  const url = await checkout(ctx.rex, id);
  const step = async (outcome: string) => {
    const answer = await submitCheckout(url, { ...CARD, number: '4000002760003184' });
    const page = new URL(answer.headers.get('location') ?? '', url);
    await fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome }) });
    await harness.deliver();
    return statusOf(ctx.rex, id);
  };
  expect(await step('fail')).toBe('pending');
  expect(await step('complete')).toBe('paid');
  expect(await moneyOf(ctx, id)).toEqual([CHARGE]);
});

test('[LEDG-10] [ALLO-07] refunds, whole and in part, are rows of their own and open what they had paid', async () => {
  const ctx = await harness.createContext();
  await activateAccount(harness, ctx, ctx.sue);
  const [whole = '', part = ''] = (await createInvoices(ctx, ctx.rex, 2)).ids;
  const [one, two] = [await payOnHostedPage(harness, ctx.rex, whole), await payOnHostedPage(harness, ctx.rex, part)];
  await harness.deliver();
  await harness.stripe.refunds.create({ payment_intent: one });
  await harness.stripe.refunds.create({ payment_intent: two, amount: 1_000 });
  await harness.stripe.refunds.create({ payment_intent: two, amount: 500 });
  await harness.deliver();
  expect(await moneyOf(ctx, whole)).toEqual([CHARGE, REFUND]);
  const parts = (await moneyOf(ctx, part)).map(({ amount_cents }) => Number(amount_cents));
  expect(parts.sort((a, b) => a - b)).toEqual([-1_000, -500, 12_550]);
  expect([await statusOf(ctx.rex, whole), await statusOf(ctx.rex, part)]).toEqual(['pending', 'pending']);
});

test('[BILLING-26] [ALLO-07] a refund that is heard of before its payment brings the payment along', async () => {
  const { ctx, id } = await billedContext(harness);
  await harness.control('PUT', 'webhooks', { mode: 'drop' });
  const payment = await payOnHostedPage(harness, ctx.rex, id);
  await harness.control('PUT', 'webhooks', { mode: 'hold' });
  await harness.stripe.refunds.create({ payment_intent: payment });
  await harness.deliver();
  expect(await moneyOf(ctx, id)).toEqual([CHARGE, REFUND]);
  expect(await statusOf(ctx.rex, id)).toBe('pending');
});

test('[INV-31] another amount does not pay an invoice: it is logged once and the board reads why', async () => {
  const { ctx, account, id } = await billedContext(harness);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await payForeignCheckout(harness, { hoa_id: ctx.hoa_id, id, account, amount: 100 });
  await harness.control('PUT', 'webhooks', { mode: 'hold' });
  await harness.deliver();
  await harness.control('POST', 'webhooks/resend', { type: 'checkout.session.completed' });
  const note = '1.00 USD arrived, but 125.50 USD was requested. The invoice was not marked paid.';
  expect(await statusOf(ctx.rex, id)).toBe('pending');
  expect(await moneyOf(ctx, id)).toEqual([{ ...CHARGE, amount_cents: 100, note }]);
  expect(log.mock.calls.map(([line]) => line)).toEqual([expect.stringContaining(note)]);
});

test('[INV-31] another currency does not pay an invoice', async () => {
  const { ctx, account, id } = await billedContext(harness);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await payForeignCheckout(harness, { hoa_id: ctx.hoa_id, id, account, currency: 'eur' });
  await harness.deliver();
  expect(await statusOf(ctx.rex, id)).toBe('pending');
  expect(await moneyOf(ctx, id)).toMatchObject([{ note: expect.stringContaining('125.50 EUR arrived') }]);
});

test('[INV-31] [SEC-13] money that went to another HOA’s account does not pay an invoice', async () => {
  const { ctx, id } = await billedContext(harness);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const olivia = await ctx.join(ctx.otto.hoa_id, 'Olivia Stone', 'superadmin');
  const account = await activateAccount(harness, ctx, olivia);
  await payForeignCheckout(harness, { hoa_id: ctx.hoa_id, id, account });
  await harness.deliver();
  expect(await statusOf(ctx.rex, id)).toBe('pending');
  expect(await moneyOf(ctx, id)).toMatchObject([{ note: expect.stringContaining('other than the HOA’s') }]);
});

test('[SEC-13] a payment that names another HOA’s invoice as one’s own touches nothing', async () => {
  const { ctx, account, id } = await billedContext(harness);
  await payForeignCheckout(harness, { hoa_id: ctx.otto.hoa_id, id, account });
  expect(new Set(await harness.deliver())).toEqual(new Set([200]));
  expect([await statusOf(ctx.rex, id), await moneyOf(ctx, id)]).toEqual(['pending', []]);
});

test('[PAY-06] money for an invoice that the board has settled meanwhile stays as credit, with a note', async () => {
  const { ctx, id } = await billedContext(harness);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const url = await checkout(ctx.rex, id);
  await submitCheckout(url);
  await settle(ctx.bea, id, 'canceled');
  await harness.deliver();
  expect(await statusOf(ctx.rex, id)).toBe('canceled');
  const note = '125.50 USD arrived after the invoice was already canceled. It is kept as credit.';
  expect(await moneyOf(ctx, id)).toEqual([{ ...CHARGE, note }]);
});

test.each(['double', 'reverse', 'drop', 'hold'] as const)(
  '[BILLING-26] whatever becomes of the webhooks (%s), every invoice ends right',
  async (mode) => {
    const ctx = await harness.createContext();
    await activateAccount(harness, ctx, ctx.sue);
    const [card = '', cleared = '', bounced = '', refunded = '', expired = ''] = (await createInvoices(ctx, ctx.rex, 5))
      .ids;
    const began = Math.floor(Date.now() / 1000) - 1;
    await harness.control('PUT', 'webhooks', { mode, delay_ms: 60_000 });
    await payOnHostedPage(harness, ctx.rex, card);
    const [first, second] = [
      await payOnHostedPage(harness, ctx.rex, cleared, BANK),
      await payOnHostedPage(harness, ctx.rex, bounced, BANK),
    ];
    await harness.control('POST', `bank/${first}/clear`);
    await harness.control('POST', `bank/${second}/fail`);
    await harness.stripe.refunds.create({
      payment_intent: await payOnHostedPage(harness, ctx.rex, refunded),
      amount: 2_550,
    });
    await harness.stripe.checkout.sessions.expire(sessionOf(await checkout(ctx.rex, expired)));
    await harness.deliver(mode === 'hold' ? 'shuffle' : 'reverse');
    const { data: events } = await harness.stripe.events.list({ created: { gte: began }, limit: 100 });
    for (const { id } of events) await harness.control('POST', 'webhooks/resend', { event: id });
    const statuses = await Promise.all([card, cleared, bounced, refunded, expired].map((id) => statusOf(ctx.rex, id)));
    expect([mode, ...statuses]).toEqual([mode, 'paid', 'paid', 'pending', 'pending', 'pending']);
    const money = await Promise.all([card, cleared, bounced, refunded, expired].map((id) => moneyOf(ctx, id)));
    const payments = money.map((rows) => rows.map(({ amount_cents, status }) => `${amount_cents} ${status}`));
    const paid = '12550 succeeded';
    expect(payments).toEqual([[paid], [paid], ['12550 failed'], [paid, '-2550 succeeded'], []]);
    expect((await pay(ctx.rex, bounced)).status).toBe(200);
    expect((await pay(ctx.rex, expired)).status).toBe(200);
  },
);

test('one webhook that comes five times at once is one payment', async () => {
  const { ctx, id } = await billedContext(harness);
  await payOnHostedPage(harness, ctx.rex, id);
  const again = () => harness.control('POST', 'webhooks/resend', { type: 'checkout.session.completed' });
  const answers = (await Promise.all([again(), again(), again(), again(), again()])) as { status: string }[];
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill('delivered'));
  expect(await moneyOf(ctx, id)).toEqual([CHARGE]);
});

test('an open checkout is told nothing of: an early webhook changes nothing', async () => {
  const { ctx, id } = await billedContext(harness);
  const session = sessionOf(await checkout(ctx.rex, id));
  expect(await paymentOf(harness, session)).toBe('null');
  await harness.deliver();
  expect([await statusOf(ctx.rex, id), await moneyOf(ctx, id)]).toEqual(['pending', []]);
});
