import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, emulator, KEYS, nth, required } from './support.ts';

let here: Emulator;
beforeAll(async () => {
  here = await emulator();
});
afterAll(() => here.stop());

const raw = (path: string, init: RequestInit = {}) =>
  fetch(`${here.url}${path}`, { ...init, headers: { Authorization: `Bearer ${KEYS.secretKey}`, ...init.headers } });
const customers = (body: string, headers: Record<string, string> = {}) =>
  raw('/v1/customers', {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  });

test('a wrong key is refused, and no key too', async () => {
  const stranger = new Stripe('sk_test_strange_key_1234', here.sdk);
  await expect(stranger.customers.list()).rejects.toMatchObject({
    type: 'StripeAuthenticationError',
    statusCode: 401,
    message: 'Invalid API Key provided: sk_test_************1234',
  });
  expect((await fetch(`${here.url}/v1/events`)).status).toBe(401);
  const basic = `Basic ${Buffer.from(`${KEYS.secretKey}:`).toString('base64')}`;
  expect((await fetch(`${here.url}/v1/events`, { headers: { Authorization: basic } })).status).toBe(200);
});

test('the publishable key opens only what the browser may do', async () => {
  const browser = new Stripe(KEYS.publishableKey, here.sdk);
  await expect(browser.customers.list()).rejects.toMatchObject({ statusCode: 403, code: 'secret_key_required' });
  const intent = await here.stripe.setupIntents.create();
  await expect(browser.setupIntents.retrieve(intent.id)).rejects.toMatchObject({
    statusCode: 400,
    param: 'client_secret',
  });
  const seen = await browser.setupIntents.retrieve(intent.id, { client_secret: required(intent.client_secret) });
  expect(seen.id).toBe(intent.id);
});

test('a path that does not exist is said to be unrecognized, with the method', async () => {
  const answer = await raw('/v1/payouts');
  expect(answer.status).toBe(404);
  const { error } = (await answer.json()) as { error: { type: string; message: string } };
  expect(error).toMatchObject({
    type: 'invalid_request_error',
    message: expect.stringMatching(/^Unrecognized request URL \(GET: \/v1\/payouts\)/),
  });
  expect(answer.headers.get('request-id')).toMatch(/^req_/);
});

test.each([
  ['email=a@b.test&colour=red', 'colour', 'Received unknown parameter: colour'],
  ['invoice_settings[x][y]=1', 'invoice_settings[x]', 'Received unknown parameter: invoice_settings[x]'],
  ['invoice_settings=1', 'invoice_settings', 'Invalid object'],
])('a parameter that is wrong is refused, never ignored: %s', async (body, param, message) => {
  const answer = await customers(body);
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { error: object }).error).toMatchObject({
    type: 'invalid_request_error',
    param,
    message,
  });
});

test('missing, malformed and out-of-list values are named', async () => {
  const { stripe } = here;
  await expect(stripe.rawRequest('POST', '/v1/payment_intents', { currency: 'usd' })).rejects.toMatchObject({
    code: 'parameter_missing',
    param: 'amount',
  });
  await expect(
    stripe.rawRequest('POST', '/v1/payment_intents', { amount: '1.5', currency: 'usd' }),
  ).rejects.toMatchObject({
    code: 'parameter_invalid_integer',
    message: 'Invalid integer: 1.5',
  });
  await expect(stripe.checkout.sessions.create({ mode: 'gift' as 'payment' })).rejects.toMatchObject({
    param: 'mode',
    message: 'Invalid mode: must be one of payment, subscription, or setup',
  });
});

test('an id that leads nowhere is 404 in the path and 400 in a parameter', async () => {
  const { stripe } = here;
  const missing = { code: 'resource_missing', message: "No such customer: 'cus_no'" };
  await expect(stripe.customers.retrieve('cus_no')).rejects.toMatchObject({ statusCode: 404, param: 'id', ...missing });
  await expect(stripe.setupIntents.create({ customer: 'cus_no' })).rejects.toMatchObject({
    statusCode: 400,
    param: 'customer',
    ...missing,
  });
});

test('the same idempotency key gives the same answer once more; with other parameters it is refused', async () => {
  const headers = { 'Idempotency-Key': 'one' };
  const first = await customers('email=once@b.test', headers);
  const again = await customers('email=once@b.test', headers);
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await again.json()).toEqual(await first.json());
  const other = await customers('email=other@b.test', headers);
  expect(other.status).toBe(400);
  expect(((await other.json()) as { error: object }).error).toMatchObject({ type: 'idempotency_error' });
  expect((await here.stripe.customers.list({ email: 'once@b.test' })).data).toHaveLength(1);
});

test('parameters that were refused leave their key free', async () => {
  const headers = { 'Idempotency-Key': 'two' };
  expect((await customers('colour=red', headers)).status).toBe(400);
  expect((await customers('email=two@b.test', headers)).status).toBe(200);
});

