import Stripe from 'stripe';
import { uuidv7 } from 'uuidv7';
import { afterEach, expect, test, vi } from 'vitest';
import { handleEvent, type WebhookResult } from '../../worker/stripe/webhooks.ts';
import { type TestContext, testConfig } from '../support/fixtures.ts';
import {
  billedContext,
  drained,
  hoasOfEvent,
  moneyOf,
  payOnHostedPage,
  statusOf,
  stripeForAll,
} from '../support/stripe-harness.ts';

const harness = stripeForAll();
afterEach(() => vi.restoreAllMocks());

type Signing = { secret?: string; age?: number; header?: string };

/** Sends an event as Stripe does, or with a fault. The signature is `age` seconds old. */
const send = async ({ app }: TestContext, body: string, { secret, age = 0, header }: Signing = {}) => {
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload: body,
    secret: secret ?? harness.config.webhookSecret,
    timestamp: Math.floor(Date.now() / 1000) - age,
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  });
  const headers = { 'Stripe-Signature': header ?? signature, 'Content-Type': 'application/json' };
  const answer = await app.request('/api/webhooks/stripe', { method: 'POST', headers, body });
  return { status: answer.status, body: await answer.json() };
};

/** The newest event of a type, as Stripe words it. */
const eventOf = async (type: string) => {
  const { data } = await harness.stripe.events.list({ type, limit: 1 });
  return data[0] as Stripe.Event;
};

const stray = (type: string, object: object = {}, over: object = {}) => ({
  id: `evt_${uuidv7()}`,
  object: 'event',
  type,
  created: Math.floor(Date.now() / 1000),
  data: { object },
  ...over,
});

const paidContext = async () => {
  const { ctx, id, account } = await billedContext(harness);
  await payOnHostedPage(harness, ctx.rex, id);
  return { ctx, id, account, event: await eventOf('checkout.session.completed') };
};

test('[BILLING-26] a forged, altered or unsigned webhook answers 400 and changes nothing', async () => {
  const { ctx, id, event } = await paidContext();
  const body = JSON.stringify(event);
  const answers = [
    await send(ctx, body, { secret: 'whsec_guessed' }),
    await send(ctx, body, { header: '' }),
    await send(ctx, body, { header: 't=1,v1=abc' }),
    await send(ctx, body, { header: 'nonsense' }),
    await send(ctx, ''),
  ];
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
  expect(answers[0]?.body).toEqual({ message: 'This is not a signed event', code: 'invalid_input' });
  expect([await statusOf(ctx.rex, id), await hoasOfEvent(ctx, event.id)]).toEqual(['pending', []]);
});

test('[BILLING-26] the signature is of the raw body: one space more and it no longer fits', async () => {
  const { ctx, event } = await paidContext();
  const header = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload: JSON.stringify(event),
    secret: harness.config.webhookSecret,
  });
  expect((await send(ctx, JSON.stringify(event, null, 1), { header })).status).toBe(400);
  expect((await send(ctx, JSON.stringify(event), { header })).status).toBe(200);
});

