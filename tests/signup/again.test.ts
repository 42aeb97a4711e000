import type { Client } from '@libsql/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../worker/app.ts';
import { call, type TestContext } from '../support/fixtures.ts';
import {
  applicant,
  complete,
  completeSignup,
  confirmCard,
  confirmPayment,
  countAtStripe,
  countRows,
  startSignup,
  trial,
} from '../support/signup.ts';
import { createStripeHarness, type StripeHarness } from '../support/stripe-harness.ts';

let harness: StripeHarness;
let ctx: TestContext;
beforeAll(async () => {
  harness = await createStripeHarness();
});
beforeEach(async () => {
  ctx = await harness.createContext();
});
afterAll(() => harness.close());

const ONE = { customers: 1, subscriptions: 1 };
const logIn = (email: string, password: string) => call(ctx.app, 'POST', '/api/auth/login', { email, password });
/** Stripe does what the next call asks, but its answer is lost. */
const lose = (times: number) => harness.control('POST', 'outage', { mode: 'lost', times });
const setOutage = (mode: 'off' | 'down') => harness.control('POST', 'outage', { mode });

/** A database that fails whenever a signup is written to it. */
const unwritable = (db: Client): Client => {
  const batch: Client['batch'] = async (statements, mode) => {
    if (JSON.stringify(statements).includes('INSERT INTO signups')) throw new Error('The database is away');
    return db.batch(statements, mode);
  };
  return Object.assign(Object.create(db) as Client, { batch });
};

describe('a step that is taken again', () => {
  test('[SIGNUP-32] [SIGNUP-36] the same trial again gives the same ids: one customer, one subscription, one HOA', async () => {
    const input = applicant();
    const first = await startSignup(ctx, input);
    expect(await startSignup(ctx, input)).toEqual(first);
    expect(await countAtStripe(harness, input.email)).toEqual(ONE);
    expect(await countRows(ctx, input)).toEqual({ users: 1, hoas: 1 });
  });

  test('[SIGNUP-32] five of the same at once are one', async () => {
    const input = applicant();
    const answers = await Promise.all(Array.from({ length: 5 }, () => startSignup(ctx, input)));
    expect(new Set(answers.map(({ hoa }) => hoa.id)).size).toBe(1);
    expect(await countAtStripe(harness, input.email)).toEqual(ONE);
    expect(await countRows(ctx, input)).toEqual({ users: 1, hoas: 1 });
  });

  test('[SIGNUP-32] a trial whose making broke off half way makes no second customer', async () => {
    const input = applicant();
    await lose(2);
    expect((await trial(ctx, input)).status).toBe(502);
    await startSignup(ctx, input);
    expect(await countAtStripe(harness, input.email)).toEqual(ONE);
  });

  test('[SIGNUP-32] a trial that the database did not take goes on, though all but the email has changed by now', async () => {
    const input = applicant();
    vi.spyOn(console, 'error').mockReturnValueOnce();
    const broken = { app: createApp({ ...ctx.deps, db: unwritable(ctx.db) }) };
    expect((await trial(broken, input)).status).toBe(500);
    expect([await countAtStripe(harness, input.email), await countRows(ctx, input)]).toEqual([
      ONE,
      { users: 0, hoas: 0 },
    ]);
    const changed = { ...input, plan: 'pro', name: 'Ann B. Lee', password: 'quite-another-2' };
    const ids = await startSignup(ctx, changed);
    const { items } = await harness.stripe.subscriptions.retrieve(ids.subscription_id);
    expect(items.data[0]?.price.unit_amount).toBe(19_900);
    expect([await countAtStripe(harness, input.email), await countRows(ctx, input)]).toEqual([
      ONE,
      { users: 1, hoas: 1 },
    ]);
  });

  test('[SIGNUP-40] [SIGNUP-26] back and forth: name, HOA name and plan are taken over, the ids stay', async () => {
    const input = applicant();
    const first = await startSignup(ctx, input);
    const changed = { ...input, name: 'Ann B. Lee', hoa_name: `${input.hoa_name} South`, plan: 'starter' };
    expect(await startSignup(ctx, changed)).toEqual(first);
    const { items } = await harness.stripe.subscriptions.retrieve(first.subscription_id);
    expect(items.data[0]?.price.unit_amount).toBe(4900);
    await confirmCard(harness, first);
    const { body } = await complete(ctx, first, { plan: 'starter' });
    expect([body.user.name, body.hoa.name, body.subscription.plan.name]).toEqual([
      'Ann B. Lee',
      changed.hoa_name,
      'starter',
    ]);
    expect(await countAtStripe(harness, input.email)).toEqual(ONE);
  });

  test('[SIGNUP-40] the browser that has the client secret may change the email and the password too', async () => {
    const input = applicant();
    const first = await startSignup(ctx, input);
    const other = applicant({ hoa_name: input.hoa_name, password: 'quite-another-2' });
    const again = { ...other, setup_intent_client_secret: first.setup_intent_client_secret };
    expect(await startSignup(ctx, again)).toEqual(first);
    expect([await countAtStripe(harness, input.email), await countAtStripe(harness, other.email)]).toEqual([
      { customers: 0, subscriptions: 0 },
      ONE,
    ]);
    await confirmCard(harness, first);
    expect((await complete(ctx, first)).status).toBe(200);
    expect((await logIn(other.email, 'quite-another-2')).status).toBe(200);
    expect((await logIn(input.email, input.password)).status).toBe(401);
  });

  test('[SIGNUP-20] a wrong or made-up client secret opens nothing', async () => {
    const input = applicant();
    const { setup_intent_id } = await startSignup(ctx, input);
    const mallory = { ...input, password: 'not-the-password-3' };
    for (const secret of [`${setup_intent_id}_secret_guess`, 'seti_x_secret_y', '', 'nonsense'])
      expect((await trial(ctx, { ...mallory, setup_intent_client_secret: secret })).status).toBe(409);
  });

  test('[SIGNUP-47] [SIGNUP-49] confirming and completing again changes nothing more', async () => {
    const input = applicant();
    const ids = await startSignup(ctx, input);
    const card = await confirmCard(harness, ids);
    for (let times = 0; times < 2; times += 1) expect((await confirmPayment(ctx, ids, card)).status).toBe(200);
    const answers = await Promise.all([complete(ctx, ids), complete(ctx, ids), complete(ctx, ids)]);
    expect(answers.map(({ status, body }) => [status, Boolean(body.token)])).toEqual(Array(3).fill([200, true]));
    expect((await confirmPayment(ctx, ids, card)).status).toBe(200);
    expect(await countAtStripe(harness, input.email)).toEqual(ONE);
  });

  test('[SIGNUP-52] completion finds out by itself what a lost confirmation did not tell', async () => {
    const ids = await startSignup(ctx);
    const card = await confirmCard(harness, ids);
    expect((await complete(ctx, ids, { payment_method_id: 'pm_another' })).status).toBe(400);
    expect((await complete(ctx, ids, { payment_method_id: card })).body.token).toBeTruthy();
  });

  test('[SIGNUP-20] after completion the email is registered: password or client secret alone open nothing', async () => {
    const { input, ids } = await completeSignup(harness, ctx);
    const secret = { setup_intent_client_secret: ids.setup_intent_client_secret };
    for (const over of [{}, { ...secret, password: 'not-the-password-3' }, { ...secret, email: ctx.rex.email }])
      expect(await trial(ctx, { ...input, ...over })).toMatchObject({
        status: 409,
        body: { message: 'This email is already registered' },
      });
  });

  test('[HOASETUP-10] back from the HOA setup to the plans: with both, the same signup takes another plan and HOA name', async () => {
    const { input, ids } = await completeSignup(harness, ctx);
    const changed = { ...input, plan: 'pro', hoa_name: `${input.hoa_name} East`, name: 'Not Changed Here' };
    const again = { ...changed, setup_intent_client_secret: ids.setup_intent_client_secret };
    expect(await startSignup(ctx, again)).toEqual({ ...ids, payment_method_secured: true });
    const { body } = await complete(ctx, ids, { plan: 'pro' });
    expect([body.hoa.name, body.subscription.plan.name, body.user.name]).toEqual([changed.hoa_name, 'pro', input.name]);
    expect([await countAtStripe(harness, input.email), Boolean(body.token)]).toEqual([ONE, true]);
  });
});

