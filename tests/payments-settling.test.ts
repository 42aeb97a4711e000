import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { settle } from './support/dues.ts';
import {
  BANK,
  billed,
  billedStage,
  CARD,
  checkout,
  fillIn,
  moneyOf,
  openAccount,
  paidElsewhere,
  pay,
  paymentOf,
  payUp,
  type StripeHouse,
  sessionOf,
  statusOf,
  stripeHouse,
} from './support/stripe-harness.ts';

let house: StripeHouse;
beforeAll(async () => {
  house = await stripeHouse();
});
afterAll(() => house.close());
afterEach(async () => {
  vi.restoreAllMocks();
  await house.control('PUT', 'webhooks', { mode: 'hold' });
});

const CHARGE = { kind: 'charge', status: 'succeeded', amount_cents: 12_550, method: 'card', note: null };
const REFUND = { ...CHARGE, kind: 'refund', amount_cents: -12_550 };

test('[INV-29] [BILLING-26] an invoice is paid when the signed webhook says so, and everybody concerned is poked', async () => {
  const { stage, id } = await billedStage(house);
  await payUp(house, stage.rex, id);
  expect(await statusOf(stage.rex, id)).toBe('pending');
  expect(new Set(await house.deliver())).toEqual(new Set([200]));
  expect(await statusOf(stage.rex, id)).toBe('paid');
  expect(await statusOf(stage.bea, id)).toBe('paid');
  expect(await moneyOf(stage, id)).toEqual([CHARGE]);
  const { rows } = await stage.db.execute({
    sql: "SELECT audience FROM sync_log WHERE entity = 'payment' AND hoa_id = ? ORDER BY audience",
    args: [stage.hoa_id],
  });
  expect(new Set(rows.map(({ audience }) => audience))).toEqual(new Set(['board', stage.rex.id]));
});

test('[INV-29] a bank transfer pays when the funds clear', async () => {
  const { stage, id } = await billedStage(house);
  const payment = await payUp(house, stage.rex, id, BANK);
  await house.deliver();
  expect(await statusOf(stage.rex, id)).toBe('pending');
  expect(await moneyOf(stage, id)).toMatchObject([{ status: 'pending', method: 'us_bank_account' }]);
  await house.control('POST', `bank/${payment}/clear`);
  await house.deliver();
  expect(await statusOf(stage.rex, id)).toBe('paid');
  expect(await moneyOf(stage, id)).toEqual([{ ...CHARGE, method: 'us_bank_account' }]);
});

test('[INV-29] a bank transfer that comes back leaves the invoice to be paid again', async () => {
  const { stage, id } = await billedStage(house);
  const payment = await payUp(house, stage.rex, id, BANK);
  await house.deliver();
  expect((await settle(stage.bea, id, 'canceled')).status).toBe(409);
  await house.control('POST', `bank/${payment}/fail`);
  await house.deliver();
  expect(await statusOf(stage.rex, id)).toBe('pending');
  await payUp(house, stage.rex, id);
  await house.deliver();
  expect(await statusOf(stage.rex, id)).toBe('paid');
  expect((await moneyOf(stage, id)).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
});

test('[INV-30] a bank transfer that came back before anybody was told can be paid again at once', async () => {
  const { stage, id } = await billedStage(house);
  const payment = await payUp(house, stage.rex, id, BANK);
  await house.control('POST', `bank/${payment}/fail`);
  await payUp(house, stage.rex, id);
  await house.deliver();
  expect(await statusOf(stage.rex, id)).toBe('paid');
  expect((await moneyOf(stage, id)).map(({ status }) => status)).toEqual(['failed', 'succeeded']);
});

test('a declined card leaves the checkout open, and no payment behind', async () => {
  const { stage, id } = await billedStage(house);
  const url = await checkout(stage.rex, id);
  const declined = { method: 'card', number: '4000000000000002', expiry: '12 / 34', cvc: '123', zip: '60614' };
  expect((await fillIn(url, declined)).headers.get('location')).toBeNull();
  await house.deliver();
  expect([await statusOf(stage.rex, id), await moneyOf(stage, id)]).toEqual(['pending', []]);
  expect(await checkout(stage.rex, id)).toBe(url);
  await fillIn(url);
  await house.deliver();
  expect(await statusOf(stage.rex, id)).toBe('paid');
});

test('a card that asks for 3-D Secure pays when the step is completed, and not when it fails', async () => {
  const { stage, id } = await billedStage(house);
  const url = await checkout(stage.rex, id);
  const step = async (outcome: string) => {
    const answer = await fillIn(url, { ...CARD, number: '4000002760003184' });
    const page = new URL(answer.headers.get('location') ?? '', url);
    await fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome }) });
    await house.deliver();
    return statusOf(stage.rex, id);
  };
  expect(await step('fail')).toBe('pending');
  expect(await step('complete')).toBe('paid');
  expect(await moneyOf(stage, id)).toEqual([CHARGE]);
});

