import { describe, expect, test } from 'vitest';
import { call, contextForAll } from '../support/fixtures.ts';
import {
  applicant,
  checkAvailability,
  completeSignup,
  countAtStripe,
  countRows,
  PASSWORD,
  startSignup,
  trial,
} from '../support/signup.ts';
import { stripeForAll } from '../support/stripe-harness.ts';

const harness = stripeForAll();
const ctx = contextForAll(() => harness.createContext());

const logIn = (email: string, password = PASSWORD) => call(ctx.app, 'POST', '/api/auth/login', { email, password });
const plans = async (query = '') => (await call(ctx.app, 'GET', `/api/signup/plans${query}`)).body;

describe('[BILLING-02] [BILLING-05] plans', () => {
  test('[SIGNUP-10] [BILLING-01] [BILLING-04] plans are keyed by name, with their price', async () => {
    const answer = await plans();
    expect(Object.keys(answer)).toEqual(['starter', 'growth', 'pro']);
    expect(answer.starter).toMatchObject({
      name: 'starter',
      display_name: 'Starter',
      price_cents: 4900,
      price: 49,
      max_units: 50,
    });
    expect(answer.growth).toMatchObject({
      price_cents: 9900,
      max_units: 150,
      audience: 'Growing communities',
      rank: 2,
    });
    expect(answer.pro).toMatchObject({ price_cents: 19900, max_units: 400, audience: 'Large HOAs', rank: 3 });
  });

  test('[BILLING-06] [BILLING-07] [BILLING-08] each plan offers what the one below does, and more', async () => {
    const { starter, growth, pro } = await plans();
    expect(starter.features).toContain('Violation tracking');
    expect(growth.features).toEqual([...starter.features, 'Advanced reporting', 'Custom branding', 'Automations']);
    expect(pro.features.slice(0, growth.features.length)).toEqual(growth.features);
    expect(pro.features).toContain('Custom integrations');
  });

  test('[SIGNUP-11] [BILLING-03] the free plan is offered to listed testers alone', async () => {
    expect((await plans('?email=Free@porchlight.test')).free).toMatchObject({ price_cents: 0, max_units: null });
    expect(await plans('?email=ann@example.test')).not.toHaveProperty('free');
    const input = applicant({ plan: 'free' });
    expect(await trial(ctx, input)).toMatchObject({ status: 400, body: { message: 'This plan is not available.' } });
    expect(await countRows(ctx, input)).toEqual({ users: 0, hoas: 0 });
  });

  test('[SIGNUP-11] [PROD-07] a listed tester signs up for the free plan, with a card as for any other', async () => {
    const input = applicant({ plan: 'free' });
    const tester = await harness.createContext({ config: { ...ctx.deps.config, freePlanEmails: [input.email] } });
    const { body } = await completeSignup(harness, tester, input);
    expect(body.subscription.plan).toEqual({ name: 'free', display_name: 'Free', price_cents: 0, max_units: null });
  });

  test('[SIGNUP-44] the card form learns the publishable key, and no other', async () => {
    const { body } = await call(ctx.app, 'GET', '/api/signup/payment-form');
    expect(body).toEqual({ publishable_key: harness.config.publishableKey, script_url: null });
  });
});

describe('[SIGNUP-20] availability', () => {
  test('[SIGNUP-19] [SIGNUP-21] [SIGNUP-24] what somebody has is not available, however it is written', async () => {
    const input = applicant();
    expect(await checkAvailability(ctx, { email: input.email })).toBe(true);
    expect(await checkAvailability(ctx, { hoa_name: input.hoa_name })).toBe(true);
    await startSignup(ctx, input);
    expect(await checkAvailability(ctx, { email: ` ${input.email.toUpperCase()} ` })).toBe(false);
    expect(await checkAvailability(ctx, { hoa_name: `  ${input.hoa_name.toUpperCase().replace(' ', '   ')} ` })).toBe(
      false,
    );
  });

  test.each([
    [{ email: 'no address' }, 'Please enter a valid email address'],
    [{ email: '' }, 'Email is required'],
    [{ hoa_name: '   ' }, 'HOA name is required'],
    [{}, 'HOA name is required'],
  ])('[SIGNUP-19] [SIGNUP-27] [SIGNUP-31] %j is refused: %s', async (wanted, message) => {
    const { status, body } = await call(ctx.app, 'POST', '/api/signup/check-availability', wanted);
    expect([status, body.message]).toEqual([400, message]);
  });

  test('[AUTH-13] who looks too often is asked to wait', async () => {
    const { email } = applicant();
    const looks = await Promise.all(
      Array.from({ length: 40 }, () => call(ctx.app, 'POST', '/api/signup/check-availability', { email })),
    );
    expect(looks.map(({ status }) => status)).toContain(429);
  });
});

