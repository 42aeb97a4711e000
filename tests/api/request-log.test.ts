import { createClient } from '@libsql/client/web';
import { uuidv7 } from 'uuidv7';
import { expect, test, vi } from 'vitest';
import { createApp } from '../../worker/app.ts';
import type { Deps } from '../../worker/deps.ts';
import type { Log } from '../../worker/services/log.ts';
import { Counters } from '../../worker/services/metrics.ts';
import { call, createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { TestHubs } from '../support/hubs.ts';
import { create, newClient, newGroup, push, request } from '../support/sync.ts';

type LogEntry = Parameters<Log>[0];

const loggedContext = async (over: Partial<Deps> = {}): Promise<{ ctx: TestContext; lines: LogEntry[] }> => {
  const lines: LogEntry[] = [];
  const ctx = await createContext({ ...over, log: (entry) => void lines.push(entry) });
  lines.length = 0;
  return { ctx, lines };
};

const requestsIn = (lines: LogEntry[]) => lines.filter(({ event }) => event === 'request');

test('each request is one line: who by id, the pattern of its path, and what it cost', async () => {
  const after: Promise<unknown>[] = [];
  const { ctx, lines } = await loggedContext({ waitUntil: (work) => void after.push(work) });
  // The first use of an access token is noted, which is a call of its own.
  await ctx.rex.call('GET', '/api/auth/profile');
  await Promise.all(after);
  lines.length = 0;
  const { headers } = await ctx.rex.call('GET', `/api/accounts/${uuidv7()}?as_of=2026-01-31`);
  expect(lines).toEqual([
    {
      level: 'info',
      event: 'request',
      request: headers.get('x-request-id'),
      over: 'http',
      method: 'GET',
      route: '/api/accounts/:id',
      user: ctx.rex.id,
      hoa: ctx.hoa_id,
      status: 404,
      ms: expect.any(Number),
      subrequests: 1,
    },
  ]);
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{16}$/);
});

test('no body, token, name or query string is in a line, and neither is a path that nobody knows', async () => {
  const { ctx, lines } = await loggedContext({ assets: async () => new Response('page') });
  const secret = 'very-secret-token';
  await ctx.app.request(`/api/auth/verify-reset-token?token=${secret}`);
  await ctx.app.request(`/reset-password/${secret}?token=${secret}`);
  await ctx.app.request(`/api/unknown/${secret}`);
  await ctx.bea.call('POST', '/api/auth/reset-password', { token: secret, password: secret });
  await ctx.rex.call('POST', '/api/requests', request(secret));
  expect(requestsIn(lines).map(({ route }) => route)).toEqual([
    '/api/auth/verify-reset-token',
    'page',
    'unknown',
    '/api/auth/reset-password',
    '/api/requests',
  ]);
  const written = JSON.stringify(lines);
  expect(written).not.toContain(secret);
  for (const { name, email, token } of [ctx.bea, ctx.rex])
    for (const personal of [name, email, token]) expect(written).not.toContain(personal);
});

test('every answer has its request id: Cloudflare’s where it made one', async () => {
  const { ctx } = await loggedContext({ assets: async () => new Response('page') });
  const idOf = async (path: string, headers = {}) =>
    (await ctx.app.request(path, { headers })).headers.get('x-request-id');
  for (const path of ['/', '/api/health', '/api/unknown', '/api/requests', '/assets/gone.js'])
    expect(await idOf(path)).toMatch(/^[0-9a-f]{16}$/);
  expect(await idOf('/', { 'CF-Ray': '8f3c2a1b9d7e6f50-ORD' })).toBe('8f3c2a1b9d7e6f50');
  expect(await idOf('/', { 'CF-Ray': 'whatever a caller likes' })).toMatch(/^[0-9a-f]{16}$/);
});

