import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { activeAccount, CARD, checkout, type Emulator, emulator, required, submit } from './support.ts';

let here: Emulator;
let account: string;
beforeAll(async () => {
  here = await emulator();
  account = await activeAccount(here);
});
afterAll(() => here.stop());

const destination = () => ({
  on_behalf_of: account,
  transfer_data: { destination: account },
  metadata: { invoice_id: 'i1' },
});
const read = (id: string) =>
  here.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge', 'line_items'] });
const events = async (id: string) =>
  (await here.stripe.events.list({ limit: 100 })).data
    .filter(({ data }) => [id].includes((data.object as { id: string }).id))
    .map(({ type }) => type)
    .reverse();
const bank = (account_number: string) => ({
  method: 'us_bank_account',
  email: CARD.email,
  routing: '110000000',
  account: account_number,
});

test('the page shows who is paid, what for and how much, with labelled fields and ways back and on', async () => {
  const session = await checkout(here, { payment_intent_data: destination(), customer_email: CARD.email });
  expect(session.url).toContain(session.id);
  const page = await (await fetch(required(session.url))).text();
  for (const text of ['Willow Creek HOA', 'June dues', '$125.00', 'US bank account', CARD.email])
    expect(page).toContain(text);
  for (const label of ['Email', 'Card number', 'Expiry', 'CVC', 'ZIP', 'Routing number', 'Account number']) {
    expect(page).toMatch(new RegExp(`<label for="\\w+">${label}</label>`));
  }
  expect(page).toContain('<a class="back" href="http://app.test/invoices/1">Back</a>');
});

test('a good card pays: the session is complete, the charge is a destination charge, and the payer returns', async () => {
  const session = await checkout(here, { payment_intent_data: destination(), client_reference_id: 'i1' });
  const { status, to } = await submit(session.url, { ...CARD, number: '4242 4242 4242 4242' });
  expect([status, to]).toEqual([303, `http://app.test/invoices/1?session=${session.id}`]);
  const paid = await read(session.id);
  expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null, client_reference_id: 'i1' });
  const intent = paid.payment_intent as Stripe.PaymentIntent;
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 12_500, metadata: { invoice_id: 'i1' } });
  expect(intent.latest_charge).toMatchObject({
    paid: true,
    on_behalf_of: account,
    transfer_data: { destination: account },
  });
  expect(await events(intent.id)).toEqual(['payment_intent.created', 'payment_intent.succeeded']);
  expect(await events((intent.latest_charge as Stripe.Charge).id)).toEqual(['charge.succeeded', 'charge.updated']);
  expect(await events(session.id)).toEqual(['checkout.session.completed']);
  const found = await here.stripe.checkout.sessions.list({ payment_intent: intent.id });
  expect(found.data.map(({ id }) => id)).toEqual([session.id]);
});

test('pressing Pay twice, or coming back to the page, charges once', async () => {
  const session = await checkout(here);
  const fields = { ...CARD, number: '4242424242424242' };
  const both = await Promise.all([submit(session.url, fields), submit(session.url, fields)]);
  expect(both.map(({ status }) => status)).toEqual([303, 303]);
  const { payment_intent } = await read(session.id);
  const charges = await here.stripe.charges.list({ payment_intent: (payment_intent as Stripe.PaymentIntent).id });
  expect(charges.data).toHaveLength(1);
  expect(await (await fetch(required(session.url))).text()).toContain('already completed your payment');
});

test.each([
  ['4000000000000002', 'Your card was declined.'],
  ['4000000000009995', 'Your card has insufficient funds.'],
  ['4000000000000069', 'Your card has expired.'],
  ['4242424242424241', 'Your card number is incorrect.'],
  ['4242', 'Your card number is incomplete.'],
  ['4111111111111111', 'Your card was declined. Your request was in test mode, but used a non test (live) card.'],
])('the card %s is refused with "%s", and a good one pays after it', async (number, message) => {
  const session = await checkout(here);
  const refused = await submit(session.url, { ...CARD, number });
  expect(refused.text).toContain(`<p role="alert">${message.replaceAll("'", '&#39;')}</p>`);
  expect(refused.text).not.toContain(number);
  expect((await read(session.id)).status).toBe('open');
  expect((await submit(session.url, { ...CARD, number: '4242424242424242' })).status).toBe(303);
  expect((await read(session.id)).payment_status).toBe('paid');
});

test.each([
  [{ expiry: '13 / 40' }, 'Your card&#39;s expiration month is invalid.'],
  [{ expiry: '12 / 20' }, 'Your card&#39;s expiration year is invalid.'],
  [{ expiry: '12' }, 'Your card&#39;s expiration date is incomplete.'],
  [{ cvc: '1' }, 'Your card&#39;s security code is incomplete.'],
  [{ zip: '1' }, 'Your postal code is incomplete.'],
  [{ email: 'x' }, 'Your email is invalid.'],
])('what is wrong in the form is said: %o', async (wrong, message) => {
  const session = await checkout(here);
  const { text } = await submit(session.url, { ...CARD, number: '4242424242424242', ...wrong });
  expect(text).toContain(`<p role="alert">${message}</p>`);
});

test('3-D Secure: Complete pays, Fail goes back to the form with a reason', async () => {
  const session = await checkout(here);
  const step = `${session.url}/3d_secure`;
  const fields = { ...CARD, number: '4000002500003155' };
  expect((await submit(session.url, fields)).to).toBe(new URL(step).pathname);
  expect(await (await fetch(step)).text()).toMatch(/>Complete<[\s\S]*>Fail</);
  expect((await submit(step, { outcome: 'fail' })).text).toContain(
    'We are unable to authenticate your payment method.',
  );
  expect((await read(session.id)).status).toBe('open');
  await submit(session.url, fields);
  expect((await submit(step, { outcome: 'complete' })).to).toContain(session.id);
  expect(await read(session.id)).toMatchObject({ status: 'complete', payment_status: 'paid' });
});

