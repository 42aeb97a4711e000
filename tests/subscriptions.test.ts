/** Long, as it is one subject: one house at the emulator and one owner serve every call of the area. */
import { describe, expect, test } from 'vitest';
import { contextForAll } from './support/fixtures.ts';
import { applicant, completeSignup, countAtStripe } from './support/signup.ts';
import { stripeForAll, submit, submitCheckout } from './support/stripe-harness.ts';

const harness = stripeForAll();
const ctx = contextForAll(() => harness.createContext());

type Owner = Awaited<ReturnType<typeof completeSignup>>;
const owner = (plan = 'growth') => completeSignup(harness, ctx, applicant({ plan }));
const get = (who: Pick<Owner, 'call'>, path: string) => who.call('GET', `/api/subscriptions/${path}`);
const post = (who: Pick<Owner, 'call'>, path: string, body: object = {}) =>
  who.call('POST', `/api/subscriptions/${path}`, body);
const statusOf = async (who: Owner) => (await get(who, 'status')).body;
const sold = async ({ ids }: Owner) => harness.stripe.subscriptions.retrieve(ids.subscription_id);
/** The subscription ends at Stripe now, and the app hears of it. */
const lapse = async ({ ids }: Owner) => {
  await harness.stripe.subscriptions.cancel(ids.subscription_id);
  await harness.deliver();
};
/** The trial ends now, the first month is paid, and the app hears of it. */
const renew = async ({ ids }: Owner) => {
  await harness.stripe.subscriptions.update(ids.subscription_id, { trial_end: 'now' });
  await harness.deliver();
};

describe('who may', () => {
  const CALLS = [
    ['GET', 'status'],
    ['GET', 'reactivation-status'],
    ['POST', 'cancel'],
    ['POST', 'update-plan'],
    ['POST', 'create-billing-portal'],
    ['POST', 'create-reactivation-checkout'],
  ] as const;
  test.each(CALLS)('[SEC-04] [REACT-11] [PROFILE-02] %s %s is the superadmin alone', async (method, path) => {
    for (const person of [ctx.bea, ctx.rex])
      expect(
        (await person.call(method, `/api/subscriptions/${path}`, method === 'POST' ? { planName: 'pro' } : undefined))
          .status,
      ).toBe(403);
    const answer = await ctx.app.request(`/api/subscriptions/${path}`, { method });
    expect(answer.status).toBe(401);
  });

  test('[BILLING-20] an HOA that never ordered anything has no subscription, and needs no reactivation', async () => {
    expect((await get(ctx.sue, 'status')).status).toBe(404);
    expect((await get(ctx.sue, 'reactivation-status')).body).toEqual({
      needsReactivation: false,
      subscription: null,
    });
    expect((await post(ctx.sue, 'cancel')).status).toBe(404);
  });
});

describe('[BILLING-24] [BILLING-25] status', () => {
  test('[BILLING-11] [BILLING-20] [PROFILE-05] tells plan, status and dates', async () => {
    const subscription = await statusOf(await owner());
    expect(subscription).toMatchObject({
      plan: { name: 'growth', display_name: 'Growth', price_cents: 9900, max_units: 150 },
      next_plan: null,
      status: 'trialing',
      canceled_at: null,
      cancellation_reason: null,
    });
    expect(subscription.current_period_end).toBe(subscription.trial_end);
    expect(Object.keys(subscription).filter((name) => name.startsWith('stripe'))).toEqual([]);
  });

  test('[REACT-06] a running subscription needs no reactivation', async () => {
    const { body } = await get(await owner(), 'reactivation-status');
    expect(body).toMatchObject({ needsReactivation: false, subscription: { status: 'trialing' } });
  });

  test('[BILLING-27] who comes back from the portal sooner than its webhook sees the new plan', async () => {
    const sue = await owner('starter');
    const pro = await owner('pro');
    const price = (await sold(pro)).items.data[0]!.price.id;
    const item = (await sold(sue)).items.data[0]!.id;
    await harness.stripe.subscriptions.update(sue.ids.subscription_id, { items: [{ id: item, price }] });
    expect((await statusOf(sue)).plan.name).toBe('starter');
    expect((await get(sue, 'status?fresh=1')).body.plan.name).toBe('pro');
    expect((await statusOf(sue)).plan.name).toBe('pro');
  });

  test('[BILLING-26] a fresh status falls back on what is known while Stripe does not answer', async () => {
    const sue = await owner();
    await harness.control('POST', 'outage', { mode: 'down' });
    const { ids } = sue;
    const answer = await get(sue, 'status?fresh=1');
    await harness.control('POST', 'outage', { mode: 'off' });
    expect([answer.status, ids.subscription_id]).toEqual([200, ids.subscription_id]);
  });
});

