import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { cloneRawRequest } from 'hono/request';
import { StaleActor } from '../sync/server/transact.ts';
import type { Deps, Env } from './deps.ts';
import type { ErrorCode } from './http/error-codes.ts';
import { onError } from './http/errors.ts';
import { API_HEADERS } from './http/headers.ts';
import { originOf } from './http/origin.ts';
import { appPage } from './http/page.ts';
import { requestLog } from './http/request-log.ts';
import { jsonLimit, otherMethod, routerOf } from './rest/router.ts';
import { ROUTES } from './rest/routes.ts';

/** Headers of which a route may have its own. */
const OWN = ['Cache-Control', 'Cross-Origin-Resource-Policy'];

const apiHeaders = createMiddleware<Env>(async (c, next) => {
  await next();
  // The headers of a WebSocket upgrade are immutable.
  if (c.res.status === 101) return;
  // By which devices put their clocks right; an edge in front may set its own.
  c.header('Date', c.env.deps.now().toUTCString());
  for (const [name, value] of Object.entries(API_HEADERS))
    if (!OWN.includes(name) || !c.res.headers.has(name)) c.header(name, value);
});

/** Made once; what differs by request is in its bindings. */
export const app: Hono<Env> = new Hono<Env>()
  .onError(onError)
  .notFound((c) => c.json({ message: 'Not found', code: 'unknown_path' satisfies ErrorCode }, 404))
  .use(requestLog)
  .use(async (c, next) => {
    c.set('deps', { ...c.env.deps, origin: originOf(c) });
    await next();
    // Nothing was done yet, or nothing that would be done twice: push skips the mutations that it has seen.
    if (!(c.error instanceof StaleActor) || c.env.actor) return;
    c.res = undefined;
    c.res = await app.fetch(await cloneRawRequest(c.req), { ...c.env, actor: c.error.actor });
  })
  .use('/api/*', apiHeaders)
  .route('/', routerOf(ROUTES))
  .all('/api/*', jsonLimit, otherMethod(ROUTES))
  .get('*', appPage);

/** The app whose every request has these dependencies. */
export const createApp = (deps: Deps) => ({
  fetch: (request: Request) => app.fetch(request, { deps }),
  request: (input: string | Request, init?: RequestInit) => app.request(input, init, { deps }),
});
