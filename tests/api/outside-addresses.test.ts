import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeSecrets } from '../../local/secrets.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { fetchOutside } from '../../worker/services/outside.ts';
import { sealWebhookSecret } from '../../worker/webhooks/signature.ts';
import { createContext, type TestContext, testConfig } from '../support/fixtures.ts';
import { hostileAddresses } from '../support/hostile-addresses.ts';
import { listening } from '../support/listening.ts';
import { settle } from '../support/notifications.ts';
import * as requests from '../support/requests.ts';

/** A service on this machine that nobody may make the server call, and a resolver that says what a name stands for. */
let calls = 0;
const inner = createServer((_, response) => {
  calls += 1;
  response.end();
});
const names = new Map<string, string[]>();
const asked = new Set<string>();
const resolver = createServer((request, response) => {
  const { searchParams } = new URL(String(request.url), 'http://resolver');
  const [name, type] = [String(searchParams.get('name')), searchParams.get('type')];
  asked.add(`${name} ${type}`);
  const data = (names.get(name) ?? []).filter((address) => address.includes(':') === (type === 'AAAA'));
  const answer = data.map((address) => ({ name, type: type === 'AAAA' ? 28 : 1, TTL: 60, data: address }));
  response.setHeader('Content-Type', 'application/dns-json');
  response.end(JSON.stringify({ Status: names.has(name) ? 0 : 3, Answer: answer }));
});
const portOf = (server: typeof inner) => (server.address() as AddressInfo).port;
let ctx: TestContext;
beforeAll(async () => {
  await Promise.all([listening(inner), listening(resolver)]);
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = makeSecrets();
  const push = { publicKey, privateKey, subject: 'mailto:a@b.example' };
  ctx = await createContext({
    config: { ...testConfig(), push, dnsUrl: `http://127.0.0.1:${portOf(resolver)}/dns-query` },
    log: () => undefined,
  });
});
afterAll(() => void [inner, resolver].map((server) => server.close()));
beforeEach(() => {
  calls = 0;
});

const KEYS = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') };
const registerDevice = async (endpoint: string) =>
  (await ctx.rex.call('POST', '/api/notifications/devices', { endpoint, keys: KEYS })).status;
const registerWebhook = async (url: string) =>
  (await ctx.sue.call('POST', '/api/webhook-endpoints', { url, events: ['request.created'] })).status;
const count = async (table: string, where = '1') =>
  Number(
    (await ctx.db.execute(`SELECT count(*) AS n FROM ${table} WHERE hoa_id = '${ctx.hoa_id}' AND ${where}`)).rows[0]?.n,
  );

/** A browser’s keys: the payload can be encrypted for them. */
const browserKeys = async () => {
  const pair = (await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
    'deriveBits',
  ])) as CryptoKeyPair;
  const point = (await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer;
  return { p256dh: Buffer.from(point).toString('base64url'), auth: Buffer.alloc(16, 7).toString('base64url') };
};

