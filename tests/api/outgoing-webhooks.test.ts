import { uuidv7 } from 'uuidv7';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../schema/webhooks.ts';
import type { Deps } from '../../worker/deps.ts';
import { DRAIN_BUDGET, drainOutbox } from '../../worker/jobs/outbox.ts';
import { sweep } from '../../worker/retention/sweep.ts';
import { Counters } from '../../worker/services/metrics.ts';
import { create as createDue, storeInvoices } from '../support/dues.ts';
import {
  contextForAll,
  createContext,
  type Person,
  type TestContext,
  testConfig,
  withClock,
} from '../support/fixtures.ts';
import { storeRecords } from '../support/isolation-records.ts';
import { create } from '../support/requests.ts';
import { email } from '../support/users.ts';
import { isSignedWith, type Received, receiverForAll } from '../support/webhook-receiver.ts';

const HOUR_MS = 60 * 60 * 1000;
const receiver = receiverForAll();
const metrics = new Counters();
const contextWithReceiver = (over: Partial<Deps> = {}) =>
  createContext({
    config: { ...testConfig(), testOrigins: [receiver.url] },
    waitUntil: (work) => void work.catch(() => undefined),
    ...over,
  });
const ctx = contextForAll(() => contextWithReceiver({ metrics }));

type Endpoint = { _id: string; secret: string; path: string };
const listen = async (
  events: readonly WebhookEvent[] = WEBHOOK_EVENTS,
  person: Person = ctx.sue,
): Promise<Endpoint> => {
  const path = `/${uuidv7()}`;
  const { status, body } = await person.call('POST', '/api/webhook-endpoints', { url: receiver.url + path, events });
  expect([status, body.message]).toEqual([201, undefined]);
  onTestFinished(async () => void (await person.call('DELETE', `/api/webhook-endpoints/${body._id}`)));
  return { _id: body._id, secret: body.secret, path };
};
const receivedAt = ({ path }: Endpoint): Received[] => receiver.calls.filter((call) => call.path === path);

/** Runs what is due at `hours` from now, until the outbox of the HOA has nothing left to run then. */
const drain = async (hours = 0, where: TestContext = ctx) => {
  const start = Date.now() + hours * HOUR_MS;
  const deps = withClock(where.deps, () => new Date(Math.max(start, Date.now())));
  await drainOutbox(deps, { hoa_id: where.hoa_id, maxWaitMs: 0, budget: DRAIN_BUDGET });
};
/** Reads once everything due has run. */
const drained = async <T>(read: () => T, where: TestContext = ctx) => {
  await drain(0, where);
  return read();
};
const received = async (endpoint: Endpoint, count = 1): Promise<Received[]> => {
  await expect.poll(() => drained(() => receivedAt(endpoint).length), { timeout: 15_000 }).toBe(count);
  return receivedAt(endpoint);
};
/** The receiver answers an event so, until the test ends. */
const fail = async (endpoint: Endpoint, answer: Partial<typeof receiver>) => {
  Object.assign(receiver, answer);
  onTestFinished(() => void Object.assign(receiver, { status: 200, headers: {} }));
  await create(ctx.rex);
  await received(endpoint);
};
const stateOf = async ({ _id }: Endpoint) =>
  (await ctx.sue.call('GET', '/api/webhook-endpoints')).body.endpoints.find((one: Endpoint) => one._id === _id);
const deliveriesOf = async ({ _id }: Endpoint) =>
  (await ctx.sue.call('GET', `/api/webhook-endpoints/${_id}/deliveries`)).body.deliveries;

