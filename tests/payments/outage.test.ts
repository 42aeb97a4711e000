import { afterEach, expect, test, vi } from 'vitest';
import { accountIdOf } from '../../sync/accounts/entity.ts';
import { signAccess } from '../../worker/auth/access.ts';
import { openFamily } from '../../worker/auth/refresh.ts';
import { settle } from '../support/dues.ts';
import { call, testConfig } from '../support/fixtures.ts';
import {
  activateAccount,
  BANK,
  billedContext,
  checkout,
  createInvoices,
  pay,
  payOnHostedPage,
  sessionOf,
  statusOf,
  stripeForAll,
  submitCheckout,
} from '../support/stripe-harness.ts';

const OPENING = 'Your payment page is being opened. Please try again in a moment.';

const harness = stripeForAll();
afterEach(async () => {
  vi.restoreAllMocks();
  await harness.control('POST', 'outage', { mode: 'off' });
});

const unreachable = {
  status: 502,
  body: { message: 'The payment service could not be reached. Please try again.' },
};

const sessionsFor = async (id: string) => {
  const { data } = await harness.stripe.checkout.sessions.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata?.invoice_id === id);
};

test('[INV-32] with Stripe down, paying says so in a sentence, and works when it is back', async () => {
  const { ctx, id } = await billedContext(harness);
  await harness.control('POST', 'outage', { mode: 'down' });
  expect(await pay(ctx.rex, id)).toMatchObject(unreachable);
  await harness.control('POST', 'outage', { mode: 'off' });
  const url = await checkout(ctx.rex, id);
  await harness.control('POST', 'outage', { mode: 'down' });
  expect(await pay(ctx.rex, id)).toMatchObject(unreachable);
  await harness.control('POST', 'outage', { mode: 'off' });
  expect(await checkout(ctx.rex, id)).toBe(url);
});

test('[INV-32] where nobody listens, paying says so', async () => {
  const { ctx, id } = await billedContext(harness);
  const nowhere = await harness.createContext({ config: testConfig() });
  const { stripe } = nowhere.deps.config;
  ctx.deps.config = { ...ctx.deps.config, stripe };
  expect(await pay(ctx.rex, id)).toMatchObject(unreachable);
});

test('[API-02] Stripe that is slow is given up before the browser gives up, and what it did is found again', async () => {
  const config = { ...testConfig(), stripe: { ...harness.config, budgetMs: 300 } };
  const ctx = await harness.createContext({ config });
  await activateAccount(harness, ctx, ctx.sue);
  const { ids } = await createInvoices(ctx, ctx.rex);
  const id = String(ids[0]);
  await harness.control('POST', 'outage', { mode: 'slow', ms: 2000 });
  expect(await pay(ctx.rex, id)).toMatchObject(unreachable);
  await harness.control('POST', 'outage', { mode: 'off' });
  await vi.waitFor(async () => expect((await pay(ctx.rex, id)).status).toBe(200), { timeout: 5000 });
  expect(await sessionsFor(id)).toHaveLength(1);
});

test('[INV-30] [INV-32] of twenty clicks while Stripe is slow, each gets the one page, or a sentence that asks to try again', async () => {
  const { ctx, id } = await billedContext(harness);
  await harness.control('POST', 'outage', { mode: 'slow', ms: 300 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(ctx.rex, id)));
  await harness.control('POST', 'outage', { mode: 'off' });
  const again = answers.filter(({ status }) => status !== 200);
  for (const answer of again) expect(answer).toMatchObject({ status: 409, body: { message: OPENING } });
  const url = await checkout(ctx.rex, id);
  const pages = new Set(answers.flatMap(({ body }) => body.checkout_url ?? []));
  expect([pages, (await sessionsFor(id)).length]).toEqual([new Set([url]), 1]);
});