describe('change of plan', () => {
  test('[BILLING-10] [BILLING-22] a larger plan counts at once, and the difference is billed', async () => {
    const sue = await owner('starter');
    const { status, body } = await post(sue, 'update-plan', { planName: 'pro' });
    expect([status, body.plan.name, body.next_plan]).toEqual([200, 'pro', null]);
    expect((await sold(sue)).items.data[0]?.price.unit_amount).toBe(19_900);
    await harness.deliver();
    expect((await statusOf(sue)).plan.name).toBe('pro');
  });

  test('[BILLING-10] a smaller plan counts from the next billing cycle', async () => {
    const sue = await owner();
    const { body } = await post(sue, 'update-plan', { planName: 'starter' });
    expect([body.plan.name, body.next_plan.name]).toEqual(['growth', 'starter']);
    await harness.deliver('reverse');
    expect((await statusOf(sue)).plan.name).toBe('growth');
    await renew(sue);
    expect(await statusOf(sue)).toMatchObject({ plan: { name: 'starter' }, next_plan: null, status: 'active' });
  });

  test('[BILLING-10] a downgrade that is still to come can be taken back, or turned into an upgrade', async () => {
    const sue = await owner();
    await post(sue, 'update-plan', { planName: 'starter' });
    expect((await post(sue, 'update-plan', { planName: 'starter' })).status).toBe(409);
    expect((await post(sue, 'update-plan', { planName: 'growth' })).body).toMatchObject({
      plan: { name: 'growth' },
      next_plan: null,
    });
    await post(sue, 'update-plan', { planName: 'starter' });
    expect((await post(sue, 'update-plan', { planName: 'pro' })).body).toMatchObject({
      plan: { name: 'pro' },
      next_plan: null,
    });
  });

  test.each([
    [{ planName: 'growth' }, 409],
    [{ planName: 'free' }, 400],
    [{ planName: 'enterprise' }, 400],
    [{}, 400],
  ])('[BILLING-22] [BILLING-24] %j is refused with %i', async (body, status) => {
    const sue = await owner();
    expect((await post(sue, 'update-plan', body)).status).toBe(status);
    expect((await sold(sue)).items.data[0]?.price.unit_amount).toBe(9900);
  });
});

test('[BILLING-29] [PROD-06] the smallest plan shuts nobody out of any feature', async () => {
  const sue = await owner('starter');
  for (const path of ['announcements', 'requests', 'documents', 'violations', 'dues', 'users', 'addresses'])
    expect([path, (await sue.call('GET', `/api/${path}`)).status]).toEqual([path, 200]);
});