test('a bank debit completes unpaid and clears when the clock moves', async () => {
  const session = await checkout(here);
  expect((await submit(session.url, bank('000123456789'))).status).toBe(303);
  const begun = await read(session.id);
  expect(begun).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
  const intent = begun.payment_intent as Stripe.PaymentIntent;
  expect(intent.status).toBe('processing');
  await here.control('POST', 'clock', { advance_seconds: 5 * 86_400 });
  expect(await read(session.id)).toMatchObject({ payment_status: 'paid', payment_intent: { status: 'succeeded' } });
  expect(await events(session.id)).toEqual(['checkout.session.completed', 'checkout.session.async_payment_succeeded']);
  expect(await events(intent.id)).toEqual([
    'payment_intent.created',
    'payment_intent.processing',
    'payment_intent.succeeded',
  ]);
});

test('a bank debit fails by its test account, or when told to', async () => {
  const poor = await checkout(here);
  await submit(poor.url, bank('000222222227'));
  await here.control('POST', 'clock', { advance_seconds: 5 * 86_400 });
  const failed = await read(poor.id);
  expect(failed).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
  expect((failed.payment_intent as Stripe.PaymentIntent).last_payment_error).toMatchObject({
    code: 'insufficient_funds',
  });
  expect(await events(poor.id)).toEqual(['checkout.session.completed', 'checkout.session.async_payment_failed']);

  for (const [how, payment_status] of [
    ['clear', 'paid'],
    ['fail', 'unpaid'],
  ] as const) {
    const session = await checkout(here);
    await submit(session.url, bank('000123456789'));
    const { id } = (await read(session.id)).payment_intent as Stripe.PaymentIntent;
    await here.control('POST', `bank/${id}/${how}`);
    expect((await read(session.id)).payment_status).toBe(payment_status);
  }
});

test('a session ends after a day, or at once when told, and cannot be paid after it', async () => {
  const late = await checkout(here);
  const early = await checkout(here);
  expect(await here.stripe.checkout.sessions.expire(early.id)).toMatchObject({ status: 'expired', url: null });
  await expect(here.stripe.checkout.sessions.expire(early.id)).rejects.toMatchObject({ statusCode: 400 });
  await here.control('POST', 'clock', { advance_seconds: 86_400 + 1 });
  for (const { id, url } of [late, early]) {
    expect((await submit(url, { ...CARD, number: '4242424242424242' })).status).toBe(410);
    expect(await read(id)).toMatchObject({ status: 'expired', payment_status: 'unpaid' });
    expect(await events(id)).toEqual(['checkout.session.expired']);
  }
});

test('a session is refused for too little, too much, a bad address, or an account that may not take money', async () => {
  const { stripe } = here;
  const items = (unit_amount: number) => [
    { price_data: { currency: 'usd', unit_amount, product_data: { name: 'x' } } },
  ];
  await expect(checkout(here, { line_items: items(49) })).rejects.toMatchObject({ code: 'amount_too_small' });
  await expect(checkout(here, { line_items: items(100_000_000) })).rejects.toMatchObject({ code: 'amount_too_large' });
  await expect(checkout(here, { success_url: 'nowhere' })).rejects.toMatchObject({
    param: 'success_url',
    code: 'url_invalid',
  });
  const soon = Math.floor(Date.now() / 1000) + 60;
  await expect(checkout(here, { expires_at: soon })).rejects.toMatchObject({ param: 'expires_at' });
  const fresh = await stripe.accounts.create({ type: 'express', capabilities: { transfers: { requested: true } } });
  const data = { transfer_data: { destination: fresh.id } };
  await expect(checkout(here, { payment_intent_data: data })).rejects.toMatchObject({
    code: 'insufficient_capabilities_for_transfer',
  });
  const nobody = { transfer_data: { destination: 'acct_no' } };
  await expect(checkout(here, { payment_intent_data: nobody })).rejects.toMatchObject({
    param: 'payment_intent_data[transfer_data][destination]',
    message: "No such destination: 'acct_no'",
  });
});

test('refunds give back all or part, and never more than was paid', async () => {
  const { stripe } = here;
  const session = await checkout(here);
  await submit(session.url, { ...CARD, number: '4242424242424242' });
  const intent = (await read(session.id)).payment_intent as Stripe.PaymentIntent;
  const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 2500, metadata: { why: 'half' } });
  expect(part).toMatchObject({ amount: 2500, status: 'succeeded', payment_intent: intent.id });
  await expect(stripe.refunds.create({ payment_intent: intent.id, amount: 10_001 })).rejects.toMatchObject({
    message: 'Refund amount ($100.01) is greater than unrefunded amount on charge ($100.00)',
  });
  await stripe.refunds.create({ charge: (intent.latest_charge as Stripe.Charge).id });
  expect(await stripe.charges.retrieve((intent.latest_charge as Stripe.Charge).id)).toMatchObject({
    amount_refunded: 12_500,
    refunded: true,
  });
  await expect(stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
    code: 'charge_already_refunded',
  });
  expect((await stripe.refunds.list({ payment_intent: intent.id })).data.map(({ amount }) => amount)).toEqual([
    10_000, 2500,
  ]);
  expect(await events(part.id)).toEqual(['refund.created', 'refund.updated']);
});
