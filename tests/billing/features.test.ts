import { expect, test } from 'vitest';
import { hasFeature, PLANS, type PlanFeature } from '../../schema/plans.ts';
import { tellOtherPlans } from '../../worker/billing/stored-plan.ts';
import { required } from '../support/required.ts';
import { type Owner, post, subscriptionsForAll } from '../support/subscriptions.ts';

const { ctx, owner, renew } = subscriptionsForAll();
const PLAN_FEATURES = {
  advanced_reporting: 'Advanced reporting',
  custom_branding: 'Custom branding',
  automations: 'Automations',
  advanced_analytics: 'Advanced analytics',
  api_access: 'API access',
  custom_integrations: 'Custom integrations',
} satisfies Record<PlanFeature, string>;
const FEATURES = Object.keys(PLAN_FEATURES) as PlanFeature[];

const newToken = (sue: Owner) => sue.call('POST', '/api/tokens', { name: 'Accounting', scopes: ['read'] });
const newWebhook = (sue: Owner) =>
  sue.call('POST', '/api/webhook-endpoints', { url: 'https://example.com/hook', events: ['request.created'] });
const planStored = async ({ ids }: Owner) => {
  const { rows } = await ctx.db.execute({ sql: 'SELECT plan FROM hoas WHERE id = ?', args: [ids.hoa.id] });
  return required(rows[0]).plan;
};

test('[BILLING-07] [BILLING-08] a plan includes what its card says; the free plan and an association without one everything', () => {
  for (const plan of ['starter', 'growth', 'pro'] as const)
    expect(
      FEATURES.filter((feature) => hasFeature({ plan }, feature)).map((feature) => PLAN_FEATURES[feature]),
    ).toEqual(Object.values(PLAN_FEATURES).filter((label) => PLANS[plan].features.includes(label)));
  for (const plan of ['free', null, undefined] as const)
    expect(FEATURES.every((feature) => hasFeature({ ...(plan !== undefined && { plan }) }, feature))).toBe(true);
  expect(hasFeature({ plan: 'starter', kept_features: ['api_access'] }, 'api_access')).toBe(true);
});

test('[BILLING-08] tokens and webhooks are made on the Pro plan, from the moment of the upgrade; earlier ones keep working', async () => {
  const sue = await owner('growth');
  for (const answer of [await newToken(sue), await newWebhook(sue)])
    expect(answer).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('It comes with the Pro plan.') },
    });
  await post(sue, 'update-plan', { planName: 'pro' });
  const { status, body } = await newToken(sue);
  expect([status, (await newWebhook(sue)).status]).toEqual([201, 201]);
  await post(sue, 'update-plan', { planName: 'starter' });
  expect((await newToken(sue)).status).toBe(201);
  await renew(sue);
  expect(await planStored(sue)).toBe('starter');
  expect((await newToken(sue)).status).toBe(403);
  const headers = { authorization: `Bearer ${body.token}` };
  expect((await ctx.app.request('/api/requests', { headers })).status).toBe(200);
});

test('[BILLING-08] whoever had tokens before plans differed in them keeps making them', async () => {
  const sue = await owner('starter');
  const sql = `UPDATE hoas SET kept_features = '["api_access","custom_integrations"]' WHERE id = ?`;
  await ctx.db.execute({ sql, args: [sue.ids.hoa.id] });
  expect([(await newToken(sue)).status, (await newWebhook(sue)).status]).toEqual([201, 201]);
});

test('a plan that was changed by the release before reaches the association in the night', async () => {
  const sue = await owner('starter');
  await ctx.db.execute({ sql: `UPDATE subscriptions SET plan = 'pro' WHERE hoa_id = ?`, args: [sue.ids.hoa.id] });
  for (let run = 0; run < 2; run += 1) await tellOtherPlans(ctx.deps);
  expect(await planStored(sue)).toBe('pro');
  expect((await newToken(sue)).status).toBe(201);
});
