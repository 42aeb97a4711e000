import { createContext, runInContext } from 'node:vm';
import type { Stripe as StripeJs } from '@stripe/stripe-js';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, emulator, KEYS, required } from './support.ts';

let here: Emulator;
let browser: Stripe;
let customer: string;
beforeAll(async () => {
  here = await emulator();
  browser = new Stripe(KEYS.publishableKey, here.sdk);
  customer = (await here.stripe.customers.create({ email: 'sue@willowcreek.test' })).id;
});
afterAll(() => here.stop());

const confirmed = (intent: Stripe.SetupIntent, number: string) =>
  browser.rawRequest('POST', `/v1/setup_intents/${intent.id}/confirm`, {
    client_secret: intent.client_secret,
    payment_method_data: {
      type: 'card',
      card: { number, exp_month: 12, exp_year: 40, cvc: '123' },
      billing_details: { name: 'Sue' },
    },
  }) as unknown as Promise<Stripe.SetupIntent>;
const setup = () => here.stripe.setupIntents.create({ customer, usage: 'off_session' });
const step = (intent: Stripe.SetupIntent, outcome: string) =>
  here.control('POST', `authenticate/${intent.id}`, { outcome, client_secret: intent.client_secret });

test('a good card is set up from the browser and saved to the customer', async () => {
  const intent = await setup();
  expect(intent.status).toBe('requires_payment_method');
  const done = await confirmed(intent, '4242424242424242');
  expect(done.status).toBe('succeeded');
  const method = await here.stripe.paymentMethods.retrieve(done.payment_method as string);
  expect(method).toMatchObject({ customer, card: { brand: 'visa', last4: '4242' }, billing_details: { name: 'Sue' } });
  await expect(confirmed(intent, '4242424242424242')).rejects.toMatchObject({ code: 'setup_intent_unexpected_state' });
});

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000000127', 'incorrect_cvc', '', "Your card's security code is incorrect."],
])('the card %s cannot be set up, and another can after it', async (number, code, decline_code, message) => {
  const intent = await setup();
  await expect(confirmed(intent, number)).rejects.toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code,
    decline_code,
    message,
  });
  const after = await here.stripe.setupIntents.retrieve(intent.id);
  expect(after).toMatchObject({ status: 'requires_payment_method', last_setup_error: { code, message } });
  expect((await confirmed(intent, '4242424242424242')).status).toBe('succeeded');
});

test.each(['4000002500003155', '4000000000003220'])('3-D Secure for %s: Fail, then Complete', async (number) => {
  const intent = await setup();
  const asked = await confirmed(intent, number);
  expect(asked).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
  await step(intent, 'fail');
  const failed = await here.stripe.setupIntents.retrieve(intent.id);
  expect(failed).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { code: 'setup_intent_authentication_failure' },
  });
  await confirmed(intent, number);
  await step(intent, 'complete');
  expect((await here.stripe.setupIntents.retrieve(intent.id)).status).toBe('succeeded');
});

test('an intent that nobody confirmed can be cancelled, and then no longer confirmed', async () => {
  const intent = await setup();
  expect((await here.stripe.setupIntents.cancel(intent.id)).status).toBe('canceled');
  await expect(confirmed(intent, '4242424242424242')).rejects.toMatchObject({ code: 'setup_intent_unexpected_state' });
});

test('a card saved with 3-D Secure is charged later without it; one that always asks is not', async () => {
  const pay = async (number: string) => {
    const intent = await setup();
    await confirmed(intent, number);
    await step(intent, 'complete');
    const { payment_method } = await here.stripe.setupIntents.retrieve(intent.id);
    return here.stripe.paymentIntents.create({
      amount: 4900,
      currency: 'usd',
      customer,
      payment_method: payment_method as string,
      off_session: true,
      confirm: true,
    });
  };
  expect((await pay('4000002500003155')).status).toBe('succeeded');
  await expect(pay('4000000000003220')).rejects.toMatchObject({ code: 'authentication_required' });
});

test('a decline of a payment intent leaves it to be paid otherwise', async () => {
  const intent = await here.stripe.paymentIntents.create({ amount: 4900, currency: 'usd' });
  await expect(
    here.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }),
  ).rejects.toMatchObject({ code: 'card_declined', payment_intent: { status: 'requires_payment_method' } });
  expect((await here.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).status).toBe(
    'succeeded',
  );
  await expect(here.stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  });
});

test('a payment method is one customer’s, until it is detached', async () => {
  const { stripe } = here;
  const other = (await stripe.customers.create()).id;
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await expect(stripe.paymentMethods.attach(id, { customer: other })).rejects.toMatchObject({ statusCode: 400 });
  expect((await stripe.paymentMethods.detach(id)).customer).toBeNull();
  expect((await stripe.paymentMethods.attach(id, { customer: other })).customer).toBe(other);
});

test('the script at /v3/ is the Stripe.js that the app’s libraries look for, and confirms by itself', async () => {
  const answer = await fetch(`${here.url}/v3/`);
  expect(answer.headers.get('content-type')).toContain('text/javascript');
  const page = createContext({ fetch, URLSearchParams });
  runInContext(await answer.text(), page);
  const script = (page.Stripe as (key: string) => StripeJs)(KEYS.publishableKey);
  for (const name of [
    'elements',
    'createToken',
    'createPaymentMethod',
    'confirmCardPayment',
    '_registerWrapper',
    'registerAppInfo',
  ]) {
    expect(script).toHaveProperty(name);
  }
  const { client_secret } = await setup();
  const { setupIntent } = await script.confirmCardSetup(required(client_secret), { payment_method: 'pm_card_visa' });
  expect(setupIntent).toMatchObject({ status: 'succeeded', client_secret });
  const { error } = await script.confirmCardSetup(required(client_secret), { payment_method: 'pm_card_visa' });
  expect(error?.code).toBe('setup_intent_unexpected_state');
  const again = await script.retrieveSetupIntent(required(client_secret));
  expect(again.setupIntent?.status).toBe('succeeded');
});
