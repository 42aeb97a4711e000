import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import Stripe from 'stripe';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { accountIdOf } from '../../sync/accounts/entity.ts';
import { app } from '../../worker/app.ts';
import { hashToken, newToken } from '../../worker/auth/secrets.ts';
import { unsubscribing } from '../../worker/notifications/unsubscribe.ts';
import { openApiDocument } from '../../worker/openapi/document.ts';
import { ROUTES } from '../../worker/rest/routes.ts';
import { network } from '../support/accounts.ts';
import { checkedAnswers } from '../support/answers.ts';
import { call, createContext, type Person, type TestContext, testConfig } from '../support/fixtures.ts';
import { CELLS } from '../support/isolation-routes.ts';
import { givePassword, PASSWORD } from '../support/passwords.ts';
import { isRecording } from '../support/recorded-examples.ts';
import {
  applicant,
  complete,
  confirmCard,
  confirmPayment,
  newestCode,
  resendCode,
  startUnverified,
  verifyEmail,
} from '../support/signup.ts';
import { billedContext, payOnHostedPage, stripeForAll } from '../support/stripe-harness.ts';
import { GENUINE } from '../support/uploads.ts';
import { writeExamples } from '../support/write-examples.ts';

const routes = app.routes
  .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
  .map(({ method, path }) => `${method} ${path}`);

type Json = Record<string, unknown>;
const document = JSON.parse(JSON.stringify(openApiDocument())) as Json & {
  paths: Record<string, Record<string, Json>>;
  components: Record<string, Json>;
};

describe('[14.8] the OpenAPI document', () => {
  test('has every route of the router, and no other', () => {
    expect(ROUTES.map(({ route }) => route).sort()).toEqual([...new Set(routes)].sort());
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(documented.sort()).toEqual([...new Set(routes)].sort());
  });

  test('refers to nothing that is missing, and names each operation and each parameter once', () => {
    const text = JSON.stringify(document);
    for (const [, section = '', name = ''] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g))
      expect([name, document.components[section]?.[name] !== undefined]).toEqual([name, true]);
    expect(text).not.toContain('$defs');
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.values(methods).map((operation) => ({ path, operation })),
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      const inPath = (operation.parameters as Json[]).filter((one) => one.in === 'path').map((one) => `{${one.name}}`);
      expect([path, inPath]).toEqual([path, path.match(/\{\w+\}/g) ?? []]);
    }
  });

  test('says of each operation who may, and which scope a token needs', () => {
    for (const { route, scope, access } of ROUTES) {
      const [method = '', path = ''] = route.split(' ');
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      const token = scope ? [{ token: [scope] }] : [];
      expect([route, operation?.security]).toEqual([route, access === 'anyone' ? [] : [...token, { session: [] }]]);
    }
  });
});

/** The routes that isolation.test.ts cannot call, for want of a password, a provider or a file, answer here. The answers of all
 * tests are held to the document (tests/support/answers.ts), and the last test says which were missing. */
