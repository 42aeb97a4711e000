import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { CARD, emulator, required, SEED_PRICES, seedCustomer, submit } from './support.ts';
import { clockTo, customer, DAY, endOf, here, paying, prices, read, startForAll } from './support-subscriptions.ts';

startForAll();

const order = (more: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  here.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: prices.growth, quantity: 1 }],
    subscription_data: { metadata: { plan: 'growth' } },
    success_url: 'http://app.test/dashboard',
    ...more,
  });

const session = (id: string) => here.stripe.checkout.sessions.retrieve(id, { expand: ['subscription'] });

test('Checkout takes a card for a subscription: a decline leaves none, a good card starts it', async () => {
  const { id, url } = await order();
  const page = await (await fetch(required(url))).text();
  expect(page).toMatch(/\$99\.00 per month[\s\S]*<button>Subscribe<\/button>/);
  expect((await submit(url, { ...CARD, number: '4000000000000002' })).text).toContain('Your card was declined.');
  expect((await here.stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
  expect(await submit(url, { ...CARD, number: '4242424242424242' })).toMatchObject({
    to: 'http://app.test/dashboard',
  });
  const done = await session(id);
  expect(done).toMatchObject({ status: 'complete', payment_status: 'paid', customer, invoice: expect.any(String) });
  const subscription = done.subscription as Stripe.Subscription;
  expect(subscription).toMatchObject({ status: 'active', metadata: { plan: 'growth' } });
  expect(await here.stripe.customers.retrieve(customer)).toMatchObject({
    invoice_settings: { default_payment_method: subscription.default_payment_method },
  });
  expect((await here.stripe.invoices.list({ customer })).data).toMatchObject([{ amount_paid: 9900, status: 'paid' }]);
  expect((await here.stripe.charges.list({ customer })).data.filter(({ paid }) => paid)).toHaveLength(1);
  const [event] = (await here.stripe.events.list({ type: 'checkout.session.completed', limit: 1 })).data;
  expect(event?.data.object).toMatchObject({ id, customer, subscription: subscription.id });
});

test('Checkout asks for 3-D Secure, and a trial for a card only', async () => {
  const secured = await order();
  const asked = await submit(secured.url, { ...CARD, number: '4000002760003184' });
  expect((await submit(here.url + asked.to, { outcome: 'fail' })).text).toContain('unable to authenticate');
  await submit(secured.url, { ...CARD, number: '4000002760003184' });
  await submit(here.url + asked.to, { outcome: 'complete' });
  expect(await session(secured.id)).toMatchObject({ status: 'complete', subscription: { status: 'active' } });
  const free = await order({ subscription_data: { trial_period_days: 30 } });
  await submit(free.url, { ...CARD, number: '4242424242424242' });
  expect(await session(free.id)).toMatchObject({
    payment_status: 'no_payment_required',
    subscription: { status: 'trialing', pending_setup_intent: null },
  });
});

const portal = async (flow_data?: Stripe.BillingPortal.SessionCreateParams.FlowData) => {
  const { stripe } = here;
  const listed = await stripe.prices.list({ limit: 10 });
  const products = listed.data.map(({ id, product }) => ({ product: product as string, prices: [id] }));
  const { id: configuration } = await stripe.billingPortal.configurations.create({
    features: {
      customer_update: { enabled: true, allowed_updates: ['email', 'address', 'name'] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: {
        enabled: true,
        mode: 'at_period_end',
        cancellation_reason: { enabled: true, options: ['too_expensive', 'other'] },
      },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        proration_behavior: 'create_prorations',
        schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
        trial_update_behavior: 'continue_trial',
        products,
      },
    },
    metadata: { porchlight: '1' },
  });
  const return_url = 'http://app.test/profile';
  return (await stripe.billingPortal.sessions.create({ customer, configuration, return_url, flow_data })).url;
};

test('the portal shows the plan, the plans to choose from, the invoices and the way back', async () => {
  await paying();
  const page = await (await fetch(await portal())).text();
  expect(page).toContain('<a class="back" href="http://app.test/profile">Return');
  for (const words of [
    'Porchlight Starter',
    'Porchlight Growth',
    '$199.00 per month',
    'Visa •••• 4242',
    '$49.00 · paid',
  ])
    expect(page).toContain(words);
});

test('in the portal a larger plan comes at once, a smaller one with the next period', async () => {
  const made = await paying();
  const url = await portal();
  await submit(`${url}/plan`, { price: required(prices.pro) });
  expect((await read(made.id)).items.data[0]?.price.id).toBe(prices.pro);
  await submit(`${url}/plan`, { price: required(prices.growth) });
  const waiting = await read(made.id);
  expect(waiting.items.data[0]?.price.id).toBe(prices.pro);
  const schedule = await here.stripe.subscriptionSchedules.retrieve(String(waiting.schedule), {
    expand: ['phases.items.price'],
  });
  expect(schedule.phases[1]).toMatchObject({ start_date: endOf(made), items: [{ price: { id: prices.growth } }] });
  expect(await (await fetch(url)).text()).toContain('changes to Porchlight Growth');
  await clockTo(endOf(made));
  expect((await read(made.id)).items.data[0]?.price.id).toBe(prices.growth);
  const released = await here.stripe.subscriptionSchedules.release(schedule.id);
  expect(released).toMatchObject({ status: 'released', released_subscription: made.id });
  expect((await read(made.id)).schedule).toBeNull();
});

test('in the portal a plan is canceled with a reason, and kept after all', async () => {
  const made = await paying();
  const url = await portal();
  expect(await (await fetch(`${url}/cancel`)).text()).toContain('<label for="feedback">Reason</label>');
  await submit(`${url}/cancel`, { feedback: 'too_expensive', comment: 'Too dear' });
  expect(await read(made.id)).toMatchObject({
    cancel_at_period_end: true,
    cancellation_details: { feedback: 'too_expensive', comment: 'Too dear', reason: 'cancellation_requested' },
  });
  expect(await (await fetch(url)).text()).toContain('Don&#39;t cancel plan'.replace('&#39;', "'"));
  await submit(`${url}/keep`, {});
  expect(await read(made.id)).toMatchObject({ cancel_at_period_end: false, status: 'active' });
});

test('in the portal another card takes over, after 3-D Secure, and pays what is owed', async () => {
  const made = await paying();
  const bad = await here.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  await here.stripe.subscriptions.update(made.id, { default_payment_method: bad.id });
  await clockTo(endOf(made));
  const url = await portal();
  expect((await submit(`${url}/card`, { ...CARD, number: '4000000000000002' })).text).toContain('was declined');
  const asked = await submit(`${url}/card`, { ...CARD, number: '4000002500003155' });
  expect((await read(made.id)).status).toBe('past_due');
  await submit(here.url + asked.to, { outcome: 'complete' });
  const after = await read(made.id, ['default_payment_method', 'latest_invoice']);
  expect(after).toMatchObject({ status: 'active', latest_invoice: { status: 'paid' } });
  expect((after.default_payment_method as Stripe.PaymentMethod).card?.last4).toBe('3155');
});

test('a portal session for one thing goes there, and on to where it was told', async () => {
  const { id } = await paying();
  const return_url = 'http://app.test/profile?done=1';
  const url = await portal({
    type: 'subscription_cancel',
    subscription_cancel: { subscription: id },
    after_completion: { type: 'redirect', redirect: { return_url } },
  });
  const first = await fetch(url, { redirect: 'manual' });
  expect(first.headers.get('location')).toMatch(/\/cancel$/);
  expect((await submit(`${url}/cancel`, {})).to).toBe(return_url);
});

test('subscriptions and what they have coming survive a restart; seeded ones keep their dates', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-'));
  const customers = [seedCustomer('oak', 1130, false), seedCustomer('elm', 25, true)];
  const seed = { prices: SEED_PRICES, customers };
  const first = await emulator({ folder, seed });
  const active = await first.stripe.subscriptions.retrieve('sub_demo_oak');
  const trialing = await first.stripe.subscriptions.retrieve('sub_demo_elm', { expand: ['default_payment_method'] });
  expect(active).toMatchObject({ status: 'active', customer: 'cus_demo_oak', default_payment_method: 'pm_demo_oak' });
  expect(trialing).toMatchObject({ status: 'trialing', trial_end: endOf(trialing) });
  const { now } = (await first.control('GET', 'clock')) as { now: number };
  expect(Math.abs(endOf(active) - now - 17 * DAY)).toBeLessThan(60);
  expect(Math.abs(endOf(trialing) - now - 5 * DAY)).toBeLessThan(60);
  await first.stop();
  const second = await emulator({ folder, seed });
  expect(await second.stripe.subscriptions.retrieve('sub_demo_elm')).toMatchObject({ id: trialing.id });
  await second.control('POST', 'clock', { now: endOf(trialing) });
  expect(await second.stripe.subscriptions.retrieve('sub_demo_elm')).toMatchObject({ status: 'active' });
  await second.stop();
  rmSync(folder, { recursive: true });
});
