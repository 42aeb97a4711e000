import { uuidv7 } from 'uuidv7';
import { describe, expect, test, vi } from 'vitest';
import { createApp } from '../../worker/app.ts';
import { fittingPlan, isNearLimit } from '../../worker/billing/plan-limits.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { call, contextForAll, testConfig } from '../support/fixtures.ts';
import { resendForAll } from '../support/resend-emulator.ts';
import { applicant, completeSignup } from '../support/signup.ts';
import { stripeForAll } from '../support/stripe-harness.ts';

const harness = stripeForAll();
const resend = resendForAll();
const ctx = contextForAll(() =>
  harness.createContext({ config: { ...testConfig(), stripe: harness.config, resendUrl: resend.url } }),
);

describe('[BILLING-28] the plan that fits', () => {
  test.each([
    ['starter', 50, 'starter'],
    ['starter', 51, 'growth'],
    ['starter', 151, 'pro'],
    ['growth', 10, 'growth'],
    ['growth', 151, 'pro'],
    ['pro', 401, 'pro'],
    ['starter', 4000, 'pro'],
    ['free', 4000, 'free'],
  ] as const)('[BILLING-28] %s with %i addresses: %s', (plan, units, fitting) => {
    expect(fittingPlan(plan, units)).toBe(fitting);
  });

  test('[BILLING-28] a plan is nearly full from nine tenths on, the largest never', () => {
    expect([44, 45].map((units) => isNearLimit('starter', units))).toEqual([false, true]);
    expect([isNearLimit('pro', 400), isNearLimit('free', 9999)]).toEqual([false, false]);
  });
});

const owner = () => completeSignup(harness, ctx, applicant({ plan: 'starter' }));
type Owner = Awaited<ReturnType<typeof owner>>;
const planOf = async (who: Owner) => (await who.call('GET', '/api/subscriptions/status')).body.plan.name;
/** Without the signup's code. */
const subjects = (who: Owner) =>
  resend.sent
    .filter(({ to, subject }) => to.includes(who.input.email) && !subject.endsWith('Porchlight code'))
    .map(({ subject }) => subject);
const add = (who: Owner) => who.call('POST', '/api/addresses', { street: `${uuidv7()} Elm Street` });
const drain = ({ ids }: Owner, deps = ctx.deps) => drainOutbox(deps, { hoa_id: ids.hoa.id });

const have = (who: Owner, count: number) =>
  ctx.db.batch(
    Array.from({ length: count }, () => ({
      sql: 'INSERT INTO addresses (id, hoa_id, street, created_at) VALUES (?, ?, ?, ?)',
      args: [uuidv7(), who.ids.hoa.id, `${uuidv7()} Ash Street`, new Date().toISOString()],
    })),
    'write',
  );

const NEAR = 'Your HOA is nearing the limit of the Starter plan';
const MOVED = 'Your HOA is now on the Growth plan';

test('[BILLING-28] [HOASETUP-09] the superadmin is told before the plan is full, once, and after it has moved', async () => {
  const sue = await owner();
  await have(sue, 44);
  for (let count = 0; count < 2; count += 1) expect((await add(sue)).status).toBe(201);
  await drain(sue);
  await expect.poll(() => subjects(sue)).toEqual([NEAR]);
  expect(await planOf(sue)).toBe('starter');
  await have(sue, 4);
  await add(sue);
  await drain(sue);
  await expect.poll(() => planOf(sue)).toBe('growth');
  await expect.poll(() => subjects(sue)).toEqual([NEAR, MOVED]);
  const { items } = await harness.stripe.subscriptions.retrieve(sue.ids.subscription_id);
  expect(items.data[0]?.price.unit_amount).toBe(9900);
});

test('[BILLING-28] a bulk add of many leaves one look at the plan, which moves as far as it must', async () => {
  const sue = await owner();
  const users = Array.from({ length: 160 }, (_, at) => ({
    street: `${at} Birch Street`,
    is_rented: false,
    resident_name: `Person ${at}`,
    resident_email: `p${at}-${uuidv7()}@example.test`,
    role: 'resident',
  }));
  const { status, body } = await sue.call('POST', '/api/users/bulk', { users });
  expect([status < 300, body.message]).toEqual([true, undefined]);
  await drain(sue);
  await expect.poll(() => planOf(sue)).toBe('pro');
  const sql = "SELECT count(*) AS looks FROM outbox WHERE hoa_id = ? AND kind = 'fitPlan'";
  const { rows } = await ctx.db.execute({ sql, args: [sue.ids.hoa.id] });
  expect(rows[0]?.looks).toBe(1);
});

test('[BILLING-28] whoever dies between the move and its mail leaves the mail to the next', async () => {
  const sue = await owner();
  await have(sue, 50);
  let deaths = 0;
  const db = new Proxy(ctx.db, {
    get: (target, name) => {
      const member = Reflect.get(target, name);
      if (name !== 'batch') return typeof member === 'function' ? member.bind(target) : member;
      return async (...args: Parameters<typeof target.batch>) => {
        if (deaths > 0 || !JSON.stringify(args[0]).includes('plan-mail/moved')) return target.batch(...args);
        deaths += 1;
        throw new Error('The worker died');
      };
    },
  });
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const deps = { ...ctx.deps, db };
  const app = createApp(deps);
  expect((await call(app, 'POST', '/api/addresses', { street: '1 Oak Street' }, sue.token)).status).toBe(201);
  // Whichever drain comes to the move first, that of the change or the schedule's, dies.
  const mailed = async () => {
    await drain(sue, deps).catch(() => undefined);
    return subjects(sue);
  };
  await expect.poll(mailed, { timeout: 15_000 }).toEqual([NEAR, MOVED]);
  expect([deaths, await planOf(sue)]).toEqual([1, 'growth']);
  log.mockRestore();
});

test('[BILLING-28] adding is never blocked: while Stripe does not answer the plan waits, not the address', async () => {
  const sue = await owner();
  await have(sue, 50);
  await harness.control('POST', 'outage', { mode: 'down' });
  expect((await add(sue)).status).toBe(201);
  await harness.control('POST', 'outage', { mode: 'off' });
  await expect.poll(() => planOf(sue), { timeout: 15_000 }).toBe('growth');
});

test('[BILLING-28] [REACT-13] a canceled subscription is left as it is', async () => {
  const sue = await owner();
  await sue.call('POST', '/api/subscriptions/cancel', {});
  await have(sue, 60);
  expect((await add(sue)).status).toBe(201);
  await drain(sue);
  expect([await planOf(sue), subjects(sue)]).toEqual(['starter', []]);
});