test('refunds, whole and in part, are rows of their own; the invoice stays paid', async () => {
  const stage = await house.cast();
  await openAccount(house, stage, stage.sue);
  const [whole = '', part = ''] = (await billed(stage, stage.rex, 2)).ids;
  const [one, two] = [await payUp(house, stage.rex, whole), await payUp(house, stage.rex, part)];
  await house.deliver();
  await house.stripe.refunds.create({ payment_intent: one });
  await house.stripe.refunds.create({ payment_intent: two, amount: 1_000 });
  await house.stripe.refunds.create({ payment_intent: two, amount: 500 });
  await house.deliver();
  expect(await moneyOf(stage, whole)).toEqual([CHARGE, REFUND]);
  const parts = (await moneyOf(stage, part)).map(({ amount_cents }) => Number(amount_cents));
  expect(parts.sort((a, b) => a - b)).toEqual([-1_000, -500, 12_550]);
  expect([await statusOf(stage.rex, whole), await statusOf(stage.rex, part)]).toEqual(['paid', 'paid']);
});

test('a refund that is heard of before its payment brings the payment along', async () => {
  const { stage, id } = await billedStage(house);
  await house.control('PUT', 'webhooks', { mode: 'drop' });
  const payment = await payUp(house, stage.rex, id);
  await house.control('PUT', 'webhooks', { mode: 'hold' });
  await house.stripe.refunds.create({ payment_intent: payment });
  await house.deliver();
  expect(await moneyOf(stage, id)).toEqual([CHARGE, REFUND]);
  expect(await statusOf(stage.rex, id)).toBe('paid');
});

test('[INV-31] another amount does not pay an invoice: it is logged once and the board reads why', async () => {
  const { stage, account, id } = await billedStage(house);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await paidElsewhere(house, { hoa_id: stage.hoa_id, id, account, amount: 100 });
  await house.control('PUT', 'webhooks', { mode: 'hold' });
  await house.deliver();
  await house.control('POST', 'webhooks/resend', { type: 'checkout.session.completed' });
  const note = '1.00 USD came in where 125.50 USD was asked for. The invoice was not marked paid.';
  expect(await statusOf(stage.rex, id)).toBe('pending');
  expect(await moneyOf(stage, id)).toEqual([{ ...CHARGE, amount_cents: 100, note }]);
  expect(log.mock.calls.map(([line]) => line)).toEqual([expect.stringContaining(note)]);
});

test('[INV-31] another currency does not pay an invoice', async () => {
  const { stage, account, id } = await billedStage(house);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await paidElsewhere(house, { hoa_id: stage.hoa_id, id, account, currency: 'eur' });
  await house.deliver();
  expect(await statusOf(stage.rex, id)).toBe('pending');
  expect(await moneyOf(stage, id)).toMatchObject([{ note: expect.stringContaining('125.50 EUR came in') }]);
});

test('[INV-31] [SEC-13] money that went to another HOA’s account does not pay an invoice', async () => {
  const { stage, id } = await billedStage(house);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const olivia = await stage.join(stage.otto.hoa_id, 'Olivia Stone', 'superadmin');
  const account = await openAccount(house, stage, olivia);
  await paidElsewhere(house, { hoa_id: stage.hoa_id, id, account });
  await house.deliver();
  expect(await statusOf(stage.rex, id)).toBe('pending');
  expect(await moneyOf(stage, id)).toMatchObject([{ note: expect.stringContaining("not the HOA's") }]);
});

