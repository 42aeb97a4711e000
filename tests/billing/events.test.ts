import Stripe from 'stripe';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { contextForAll, testConfig } from '../support/fixtures.ts';
import { nth } from '../support/required.ts';
import { resendForAll } from '../support/resend-emulator.ts';
import { applicant, completeSignup } from '../support/signup.ts';
import { stripeForAll } from '../support/stripe-harness.ts';

const harness = stripeForAll();
const resend = resendForAll();
const ctx = contextForAll(() =>
  harness.createContext({ config: { ...testConfig(), stripe: harness.config, resendUrl: resend.url } }),
);

const owner = (plan = 'growth') => completeSignup(harness, ctx, applicant({ plan }));
type Owner = Awaited<ReturnType<typeof owner>>;
const statusOf = async (who: Owner) => (await who.call('GET', '/api/subscriptions/status')).body;
const customerOf = async ({ ids }: Owner) =>
  String((await harness.stripe.subscriptions.retrieve(ids.subscription_id)).customer);
const namedBy = async (who: Owner) => ({ id: who.ids.subscription_id, customer: await customerOf(who) });
/** Without the signup's code. */
const mailsTo = (who: Owner) =>
  resend.sent.filter(({ to, subject }) => to.includes(who.input.email) && !subject.endsWith('Porchlight code'));

const tell = async (type: string, object: object, id = `evt_${uuidv7()}`): Promise<number> => {
  const event = { id, object: 'event', type, created: Math.floor(Date.now() / 1000), data: { object } };
  const payload = JSON.stringify(event);
  const cryptoProvider = Stripe.createSubtleCryptoProvider();
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: harness.config.webhookSecret,
    cryptoProvider,
  });
  const headers = { 'Stripe-Signature': signature, 'Content-Type': 'application/json' };
  return (await ctx.app.request('/api/webhooks/stripe', { method: 'POST', headers, body: payload })).status;
};

test('[BILLING-26] what comes late, twice and in another order ends at what Stripe says', async () => {
  const sue = await owner();
  const named = await namedBy(sue);
  const lies = [
    { ...named, status: 'canceled', ended_at: 1 },
    { ...named, status: 'past_due' },
    { ...named, cancel_at_period_end: true },
  ];
  const answers = await Promise.all(lies.map((lie) => tell('customer.subscription.updated', lie)));
  expect(answers).toEqual([200, 200, 200]);
  expect(await statusOf(sue)).toMatchObject({ status: 'trialing', canceled_at: null, plan: { name: 'growth' } });
});

test('[BILLING-26] an event is noted once, with its HOA', async () => {
  const sue = await owner();
  const subscription = await namedBy(sue);
  const id = `evt_${uuidv7()}`;
  for (let times = 0; times < 2; times += 1)
    expect(await tell('customer.subscription.updated', subscription, id)).toBe(200);
  const { rows } = await ctx.db.execute({ sql: 'SELECT hoa_id FROM processor_events WHERE id = ?', args: [id] });
  expect(rows.map(({ hoa_id }) => hoa_id)).toEqual([sue.ids.hoa.id]);
});

test('[BILLING-26] an event is forgotten when Stripe has long ceased to repeat it', async () => {
  const [old, recent] = [`evt_${uuidv7()}`, `evt_${uuidv7()}`];
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
  // Before all others, as the oldest are.
  const sql = `INSERT INTO processor_events (rowid, id, type, created_at, received_at)
    SELECT min(rowid) - 1, ?1, 'invoice.paid', ?2, ?2 FROM processor_events`;
  await tell('invoice.paid', { id: 'in_1', customer: 'cus_none', parent: null });
  await ctx.db.execute({ sql, args: [recent, daysAgo(89)] });
  await ctx.db.execute({ sql, args: [old, daysAgo(91)] });
  await tell('invoice.paid', { id: 'in_1', customer: 'cus_none', parent: null });
  const { rows } = await ctx.db.execute({
    sql: 'SELECT id FROM processor_events WHERE id IN (?, ?)',
    args: [old, recent],
  });
  expect(rows.map(({ id }) => id)).toEqual([recent]);
});

test('[BILLING-26] a customer who is none of ours changes nothing', async () => {
  const stranger = await harness.stripe.customers.create({ email: 'stranger@example.test' });
  expect(await tell('customer.subscription.updated', { id: 'sub_unknown', customer: stranger.id })).toBe(200);
  expect(await tell('invoice.paid', { id: 'in_1', customer: stranger.id, parent: null })).toBe(200);
});

test('[BILLING-26] [SEC-13] a second subscription beside a running one does not take its place', async () => {
  const sue = await owner();
  const customer = await customerOf(sue);
  const { items } = await harness.stripe.subscriptions.retrieve((await owner('pro')).ids.subscription_id);
  const second = await harness.stripe.subscriptions.create({
    customer,
    items: [{ price: nth(items.data, 0).price.id }],
    trial_period_days: 5,
  });
  await harness.deliver();
  expect(await tell('customer.subscription.created', { id: second.id, customer })).toBe(200);
  expect((await statusOf(sue)).plan.name).toBe('growth');
});

test('[BILLING-25] the trial that ends with a paid month is active', async () => {
  const sue = await owner();
  await harness.stripe.subscriptions.update(sue.ids.subscription_id, { trial_end: 'now' });
  await harness.deliver('reverse');
  expect((await statusOf(sue)).status).toBe('active');
});

test('[PROD-08] three days before the first charge the superadmin hears of it, once', async () => {
  const sue = await owner();
  const subscription = await namedBy(sue);
  for (let times = 0; times < 2; times += 1)
    expect(await tell('customer.subscription.trial_will_end', subscription)).toBe(200);
  await expect.poll(() => mailsTo(sue).map(({ subject }) => subject)).toEqual(['Your free trial ends soon']);
  const [mail] = mailsTo(sue);
  expect(mail?.text).toContain('$99 a month');
  expect(mail?.html).toContain('http://localhost:8787/profile');
});

test('[BILLING-25] a charge that fails makes the subscription past due, and is told once a bill', async () => {
  const sue = await owner();
  const customer = await customerOf(sue);
  const failing = await harness.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
  await harness.stripe.subscriptions.update(sue.ids.subscription_id, {
    default_payment_method: failing.id,
    metadata: { decline: '1' },
  });
  await harness.stripe.subscriptions.update(sue.ids.subscription_id, { trial_end: 'now' });
  const bill = {
    id: `in_${uuidv7()}`,
    customer,
    parent: { subscription_details: { subscription: sue.ids.subscription_id } },
  };
  for (let times = 0; times < 2; times += 1) expect(await tell('invoice.payment_failed', bill)).toBe(200);
  expect((await statusOf(sue)).status).toBe('past_due');
  await expect.poll(() => mailsTo(sue).map(({ subject }) => subject)).toEqual(['Your payment did not go through']);
});

test('[REACT-12] [PROFILE-03] a subscription that Stripe ends at once gives no access from then on', async () => {
  const sue = await owner();
  await harness.stripe.subscriptions.cancel(sue.ids.subscription_id, {
    cancellation_details: { feedback: 'too_expensive' },
  });
  await harness.deliver();
  const { status, current_period_end } = await statusOf(sue);
  expect(status).toBe('canceled');
  expect(Date.parse(current_period_end)).toBeLessThanOrEqual(Date.now() + 5000);
});