test('[INV-30] an answer of Stripe that is lost on its way makes no second checkout', async () => {
  const { ctx, id } = await billedContext(harness);
  await harness.control('POST', 'outage', { mode: 'lost', times: 2 });
  expect(await pay(ctx.rex, id)).toMatchObject(unreachable);
  const url = await checkout(ctx.rex, id);
  expect((await sessionsFor(id)).map((session) => session.id)).toEqual([sessionOf(url)]);
});

test('[INV-30] no two checkouts are open at once: the one that comes too late is closed again', async () => {
  const { ctx, id } = await billedContext(harness);
  const sql = "UPDATE accounts SET checkout_session_id = 'cs_other', rev = rev + 1 WHERE id = ?";
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const answer = await real(url, init);
    if (init?.method === 'POST' && String(url).endsWith('/v1/checkout/sessions'))
      await ctx.db.execute({ sql, args: [accountIdOf(ctx.rex.id, 0)] });
    return answer;
  });
  const { status, body } = await pay(ctx.rex, id);
  expect([status, body.message]).toEqual([409, 'This account has just changed. Please try again.']);
  const [session] = await sessionsFor(id);
  const { status: ended } = await harness.stripe.checkout.sessions.retrieve(String(session?.id));
  expect(ended).toBe('expired');
});

test('[INV-30] a transfer whose bank account is still to be verified by small deposits is under way', async () => {
  const { ctx, id } = await billedContext(harness);
  await payOnHostedPage(harness, ctx.rex, id, BANK);
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const answer = await real(url, init);
    if (!String(url).includes('/v1/checkout/sessions/')) return answer;
    const text = (await answer.text()).replace('"status":"processing"', '"status":"requires_action"');
    return new Response(text, { status: answer.status, headers: answer.headers });
  });
  const { status, body } = await pay(ctx.rex, id);
  expect([status, body.message]).toEqual([409, 'A bank transfer for this invoice is still on its way.']);
  expect((await settle(ctx.bea, id, 'canceled')).status).toBe(409);
});

test('a fault that passes at once is not noticed', async () => {
  const { ctx, id } = await billedContext(harness);
  await harness.control('POST', 'outage', { mode: 'down', times: 1 });
  await submitCheckout(await checkout(ctx.rex, id));
  await harness.deliver();
  expect(await statusOf(ctx.rex, id)).toBe('paid');
});

test('[INV-31] an account that Stripe has closed without our knowing answers 409, and pays again once it is open', async () => {
  const { ctx, account, id } = await billedContext(harness);
  await harness.control('POST', `accounts/${account}`, { currently_due: ['external_account'] });
  const answer = await pay(ctx.rex, id);
  const message = 'Your HOA cannot take online payments yet. Please contact the board.';
  expect([answer.status, answer.body.message]).toEqual([409, message]);
  await harness.control('POST', `accounts/${account}`, { currently_due: [] });
  await harness.deliver();
  await checkout(ctx.rex, id);
});

test('what Stripe refuses for another reason is logged, and answers 502 in a sentence', async () => {
  const { ctx, id } = await billedContext(harness);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  ctx.deps.config.publicUrl = 'no address at all';
  // Tokens carry the public address as their issuer.
  const token = await signAccess(ctx.deps, ctx.rex, await openFamily(ctx.deps, ctx.rex));
  const answer = await call(ctx.app, 'POST', `/api/invoices/${id}/pay`, undefined, token);
  const message = 'The payment service did not accept this. Please try again later.';
  expect([answer.status, answer.body.message]).toEqual([502, message]);
  expect(log).toHaveBeenCalledOnce();
});

test('a checkout that Stripe has forgotten is replaced', async () => {
  const { ctx, id } = await billedContext(harness);
  await ctx.db.execute({ sql: "UPDATE invoices SET checkout_session_id = 'cs_gone' WHERE id = ?", args: [id] });
  expect(sessionOf(await checkout(ctx.rex, id))).not.toBe('cs_gone');
});