/** As an earlier release stored it, which took such addresses. */
const storeDevice = async (endpoint: string) => {
  const { rows } = await ctx.db.execute({
    sql: 'SELECT family_id FROM refresh_tokens WHERE user_id = ? LIMIT 1',
    args: [ctx.rex.id],
  });
  const { p256dh, auth } = await browserKeys();
  await ctx.db.execute({
    sql: `INSERT INTO push_subscriptions (id, hoa_id, user_id, family_id, endpoint, p256dh, auth, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    args: [
      crypto.randomUUID(),
      ctx.hoa_id,
      ctx.rex.id,
      String(rows[0]?.family_id),
      endpoint,
      p256dh,
      auth,
      '2026-01-01',
    ],
  });
};
const storeWebhook = async (url: string) => {
  const secret = await sealWebhookSecret(ctx.deps.config, 'whsec_c2VjcmV0');
  await ctx.db.execute({
    sql: `INSERT INTO webhook_endpoints (id, hoa_id, url, description, events, sealed_secret, created_at)
      VALUES (?, ?, ?, '', '["request.created"]', ?, ?)`,
    args: [crypto.randomUUID(), ctx.hoa_id, url, secret, '2026-01-01'],
  });
};
const clear = () =>
  ctx.db.batch(
    ['webhook_deliveries', 'webhook_endpoints', 'push_subscriptions'].map(
      (table) => `DELETE FROM ${table} WHERE hoa_id = '${ctx.hoa_id}'`,
    ),
    'write',
  );

/** A request and a reply to it, which are told to whoever has registered; resolves once each delivery was tried. */
const tellEverybody = async () => {
  const { _id } = await requests.create(ctx.rex, { title: 'Gate' });
  await requests.comment(ctx.bea, _id, '<p>Tomorrow</p>');
  await settle(ctx);
  const webhooks = await count('webhook_endpoints');
  const tried = async () => {
    await drainOutbox(ctx.deps, { hoa_id: ctx.hoa_id, maxWaitMs: 0 });
    const devices = await count('push_subscriptions', 'last_job IS NULL');
    return [(await errors()).length, devices];
  };
  await expect.poll(tried, { timeout: 20_000 }).toEqual([webhooks, 0]);
};
const errors = async (): Promise<string[]> => {
  const sql = 'SELECT last_error FROM webhook_deliveries WHERE hoa_id = ? AND attempts > 0';
  const { rows } = await ctx.db.execute({ sql, args: [ctx.hoa_id] });
  return rows.map(({ last_error }) => String(last_error));
};

const PRIVATE = 'The address must be on the public internet';

describe('an address that leads to this machine or its network', () => {
  test('is refused when it is registered, however it is spelled, for pushes and for webhooks', async () => {
    expect(await registerWebhook('https://hooks.acme.com/porchlight')).toBe(201);
    const { body } = await ctx.sue.call('GET', '/api/webhook-endpoints');
    const changeWebhook = async (url: string) =>
      (await ctx.sue.call('PUT', `/api/webhook-endpoints/${body.endpoints[0]._id}`, { url })).status;
    for (const address of hostileAddresses(portOf(inner))) {
      const answers = await Promise.all([registerDevice, registerWebhook, changeWebhook].map((act) => act(address)));
      expect([address, ...answers]).toEqual([address, 400, 400, 400]);
    }
    expect([await count('push_subscriptions'), await count('webhook_endpoints')]).toEqual([0, 1]);
    expect((await ctx.sue.call('GET', '/api/webhook-endpoints')).body.endpoints).toEqual(body.endpoints);
    expect(calls).toBe(0);
    await clear();
  });

  test('is not called where an earlier release has stored it', async () => {
    const port = portOf(inner);
    const addresses = ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433', '0x7f.1'].flatMap(
      (host) => [`http://${host}:${port}/x`, `https://${host}:${port}/x`, `https://${host}/x`],
    );
    for (const address of addresses) await storeWebhook(address);
    for (const address of addresses) await storeDevice(address);
    await tellEverybody();
    expect(new Set(await errors())).toEqual(
      new Set([PRIVATE, 'The address must begin with https://', 'The address may not name a port']),
    );
    expect(calls).toBe(0);
    await clear();
  });

  test('is not called where a public name stands for it when something is sent', async () => {
    const to = (name: string, ...addresses: string[]) => {
      names.set(name, addresses);
      return name;
    };
    const hosts = [
      to('inner.acme.com', '127.0.0.1'),
      to('one-of-two.acme.com', '93.184.216.34', '10.0.0.1'),
      to('metadata.acme.com', '169.254.169.254'),
      to('six.acme.com', '93.184.216.34', '::1'),
      to('mapped.acme.com', '::ffff:127.0.0.1'),
      to('translated.acme.com', '64:ff9b::7f00:1'),
      to('six-to-four.acme.com', '2002:7f00:1::'),
      to('teredo.acme.com', '2001:0:7f00:1::'),
      to('local-six.acme.com', 'fd00::1'),
      to('link-local.acme.com', 'fe80::1'),
    ];
    for (const host of [...hosts, 'nowhere.acme.com']) {
      await storeDevice(`https://${host}/x`);
      await storeWebhook(`https://${host}/x`);
    }
    await tellEverybody();
    expect(new Set(await errors())).toEqual(new Set([PRIVATE, 'The address names a host that does not exist']));
    expect(
      [...hosts, 'nowhere.acme.com'].filter((host) => !asked.has(`${host} A`) || !asked.has(`${host} AAAA`)),
    ).toEqual([]);
    expect(calls).toBe(0);
    await clear();
  });

  test('is none that lies on the internet, by either kind of address', async () => {
    names.set('public.acme.com', ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946']);
    const call = fetchOutside(ctx.deps.config, 'https://public.acme.com:443/x', { signal: AbortSignal.abort('no') });
    await expect(call).rejects.toBe('no');
  });
});