describe('[14.8] an event', () => {
  test('is a signed POST of the record as REST shows it to superadmins', async () => {
    const endpoint = await listen(['request.created']);
    const { _id } = await create(ctx.rex);
    const [call] = (await received(endpoint)) as [Received];
    expect(isSignedWith(endpoint.secret, call)).toBe(true);
    expect(isSignedWith(`whsec_${Buffer.from('another').toString('base64')}`, call)).toBe(false);
    expect(isSignedWith(endpoint.secret, { ...call, text: call.text.replace('request', 'invoice') })).toBe(false);
    expect(call.body).toEqual({
      id: expect.any(String),
      type: 'request.created',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: (await ctx.sue.call('GET', `/api/requests/${_id}`)).body,
    });
    expect(Math.abs(Number(call.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
  });

  test('comes of each of the main changes, once', async () => {
    const endpoint = await listen();
    const { _id } = await create(ctx.rex);
    await ctx.bea.call('PUT', `/api/requests/${_id}`, { status: 'in_progress' });
    await ctx.bea.call('POST', `/api/requests/${_id}/comments`, { message: '<p>On its way</p>' });
    const violation = await ctx.bea.call('POST', '/api/violations', {
      user_id: ctx.rex.id,
      title: 'Boat on the lawn',
      message: '<p>Please move it</p>',
      due_date: '2090-01-01',
    });
    await ctx.bea.call('PUT', `/api/violations/${violation.body._id}/status`, { status: 'under_review' });
    await ctx.bea.call('POST', '/api/users/invite', { email: email() });
    const due = await createDue(ctx.bea, [ctx.rex]);
    const invoice = uuidv7();
    await storeInvoices(ctx, due._id, [{ id: invoice, recipient_id: ctx.rex.id, due_date: '2040-01-10' }]);
    await ctx.bea.call('PUT', `/api/invoices/${invoice}/status`, { status: 'paid' });
    const calls = await received(endpoint, 11);
    expect(calls.map(({ body }) => body.type).sort()).toEqual([
      'due.created',
      'entry.posted',
      'entry.posted',
      'invoice.paid',
      'payment.recorded',
      'person.added',
      'request.created',
      'request.replied',
      'request.updated',
      'violation.created',
      'violation.updated',
    ]);
    expect(new Set(calls.map(({ headers }) => headers['webhook-id'])).size).toBe(calls.length);
    const payment = calls.find(({ body }) => body.type === 'payment.recorded')?.body.data;
    expect(payment).toMatchObject({ invoice_id: invoice, kind: 'outside', user_id: { _id: ctx.rex.id } });
  });

  test('of a first commit with announcement, document and invoice goes out too', async () => {
    const where = await contextWithReceiver();
    const endpoint = await listen(['announcement.sent', 'document.uploaded', 'invoice.created'], where.sue);
    await storeRecords(where, { board: where.bea, resident: where.rex });
    const types = () => receivedAt(endpoint).map(({ body }) => body.type);
    await expect
      .poll(() => drained(() => types().sort(), where))
      .toEqual(['announcement.sent', 'document.uploaded', 'invoice.created']);
  });

  test('leaves no job where nobody listens, and none of another HOA', async () => {
    const endpoint = await listen(['request.created']);
    await create(ctx.otto);
    const sql = `SELECT count(*) AS jobs FROM outbox WHERE hoa_id = ? AND kind = 'emitWebhooks'`;
    expect((await ctx.db.execute({ sql, args: [ctx.olga.hoa_id] })).rows[0]?.jobs).toBe(0);
    await drain();
    expect(receivedAt(endpoint)).toEqual([]);
  });
});

describe('[14.8] a delivery', () => {
  test('that fails is tried again under the same id, and the log says so', async () => {
    const endpoint = await listen(['request.created']);
    await fail(endpoint, { status: 500 });
    await expect.poll(async () => (await deliveriesOf(endpoint))[0]?.attempts).toBe(1);
    expect((await deliveriesOf(endpoint))[0]).toMatchObject({
      status: 'pending',
      last_status: 500,
      last_error: 'The endpoint responded 500',
    });
    expect((await stateOf(endpoint)).failing_since).not.toBeNull();
    receiver.status = 204;
    await drain(1);
    await expect.poll(async () => (await deliveriesOf(endpoint))[0]?.status).toBe('delivered');
    const [first, second] = receivedAt(endpoint) as [Received, Received];
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.text).toBe(first.text);
    expect((await stateOf(endpoint)).failing_since).toBeNull();
  });

  test('is not led elsewhere by a redirection', async () => {
    const endpoint = await listen(['request.created']);
    await fail(endpoint, { status: 302, headers: { Location: `${receiver.url}/elsewhere` } });
    await expect.poll(async () => (await deliveriesOf(endpoint))[0]?.last_status).toBe(302);
    expect(receiver.calls.filter(({ path }) => path === '/elsewhere')).toEqual([]);
  });

  test('is given up after three days, and sent again by hand under the same id', async () => {
    const endpoint = await listen(['request.created']);
    await fail(endpoint, { status: 500 });
    await drain(73);
    await expect.poll(async () => (await deliveriesOf(endpoint))[0]?.status).toBe('failed');
    receiver.status = 200;
    const [{ _id }] = await deliveriesOf(endpoint);
    const resend = () => ctx.sue.call('POST', `/api/webhook-endpoints/deliveries/${_id}/resend`);
    expect((await resend()).status).toBe(200);
    await expect.poll(() => drained(async () => (await deliveriesOf(endpoint))[0]?.status)).toBe('delivered');
    expect(new Set(receivedAt(endpoint).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('is forgotten after 30 days', async () => {
    const endpoint = await listen(['request.created']);
    await create(ctx.rex);
    await received(endpoint);
    await sweep(withClock(ctx.deps, () => new Date(Date.now() + 29 * 24 * HOUR_MS)));
    expect(await deliveriesOf(endpoint)).toHaveLength(1);
    await sweep(withClock(ctx.deps, () => new Date(Date.now() + 31 * 24 * HOUR_MS)));
    expect(await deliveriesOf(endpoint)).toEqual([]);
  });
});

describe('[14.8] an endpoint', () => {
  test('that fails for five days is turned off, once; superadmins get a mail, operators a count', async () => {
    const endpoint = await listen(['request.created']);
    await fail(endpoint, { status: 500 });
    for (let others = 0; others < 4; others += 1) await create(ctx.rex);
    await drain(5 * 24 + 1);
    await expect.poll(async () => (await stateOf(endpoint)).is_enabled).toBe(false);
    receiver.status = 200;
    expect(await stateOf(endpoint)).toMatchObject({ disabled_reason: 'The endpoint responded 500' });
    const mails = `SELECT payload FROM outbox WHERE hoa_id = ? AND kind = 'mailPlan' AND idempotency_key LIKE ?`;
    const { rows } = await ctx.db.execute({ sql: mails, args: [ctx.hoa_id, `%webhook-disabled/${endpoint._id}%`] });
    expect(rows).toHaveLength(1);
    expect(metrics.samples().some(({ name }) => name === 'outgoing_webhooks_disabled')).toBe(true);
    const { docs } = (await ctx.sue.call('GET', `/api/activity?entity_id=${endpoint._id}&action=disableWebhook`)).body;
    expect(docs).toHaveLength(1);
    const on = await ctx.sue.call('PUT', `/api/webhook-endpoints/${endpoint._id}`, { is_enabled: true });
    expect(on.body).toMatchObject({ is_enabled: true, failing_since: null, disabled_reason: null });
  });

  test('that answers 410 is turned off at once', async () => {
    const endpoint = await listen(['request.created']);
    await fail(endpoint, { status: 410 });
    await expect.poll(async () => (await stateOf(endpoint)).is_enabled).toBe(false);
  });

  test('has a secret that is shown once, and two for a day after a new one was made', async () => {
    const endpoint = await listen(['request.created']);
    expect(endpoint.secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const { rows } = await ctx.db.execute({ sql: 'SELECT * FROM webhook_endpoints', args: [] });
    expect(JSON.stringify([rows, await stateOf(endpoint)])).not.toContain(endpoint.secret.slice(6));
    const rotate = await ctx.sue.call('POST', `/api/webhook-endpoints/${endpoint._id}/rotate-secret`);
    const { secret } = rotate.body;
    await create(ctx.rex);
    const [both] = (await received(endpoint)) as [Received];
    expect([isSignedWith(endpoint.secret, both), isSignedWith(secret, both)]).toEqual([true, true]);
    await ctx.db.execute({
      sql: `UPDATE webhook_endpoints SET previous_until = '2020-01-01' WHERE id = ?`,
      args: [endpoint._id],
    });
    await create(ctx.rex);
    const [, one] = (await received(endpoint, 2)) as [Received, Received];
    expect([isSignedWith(endpoint.secret, one), isSignedWith(secret, one)]).toEqual([false, true]);
  });

  test('gets a test event from the button', async () => {
    const endpoint = await listen(['invoice.paid']);
    expect((await ctx.sue.call('POST', `/api/webhook-endpoints/${endpoint._id}/test`)).status).toBe(200);
    const [call] = (await received(endpoint)) as [Received];
    expect([call.body.type, isSignedWith(endpoint.secret, call)]).toEqual(['webhook.test', true]);
  });
});
