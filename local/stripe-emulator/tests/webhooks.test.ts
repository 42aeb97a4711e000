import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkout, type Emulator, emulator, listener, nth, SECRET } from './support.ts';

let here: Emulator;
let ear: Awaited<ReturnType<typeof listener>>;
beforeEach(async () => {
  ear = await listener();
  here = await emulator({ webhook: { url: ear.url, secret: SECRET } });
});
afterEach(async () => {
  await here.stop();
  ear.stop();
});

const create = (name: string) => here.stripe.customers.create({ name });
const names = () => ear.received.map(({ event }) => (event.data.object as { name: string }).name);
const mode = (mode: string, delay_ms = 0) => here.control('PUT', 'webhooks', { mode, delay_ms });

test('events arrive in order, signed so that the SDK accepts them and nothing else', async () => {
  for (const name of ['a', 'b', 'c']) await create(name);
  await expect.poll(names).toEqual(['a', 'b', 'c']);
  const { body, signature, event } = nth(ear.received, 0);
  const verified = await here.stripe.webhooks.constructEventAsync(body, signature, SECRET);
  expect(verified).toEqual(event);
  expect(verified).toMatchObject({ type: 'customer.created', request: { id: expect.stringMatching(/^req_/) } });
  await expect(here.stripe.webhooks.constructEventAsync(body, signature, 'whsec_other')).rejects.toThrow(/signature/i);
  await expect(here.stripe.webhooks.constructEventAsync(`${body} `, signature, SECRET)).rejects.toThrow(/signature/i);
  expect(await here.stripe.events.retrieve(event.id)).toMatchObject({ type: 'customer.created' });
});

test('an event is sent again until it is accepted', async () => {
  let refusals = 1;
  ear.state.answer = () => (refusals-- > 0 ? 500 : 200);
  const { id } = await create('a');
  await expect.poll(() => ear.received.length, { timeout: 5000 }).toBe(2);
  expect(nth(ear.received, 0).event.id).toBe(nth(ear.received, 1).event.id);
  await expect
    .poll(async () => (await here.control('GET', 'webhooks/deliveries')).deliveries)
    .toMatchObject([{ status: 'delivered', attempts: [{ status: 500 }, { status: 200 }] }]);
  expect((await here.stripe.events.list({ type: 'customer.created' })).data[0]).toMatchObject({
    data: { object: { id } },
    pending_webhooks: 0,
  });
});

test('held events wait until they are flushed, in any order', async () => {
  await mode('hold');
  for (const name of ['a', 'b', 'c']) await create(name);
  expect(await here.control('GET', 'webhooks')).toMatchObject({ mode: 'hold', waiting: 3 });
  expect(ear.received).toEqual([]);
  await here.control('POST', 'webhooks/flush', { order: 'reverse' });
  expect(names()).toEqual(['c', 'b', 'a']);
  expect(await here.control('GET', 'webhooks')).toMatchObject({ waiting: 0 });
});

test('double sends twice; dropped events come only when resent', async () => {
  await mode('double');
  await create('a');
  await expect.poll(names).toEqual(['a', 'a']);
  await mode('drop');
  await create('b');
  await mode('normal');
  await create('c');
  await expect.poll(names).toEqual(['a', 'a', 'c']);
  const dropped = nth((await here.stripe.events.list({ type: 'customer.created' })).data, 1);
  await here.control('POST', 'webhooks/resend', { event: dropped.id });
  expect(names()).toEqual(['a', 'a', 'c', 'b']);
});

test('reverse delivers the newest first, and a delay holds events back', async () => {
  await mode('reverse', 200);
  await create('a');
  await create('b');
  await expect.poll(names, { timeout: 5000 }).toEqual(['b', 'a']);
});

test('a killed emulator goes on with its queue and its objects', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-stripe-'));
  const webhook = { url: ear.url, secret: SECRET };
  const first = await emulator({ folder, webhook });
  await first.control('PUT', 'webhooks', { mode: 'hold' });
  const { id } = await first.stripe.customers.create({ name: 'kept' }, { idempotencyKey: 'k' });
  const session = await checkout(first);
  await first.control('POST', 'clock', { advance_seconds: 3600 });
  // Nothing is written at the end: what is on the disk now is what a kill would leave.
  const second = await emulator({ folder, webhook });
  await first.stop();
  expect(await second.stripe.customers.retrieve(id)).toMatchObject({ name: 'kept' });
  expect((await second.stripe.customers.create({ name: 'kept' }, { idempotencyKey: 'k' })).id).toBe(id);
  expect(
    (await second.stripe.checkout.sessions.retrieve(session.id, { expand: ['line_items'] })).line_items?.data,
  ).toHaveLength(1);
  expect((await second.control('GET', 'clock')).offset_seconds).toBeGreaterThanOrEqual(3599);
  await expect.poll(() => ear.types()).toContain('customer.created');
  await second.control('POST', 'clock', { advance_seconds: 86_400 });
  expect(await second.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired' });
  await second.stop();
  await rm(folder, { recursive: true });
});