test('[SEC-13] a payment that names another HOA’s invoice as one’s own touches nothing', async () => {
  const { stage, account, id } = await billedStage(house);
  await paidElsewhere(house, { hoa_id: stage.otto.hoa_id, id, account });
  expect(new Set(await house.deliver())).toEqual(new Set([200]));
  expect([await statusOf(stage.rex, id), await moneyOf(stage, id)]).toEqual(['pending', []]);
});

test('money for an invoice that the board has settled meanwhile is kept, with a note', async () => {
  const { stage, id } = await billedStage(house);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const url = await checkout(stage.rex, id);
  await fillIn(url);
  await settle(stage.bea, id, 'canceled');
  await house.deliver();
  expect(await statusOf(stage.rex, id)).toBe('canceled');
  const note = '125.50 USD came in when the invoice was already canceled.';
  expect(await moneyOf(stage, id)).toEqual([{ ...CHARGE, note }]);
});

test('[BILLING-26] whatever becomes of the webhooks, every invoice ends right', async () => {
  const stage = await house.cast();
  await openAccount(house, stage, stage.sue);
  for (const mode of ['double', 'reverse', 'drop', 'hold'] as const) {
    const [card = '', cleared = '', bounced = '', refunded = '', expired = ''] = (await billed(stage, stage.rex, 5))
      .ids;
    const began = Math.floor(Date.now() / 1000) - 1;
    await house.control('PUT', 'webhooks', { mode, delay_ms: 60_000 });
    await payUp(house, stage.rex, card);
    const [first, second] = [
      await payUp(house, stage.rex, cleared, BANK),
      await payUp(house, stage.rex, bounced, BANK),
    ];
    await house.control('POST', `bank/${first}/clear`);
    await house.control('POST', `bank/${second}/fail`);
    await house.stripe.refunds.create({ payment_intent: await payUp(house, stage.rex, refunded), amount: 2_550 });
    await house.stripe.checkout.sessions.expire(sessionOf(await checkout(stage.rex, expired)));
    await house.deliver(mode === 'hold' ? 'shuffle' : 'reverse');
    const { data: events } = await house.stripe.events.list({ created: { gte: began }, limit: 100 });
    for (const { id } of events) await house.control('POST', 'webhooks/resend', { event: id });
    const statuses = await Promise.all(
      [card, cleared, bounced, refunded, expired].map((id) => statusOf(stage.rex, id)),
    );
    expect([mode, ...statuses]).toEqual([mode, 'paid', 'paid', 'pending', 'paid', 'pending']);
    const money = await Promise.all([card, cleared, bounced, refunded, expired].map((id) => moneyOf(stage, id)));
    const told = money.map((rows) => rows.map(({ amount_cents, status }) => `${amount_cents} ${status}`));
    const paid = '12550 succeeded';
    expect(told).toEqual([[paid], [paid], ['12550 failed'], [paid, '-2550 succeeded'], []]);
    expect((await pay(stage.rex, bounced)).status).toBe(200);
    expect((await pay(stage.rex, expired)).status).toBe(200);
  }
});

test('one webhook that comes five times at once is one payment', async () => {
  const { stage, id } = await billedStage(house);
  await payUp(house, stage.rex, id);
  const again = () => house.control('POST', 'webhooks/resend', { type: 'checkout.session.completed' });
  const answers = (await Promise.all([again(), again(), again(), again(), again()])) as { status: string }[];
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill('delivered'));
  expect(await moneyOf(stage, id)).toEqual([CHARGE]);
});

test('an open checkout is told nothing of: an early webhook changes nothing', async () => {
  const { stage, id } = await billedStage(house);
  const session = sessionOf(await checkout(stage.rex, id));
  expect(await paymentOf(house, session)).toBe('null');
  await house.deliver();
  expect([await statusOf(stage.rex, id), await moneyOf(stage, id)]).toEqual(['pending', []]);
});