describe('[PROD-08] cancellation', () => {
  test('[BILLING-21] [BILLING-24] [PROFILE-03] ends with the period that is paid for', async () => {
    const sue = await owner();
    const { current_period_end } = await statusOf(sue);
    const { status, body } = await post(sue, 'cancel', { reason: ' Too dear ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'canceled', cancellation_reason: 'Too dear', current_period_end });
    expect(Math.abs(Date.parse(body.canceled_at) - Date.now())).toBeLessThan(60_000);
    const { cancel_at_period_end, cancellation_details } = await sold(sue);
    expect([cancel_at_period_end, cancellation_details?.comment]).toEqual([true, 'Too dear']);
    expect((await get(sue, 'reactivation-status')).body.needsReactivation).toBe(false);
  });

  test('[BILLING-21] canceling again, or changing what is canceled, is refused', async () => {
    const sue = await owner();
    expect((await post(sue, 'cancel')).body.cancellation_reason).toBeNull();
    expect((await post(sue, 'cancel')).status).toBe(409);
    expect((await post(sue, 'update-plan', { planName: 'pro' })).status).toBe(409);
    expect((await post(sue, 'cancel', { reason: 'x'.repeat(501) })).status).toBe(400);
  });

  test('[BILLING-26] taken back in the portal, it is as if nothing had been', async () => {
    const sue = await owner();
    await post(sue, 'cancel', { reason: 'A whim' });
    await harness.stripe.subscriptions.update(sue.ids.subscription_id, { cancel_at_period_end: false });
    await harness.deliver();
    expect(await statusOf(sue)).toMatchObject({ status: 'trialing', canceled_at: null, cancellation_reason: null });
  });
});

describe('portal', () => {
  test('[BILLING-13] [BILLING-23] [PROFILE-04] gives the address of a portal that offers the three plans', async () => {
    const sue = await owner();
    const answers = [await post(sue, 'create-billing-portal'), await post(sue, 'create-billing-portal')];
    for (const { status, body } of answers)
      expect([status, body.portal_url]).toEqual([200, expect.stringMatching(/^http/)]);
    const { data } = await harness.stripe.billingPortal.configurations.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata?.porchlight).length).toBe(1);
  });

  /** What the superadmin does in the portal, of which the app then hears. */
  const inPortal = async (who: Owner, action: string, form: Record<string, string>) => {
    const { body } = await post(who, 'create-billing-portal');
    const { status } = await submit(`${body.portal_url}/${action}`, form);
    expect(status).toBe(303);
    await harness.deliver('reverse');
  };
  const priceOf = async (plan: string) => {
    const { data } = await harness.stripe.prices.list({ lookup_keys: [`porchlight_${plan}_monthly`] });
    return { price: String(data[0]?.id) };
  };

  test('[BILLING-27] the way back tells the profile which plan there was', async () => {
    const sue = await owner();
    const { body } = await post(sue, 'create-billing-portal');
    const page = await (await fetch(body.portal_url)).text();
    expect(page).toContain('http://localhost:8787/profile?plan_before=growth');
  });

  test('[BILLING-10] [BILLING-26] a larger plan chosen in the portal counts at once', async () => {
    const sue = await owner();
    await inPortal(sue, 'plan', await priceOf('pro'));
    expect(await statusOf(sue)).toMatchObject({ plan: { name: 'pro' }, next_plan: null, status: 'trialing' });
  });

  test.each(['trial', 'paid month'])(
    '[BILLING-10] [BILLING-26] a smaller plan chosen in the portal during a %s waits for the next period, and can be taken back',
    async (period) => {
      const sue = await owner();
      if (period === 'paid month') await renew(sue);
      await inPortal(sue, 'plan', await priceOf('starter'));
      expect(await statusOf(sue)).toMatchObject({ plan: { name: 'growth' }, next_plan: { name: 'starter' } });
      const { body } = await post(sue, 'update-plan', { planName: 'growth' });
      expect(body).toMatchObject({ plan: { name: 'growth' }, next_plan: null });
      await inPortal(sue, 'plan', await priceOf('starter'));
      expect((await post(sue, 'cancel', { reason: 'Enough' })).body).toMatchObject({
        status: 'canceled',
        next_plan: null,
      });
    },
  );

  test('[BILLING-26] [PROFILE-03] canceled in the portal, with the reason given there, and taken back there', async () => {
    const sue = await owner();
    await inPortal(sue, 'cancel', { feedback: 'too_expensive', comment: '' });
    expect(await statusOf(sue)).toMatchObject({ status: 'canceled', cancellation_reason: 'Too expensive' });
    await inPortal(sue, 'keep', {});
    expect(await statusOf(sue)).toMatchObject({ status: 'trialing', cancellation_reason: null });
  });

  test('[BILLING-19] says so when Stripe does not answer', async () => {
    const sue = await owner();
    await harness.control('POST', 'outage', { mode: 'down' });
    const { status, body } = await post({ call: sue.call }, 'create-billing-portal');
    await harness.control('POST', 'outage', { mode: 'off' });
    expect([status, body.message]).toEqual([502, 'The payment service could not be reached. Please try again.']);
  });
});

