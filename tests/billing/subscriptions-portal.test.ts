import { describe, expect, test } from 'vitest';
import { required } from '../support/required.ts';
import { countAtStripe } from '../support/signup.ts';
import { submit, submitCheckout } from '../support/stripe-harness.ts';

import { get, type Owner, post, statusOf, subscriptionsForAll } from '../support/subscriptions.ts';

const { harness, ctx, owner, sold, lapse, renew } = subscriptionsForAll();

describe('portal', () => {
  test('[BILLING-13] [BILLING-23] [PROFILE-04] gives the address of a portal that offers the three plans', async () => {
    const sue = await owner();
    const answers = [await post(sue, 'create-billing-portal'), await post(sue, 'create-billing-portal')];
    for (const { status, body } of answers)
      expect([status, body.portal_url]).toEqual([200, expect.stringMatching(/^http/)]);
    const { data } = await harness.stripe.billingPortal.configurations.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata?.porchlight).length).toBe(1);
  });

  /** Acts in the portal as the superadmin and delivers the webhooks. */
  const inPortal = async (who: Owner, action: string, form: Record<string, string>) => {
    const { body } = await post(who, 'create-billing-portal');
    const { status } = await submit(`${body.portal_url}/${action}`, form);
    expect(status).toBe(303);
    await harness.deliver('reverse');
  };
  const priceOf = async (plan: string) => {
    const { data } = await harness.stripe.prices.list({ lookup_keys: [`porchlight_${plan}_monthly`] });
    return { price: required(data[0]).id };
  };
  /** The prices are at Stripe once a portal was opened. */
  const choosePlan = async (who: Owner, plan: string) => {
    await post(who, 'create-billing-portal');
    await inPortal(who, 'plan', await priceOf(plan));
  };

  test('[BILLING-27] the way back tells the profile which plan there was', async () => {
    const sue = await owner();
    const { body } = await post(sue, 'create-billing-portal');
    const page = await (await fetch(body.portal_url)).text();
    expect(page).toContain('http://localhost:8787/profile?plan_before=growth');
  });

  test('[BILLING-10] [BILLING-26] a larger plan chosen in the portal counts at once', async () => {
    const sue = await owner();
    await choosePlan(sue, 'pro');
    expect(await statusOf(sue)).toMatchObject({ plan: { name: 'pro' }, next_plan: null, status: 'trialing' });
  });

  test.each(['trial', 'paid month'])(
    '[BILLING-10] [BILLING-26] a smaller plan chosen in the portal during a %s waits for the next period, and can be taken back',
    async (period) => {
      const sue = await owner();
      if (period === 'paid month') await renew(sue);
      await choosePlan(sue, 'starter');
      expect(await statusOf(sue)).toMatchObject({ plan: { name: 'growth' }, next_plan: { name: 'starter' } });
      const { body } = await post(sue, 'update-plan', { planName: 'growth' });
      expect(body).toMatchObject({ plan: { name: 'growth' }, next_plan: null });
      await choosePlan(sue, 'starter');
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
