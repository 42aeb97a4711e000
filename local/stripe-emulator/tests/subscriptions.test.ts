import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { nth, required } from './support.ts';
import {
  clockTo,
  customer,
  DAY,
  endOf,
  here,
  paying,
  prices,
  read,
  startForAll,
  told,
  trial,
} from './support-subscriptions.ts';

startForAll();

const setUp = ({ pending_setup_intent }: Stripe.Subscription, card = 'pm_card_visa') =>
  here.stripe.setupIntents.confirm((pending_setup_intent as Stripe.SetupIntent).id, { payment_method: card });

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
  const item = nth(made.items.data, 0);
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
  const lines = nth(data, 0).lines.data.map(({ amount, parent }) => [
    amount,
    parent?.subscription_item_details?.proration,
  ]);
  expect(lines).toEqual([
    [-2450, true],
    [9950, true],
    [19_900, false],
  ]);
});

test('always_invoice charges the difference at once; none charges nothing', async () => {
  const { stripe } = here;
  const made = await paying();
  const id = nth(made.items.data, 0).id;
  const proration_date = nth(made.items.data, 0).current_period_start;
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
  await change(required(prices.starter), 'none');
  await clockTo(endOf(made));
  const { data } = await stripe.invoices.list({ subscription: made.id });
  expect(data.map(({ total }) => total)).toEqual([4900, 5000, 4900]);
});

test('a smaller plan in the middle of a period gives credit that later invoices use up', async () => {
  const { stripe } = here;
  const made = await paying('pm_card_visa', prices.pro);
  const { id, current_period_start } = nth(made.items.data, 0);
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
  const items = [{ id: nth(made.items.data, 0).id, price: prices.pro }];
  const moved = await stripe.subscriptions.update(made.id, { items, proration_behavior: 'none' });
  expect(moved).toMatchObject({ status: 'trialing', trial_end: made.trial_end });
  const begun = await stripe.subscriptions.update(made.id, { trial_end: 'now', expand: ['latest_invoice'] });
  expect(begun).toMatchObject({ status: 'active', latest_invoice: { amount_paid: 19_900 } });
});
