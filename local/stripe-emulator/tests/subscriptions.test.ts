/** Long, as it is one subject: one emulator and one way of selling serve every case, and a clock that each moves on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CARD, type Emulator, emulator, SEED_PRICES, seedCustomer, submit } from './support.ts';

const DAY = 24 * 3600;
let here: Emulator;
let prices: Record<string, string>;
let customer: string;
beforeAll(async () => {
  here = await emulator();
  prices = await threePrices(here);
});
afterAll(() => here.stop());
beforeEach(async () => {
  customer = (await here.stripe.customers.create({ email: 'sue@oak.test', name: 'Sue' })).id;
});

const threePrices = async ({ stripe }: Emulator) => {
  const made: Record<string, string> = {};
  for (const [plan, unit_amount] of Object.entries({ starter: 4900, growth: 9900, pro: 19900 })) {
    const product_data = { name: `Porchlight ${plan[0]!.toUpperCase()}${plan.slice(1)}` };
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount,
      recurring: { interval: 'month' },
      product_data,
      lookup_key: `porchlight_${plan}_monthly`,
    });
    made[plan] = price.id;
  }
  return made;
};

const trial = (more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
  here.stripe.subscriptions.create({
    customer,
    items: [{ price: prices.growth }],
    trial_period_days: 30,
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    metadata: { plan: 'growth' },
    expand: ['pending_setup_intent'],
    ...more,
  });

const paying = async (card = 'pm_card_visa', price = prices.starter): Promise<Stripe.Subscription> => {
  const { id } = await here.stripe.paymentMethods.attach(card, { customer });
  return here.stripe.subscriptions.create({ customer, items: [{ price }], default_payment_method: id });
};

const read = (id: string, expand: string[] = []) => here.stripe.subscriptions.retrieve(id, { expand });
const endOf = ({ items }: Stripe.Subscription) => items.data[0]!.current_period_end;
const clockTo = (now: number) => here.control('POST', 'clock', { now });
const setUp = ({ pending_setup_intent }: Stripe.Subscription, card = 'pm_card_visa') =>
  here.stripe.setupIntents.confirm((pending_setup_intent as Stripe.SetupIntent).id, { payment_method: card });

const told = async () => {
  const types: string[] = [];
  for await (const { type, data } of here.stripe.events.list({ limit: 100 })) {
    const { customer: of } = data.object as { customer?: string };
    if (of === customer && /^(customer\.subscription|invoice)\./.test(type)) types.unshift(type);
  }
  return types;
};

test('a trial asks for a card, tells of its end, and becomes active with a paid invoice', async () => {
  const made = await trial();
  const intent = made.pending_setup_intent as Stripe.SetupIntent;
  expect(made).toMatchObject({ status: 'trialing', trial_end: made.created + 30 * DAY, metadata: { plan: 'growth' } });
  expect(intent).toMatchObject({ object: 'setup_intent', status: 'requires_payment_method', customer });
  expect(endOf(made)).toBe(made.trial_end);
  const { payment_method } = await setUp(made);
  expect(await read(made.id)).toMatchObject({ pending_setup_intent: null, default_payment_method: payment_method });
  await clockTo(endOf(made) + 60);
  const active = await read(made.id, ['latest_invoice']);
  expect(active).toMatchObject({ status: 'active', trial_end: made.trial_end });
  expect(endOf(active)).toBeGreaterThanOrEqual(endOf(made) + 28 * DAY);
  const invoice = active.latest_invoice as Stripe.Invoice;
  expect(invoice).toMatchObject({ status: 'paid', amount_paid: 9900, billing_reason: 'subscription_cycle' });
  expect(invoice.parent?.subscription_details?.subscription).toBe(made.id);
  expect(await told()).toEqual([
    'invoice.created',
    'invoice.finalized',
    'customer.subscription.created',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
    'invoice.upcoming',
    'customer.subscription.trial_will_end',
    'customer.subscription.updated',
    'invoice.created',
    'invoice.finalized',
    'customer.subscription.updated',
    'invoice.paid',
    'invoice.payment_succeeded',
  ]);
});

test('a trial without a card ends with it', async () => {
  const made = await trial();
  await clockTo(endOf(made));
  expect(await read(made.id)).toMatchObject({ status: 'canceled', ended_at: endOf(made) });
  expect((await told()).at(-1)).toBe('customer.subscription.deleted');
  expect((await here.stripe.subscriptions.list({ customer })).data).toEqual([]);
  expect((await here.stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1);
});

test('parameters that Stripe does not know, and objects that are not there, are refused in its words', async () => {
  const { stripe } = here;
  const odd = { customer, items: [{ price: prices.growth }], colour: 'red' } as Stripe.SubscriptionCreateParams;
  await expect(stripe.subscriptions.create(odd)).rejects.toMatchObject({ code: 'parameter_unknown', param: 'colour' });
  await expect(trial({ items: [{ price: 'price_no' }] })).rejects.toMatchObject({
    code: 'resource_missing',
    param: 'items[0][price]',
  });
  await expect(stripe.subscriptions.create({ customer, items: [{ price: prices.growth }] })).rejects.toMatchObject({
    message: expect.stringContaining('no attached payment source'),
  });
  await expect(stripe.subscriptions.retrieve('sub_no')).rejects.toMatchObject({ statusCode: 404 });
  const { id } = await trial();
  expect(await stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' });
  await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' });
  await expect(stripe.subscriptions.update(id, { cancel_at_period_end: true })).rejects.toMatchObject({
    message: 'A canceled subscription can only update its cancellation_details and metadata.',
  });
});

test('a first payment by default_incomplete waits for its intent, and ends by itself when nobody pays', async () => {
  const { stripe } = here;
  const wait = () =>
    stripe.subscriptions.create({
      customer,
      items: [{ price: prices.starter }],
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
    });
  const [paid, left] = [await wait(), await wait()];
  expect(paid.status).toBe('incomplete');
  const { confirmation_secret, payments } = paid.latest_invoice as Stripe.Invoice;
  const intent = payments?.data[0]?.payment.payment_intent as string;
  expect(confirmation_secret?.client_secret).toContain(intent);
  await stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' });
  expect(await read(paid.id)).toMatchObject({ status: 'active' });
  await clockTo(left.created + DAY);
  expect(await read(left.id, ['latest_invoice'])).toMatchObject({
    status: 'incomplete_expired',
    latest_invoice: { status: 'void' },
  });
});

test('canceled at the period end it goes on until then, and may be taken back', async () => {
  const { stripe } = here;
  const { id, ...made } = await paying();
  const end = endOf(made as Stripe.Subscription);
  const said = { comment: 'We merge with our neighbours' };
  const canceled = await stripe.subscriptions.update(id, { cancel_at_period_end: true, cancellation_details: said });
  expect(canceled).toMatchObject({ status: 'active', cancel_at: end, canceled_at: expect.any(Number) });
  expect(canceled.cancellation_details).toMatchObject({ ...said, reason: 'cancellation_requested' });
  const back = await stripe.subscriptions.update(id, { cancel_at_period_end: false });
  expect(back).toMatchObject({ cancel_at: null, cancel_at_period_end: false, canceled_at: null });
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  await clockTo(end - 1);
  expect((await read(id)).status).toBe('active');
  await clockTo(end);
  expect(await read(id)).toMatchObject({ status: 'canceled', ended_at: end });
  expect((await told()).at(-1)).toBe('customer.subscription.deleted');
  expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
});

test('a larger plan in the middle of a period leaves its difference to the next invoice', async () => {
  const { stripe } = here;
  const made = await paying();
  const item = made.items.data[0]!;
  const half = (item.current_period_start + item.current_period_end) / 2;
  await clockTo(half);
  const grown = await stripe.subscriptions.update(made.id, {
    items: [{ id: item.id, price: prices.pro }],
    proration_behavior: 'create_prorations',
    proration_date: half,
    metadata: { plan: 'pro' },
  });
  expect(grown.items.data[0]).toMatchObject({ id: item.id, price: { unit_amount: 19_900 } });
  expect(endOf(grown)).toBe(endOf(made));
  await clockTo(endOf(made));
  const { data } = await stripe.invoices.list({ subscription: made.id });
  expect(data[0]).toMatchObject({ status: 'paid', total: 19_900 + 9950 - 2450, amount_paid: 27_400 });
  const lines = data[0]!.lines.data.map(({ amount, parent }) => [amount, parent?.subscription_item_details?.proration]);
  expect(lines).toEqual([
    [-2450, true],
    [9950, true],
    [19_900, false],
  ]);
});

test('always_invoice charges the difference at once; none charges nothing', async () => {
  const { stripe } = here;
  const made = await paying();
  const id = made.items.data[0]!.id;
  const proration_date = made.items.data[0]!.current_period_start;
  const change = (price: string, proration_behavior: 'always_invoice' | 'none') =>
    stripe.subscriptions.update(made.id, { items: [{ id, price }], proration_behavior, expand: ['latest_invoice'] });
  const items = [{ id, price: prices.growth }];
  const grown = await stripe.subscriptions.update(made.id, {
    items,
    proration_behavior: 'always_invoice',
    proration_date,
    expand: ['latest_invoice'],
  });
  expect(grown.latest_invoice).toMatchObject({ billing_reason: 'subscription_update', total: 5000, status: 'paid' });
  await change(prices.starter!, 'none');
  await clockTo(endOf(made));
  const { data } = await stripe.invoices.list({ subscription: made.id });
  expect(data.map(({ total }) => total)).toEqual([4900, 5000, 4900]);
});

test('a smaller plan in the middle of a period gives credit that later invoices use up', async () => {
  const { stripe } = here;
  const made = await paying('pm_card_visa', prices.pro);
  const { id, current_period_start } = made.items.data[0]!;
  await stripe.subscriptions.update(made.id, {
    items: [{ id, price: prices.starter }],
    proration_date: current_period_start,
  });
  await clockTo(endOf(made));
  const { data } = await stripe.invoices.list({ subscription: made.id });
  expect(data[0]).toMatchObject({ total: 4900 - 15_000, amount_due: 0, ending_balance: -10_100, status: 'paid' });
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -10_100 });
});

test('a trial that moves to another plan settles nothing, and may end now', async () => {
  const { stripe } = here;
  const made = await trial();
  await setUp(made);
  const items = [{ id: made.items.data[0]!.id, price: prices.pro }];
  const moved = await stripe.subscriptions.update(made.id, { items, proration_behavior: 'none' });
  expect(moved).toMatchObject({ status: 'trialing', trial_end: made.trial_end });
  const begun = await stripe.subscriptions.update(made.id, { trial_end: 'now', expand: ['latest_invoice'] });
  expect(begun).toMatchObject({ status: 'active', latest_invoice: { amount_paid: 19_900 } });
});

test('a renewal that fails is tried again, and a good card recovers it', async () => {
  const { stripe } = here;
  const made = await paying();
  const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  await stripe.subscriptions.update(made.id, { default_payment_method: bad.id });
  await clockTo(endOf(made));
  const due = await read(made.id, ['latest_invoice']);
  expect(due).toMatchObject({ status: 'past_due', latest_invoice: { status: 'open', attempt_count: 1 } });
  expect(await told()).toContain('invoice.payment_failed');
  await expect(stripe.invoices.pay((due.latest_invoice as Stripe.Invoice).id!)).rejects.toMatchObject({
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
  const page = await (await fetch(url!)).text();
  expect(page).toMatch(/\$99\.00 per month[\s\S]*<button>Subscribe<\/button>/);
  expect((await submit(url!, { ...CARD, number: '4000000000000002' })).text).toContain('Your card was declined.');
  expect((await here.stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
  expect(await submit(url!, { ...CARD, number: '4242424242424242' })).toMatchObject({
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
  const asked = await submit(secured.url!, { ...CARD, number: '4000002760003184' });
  expect((await submit(here.url + asked.to, { outcome: 'fail' })).text).toContain('unable to authenticate');
  await submit(secured.url!, { ...CARD, number: '4000002760003184' });
  await submit(here.url + asked.to, { outcome: 'complete' });
  expect(await session(secured.id)).toMatchObject({ status: 'complete', subscription: { status: 'active' } });
  const free = await order({ subscription_data: { trial_period_days: 30 } });
  await submit(free.url!, { ...CARD, number: '4242424242424242' });
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
  await submit(`${url}/plan`, { price: prices.pro! });
  expect((await read(made.id)).items.data[0]?.price.id).toBe(prices.pro);
  await submit(`${url}/plan`, { price: prices.growth! });
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
