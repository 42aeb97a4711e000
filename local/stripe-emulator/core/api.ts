import type { EmulatorContext } from 'emulate';
import qs from 'qs';
import type { Context } from './context.ts';
import type { Endpoint } from './endpoint.ts';
import { noAccess, StripeError } from './errors.ts';
import { expandObjects } from './expand.ts';
import { fingerprintOf, keyInUse, storeAnswer, storedAnswer } from './idempotency.ts';
import { newId } from './ids.ts';
import { type Keys, keyTypeOf } from './keys.ts';
import { delay, type Outage, type Outages } from './outage.ts';
import { parse } from './params.ts';

export type App = EmulatorContext<object>['app'];
export type HttpContext = Parameters<Parameters<App['get']>[1]>[0];
export type Server = { app: App; ctx: Context; outages: Outages; keys: Keys; signal: AbortSignal };
type Reply = { status: number; body: string; headers?: Record<string, string> };
type Request = {
  c: HttpContext;
  ctx: Context;
  body: string;
  params: Record<string, unknown>;
  browser: boolean;
  key?: string;
};

/** Serves the endpoints, and Stripe's 404 for everything else. */
export const serveApi = (server: Server, endpoints: Endpoint[]): void => {
  const busy = new Set<string>();
  for (const endpoint of endpoints) {
    const run = (request: Request) => {
      const input = inputOf(request, endpoint);
      return once(request, busy, () => perform(request, endpoint, input));
    };
    server.app.on(endpoint.method, endpoint.path, (c) => serve(c, server, busy, run));
  }
  server.app.notFound((c) => serve(c, server, busy, () => failure(unrecognized(c))));
};

type Run = (request: Request) => Reply;

const serve = async (c: HttpContext, server: Server, busy: Set<string>, run: Run): Promise<Response> => {
  const met = server.outages.take();
  if (met.mode === 'down') return respond(c, failure(DOWN));
  const request = await read(c, server).catch(failure);
  if ('status' in request) return respond(c, request);
  const reply = attempt(request, run);
  server.ctx.store.flush();
  server.ctx.webhooks.wake();
  await hold(request, met, busy, server.signal);
  return respond(c, met.mode === 'lost' ? failure(DOWN) : reply, request);
};

/** Parses and authenticates a request. Throws a StripeError for a wrong key, account or body. */
const read = async (c: HttpContext, { ctx, keys }: Server): Promise<Request> => {
  const { req } = c;
  const body = req.method === 'POST' ? await req.text() : '';
  const query = new URL(req.url).search.slice(1);
  const params = qs.parse([query, body].filter(Boolean).join('&'), {
    depth: 20,
    arrayLimit: 1000,
    parameterLimit: 5000,
  });
  const browser = keyTypeOf(req.header('authorization'), params.key, keys) === 'publishable';
  for (const name of ['key', '_stripe_account', '_stripe_version']) delete params[name];
  const account = req.header('stripe-account');
  if (account && !ctx.store.get('accounts', account)) throw noAccess(account);
  const key = req.method === 'POST' ? req.header('idempotency-key') : undefined;
  const store = ctx.store.forAccount(account);
  const cause = { id: newId('req', 14), idempotency_key: key ?? null };
  return { c, ctx: { ...ctx, store, account, request: cause }, body, params, browser, key };
};

const attempt = (request: Request, run: Run): Reply => {
  try {
    return run(request);
  } catch (error) {
    return failure(error);
  }
};

/** The same key is worked on once, and its answer given again: https://docs.stripe.com/api/idempotent_requests */
const once = (request: Request, busy: Set<string>, work: () => Reply): Reply => {
  const { key, ctx, c, body } = request;
  if (!key) return work();
  if (busy.has(key)) throw keyInUse();
  const fingerprint = fingerprintOf(c.req.method, c.req.path, body);
  const kept = storedAnswer(ctx, key, fingerprint);
  if (kept) return { ...kept, headers: { 'Idempotent-Replayed': 'true', 'Original-Request': kept.request } };
  const reply = attempt(request, work);
  storeAnswer(ctx, key, fingerprint, reply.status, reply.body);
  return reply;
};

/** Parameters that are refused here leave an idempotency key free. */
const inputOf = ({ params, browser }: Request, endpoint: Endpoint) => {
  if (browser && !endpoint.browser) throw secretOnly();
  const { expand: _, ...rest } = params;
  return parse(endpoint.shape, rest);
};

const perform = ({ c, ctx, params, browser }: Request, endpoint: Endpoint, input: Record<string, unknown>): Reply => {
  const answer = endpoint.run({ ctx, input, id: c.req.param('id'), url: c.req.path, browser });
  const paths = Array.isArray(params.expand) ? params.expand.map(String) : [];
  return { status: 200, body: JSON.stringify(expandObjects(ctx, answer, paths)) };
};

/** While a slow answer is under way its key counts as in use. */
const hold = async ({ key }: Request, met: Outage, busy: Set<string>, signal: AbortSignal): Promise<void> => {
  if (met.mode !== 'slow' || (key && busy.has(key))) return;
  if (key) busy.add(key);
  await delay(met, signal);
  if (key) busy.delete(key);
};

const respond = (c: HttpContext, { status, body, headers }: Reply, request?: Request): Response => {
  const id = request?.ctx.request.id ?? newId('req', 14);
  const echo: Record<string, string> = request?.key ? { 'Idempotency-Key': request.key } : {};
  const type = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'Request-Id': id };
  return c.body(body, status, { ...type, ...echo, ...headers });
};

const failure = (error: unknown): Reply => {
  if (!(error instanceof StripeError)) console.error(error);
  const known = error instanceof StripeError ? error : BROKEN;
  return { status: known.status, body: JSON.stringify({ error: known.body }) };
};

const DOWN = new StripeError(500, { type: 'api_error', message: 'An error occurred with our connection to Stripe.' });
const BROKEN = new StripeError(500, { type: 'api_error', message: 'An unknown error occurred' });

const unrecognized = ({ req }: HttpContext) =>
  new StripeError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${req.method}: ${req.path}). If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });

const secretOnly = () =>
  new StripeError(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