test('a key that is being worked on answers 409', async () => {
  await here.control('POST', 'outage', { mode: 'slow', ms: 300, times: 1 });
  const slow = customers('email=slow@b.test', { 'Idempotency-Key': 'three' });
  await expect.poll(() => here.control('GET', 'outage')).toMatchObject({ mode: 'off' });
  await expect.poll(async () => (await here.stripe.customers.list({ email: 'slow@b.test' })).data.length).toBe(1);
  expect((await customers('email=slow@b.test', { 'Idempotency-Key': 'three' })).status).toBe(409);
  expect((await slow).status).toBe(200);
});

test('an outage answers 500 and does nothing; a lost answer was done all the same', async () => {
  const { stripe, control } = here;
  await control('POST', 'outage', { mode: 'down' });
  await expect(stripe.customers.create({ email: 'down@b.test' })).rejects.toMatchObject({ statusCode: 500 });
  await control('POST', 'outage', { mode: 'lost', times: 1 });
  await expect(stripe.customers.create({ email: 'lost@b.test' }, { idempotencyKey: 'lost' })).rejects.toMatchObject({
    statusCode: 500,
  });
  const made = await stripe.customers.create({ email: 'lost@b.test' }, { idempotencyKey: 'lost' });
  expect((await stripe.customers.list({ email: 'lost@b.test' })).data.map(({ id }) => id)).toEqual([made.id]);
  expect((await stripe.customers.list({ email: 'down@b.test' })).data).toEqual([]);
});

test('lists come in pages, the newest first', async () => {
  const { stripe } = here;
  // The other tests have customers, too.
  const email = 'pages@b.test';
  for (const name of ['a', 'b', 'c']) await stripe.customers.create({ name, email });
  const first = await stripe.customers.list({ email, limit: 2 });
  expect([first.data.map(({ name }) => name), first.has_more]).toEqual([['c', 'b'], true]);
  const rest = await stripe.customers.list({ email, limit: 2, starting_after: nth(first.data, 1).id });
  expect([rest.data.map(({ name }) => name), rest.has_more]).toEqual([['a'], false]);
  await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  const all: (string | null | undefined)[] = [];
  for await (const { name } of stripe.customers.list({ email, limit: 1 })) all.push(name);
  expect(all).toEqual(['c', 'b', 'a']);
});

test('ids are expanded to what they name, and nothing else is', async () => {
  const { stripe } = here;
  const customer = await stripe.customers.create({ email: 'x@b.test' });
  const intent = await stripe.setupIntents.create({ customer: customer.id, expand: ['customer'] });
  expect((intent.customer as Stripe.Customer).email).toBe('x@b.test');
  const list = await stripe.setupIntents.list({ customer: customer.id, expand: ['data.customer'] });
  expect((nth(list.data, 0).customer as Stripe.Customer).email).toBe('x@b.test');
  await expect(stripe.setupIntents.retrieve(intent.id, { expand: ['colour'] })).rejects.toMatchObject({
    message: 'This property cannot be expanded (colour).',
  });
});

test('metadata is merged, and an empty value removes its key', async () => {
  const { stripe } = here;
  const { id } = await stripe.customers.create({ metadata: { a: '1', b: '2' } });
  expect((await stripe.customers.update(id, { metadata: { b: '', c: '3' } })).metadata).toEqual({ a: '1', c: '3' });
  expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({});
});

test('a deleted customer is still named, and says so', async () => {
  const { stripe } = here;
  const { id } = await stripe.customers.create({ email: 'gone@b.test' });
  await stripe.customers.del(id);
  expect(await stripe.customers.retrieve(id)).toMatchObject({ id, object: 'customer', deleted: true });
  await expect(stripe.customers.update(id, { name: 'x' })).rejects.toMatchObject({ statusCode: 404 });
});

test('prices are found by their lookup key, which names one price', async () => {
  const { stripe } = here;
  const price = { currency: 'usd', unit_amount: 4900, recurring: { interval: 'month' }, lookup_key: 'growth' } as const;
  const made = await stripe.prices.create({ ...price, product_data: { name: 'Growth' } });
  expect((await stripe.prices.list({ lookup_keys: ['growth'] })).data.map(({ id }) => id)).toEqual([made.id]);
  await expect(stripe.prices.create({ ...price, product: made.product as string })).rejects.toMatchObject({
    param: 'lookup_key',
  });
  const next = await stripe.prices.create({ ...price, product: made.product as string, transfer_lookup_key: true });
  expect((await stripe.prices.list({ lookup_keys: ['growth'] })).data.map(({ id }) => id)).toEqual([next.id]);
});

test('what is made for a connected account is its own', async () => {
  const { stripe } = here;
  const account = await stripe.accounts.create({ type: 'express' });
  const { id } = await stripe.customers.create({ email: 'theirs@b.test' }, { stripeAccount: account.id });
  expect((await stripe.customers.list({}, { stripeAccount: account.id })).data.map((row) => row.id)).toEqual([id]);
  await expect(stripe.customers.list({}, { stripeAccount: 'acct_no' })).rejects.toMatchObject({ statusCode: 403 });
  const [event] = (await stripe.events.list({ type: 'customer.created', limit: 1 })).data;
  expect(event).toMatchObject({ account: account.id, api_version: Stripe.API_VERSION });
});