test('a request that runs again, because its user had changed, is one line and has one id', async () => {
  const { ctx, lines } = await loggedContext();
  await ctx.db.execute({ sql: "UPDATE users SET role = 'board' WHERE id = ?", args: [ctx.rex.id] });
  const { status, headers } = await ctx.rex.call('GET', '/api/users');
  expect(status).toBe(200);
  expect(lines).toMatchObject([{ request: headers.get('x-request-id'), user: ctx.rex.id, status: 200 }]);
});

test('an unexpected error is logged with the id that its sentence names', async () => {
  const { ctx, lines } = await loggedContext();
  const presignGet = () => Promise.reject(new Error('the signer broke'));
  const broken = { ...ctx.deps.storage, presignGet, presignPut: presignGet };
  const { ctx: failing, lines: errors } = await loggedContext({ storage: broken });
  const file = { fileName: 'plan.pdf', fileType: 'application/pdf', fileSize: 100 };
  const { status, body, headers } = await failing.rex.call('POST', '/api/requests/presigned-url', file);
  const id = headers.get('x-request-id');
  expect([status, body.message]).toEqual([500, `Something went wrong. Please try again. (Reference ${id})`]);
  expect(errors).toMatchObject([
    { level: 'error', event: 'request failed', error: 'the signer broke', stack: expect.stringContaining('at ') },
    { event: 'request', request: id, status: 500 },
  ]);
  expect(lines).toEqual([]);
});

test('a push over a socket is a line of its own, and its answer has the id', async () => {
  const lines: LogEntry[] = [];
  const hubs = new TestHubs();
  const ctx = await createContext({ ...hubs.over, log: (entry) => void lines.push(entry) });
  hubs.serve(ctx.deps);
  const mutations = [{ ...create(), id: 1, clientID: newClient(), timestamp: 0 }];
  const body = { pushVersion: 1, clientGroupID: newGroup(), mutations, profileID: '', schemaVersion: '1' };
  const { status, headers } = await hubs.push(ctx, ctx.rex, body);
  expect(status).toBe(200);
  expect(requestsIn(lines).at(-1)).toMatchObject({
    request: headers.get('x-request-id'),
    over: 'socket',
    route: '/api/replicache/push',
    user: ctx.rex.id,
  });
});

test('a job is a line, under the id of the request that asked for it', async () => {
  const after: Promise<unknown>[] = [];
  const { ctx, lines } = await loggedContext({ waitUntil: (work) => void after.push(work) });
  const { headers } = await ctx.bea.call('POST', '/api/users/invite', { email: `${uuidv7()}@example.test` });
  await Promise.all(after);
  expect(lines.find(({ event }) => event === 'job')).toEqual({
    level: 'info',
    event: 'job',
    request: headers.get('x-request-id'),
    kind: 'mailInvitations',
    job: expect.stringContaining(ctx.hoa_id),
    hoa: ctx.hoa_id,
    attempts: 1,
    result: 'done',
    ms: expect.any(Number),
    subrequests: expect.any(Number),
  });
});

test('[SYNC-10] what a push refuses is counted by mutator and code, and a push that fails is counted', async () => {
  const metrics = new Counters();
  const { ctx } = await loggedContext({ metrics });
  const close = { name: 'updateRequest', args: { id: uuidv7(), status: 'in_progress' } };
  await push(ctx.bea, newGroup(), newClient(), 1, [close, create()]);
  expect(metrics.samples()).toEqual([
    { name: 'push_refusals', labels: { mutator: 'updateRequest', code: 'not_found' }, value: 1 },
  ]);
  vi.spyOn(console, 'error').mockReturnValueOnce();
  const dead = createClient({ url: 'http://127.0.0.1:9' });
  const app = createApp({ ...ctx.deps, db: dead });
  const rex: Person = { ...ctx.rex, call: (method, path, body) => call(app, method, path, body, ctx.rex.token) };
  const { status } = await push(rex, newGroup(), newClient(), 1, [create()]);
  expect([status, metrics.samples().at(-1)]).toEqual([503, { name: 'push_failures', labels: {}, value: 1 }]);
});
