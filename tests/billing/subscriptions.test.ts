import { describe, expect, test } from 'vitest';
import { nth } from '../support/required.ts';
import { get, post, statusOf, subscriptionsForAll } from '../support/subscriptions.ts';

const { harness, ctx, owner, sold, renew } = subscriptionsForAll();

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
    const price = nth((await sold(pro)).items.data, 0).price.id;
    const item = nth((await sold(sue)).items.data, 0).id;
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

test('[BILLING-06] [PROD-06] the smallest plan has every feature of its card', async () => {
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