describe('[14.8] live answers are those of the document', { shuffle: false }, () => {
  const harness = stripeForAll();
  const doneIn =
    (ctx: TestContext, who?: { token: string }) => async (method: string, path: string, body?: unknown) => {
      const answer = await call(ctx.app, method, `/api/${path}`, body, who?.token, { 'CF-Connecting-IP': network() });
      expect([path, answer.status < 400, answer.body?.message]).toEqual([path, true, answer.body?.message]);
      return answer;
    };
  const linkFor = async ({ db, deps }: TestContext, { id, hoa_id }: Person, purpose: 'reset' | 'activation') => {
    const token = newToken();
    const now = deps.now();
    const later = new Date(now.getTime() + 60_000).toISOString();
    const sql = `INSERT INTO user_tokens (token_hash, hoa_id, user_id, purpose, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)`;
    await db.execute({ sql, args: [await hashToken(token), hoa_id, id, purpose, now.toISOString(), later] });
    return token;
  };

  test('of signing in and of a reset link', async () => {
    const ctx = await createContext();
    await givePassword(ctx.db, ctx.sue);
    const anyone = doneIn(ctx);
    const login = await anyone('POST', 'auth/login', { email: ctx.sue.email, password: PASSWORD });
    const cookie = login.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    expect((await call(ctx.app, 'POST', '/api/auth/refresh', {}, undefined, { cookie })).status).toBe(200);
    await anyone('POST', 'auth/forgot-password', { email: 'nobody@example.test' });
    const { href } = await unsubscribing(ctx.deps.config, ctx.rita, ['reply']);
    await anyone('POST', `unsubscribe${new URL(href).search}`, { mail: false });
    const token = await linkFor(ctx, ctx.rex, 'reset');
    await anyone('GET', `auth/verify-reset-token?token=${token}`);
    await anyone('POST', 'auth/verify-reset-token', { token });
  });

  test('of a calendar', async () => {
    const { app, rita } = await createContext();
    const { url } = (await rita.call('POST', '/api/calendar')).body;
    expect((await app.request(new URL(url).pathname)).status).toBe(200);
  });

  test('of new passwords', async () => {
    const ctx = await createContext();
    await givePassword(ctx.db, ctx.sue, ctx.rex);
    const token = await linkFor(ctx, ctx.rex, 'reset');
    await doneIn(ctx)('POST', 'auth/reset-password', { token, password: 'plum-harbor-77' });
    const ines = await ctx.join(ctx.hoa_id, 'Ines', 'resident', 'invited');
    const activation = await linkFor(ctx, ines, 'activation');
    await doneIn(ctx)('POST', 'auth/activate', { token: activation, name: 'Ines', password: 'plum-harbor-78' });
    const changed = { currentPassword: PASSWORD, newPassword: 'plum-harbor-79' };
    await doneIn(ctx, ctx.sue)('PUT', 'auth/change-password', changed);
  });

  test('of the second factor', async () => {
    const ctx = await createContext();
    await givePassword(ctx.db, ctx.sue);
    const sue = doneIn(ctx, ctx.sue);
    const { secret } = (await sue('POST', 'auth/second-factor', { password: PASSWORD })).body;
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const { recoveryCodes } = (await sue('POST', 'auth/second-factor/confirm', { code })).body;
    await sue('POST', 'auth/second-factor/check', { code: recoveryCodes[0] });
    await sue('POST', 'auth/second-factor/remove', { code: recoveryCodes[1] });
  });

  test('of webhooks', async () => {
    const ctx = await createContext();
    const sue = doneIn(ctx, ctx.sue);
    const webhook = { url: 'https://hooks.acme.com/', events: ['invoice.paid'] };
    const { _id } = (await sue('POST', 'webhook-endpoints', webhook)).body;
    await sue('POST', `webhook-endpoints/${_id}/test`);
    const inHoa = (sql: string) => ctx.db.execute({ sql: `${sql} WHERE hoa_id = ?`, args: [ctx.hoa_id] });
    const tries = async () => (await inHoa('SELECT sum(attempts) AS n FROM webhook_deliveries')).rows[0]?.n;
    // A try that ends later would make it a pending one again.
    await expect.poll(tries, { timeout: 30_000 }).toBeGreaterThan(0);
    for (const sql of ['DELETE FROM outbox', "UPDATE webhook_deliveries SET status = 'failed'"]) await inHoa(sql);
    const { deliveries } = (await sue('GET', `webhook-endpoints/${_id}/deliveries`)).body;
    await sue('POST', `webhook-endpoints/deliveries/${deliveries[0]._id}/resend`);
  });

  test('of a signup, of the plan and its end', async () => {
    const ctx = await harness.createContext();
    const input = applicant();
    await doneIn(ctx)('POST', 'signup/check-availability', { email: input.email });
    const ids = await startUnverified(ctx, input);
    await resendCode(ctx, ids);
    const { status } = await verifyEmail(ctx, ids, await newestCode(ctx, ids));
    expect(status).toBe(200);
    await confirmPayment(ctx, ids, await confirmCard(harness, ids));
    const { token } = (await complete(ctx, ids)).body;
    const owner = doneIn(ctx, { token });
    await owner('GET', 'subscriptions/status');
    await owner('POST', 'subscriptions/update-plan', { planName: 'pro' });
    await owner('POST', 'subscriptions/create-billing-portal');
    await owner('POST', 'subscriptions/cancel', { reason: 'We move' });
    const { id } = (await harness.stripe.subscriptions.list({ limit: 1 })).data[0] as { id: string };
    await harness.stripe.subscriptions.cancel(id);
    await harness.deliver();
    await owner('POST', 'subscriptions/create-reactivation-checkout', { planName: 'growth' });
  });

  test('of payouts, payments and files', async () => {
    const { ctx, due_id, id } = await billedContext(harness);
    await doneIn(ctx, ctx.sue)('POST', 'stripe-connect/refresh-onboarding');
    await doneIn(ctx, ctx.rex)('POST', `invoices/${id}/pay`);
    await doneIn(ctx, ctx.rex)('POST', `dues/${due_id}/pay`);
    await doneIn(ctx, ctx.rex)('POST', `accounts/${accountIdOf(ctx.rex.id, 0)}/pay`, { amount: 5 });
    await doneIn(ctx, ctx.rex)('GET', `accounts/${accountIdOf(ctx.rex.id, 0)}/quote?amount=125.5`);
    await payOnHostedPage(harness, ctx.rex, id);
    await harness.deliver();
    await doneIn(ctx, ctx.rex)('GET', 'dues/payments');
    const sql = "SELECT id FROM payments WHERE invoice_id = ? AND kind = 'charge'";
    const [paid] = (await ctx.db.execute({ sql, args: [id] })).rows;
    const refund = Object.fromEntries([
      ['amount', 5],
      ['reason', 'Too much'],
      ['then', 'open'],
    ]);
    await doneIn(ctx, ctx.bea)('POST', `payments/${String(paid?.id)}/refund`, refund);
    const people = [{ resident_name: 'Ann Lee', resident_email: `${uuidv7()}@example.test`, role: 'resident' }];
    await doneIn(ctx, ctx.bea)('POST', 'users/bulk', { users: people });
    const gate = { title: 'Gate', description: '<p>Broken</p>', category: 'Other' };
    const request = await doneIn(ctx, ctx.rex)('POST', 'requests', gate);
    await doneIn(ctx, ctx.sue)('GET', 'activity?kind=request');
    const body = new FormData();
    body.append('file', new File([GENUINE.png as BlobPart], 'gate.png', { type: 'image/png' }));
    const headers = { Authorization: `Bearer ${ctx.rex.token}` };
    const path = `/api/requests/${request.body._id}/attachments`;
    expect((await ctx.app.request(path, { method: 'POST', headers, body })).status).toBe(200);
  });

  test('of what runs the service', async () => {
    const resendWebhookSecret = `whsec_${Buffer.from('a secret of the mail service').toString('base64')}`;
    const config = { ...testConfig(), stripe: harness.config, metricsToken: 'a-token-of-metrics', resendWebhookSecret };
    const assets = async () => new Response(JSON.stringify(openApiDocument()));
    const ctx = await createContext({ config, assets });
    await doneIn(ctx)('GET', 'openapi.json');
    await doneIn(ctx)('GET', 'health');
    const metrics = { headers: { Authorization: 'Bearer a-token-of-metrics' } };
    expect((await ctx.app.request('/api/metrics', metrics)).status).toBe(200);
    const fault = { kind: 'error', reference: '0123456789abcdef', build: 'b1', message: 'x', stack: '' };
    await doneIn(ctx)('POST', 'client-errors', fault);
    const event = JSON.stringify({
      id: `evt_${uuidv7()}`,
      object: 'event',
      type: 'plan.created',
      created: 1,
      data: { object: {} },
    });
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
      payload: event,
      secret: harness.config.webhookSecret,
    });
    const stripe = { method: 'POST', body: event, headers: { 'stripe-signature': signature } };
    expect((await ctx.app.request('/api/webhooks/stripe', stripe)).status).toBe(200);
    const [id, at] = [`msg_${uuidv7()}`, String(Math.floor(Date.now() / 1000))];
    const mail = JSON.stringify({ type: 'email.sent', created_at: new Date().toISOString(), data: {} });
    const key = Buffer.from(resendWebhookSecret.slice(6), 'base64');
    const signed = createHmac('sha256', key).update(`${id}.${at}.${mail}`).digest('base64');
    const headers = { 'svix-id': id, 'svix-timestamp': at, 'svix-signature': `v1,${signed}` };
    expect((await ctx.app.request('/api/webhooks/resend', { method: 'POST', body: mail, headers })).status).toBe(200);
  });

  test('so that no route is left whose answer nobody has compared', () => {
    const succeeds = (route: string) =>
      Object.values(CELLS[route]?.statuses ?? {}).some((status) => status < 400) ||
      [...checkedAnswers].some((one) => one.startsWith(`${route} 2`));
    // A test's request cannot become a WebSocket; an image is compared in tests/hoas/branding.test.ts.
    const others = ['GET /api/logos/:association/:file', 'GET /api/realtime'];
    expect(ROUTES.filter(({ route }) => !others.includes(route) && !succeeds(route))).toEqual([]);
  });
  if (isRecording) test('and are recorded as its examples', writeExamples, 600_000);
});