test('[BILLING-26] each of several endpoints’ secrets is good, and only those', async () => {
  const webhookSecret = `whsec_of_the_platform, ${harness.config.webhookSecret}`;
  const ctx = await harness.createContext({
    config: { ...testConfig(), stripe: { ...harness.config, webhookSecret } },
  });
  const body = JSON.stringify(stray('invoice.finalized'));
  const secrets = ['whsec_of_the_platform', harness.config.webhookSecret, 'whsec_other'];
  const answers = await Promise.all(secrets.map((secret) => send(ctx, body, { secret })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
});

test('[BILLING-26] an empty secret, as a comma too many leaves one, opens nothing', async () => {
  const key = await crypto.subtle.importKey('raw', Buffer.from([0]), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const body = JSON.stringify(stray('invoice.finalized'));
  const timestamp = Math.floor(Date.now() / 1000);
  // HMAC pads its key with zeros: one zero is the empty key.
  const made = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${timestamp}.${body}`));
  const header = `t=${timestamp},v1=${Buffer.from(made).toString('hex')}`;
  for (const webhookSecret of ['', ',', `${harness.config.webhookSecret}, ,`]) {
    const ctx = await harness.createContext({
      config: { ...testConfig(), stripe: { ...harness.config, webhookSecret } },
    });
    expect((await send(ctx, body, { header })).status).toBe(400);
  }
});

test('[BILLING-26] a webhook signed more than five minutes ago answers 400, one younger is taken', async () => {
  const { ctx, id, event } = await paidContext();
  const body = JSON.stringify(event);
  expect((await send(ctx, body, { age: 330 })).status).toBe(400);
  expect(await statusOf(ctx.rex, id)).toBe('pending');
  expect((await send(ctx, body, { age: 270 })).status).toBe(200);
  expect(await statusOf(ctx.rex, id)).toBe('paid');
});

test('[BILLING-26] a webhook that comes again answers 200 and does nothing more', async () => {
  const { ctx, id, event } = await paidContext();
  const body = JSON.stringify(event);
  await send(ctx, body);
  await drained(ctx);
  const asked = vi.spyOn(globalThis, 'fetch');
  expect((await send(ctx, body)).status).toBe(200);
  expect(asked.mock.calls.filter(([url]) => String(url).startsWith(harness.config.url))).toEqual([]);
  expect(await moneyOf(ctx, id)).toHaveLength(1);
  expect(await hoasOfEvent(ctx, event.id)).toEqual([ctx.hoa_id]);
});

test('[BILLING-26] what the event says is not believed but read again from Stripe', async () => {
  const { ctx, id } = await billedContext(harness);
  await ctx.rex.call('POST', `/api/invoices/${id}/pay`);
  const { data } = await harness.stripe.checkout.sessions.list({ limit: 1 });
  const early = stray('checkout.session.completed', { ...data[0], status: 'complete', payment_status: 'paid' });
  expect((await send(ctx, JSON.stringify(early))).status).toBe(200);
  expect([await statusOf(ctx.rex, id), await hoasOfEvent(ctx, early.id)]).toEqual(['pending', [null]]);
});

test('[BILLING-26] events that are unknown or about nothing of ours answer 200 and are noted once', async () => {
  const ctx = await harness.createContext();
  const events = [
    stray('invoice.finalized'),
    stray('account.updated', { id: 'acct_unknown' }, { account: 'acct_unknown' }),
    stray('charge.refunded', { id: 'ch_1', payment_intent: null }),
  ];
  for (const event of [...events, ...events]) expect((await send(ctx, JSON.stringify(event))).status).toBe(200);
  for (const event of events) expect(await hoasOfEvent(ctx, event.id)).toEqual([null]);
});

test('[SEC-13] an account’s event changes that account’s HOA alone, whatever HOA it names', async () => {
  const { ctx, account } = await billedContext(harness);
  const olivia = await ctx.join(ctx.otto.hoa_id, 'Olivia Stone', 'superadmin');
  await olivia.call('POST', '/api/stripe-connect/create-account');
  const claim = stray('account.updated', { id: account, metadata: { hoa_id: olivia.hoa_id } }, { account });
  expect((await send(ctx, JSON.stringify(claim))).status).toBe(200);
  expect(await hoasOfEvent(ctx, claim.id)).toEqual([ctx.hoa_id]);
  const { body } = await olivia.call('GET', '/api/stripe-connect/account-status');
  expect(body.status.charges_enabled).toBe(false);
});

test('[SEC-13] [BILLING-26] what a connected account did for itself is none of ours, whatever it names', async () => {
  const { ctx, id, account } = await billedContext(harness);
  const metadata = { hoa_id: ctx.hoa_id, invoice_id: id };
  const claims = [
    stray('checkout.session.completed', { id: 'cs_test_its_own', mode: 'payment', metadata }, { account }),
    stray('charge.refunded', { id: 'py_1', payment_intent: 'pi_its_own', metadata }, { account }),
    stray('customer.subscription.updated', { id: 'sub_its_own', customer: 'cus_its_own' }, { account }),
  ];
  const asked = vi.spyOn(globalThis, 'fetch');
  for (const claim of claims) {
    expect((await send(ctx, JSON.stringify(claim))).status).toBe(200);
    expect(await hoasOfEvent(ctx, claim.id)).toEqual([null]);
  }
  expect(asked.mock.calls.filter(([url]) => String(url).startsWith(harness.config.url))).toEqual([]);
  expect([await statusOf(ctx.rex, id), await moneyOf(ctx, id)]).toEqual(['pending', []]);
});

test('[BILLING-26] a dispute of a payment that Stripe does not know changes nothing', async () => {
  const { ctx, id, event } = await paidContext();
  await send(ctx, JSON.stringify(event));
  const before = await moneyOf(ctx, id);
  for (const type of ['charge.dispute.created', 'charge.dispute.funds_withdrawn', 'charge.dispute.closed']) {
    const dispute = stray(type, { id: 'dp_1', amount: 12_550, status: 'needs_response', payment_intent: 'pi_1' });
    expect((await send(ctx, JSON.stringify(dispute))).status).toBe(200);
    expect(await hoasOfEvent(ctx, dispute.id)).toEqual([null]);
  }
  expect([await statusOf(ctx.rex, id), await moneyOf(ctx, id)]).toEqual(['paid', before]);
});

test('[API-06] [BILLING-26] a body beyond what Stripe sends is refused before it is read', async () => {
  const ctx = await harness.createContext();
  const large = JSON.stringify(stray('invoice.finalized', { text: 'x'.repeat(1024 * 1024) }));
  expect((await send(ctx, large)).status).toBe(413);
});

test('a handler that fails answers 500 and notes nothing, so that Stripe sends the event again', async () => {
  const { ctx, id, event } = await paidContext();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await harness.control('POST', 'outage', { mode: 'down' });
  const failed = await send(ctx, JSON.stringify(event));
  await harness.control('POST', 'outage', { mode: 'off' });
  expect(failed).toEqual({
    status: 500,
    body: {
      message: expect.stringMatching(/^Something went wrong\. .* \(Reference \w{16}\)$/),
      code: 'internal_error',
    },
  });
  expect([await statusOf(ctx.rex, id), await hoasOfEvent(ctx, event.id)]).toEqual(['pending', []]);
  expect((await send(ctx, JSON.stringify(event))).status).toBe(200);
  expect([await statusOf(ctx.rex, id), await hoasOfEvent(ctx, event.id)]).toEqual(['paid', [ctx.hoa_id]]);
});

test('the note of an event and its effect are one commit: where either fails, neither stands', async () => {
  const { ctx, event } = await paidContext();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const kind = `test.${uuidv7()}`;
  const odd = { ...event, id: `evt_${uuidv7()}`, type: kind } as unknown as Stripe.Event;
  const handle = (result: Pick<WebhookResult, 'statements'>) =>
    handleEvent(ctx.deps, odd, { [kind]: async () => ({ hoa_id: ctx.hoa_id, ...result }) });
  await expect(handle({ statements: ['INSERT INTO sync_guard (ok) VALUES (NULL)'] })).rejects.toThrow();
  expect(await hoasOfEvent(ctx, odd.id)).toEqual([]);
  const effect = "INSERT INTO processor_events (id, type, created_at, received_at) VALUES (?, 'effect', '', '')";
  await expect(handle({ statements: [{ sql: effect, args: [odd.id] }] })).rejects.toThrow();
  expect(await hoasOfEvent(ctx, odd.id)).toEqual([]);
  await handle({});
  expect(await hoasOfEvent(ctx, odd.id)).toEqual([ctx.hoa_id]);
});

test('[API-07] the webhook is open to whoever can sign, and only by POST', async () => {
  const ctx = await harness.createContext();
  expect((await ctx.app.request('/api/webhooks/stripe')).status).toBe(405);
  expect((await ctx.app.request('/api/webhooks/other', { method: 'POST' })).status).toBe(404);
});
