import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { Env } from '../deps.ts';
import { newTrace, runTraced, type Trace } from '../services/trace.ts';

export const REQUEST_ID = 'X-Request-Id';

/** Cloudflare's own id of the request, without the place of its data center; in other places undefined. */
export const rayOf = (request: Request): string | undefined =>
  /^([0-9a-f]{16})(-[A-Z]{3})?$/.exec(request.headers.get('CF-Ray') ?? '')?.[1];

/** Writes one line a request and gives each answer its id. */
export const requestLog = createMiddleware<Env>(async (c, next) => {
  // The user had changed: this is the second run of a request, and the first writes the line.
  if (c.env.actor) return next();
  const trace = newTrace(rayOf(c.req.raw));
  const started = Date.now();
  await runTraced(trace, next);
  // The headers of a WebSocket upgrade are immutable.
  if (c.res.status !== 101) c.header(REQUEST_ID, trace.id);
  record(c, trace, Date.now() - started);
});

const record = (c: Context<Env>, { id, subrequests }: Trace, ms: number): void => {
  const { deps, claims } = c.env;
  const { status } = c.res;
  const route = routeOf(c);
  if (status === 429) deps.metrics.count('requests_limited', { route });
  deps.log({
    level: 'info',
    event: 'request',
    request: id,
    over: claims ? 'socket' : 'http',
    method: c.req.method,
    route,
    user: c.var.actor?.id,
    hoa: c.var.actor?.hoa_id,
    status,
    ms,
    subrequests,
  });
};

/** The pattern, because a path may hold ids, and that of a mailed link its token. */
const routeOf = (c: Context<Env>): string => {
  const route = matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path;
  if (route?.startsWith('/api/')) return route;
  return c.req.path.startsWith('/api') ? 'unknown' : 'page';
};
