import { Hono } from 'hono';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { jsonBody, valid } from '../http/validate.ts';
import { deviceChoice, deviceInput, forgetDevice, saveDevice } from '../notifications/devices.ts';
import { readPreferences } from '../queries/notifications.ts';
import { runMutator } from '../run-mutator.ts';

export const notificationRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/preferences', async (c) => c.json(await readPreferences(c.var.deps, c.var.actor)))
  .put('/preferences', async (c) => {
    await runMutator(c, 'updateNotificationPreferences', await jsonBody(c));
    return c.json(await readPreferences(c.var.deps, c.var.actor));
  })
  .get('/push-key', (c) => c.json({ key: c.var.deps.config.push?.publicKey ?? null }))
  .post('/devices', valid('json', deviceInput), async (c) => {
    await saveDevice(c.var.deps, c.var.actor, c.var.family_id, c.req.valid('json'));
    return c.body(null, 204);
  })
  .delete('/devices', valid('json', deviceChoice), async (c) => {
    await forgetDevice(c.var.deps, c.var.actor, c.req.valid('json').endpoint);
    return c.body(null, 204);
  });
