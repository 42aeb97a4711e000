import { afterEach, expect, test } from 'vitest';
import { accountOf, activateAccount, stripeForAll } from '../support/stripe-harness.ts';

const harness = stripeForAll();
afterEach(() => harness.control('POST', 'outage', { mode: 'off' }));

const BASE = '/api/stripe-connect';
const UNREACHABLE = 'The payment service could not be reached. Please try again.';

test('[CONNECT-06] [CONNECT-02] an HOA without an account is told so, without asking Stripe', async () => {
  const ctx = await harness.createContext();
  await harness.control('POST', 'outage', { mode: 'down' });
  const { status, body } = await ctx.sue.call('GET', `${BASE}/account-status`);
  expect([status, body]).toEqual([200, { is_offered: true, account_exists: false, account_id: null, status: null }]);
});

test('[CONNECT-07] [CONNECT-02] create-account makes an Express account that asks for all that charges need', async () => {
  const ctx = await harness.createContext();
  const { status, body } = await ctx.sue.call('POST', `${BASE}/create-account`);
  expect([status, body]).toEqual([200, { success: true, onboarding_url: expect.stringMatching(/^http/) }]);
  const account = await harness.stripe.accounts.retrieve(await accountOf(ctx.db, ctx.hoa_id));
  expect(account).toMatchObject({ type: 'express', country: 'US', metadata: { hoa_id: ctx.hoa_id } });
  const asked = ['card_payments', 'transfers', 'us_bank_account_ach_payments'];
  expect(Object.keys(account.capabilities ?? {}).sort()).toEqual(asked);
});

test('[CONNECT-11] the onboarding link is that account’s, and comes back to /stripe-setup', async () => {
  const ctx = await harness.createContext();
  const { body } = await ctx.sue.call('POST', `${BASE}/create-account`);
  expect(body.onboarding_url).toContain(await accountOf(ctx.db, ctx.hoa_id));
  await fetch(body.onboarding_url, { redirect: 'manual' });
  const spent = await fetch(body.onboarding_url, { redirect: 'manual' });
  expect(spent.headers.get('location')).toBe('http://localhost:8787/stripe-setup?onboarding=refresh');
});

test('[CONNECT-10] create-account again, or twice at once, gives fresh links to the one account', async () => {
  const ctx = await harness.createContext();
  const create = () => ctx.sue.call('POST', `${BASE}/create-account`);
  const answers = [...(await Promise.all([create(), create()])), await create()];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.onboarding_url)).size).toBe(3);
  const { data } = await harness.stripe.accounts.list({ limit: 100 });
  expect(data.filter(({ metadata }) => metadata?.hoa_id === ctx.hoa_id)).toHaveLength(1);
});

test('[CONNECT-10] an account whose answer got lost is found again, though the HOA has another name by now', async () => {
  const ctx = await harness.createContext();
  const create = () => ctx.sue.call('POST', `${BASE}/create-account`);
  await create();
  const account = await accountOf(ctx.db, ctx.hoa_id);
  const args = [ctx.hoa_id];
  await ctx.db.execute({ sql: 'DELETE FROM payment_accounts WHERE hoa_id = ?', args });
  await ctx.db.execute({ sql: "UPDATE hoas SET name = 'Renamed ' || id WHERE id = ?", args });
  expect((await create()).status).toBe(200);
  expect(await accountOf(ctx.db, ctx.hoa_id)).toBe(account);
  const { body } = await ctx.sue.call('GET', `${BASE}/account-status`);
  expect(body.status.business_profile.name).toMatch(/^Renamed/);
});

test('[CONNECT-05] [CONNECT-04] the status tells what Stripe says of the account, now', async () => {
  const ctx = await harness.createContext();
  await ctx.sue.call('POST', `${BASE}/create-account`);
  const account_id = await accountOf(ctx.db, ctx.hoa_id);
  const { body: before } = await ctx.sue.call('GET', `${BASE}/account-status`);
  expect(before).toEqual({
    is_offered: true,
    account_exists: true,
    account_id,
    status: {
      details_submitted: false,
      charges_enabled: false,
      payouts_enabled: false,
      capabilities: { card_payments: 'inactive', transfers: 'inactive' },
      business_profile: {
        name: expect.stringContaining('Willow'),
        product_description: 'Homeowners’ association dues',
      },
      requirements_due: expect.arrayContaining(['external_account']),
    },
  });
  await harness.control('POST', `accounts/${account_id}`, { currently_due: [], details_submitted: true });
  const { body: after } = await ctx.sue.call('GET', `${BASE}/account-status`);
  expect(after.status).toMatchObject({
    details_submitted: true,
    charges_enabled: true,
    payouts_enabled: true,
    capabilities: { card_payments: 'active', transfers: 'active' },
    requirements_due: [],
  });
});

