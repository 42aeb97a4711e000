import { createDecipheriv, createECDH, createHmac, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSecrets } from '../../local/secrets.ts';
import * as announcements from '../support/announcements.ts';
import * as dues from '../support/dues.ts';
import { createContext, type Person, type TestContext, testConfig } from '../support/fixtures.ts';
import { listening } from '../support/listening.ts';
import { drainAt, mailsForAll, settle } from '../support/notifications.ts';
import * as requests from '../support/requests.ts';
import { nth } from '../support/required.ts';
import * as violations from '../support/violations.ts';

const { config } = mailsForAll();
const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = makeSecrets();
const push = { publicKey, privateKey, subject: 'mailto:support@porchlight.test' };

type Taken = { path: string; headers: Record<string, string>; body: Buffer };

/** A push service of the file's own: what came, and what it answers. */
const taken: Taken[] = [];
let statusOf: (path: string) => number = () => 201;
const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const path = String(request.url);
    const status = statusOf(path);
    if (status < 300)
      taken.push({ path, headers: request.headers as Record<string, string>, body: Buffer.concat(pieces) });
    response.writeHead(status).end();
  });
});
let origin = '';
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listening(server)}`;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  statusOf = () => 201;
});

/** A browser that takes pushes: its keys, and its address at the push service. */
const newDevice = () => {
  const ecdh = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys();
  const auth = randomBytes(16);
  const path = `/${randomBytes(6).toString('hex')}`;
  const subscription = {
    endpoint: origin + path,
    keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
  };
  const received = () => taken.filter((one) => one.path === path);
  return { subscription, received, messages: () => received().map(({ body }) => decrypt(body, ecdh, auth)) };
};

/** https://www.rfc-editor.org/rfc/rfc8291 and https://www.rfc-editor.org/rfc/rfc8188, as a browser does. */
const decrypt = (body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer) => {
  const salt = body.subarray(0, 16);
  const length = body[20] as number;
  const sender = body.subarray(21, 21 + length);
  const secret = ecdh.computeSecret(sender);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
  const prk = createHmac('sha256', createHmac('sha256', auth).update(secret).digest())
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest();
  const derive = (name: string, size: number) =>
    Buffer.from(hkdfSync('sha256', prk, salt, `Content-Encoding: ${name}\0`, size));
  const sealed = body.subarray(21 + length);
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
};

const contextWithPush = () => createContext({ config: { ...config().config, push, testOrigins: [origin] } });
const subscribe = async (person: Person, device = newDevice()) => {
  const { status } = await person.call('POST', '/api/notifications/devices', device.subscription);
  expect(status).toBe(204);
  return device;
};
const devicesOf = async ({ db }: TestContext, { id }: Person) =>
  (await db.execute({ sql: 'SELECT endpoint FROM push_subscriptions WHERE user_id = ?', args: [id] })).rows.length;
const pushed = async (ctx: TestContext, at = new Date()) => {
  await settle(ctx, at);
  await drainAt(ctx, at);
};

test('[14.6] a push is encrypted for its device, says a title and where it leads, and is signed (RFC 8291, 8292)', async () => {
  const ctx = await contextWithPush();
  const [phone, tablet, other] = [await subscribe(ctx.rex), await subscribe(ctx.rex), await subscribe(ctx.rita)];
  const { _id: id } = await requests.create(ctx.rex, { title: 'Gate' });
  await requests.comment(ctx.bea, id, '<p>Come at nine, the code is 4711</p>');
  await pushed(ctx);
  const message = { title: 'New reply: Gate', path: `/requests/${id}`, tag: `/requests/${id}` };
  expect([phone.messages(), tablet.messages(), other.messages()]).toEqual([[message], [message], []]);
  const { headers } = nth(phone.received(), 0);
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(headers.authorization ?? '') ?? [];
  expect(key).toBe(push.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(push.publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const signer = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' });
  const signed = { key: signer, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, 'base64url'))).toBe(true);
  const { aud, sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  expect([aud, sub]).toEqual([origin.replace('http:', 'https:'), push.subject]);
  expect(exp - Date.now() / 1000).toBeLessThanOrEqual(24 * 60 * 60);
  expect(ctx.deps.metrics.samples()).toContainEqual({
    name: 'notification_pushes',
    labels: { result: 'sent' },
    value: 2,
  });
});

describe('what is pushed', () => {
  test('[14.6] a violation too, whatever is mailed of it, unless it is turned off', async () => {
    const ctx = await contextWithPush();
    const device = await subscribe(ctx.rex);
    await violations.issue(ctx.bea, ctx.rex, { title: 'Bins' });
    await pushed(ctx);
    expect(device.messages()).toMatchObject([{ title: 'Violation notice: Bins' }]);
    const choices = { newViolation: { push: false } };
    await ctx.rex.call('PUT', '/api/notifications/preferences', { choices });
    await violations.issue(ctx.bea, ctx.rex, { title: 'Noise' });
    await pushed(ctx);
    expect(device.messages()).toHaveLength(1);
  });

  test('[14.6] in quiet hours nothing is, and then all of it at once', async () => {
    const ctx = await contextWithPush();
    const device = await subscribe(ctx.rex);
    // The HOA's clock is at most an hour away from the one that stands in the middle of these hours.
    const hour = Number(
      new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Chicago', hour: '2-digit', hourCycle: 'h23' }).format(),
    );
    const quiet_hours = { from: (hour + 23) % 24, to: (hour + 2) % 24 };
    await ctx.rex.call('PUT', '/api/notifications/preferences', { quiet_hours });
    const { _id: id } = await requests.create(ctx.rex, { title: 'Gate' });
    await requests.comment(ctx.bea, id, '<p>One</p>');
    await requests.comment(ctx.bea, id, '<p>Two</p>');
    await pushed(ctx);
    expect(device.messages()).toEqual([]);
    await pushed(ctx, new Date(Date.now() + 3 * 60 * 60_000));
    expect(device.messages()).toMatchObject([{ title: '2 updates: Gate' }]);
  });

  test('[14.6] internal messages never are', async () => {
    const ctx = await contextWithPush();
    const devices = [await subscribe(ctx.rex), await subscribe(ctx.sue)];
    const { _id: id } = await requests.create(ctx.rex, { title: 'Gate' });
    await requests.comment(ctx.bea, id, '<p>Secret</p>', false);
    await pushed(ctx);
    expect(devices.map((device) => device.messages())).toEqual([[], []]);
  });
});

describe('a device', () => {
  const reply = async (ctx: TestContext) => {
    const { _id: id } = await requests.create(ctx.rex, { title: 'Gate' });
    await requests.comment(ctx.bea, id, '<p>One</p>');
    await pushed(ctx);
  };

  test('[14.6] that has ended is forgotten, and one that fails for a while gets its push once', async () => {
    const ctx = await contextWithPush();
    const [gone, busy, good] = [await subscribe(ctx.rex), await subscribe(ctx.rex), await subscribe(ctx.rex)];
    const answers = new Map([
      [new URL(gone.subscription.endpoint).pathname, 410],
      [new URL(busy.subscription.endpoint).pathname, 503],
    ]);
    statusOf = (path) => answers.get(path) ?? 201;
    const { _id: id } = await requests.create(ctx.rex, { title: 'Gate' });
    await requests.comment(ctx.bea, id, '<p>One</p>');
    await settle(ctx);
    await expect.poll(() => devicesOf(ctx, ctx.rex), { timeout: 20_000 }).toBe(2);
    answers.clear();
    await drainAt(ctx, new Date(Date.now() + 10 * 60_000));
    expect([gone, busy, good].map((device) => device.messages().length)).toEqual([0, 1, 1]);
  });

  test('[14.6] gets nothing after its sign-in has ended, nor after it was turned off', async () => {
    const ctx = await contextWithPush();
    const [first, second] = [await subscribe(ctx.rex), await subscribe(ctx.rex)];
    const off = { endpoint: first.subscription.endpoint };
    expect((await ctx.rita.call('DELETE', '/api/notifications/devices', off)).status).toBe(204);
    expect(await devicesOf(ctx, ctx.rex)).toBe(2);
    expect((await ctx.rex.call('DELETE', '/api/notifications/devices', off)).status).toBe(204);
    const ended = 'UPDATE refresh_tokens SET revoked_at = created_at WHERE user_id = ?';
    await reply(ctx);
    expect([first.messages().length, second.messages().length]).toEqual([0, 1]);
    const { _id: id } = await requests.create(ctx.rex, { title: 'Lamp' });
    await ctx.db.execute({ sql: ended, args: [ctx.rex.id] });
    await requests.comment(ctx.bea, id, '<p>Two</p>');
    await pushed(ctx);
    expect(second.messages()).toHaveLength(1);
  });

  test('[14.6] of whoever signs in last in a browser gets the pushes of nobody else', async () => {
    const ctx = await contextWithPush();
    const device = await subscribe(ctx.rex);
    await subscribe(ctx.rita, device);
    await reply(ctx);
    expect(device.messages()).toEqual([]);
  });

  test('[14.6] with keys that are none is refused', async () => {
    const ctx = await createContext();
    const { keys: good } = newDevice().subscription;
    const endpoint = 'https://fcm.googleapis.com/fcm/send/x';
    const post = async (keys: object) =>
      (await ctx.rex.call('POST', '/api/notifications/devices', { endpoint, keys })).status;
    expect(await post({ ...good, auth: 'x' })).toBe(400);
    expect(await post(good)).toBe(204);
  });
});

test('[14.6] without keys no push is offered, and nothing fails', async () => {
  const ctx = await createContext({ config: { ...testConfig() } });
  expect((await ctx.rex.call('GET', '/api/notifications/push-key')).body).toEqual({ key: null });
  const withKeys = await contextWithPush();
  expect((await withKeys.rex.call('GET', '/api/notifications/push-key')).body).toEqual({ key: push.publicKey });
});

test('[14.6] an announcement and an invoice are pushed to whom they are for, and to no device that wants none', async () => {
  const ctx = await contextWithPush();
  const { bea, rex, rita } = ctx;
  const [phone, other, board] = [await subscribe(rex), await subscribe(rita), await subscribe(bea)];
  await rita.call('PUT', '/api/notifications/preferences', { choices: { announcement: { push: false } } });
  const { _id } = await announcements.publish(bea, { title: 'Pool closed', audience_type: 'residents' });
  await pushed(ctx, new Date(Date.now() + 60_000));
  const liner = { title: 'Pool liner', frequency: 'one_time', send_date: '2025-05-01' };
  const due = await dues.create(bea, [rex, rita], liner);
  await dues.issue(ctx, due._id);
  await pushed(ctx);
  const titlesOf = (device: typeof phone) =>
    device
      .messages()
      .map(({ title }) => title)
      .sort();
  expect([titlesOf(phone), titlesOf(other), titlesOf(board)]).toEqual([
    ['Announcement: Pool closed', 'New invoice: Pool liner'],
    ['New invoice: Pool liner'],
    [],
  ]);
  expect(phone.messages().find(({ title }) => title.endsWith('closed')).path).toBe(`/announcements/${_id}`);
});