describe('reactivation', () => {
  const order = (who: Owner, planName = 'starter') => post(who, 'create-reactivation-checkout', { planName });

  test('[REACT-01] [REACT-02] [REACT-12] is needed once a canceled subscription has run out', async () => {
    const sue = await owner();
    await lapse(sue);
    const { body } = await get(sue, 'reactivation-status');
    expect(body).toMatchObject({
      needsReactivation: true,
      subscription: { status: 'canceled', plan: { name: 'growth' } },
    });
    expect(body.subscription.canceled_at).toBeTruthy();
  });

  test('[REACT-05] [REACT-07] is refused while it is not needed, and for plans that are not sold', async () => {
    const sue = await owner();
    expect((await order(sue)).status).toBe(409);
    await lapse(sue);
    for (const plan of ['free', 'enterprise', undefined])
      expect((await post(sue, 'create-reactivation-checkout', { planName: plan })).body.message).toBe(
        'Please select a plan to continue.',
      );
  });

  test('[REACT-07] one checkout is open at a time, however often it is asked for', async () => {
    const sue = await owner();
    await lapse(sue);
    const answers = await Promise.all([order(sue), order(sue), order(sue)]);
    const urls = new Set(answers.map(({ body }) => body.checkout_url));
    expect([urls.size, (await order(sue)).body.checkout_url]).toEqual([1, [...urls][0]]);
    const other = (await order(sue, 'pro')).body.checkout_url;
    expect(urls.has(other)).toBe(false);
    const back = (await order(sue)).body.checkout_url;
    expect(urls.has(back)).toBe(false);
    const customer = String((await sold(sue)).customer);
    const { data } = await harness.stripe.checkout.sessions.list({ customer });
    expect(data.filter(({ status }) => status === 'open').length).toBe(1);
  });

  test('[REACT-07] two plans asked for at once leave one checkout open: both could be paid', async () => {
    const sue = await owner();
    await lapse(sue);
    const answers = await Promise.all([order(sue), order(sue, 'pro'), order(sue, 'growth')]);
    expect(answers.map(({ status }) => status)).toContain(200);
    const customer = String((await sold(sue)).customer);
    const openOnes = async () =>
      (await harness.stripe.checkout.sessions.list({ customer })).data.filter(({ status }) => status === 'open').length;
    expect(await openOnes()).toBe(1);
    expect([(await order(sue, 'pro')).status, await openOnes()]).toEqual([200, 1]);
  });

  test('[REACT-15] [BILLING-26] the paid checkout makes the HOA active again, for the same customer', async () => {
    const sue = await owner();
    await lapse(sue);
    const { body } = await order(sue, 'pro');
    expect((await submitCheckout(body.checkout_url)).status).toBe(303);
    expect((await get(sue, 'reactivation-status')).body.needsReactivation).toBe(true);
    await harness.deliver('shuffle');
    expect(await statusOf(sue)).toMatchObject({ status: 'active', plan: { name: 'pro' }, canceled_at: null });
    expect((await get(sue, 'reactivation-status')).body.needsReactivation).toBe(false);
    expect(await countAtStripe(harness, sue.input.email)).toEqual({ customers: 1, subscriptions: 1 });
    expect((await order(sue)).status).toBe(409);
  });

  test('[REACT-15] an order that is paid and not yet heard of is not made again', async () => {
    const sue = await owner();
    await lapse(sue);
    await submitCheckout((await order(sue)).body.checkout_url);
    expect((await order(sue)).status).toBe(409);
    expect((await statusOf(sue)).status).toBe('active');
  });

  test('[REACT-13] nothing is deleted meanwhile, and everybody keeps working', async () => {
    const sue = await owner();
    const bob = await ctx.join(sue.ids.hoa.id, 'Bob Board', 'board');
    await lapse(sue);
    expect((await bob.call('POST', '/api/addresses', { street: '12 Elm Street' })).status).toBe(201);
    expect((await bob.call('GET', '/api/addresses')).status).toBe(200);
    expect((await sue.call('GET', '/api/auth/profile')).status).toBe(200);
  });

  test('[REACT-12] [BILLING-26] what is over at Stripe is over here, though its clock be ahead of ours', async () => {
    const sue = await owner();
    await post(sue, 'cancel', {});
    await harness.control('POST', 'clock', { advance_seconds: 40 * 86_400 });
    await harness.deliver();
    const { body } = await get(sue, 'reactivation-status');
    expect(body).toMatchObject({ needsReactivation: true, subscription: { status: 'canceled' } });
    await harness.control('POST', 'webhooks/resend', { type: 'customer.subscription.deleted' });
    await harness.deliver();
    expect((await get(sue, 'reactivation-status')).body).toEqual(body);
  });
});
