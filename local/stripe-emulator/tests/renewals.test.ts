import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { required } from './support.ts';
import {
  clockTo,
  customer,
  DAY,
  endOf,
  here,
  paying,
  read,
  startForAll,
  told,
  trial,
} from './support-subscriptions.ts';

startForAll();

test('a renewal that fails is tried again, and a good card recovers it', async () => {
  const { stripe } = here;
  const made = await paying();
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  await stripe.subscriptions.update(made.id, { default_payment_method: bad.id });
  await clockTo(endOf(made));
  const due = await read(made.id, ['latest_invoice']);
  expect(due).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', attempt_count: 1 } });
  expect(await told()).toContain('invoice.payment_failed');
  await expect(stripe.invoices.pay(required((due.latest_invoice as Stripe.Invoice).id))).rejects.toMatchObject({
    type: 'StripeCardError',
    code: 'card_declined',
  });
  const good = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  await stripe.subscriptions.update(made.id, { default_payment_method: good.id });
  await here.control('POST', 'clock', { advance_seconds: 3 * DAY });
  expect(await read(made.id, ['latest_invoice'])).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'paid' },
  });
});

test('a renewal that fails to the end ends the subscription', async () => {
  const made = await paying();
  const bad = await here.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  await here.stripe.subscriptions.update(made.id, { default_payment_method: bad.id });
  await clockTo(endOf(made) + 16 * DAY);
  const ended = await read(made.id);
  expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } });
  expect((await told()).filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
});

test('asked to, the last failure leaves a subscription unpaid, and paying its invoice revives it', async () => {
  const { stripe } = here;
  await here.control('PUT', 'billing', { after_retries: 'unpaid' });
  const made = await paying();
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  await stripe.subscriptions.update(made.id, { default_payment_method: bad.id });
  await clockTo(endOf(made) + 16 * DAY);
  await here.control('PUT', 'billing', { after_retries: 'cancel' });
  const unpaid = await read(made.id);
  expect(unpaid.status).toBe('unpaid');
  await stripe.invoices.pay(String(unpaid.latest_invoice), { payment_method: 'pm_card_visa' });
  expect((await read(made.id)).status).toBe('active');
});

test('what is owed is not collected any more once the subscription has ended', async () => {
  const { stripe } = here;
  const made = await paying();
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  await stripe.subscriptions.update(made.id, { default_payment_method: bad.id });
  await clockTo(endOf(made));
  const ended = await stripe.subscriptions.cancel(made.id);
  await clockTo(endOf(made) + 30 * DAY);
  const owed = await stripe.invoices.retrieve(String(ended.latest_invoice));
  expect(owed).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: null });
  await stripe.customers.del(customer);
});

test('a customer who is deleted takes the subscription along', async () => {
  const { id } = await trial();
  await here.stripe.customers.del(customer);
  expect(await read(id)).toMatchObject({ status: 'canceled' });
  expect(await told()).toContain('customer.subscription.deleted');
});
