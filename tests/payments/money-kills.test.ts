import type { Client } from '@libsql/client';
import Stripe from 'stripe';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createApp } from '../../worker/app.ts';
import { type Answer, call, contextForAll, type TestContext } from '../support/fixtures.ts';
import {
  applicant,
  complete,
  completeSignup,
  confirmCard,
  confirmPayment,
  countAtStripe,
  countRows,
  newestCode,
  type SignupIds,
  trial,
  verifyEmail,
} from '../support/signup.ts';
import {
  activateAccount,
  createInvoices,
  hoasOfEvent,
  moneyOf,
  payOnHostedPage,
  statusOf,
  stripeForAll,
  submitCheckout,
} from '../support/stripe-harness.ts';

const harness = stripeForAll();
const ctx = contextForAll(() => harness.createContext());
beforeAll(() => activateAccount(harness, ctx, ctx.sue));
afterEach(() => vi.restoreAllMocks());

/** An app that dies after its n-th external call: the call has taken effect, but its answer never arrives. */
const dying = (steps: number) => {
  let left = steps;
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (left <= 0) throw new TypeError('The worker is dead');
    const done = await work();
    left -= 1;
    if (left <= 0) throw new TypeError('The worker has died');
    return done;
  };
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) =>
    String(url).startsWith(harness.config.url) ? step(() => real(url, init)) : real(url, init),
  );
  const db = new Proxy(ctx.db, {
    get: (target, name) => {
      const member = Reflect.get(target, name);
      if (name !== 'batch') return typeof member === 'function' ? member.bind(target) : member;
      return (...args: Parameters<Client['batch']>) => step(() => target.batch(...args));
    },
  });
  const waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined);
  return { app: createApp({ ...ctx.deps, db, waitUntil }), isDead: () => left <= 0 };
};

const send = async (app: TestContext['app'], event: Stripe.Event): Promise<Answer> => {
  const payload = JSON.stringify(event);
  const { webhookSecret: secret } = harness.config;
  const cryptoProvider = Stripe.createSubtleCryptoProvider();
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, cryptoProvider });
  const headers = { 'Stripe-Signature': signature };
  const answer = await app.request('/api/webhooks/stripe', { method: 'POST', headers, body: payload });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
};

/** Calls an app that dies at one step, then a healthy one. Returns the last answer and whether the first died. */
const survived = async (steps: number, ask: (ctx: Pick<TestContext, 'app'>) => Promise<Answer>) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { app, isDead } = dying(steps);
  const first = await ask({ app });
  const died = isDead();
  vi.restoreAllMocks();
  return { died, answer: died ? await ask(ctx) : first };
};

/** The steps at which to die. */
const EVERY = Number(process.env.KILL_EVERY ?? 4);
const eachDeath = async (story: (steps: number) => Promise<boolean>, from = 1) => {
  for (let steps = from; await story(steps); steps += EVERY) expect(steps).toBeLessThan(100);
};

test('[INV-30] [INV-32] whoever dies while a checkout is made leaves one checkout, and one charge', async () => {
  await eachDeath(async (steps) => {
    const id = String((await createInvoices(ctx, ctx.rex)).ids[0]);
    const ask = ({ app }: Pick<TestContext, 'app'>) =>
      call(app, 'POST', `/api/invoices/${id}/pay`, undefined, ctx.rex.token);
    const { died, answer } = await survived(steps, ask);
    expect([steps, answer.status]).toEqual([steps, 200]);
    const { data } = await harness.stripe.checkout.sessions.list({ limit: 100 });
    expect(data.filter(({ metadata, status }) => metadata?.invoice_id === id && status === 'open')).toHaveLength(1);
    await submitCheckout(answer.body.checkout_url);
    await harness.deliver();
    expect([await statusOf(ctx.rex, id), (await moneyOf(ctx, id)).length]).toEqual(['paid', 1]);
    return died;
  });
}, 60_000);

