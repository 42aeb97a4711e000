import { Hono } from 'hono';
import { callerKey } from '../auth/limits.ts';
import { requireActor } from '../auth/middleware.ts';
import { hashToken } from '../auth/secrets.ts';
import { endFeed, feedOf, readFeed, renewFeed } from '../calendar/feeds.ts';
import type { Env } from '../deps.ts';

export const calendarRoutes = new Hono<Env>()
  .get('/', requireActor, async (c) => c.json({ createdAt: await feedOf(c.var.deps, c.var.actor) }))
  .post('/', requireActor, async (c) => c.json({ url: await renewFeed(c.var.deps, c.var.actor) }, 201))
  .delete('/', requireActor, async (c) => {
    await endFeed(c.var.deps, c.var.actor);
    return c.body(null, 204);
  })
  // Signed out, by the secret address.
  .get('/:token', async (c) => {
    const caller = callerKey(c.req.header('CF-Connecting-IP'));
    const ics = await readFeed(c.var.deps, c.req.param('token').replace(/\.ics$/, ''), caller);
    const ETag = `"${await hashToken(ics)}"`;
    const headers = { ETag, 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' };
    if (c.req.header('If-None-Match')?.replace(/^W\//, '') === ETag) return c.body(null, 304, headers);
    return c.body(ics, 200, { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' });
  });
