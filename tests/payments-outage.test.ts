import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { signAccess } from '../worker/auth/access.ts';
import { openFamily } from '../worker/auth/refresh.ts';
import { call, testConfig } from './support/cast.ts';
import { settle } from './support/dues.ts';
import {
  BANK,
  billed,
  billedStage,
  checkout,
  fillIn,
  openAccount,
  pay,
  payUp,
  type StripeHouse,
  sessionOf,
  statusOf,
  stripeHouse,
} from './support/stripe-harness.ts';

let house: StripeHouse;
beforeAll(async () => {
  house = await stripeHouse();
});
afterAll(() => house.close());
afterEach(async () => {
  vi.restoreAllMocks();
  await house.control('POST', 'outage', { mode: 'off' });
});

const unreachable = {
  status: 502,
  body: { message: 'The payment service could not be reached. Please try again.' },
};

const sessionsFor = async (id: string) => {
  const { data } = await house.stripe.checkout.sessions.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata?.invoice_id === id);
};

test('[INV-32] with Stripe down, paying says so in a sentence, and works when it is back', async () => {
  const { stage, id } = await billedStage(house);
  await house.control('POST', 'outage', { mode: 'down' });
  expect(await pay(stage.rex, id)).toMatchObject(unreachable);
  await house.control('POST', 'outage', { mode: 'off' });
  const url = await checkout(stage.rex, id);
  await house.control('POST', 'outage', { mode: 'down' });
  expect(await pay(stage.rex, id)).toMatchObject(unreachable);
  await house.control('POST', 'outage', { mode: 'off' });
  expect(await checkout(stage.rex, id)).toBe(url);
});

test('[INV-32] where nobody listens, paying says so', async () => {
  const { stage, id } = await billedStage(house);
  const deaf = await house.cast({ config: testConfig() });
  const { stripe } = deaf.deps.config;
  stage.deps.config = { ...stage.deps.config, stripe };
  expect(await pay(stage.rex, id)).toMatchObject(unreachable);
});

test('[API-02] Stripe that is slow is given up before the browser gives up, and what it did is found again', async () => {
  const config = { ...testConfig(), stripe: { ...house.config, budgetMs: 300 } };
  const stage = await house.cast({ config });
  await openAccount(house, stage, stage.sue);
  const { ids } = await billed(stage, stage.rex);
  const id = String(ids[0]);
  await house.control('POST', 'outage', { mode: 'slow', ms: 2000 });
  expect(await pay(stage.rex, id)).toMatchObject(unreachable);
  await house.control('POST', 'outage', { mode: 'off' });
  await vi.waitFor(async () => expect((await pay(stage.rex, id)).status).toBe(200), { timeout: 5000 });
  expect(await sessionsFor(id)).toHaveLength(1);
});

test('[INV-30] an answer of Stripe that is lost on its way makes no second checkout', async () => {
  const { stage, id } = await billedStage(house);
  await house.control('POST', 'outage', { mode: 'lost', times: 2 });
  expect(await pay(stage.rex, id)).toMatchObject(unreachable);
  const url = await checkout(stage.rex, id);
  expect((await sessionsFor(id)).map((session) => session.id)).toEqual([sessionOf(url)]);
});

test('[INV-30] no two checkouts are open at once: the one that comes too late is closed again', async () => {
  const { stage, id } = await billedStage(house);
  const sql = "UPDATE invoices SET checkout_session_id = 'cs_other', rev = rev + 1 WHERE id = ?";
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const answer = await real(url, init);
    if (init?.method === 'POST' && String(url).endsWith('/v1/checkout/sessions'))
      await stage.db.execute({ sql, args: [id] });
    return answer;
  });
  const { status, body } = await pay(stage.rex, id);
  expect([status, body.message]).toEqual([409, 'This invoice has just changed. Please try again.']);
  const [session] = await sessionsFor(id);
  const { status: ended } = await house.stripe.checkout.sessions.retrieve(String(session?.id));
  expect(ended).toBe('expired');
});

test('[INV-30] a transfer whose bank account is still to be verified by small deposits is under way', async () => {
  const { stage, id } = await billedStage(house);
  await payUp(house, stage.rex, id, BANK);
  const real = globalThis.fetch;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const answer = await real(url, init);
    if (!String(url).includes('/v1/checkout/sessions/')) return answer;
    const text = (await answer.text()).replace('"status":"processing"', '"status":"requires_action"');
    return new Response(text, { status: answer.status, headers: answer.headers });
  });
  const { status, body } = await pay(stage.rex, id);
  expect([status, body.message]).toEqual([409, 'A bank transfer for this invoice is still on its way.']);
  expect((await settle(stage.bea, id, 'canceled')).status).toBe(409);
});

test('a fault that passes at once is not noticed', async () => {
  const { stage, id } = await billedStage(house);
  await house.control('POST', 'outage', { mode: 'down', times: 1 });
  await fillIn(await checkout(stage.rex, id));
  await house.deliver();
  expect(await statusOf(stage.rex, id)).toBe('paid');
});

test('[INV-31] an account that Stripe has closed without our knowing answers 409, and pays again once it is open', async () => {
  const { stage, account, id } = await billedStage(house);
  await house.control('POST', `accounts/${account}`, { currently_due: ['external_account'] });
  const answer = await pay(stage.rex, id);
  const message = 'Your HOA cannot take online payments yet. Please contact the board.';
  expect([answer.status, answer.body.message]).toEqual([409, message]);
  await house.control('POST', `accounts/${account}`, { currently_due: [] });
  await house.deliver();
  await checkout(stage.rex, id);
});

test('what Stripe refuses for another reason is logged, and answers 502 in a sentence', async () => {
  const { stage, id } = await billedStage(house);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stage.deps.config.publicUrl = 'no address at all';
  // Its tokens name the address as their issuer.
  const token = await signAccess(stage.deps, stage.rex, await openFamily(stage.deps, stage.rex));
  const answer = await call(stage.app, 'POST', `/api/invoices/${id}/pay`, undefined, token);
  const message = 'The payment service did not accept this. Please try again later.';
  expect([answer.status, answer.body.message]).toEqual([502, message]);
  expect(log).toHaveBeenCalledOnce();
});

test('a checkout that Stripe has forgotten is replaced', async () => {
  const { stage, id } = await billedStage(house);
  await stage.db.execute({ sql: "UPDATE invoices SET checkout_session_id = 'cs_gone' WHERE id = ?", args: [id] });
  expect(sessionOf(await checkout(stage.rex, id))).not.toBe('cs_gone');
});
