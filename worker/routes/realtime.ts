import { Hono } from 'hono';
import { verifyAccessToken } from '../auth.ts';
import type { Env } from '../deps.ts';
import { HttpError } from '../errors.ts';

/** GET /api/realtime: the poke socket. A browser cannot set headers on a WebSocket, so the access token travels as
 * a subprotocol beside 'porchlight', which keeps it out of addresses and logs. */
export const realtimeRoutes = new Hono<Env>().get('/', async (c) => {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') throw new HttpError(426, 'Expected a WebSocket');
  const [protocol, token] = (c.req.header('sec-websocket-protocol') ?? '').split(',').map((part) => part.trim());
  if (protocol !== 'porchlight' || !token) throw new HttpError(401, 'Not signed in');
  const actor = await verifyAccessToken(c.var.deps, token);
  if (!c.var.deps.connect) throw new HttpError(503, 'Realtime is not available');
  return c.var.deps.connect(c.req.raw, actor);
});