describe('[SIGNUP-32] [SIGNUP-28] [SIGNUP-31] trial', () => {
  test('[SIGNUP-62] [BILLING-09] [PROD-07] a trial of 30 days waits for a card', async () => {
    const input = applicant();
    const ids = await startSignup(ctx, input);
    expect(ids.setup_intent_client_secret).toMatch(new RegExp(`^${ids.setup_intent_id}_secret_`));
    const subscription = await harness.stripe.subscriptions.retrieve(ids.subscription_id);
    expect(subscription).toMatchObject({ status: 'trialing', metadata: { hoa_id: ids.hoa.id, plan: 'growth' } });
    expect(subscription.items.data[0]?.price).toMatchObject({
      unit_amount: 9900,
      lookup_key: 'porchlight_growth_monthly',
    });
    expect((subscription.trial_end ?? 0) - subscription.created).toBeCloseTo(30 * 86_400, -2);
  });

  test('[SIGNUP-36] [PROD-04] [PROD-15] until the card is known its superadmin cannot sign in', async () => {
    const input = applicant();
    const ids = await startSignup(ctx, input);
    const { rows } = await ctx.db.execute({
      sql: 'SELECT role, status, hoa_id, name FROM users WHERE id = ?',
      args: [ids.user.id],
    });
    expect(rows[0]).toMatchObject({ role: 'superadmin', status: 'invited', hoa_id: ids.hoa.id, name: 'Ann Lee' });
    expect(await logIn(input.email)).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } });
  });

  test.each([
    [{ email: 'nobody' }, 'Please enter a valid email address'],
    [{ password: 'short1' }, 'Password must be at least 8 characters with at least one letter and one number'],
    [{ password: 'onlyletters' }, 'Password must be at least 8 characters with at least one letter and one number'],
    [{ password: '' }, 'Password is required'],
    [{ password: `${'a1'.repeat(101)}` }, 'Password cannot exceed 200 characters'],
    [{ name: ' ' }, 'Full name is required'],
    [{ hoa_name: '' }, 'HOA name is required'],
    [{ plan: 'enterprise' }, 'Please go back and select a plan first.'],
    [{ plan: undefined }, 'Please go back and select a plan first.'],
  ])('[SIGNUP-27] [SIGNUP-30] [SIGNUP-35] %j is refused: %s', async (over, message) => {
    const input = applicant(over);
    const { status, body } = await trial(ctx, input);
    expect([status, body.message]).toEqual([400, message]);
    expect(await countRows(ctx, input)).toEqual({ users: 0, hoas: 0 });
  });

  test('[SIGNUP-20] [SIGNUP-21] [SIGNUP-23] the server asks again and refuses what is taken', async () => {
    const input = applicant();
    await startSignup(ctx, input);
    const sameEmail = applicant({ email: input.email, password: 'another-password-2' });
    expect(await trial(ctx, sameEmail)).toMatchObject({
      status: 409,
      body: { message: 'This email is already registered' },
    });
    const sameName = applicant({ hoa_name: ` ${input.hoa_name.toUpperCase()}` });
    expect(await trial(ctx, sameName)).toMatchObject({
      status: 409,
      body: { message: 'An HOA with this name already exists' },
    });
    expect(await trial(ctx, applicant({ email: ctx.rex.email }))).toMatchObject({ status: 409 });
    expect(await countAtStripe(harness, sameName.email)).toEqual({ customers: 0, subscriptions: 0 });
  });

  test('[SEC-17] [SEC-18] nobody becomes anything by asking for it, and the password is stored as a hash alone', async () => {
    const input = applicant({ status: 'active', role: 'resident', hoa_id: ctx.hoa_id, id: 'mine' });
    const ids = await startSignup(ctx, input);
    expect(ids.hoa.id).not.toBe(ctx.hoa_id);
    const { rows } = await ctx.db.execute({
      sql: 'SELECT * FROM credentials WHERE user_id = ?',
      args: [ids.user.id],
    });
    expect(String(rows[0]?.password_hash)).toMatch(/^scrypt\$/);
  });
});