test('[BILLING-26] [INV-29] whoever dies over a webhook is told again, and records it once', async () => {
  await eachDeath(async (steps) => {
    const id = String((await createInvoices(ctx, ctx.rex)).ids[0]);
    const payment = await payOnHostedPage(harness, ctx.rex, id);
    await harness.stripe.refunds.create({ payment_intent: payment, amount: 500 });
    const { data } = await harness.stripe.events.list({ limit: 20 });
    const events = data.filter((event) => JSON.stringify(event).includes(payment));
    expect(events.length).toBeGreaterThan(1);
    let anyDied = false;
    for (const event of events) {
      const { died, answer } = await survived(steps, ({ app }) => send(app, event));
      expect([event.type, answer.status]).toEqual([event.type, 200]);
      expect(await hoasOfEvent(ctx, event.id)).toHaveLength(1);
      anyDied ||= died;
    }
    const money = (await moneyOf(ctx, id)).map(({ amount_cents }) => amount_cents);
    expect([await statusOf(ctx.rex, id), money]).toEqual(['pending', [12_550, -500]]);
    return anyDied;
  });
}, 60_000);

test('[BILLING-10] [BILLING-22] [BILLING-21] whoever dies over a change of plan or a cancellation can ask again', async () => {
  await eachDeath(async (steps) => {
    const sue = await completeSignup(harness, ctx, applicant({ plan: 'starter' }));
    const ask = (path: string, body: object) =>
      survived(steps, ({ app }) => call(app, 'POST', `/api/subscriptions/${path}`, body, sue.token));
    const moved = await ask('update-plan', { planName: 'pro' });
    const ended = await ask('cancel', { reason: 'Enough' });
    // A repeated call answers 409.
    for (const { answer } of [moved, ended]) expect([200, 409]).toContain(answer.status);
    const { body } = await sue.call('GET', '/api/subscriptions/status');
    expect(body).toMatchObject({ plan: { name: 'pro' }, status: 'canceled', cancellation_reason: 'Enough' });
    const bill = await harness.stripe.subscriptions.retrieve(sue.ids.subscription_id);
    expect([bill.items.data.length, bill.cancel_at_period_end]).toEqual([1, true]);
    return moved.died || ended.died;
  });
}, 60_000);

test('[SIGNUP-32] [SIGNUP-47] [SIGNUP-49] whoever dies at any step of a signup leaves one customer, subscription and HOA', async () => {
  await eachDeath(async (steps) => {
    const input = applicant();
    const begun = await survived(steps, (place) => trial(place, input));
    expect([steps, begun.answer.status]).toEqual([steps, 201]);
    const ids = begun.answer.body as SignupIds;
    const card = await confirmCard(harness, ids);
    const confirmed = await survived(steps, (place) => confirmPayment(place, ids, card));
    expect([steps, confirmed.answer.status]).toEqual([steps, 200]);
    const code = await newestCode(ctx, ids);
    const verified = await survived(steps, (place) => verifyEmail({ ...ctx, ...place }, ids, code));
    expect([steps, verified.answer.status]).toEqual([steps, 200]);
    const ended = await survived(steps, (place) => complete(place, ids));
    expect([steps, ended.answer.status, typeof ended.answer.body.token]).toEqual([steps, 200, 'string']);
    expect(await countRows(ctx, input)).toEqual({ users: 1, hoas: 1 });
    expect(await countAtStripe(harness, input.email)).toEqual({ customers: 1, subscriptions: 1 });
    return begun.died || confirmed.died || verified.died || ended.died;
  });
}, 120_000);

test('[SIGNUP-20] [SEC-18] guesses at the password of a signup under way are counted, and lock nobody else out', async () => {
  const input = applicant();
  expect((await trial(ctx, input)).status).toBe(201);
  const from = async (address: string, password: string) => {
    const headers = { 'CF-Connecting-IP': address };
    return (await call(ctx.app, 'POST', '/api/signup/trial', { ...input, password }, undefined, headers)).status;
  };
  const guesses = [];
  for (let guess = 0; guess < 21; guess += 1) guesses.push(await from('192.0.2.1', `guess-number-${guess}`));
  expect([new Set(guesses.slice(0, 20)), guesses[20]]).toEqual([new Set([409]), 429]);
  expect(await from('192.0.2.1', input.password)).toBe(429);
  expect(await from('192.0.2.2', input.password)).toBe(201);
}, 30_000);