describe('at the same moment', () => {
  test('[SIGNUP-23] [SIGNUP-20] two signups for one email: one wins, the other gets the sentence and leaves nothing', async () => {
    const one = applicant();
    const other = applicant({ email: one.email, password: 'somebody-else-9' });
    const answers = await Promise.all([trial(ctx, one), trial(ctx, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe('This email is already registered');
    await settled(one.email);
    const [a, b] = [await countRows(ctx, one), await countRows(ctx, other)];
    expect([a.users, a.hoas + b.hoas]).toEqual([1, 1]);
  });

  test('[SIGNUP-23] [SIGNUP-21] two signups for one HOA name: one wins, the other gets the sentence and leaves nothing', async () => {
    const one = applicant();
    const other = applicant({ hoa_name: one.hoa_name.toUpperCase() });
    const answers = await Promise.all([trial(ctx, one), trial(ctx, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const loser = answers[0]?.status === 409 ? one : other;
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe('An HOA with this name already exists');
    expect((await countRows(ctx, loser)).users).toBe(0);
    await expect.poll(() => countAtStripe(harness, loser.email)).toEqual({ customers: 0, subscriptions: 0 });
  });

  const settled = (email: string) => expect.poll(() => countAtStripe(harness, email)).toEqual(ONE);
});

describe('when Stripe does not answer', () => {
  test('[SIGNUP-34] the trial says so, nothing is kept, and the next try succeeds', async () => {
    const input = applicant();
    await setOutage('down');
    const { status, body } = await trial(ctx, input);
    await setOutage('off');
    expect([status, body.message]).toEqual([502, 'The payment service could not be reached. Please try again.']);
    expect(await countRows(ctx, input)).toEqual({ users: 0, hoas: 0 });
    await startSignup(ctx, input);
    expect(await countAtStripe(harness, input.email)).toEqual(ONE);
  });

  test('[SIGNUP-50] confirmation and completion say so, and succeed later', async () => {
    const ids = await startSignup(ctx);
    const card = await confirmCard(harness, ids);
    await setOutage('down');
    expect((await confirmPayment(ctx, ids, card)).status).toBe(502);
    expect((await complete(ctx, ids)).status).toBe(502);
    await setOutage('off');
    expect((await complete(ctx, ids)).body.token).toBeTruthy();
  });
});
