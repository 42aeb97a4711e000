import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { secureHeaders } from 'hono/secure-headers';
import type { Deps, Env } from './deps.ts';
import { HttpError, onError } from './errors.ts';
import { announcementRoutes } from './routes/announcements.ts';
import { authRoutes } from './routes/auth.ts';
import { documentRoutes } from './routes/documents.ts';
import { healthRoutes } from './routes/health.ts';
import { realtimeRoutes } from './routes/realtime.ts';
import { requestRoutes } from './routes/requests.ts';
import { syncRoutes } from './routes/sync.ts';
import { violationRoutes } from './routes/violations.ts';

const JSON_LIMIT = 1024 * 1024;
/** A form upload carries one file and a little around it. */
const FORM_LIMIT = 12 * 1024 * 1024;

const tooLarge = () => {
  throw new HttpError(413, 'This is too large to send');
};
const jsonLimit = bodyLimit({ maxSize: JSON_LIMIT, onError: tooLarge });
const formLimit = bodyLimit({ maxSize: FORM_LIMIT, onError: tooLarge });

/** The whole API over its dependencies. */
export const createApp = (deps: Deps) =>
  new Hono<Env>()
    .onError(onError)
    .notFound((c) => c.json({ message: 'Not found' }, 404))
    .use(async (c, next) => {
      c.set('deps', deps);
      await next();
    })
    .use((c, next) => (c.req.header('upgrade') ? next() : secureHeaders()(c, next)))
    .use((c, next) =>
      c.req.header('content-type')?.startsWith('multipart/form-data') ? formLimit(c, next) : jsonLimit(c, next),
    )
    .route('/api/health', healthRoutes)
    .route('/api/auth', authRoutes)
    .route('/api/replicache', syncRoutes)
    .route('/api/realtime', realtimeRoutes)
    .route('/api/announcements', announcementRoutes)
    .route('/api/requests', requestRoutes)
    .route('/api/documents', documentRoutes)
    .route('/api/violations', violationRoutes);