test('[CONNECT-03] [CONNECT-08] requirements due later are told, and refresh-onboarding gives a fresh link', async () => {
  const ctx = await harness.createContext();
  const account = await activateAccount(harness, ctx, ctx.sue);
  await harness.control('POST', `accounts/${account}`, { currently_due: ['company.tax_id'] });
  const { body } = await ctx.sue.call('GET', `${BASE}/account-status`);
  expect(body.status).toMatchObject({ charges_enabled: false, requirements_due: ['company.tax_id'] });
  const link = await ctx.sue.call('POST', `${BASE}/refresh-onboarding`);
  expect([link.status, link.body]).toEqual([200, { success: true, onboarding_url: expect.stringContaining(account) }]);
});

test('[CONNECT-08] refresh-onboarding without an account is 404', async () => {
  const ctx = await harness.createContext();
  const { status, body } = await ctx.sue.call('POST', `${BASE}/refresh-onboarding`);
  expect([status, body.message]).toEqual([404, 'This HOA has no payment account yet.']);
});

test('[CONNECT-05] account.updated webhooks keep what is known, whatever their order', async () => {
  const ctx = await harness.createContext();
  const account = await activateAccount(harness, ctx, ctx.sue);
  await harness.control('POST', `accounts/${account}`, { currently_due: ['external_account'] });
  await harness.control('POST', `accounts/${account}`, { currently_due: [] });
  expect(new Set(await harness.deliver('reverse'))).toEqual(new Set([200]));
  await harness.control('POST', 'outage', { mode: 'down' });
  const { status, body } = await ctx.sue.call('GET', `${BASE}/account-status`);
  expect([status, body.status.charges_enabled, body.status.requirements_due]).toEqual([200, true, []]);
});

test('[CONNECT-09] with Stripe down the status is what was last known, and the rest says 502 and can be repeated', async () => {
  const ctx = await harness.createContext();
  await harness.control('POST', 'outage', { mode: 'down' });
  const failed = await ctx.sue.call('POST', `${BASE}/create-account`);
  expect([failed.status, failed.body.message]).toEqual([502, UNREACHABLE]);
  await harness.control('POST', 'outage', { mode: 'off' });
  expect((await ctx.sue.call('POST', `${BASE}/create-account`)).status).toBe(200);
  await harness.control('POST', 'outage', { mode: 'down' });
  const known = await ctx.sue.call('GET', `${BASE}/account-status`);
  expect([known.status, known.body.account_exists]).toEqual([200, true]);
  const link = await ctx.sue.call('POST', `${BASE}/refresh-onboarding`);
  expect([link.status, link.body.message]).toEqual([502, UNREACHABLE]);
});

test('[SEC-04] [SEC-12] the payment account is the superadmin’s business alone', async () => {
  const ctx = await harness.createContext();
  const routes = [
    ['GET', 'account-status'],
    ['POST', 'create-account'],
    ['POST', 'refresh-onboarding'],
  ] as const;
  for (const [method, path] of routes) {
    for (const person of [ctx.rex, ctx.bea]) expect((await person.call(method, `${BASE}/${path}`)).status).toBe(403);
    expect((await ctx.app.request(`${BASE}/${path}`, { method })).status).toBe(401);
  }
});

test('[SEC-13] each HOA has its own account', async () => {
  const ctx = await harness.createContext();
  const olivia = await ctx.join(ctx.otto.hoa_id, 'Olivia Stone', 'superadmin');
  const one = await activateAccount(harness, ctx, ctx.sue);
  const { body: none } = await olivia.call('GET', `${BASE}/account-status`);
  expect(none.account_exists).toBe(false);
  expect(await activateAccount(harness, ctx, olivia)).not.toBe(one);
});
