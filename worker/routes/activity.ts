import { Hono } from 'hono';
import { retentionInput } from '../../schema/activity-inputs.ts';
import { canView } from '../../sync/activity/entity.ts';
import { parse } from '../../sync/parse.ts';
import { authorize } from '../../sync/tx.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { activityQuery } from '../http/list-queries.ts';
import { paged } from '../http/rest-shapes.ts';
import { jsonBody, valid } from '../http/validate.ts';
import { readActivity, readRetention, saveRetention } from '../queries/activity.ts';

export const activityRoutes = new Hono<Env>()
  .use(requireActor)
  .use(async (c, next) => {
    authorize(canView(c.var.actor));
    await next();
  })
  .get('/', valid('query', activityQuery), async (c) => {
    const query = c.req.valid('query');
    const { docs, total } = await readActivity(c.var.deps, c.var.actor, query, query);
    return c.json(paged(docs, total, query));
  })
  .get('/retention', async (c) => c.json({ years: await readRetention(c.var.deps, c.var.actor) }))
  .put('/retention', async (c) => {
    const { years } = parse(retentionInput, await jsonBody(c));
    await saveRetention(c.var.deps, c.var.actor, years);
    return c.json({ years });
  });
