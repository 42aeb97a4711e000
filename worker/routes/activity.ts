import { Hono } from 'hono';
import * as z from 'zod';
import { retentionInput } from '../../schema/activity.ts';
import { canView } from '../../sync/activity.ts';
import { authorize, parse } from '../../sync/tx.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { commaList, longPageFields, paged, searchTerm } from '../http/rest-shapes.ts';
import { jsonBody, valid } from '../http/validate.ts';
import { readActivity, readRetention, saveRetention } from '../queries/activity.ts';

const instant = z.iso.datetime('Invalid date').optional();

const listQuery = z.object({
  ...longPageFields,
  search: searchTerm,
  person: commaList,
  action: commaList,
  kind: commaList,
  entity_id: z.string().max(100).optional(),
  from: instant,
  below: instant,
});

export const activityRoutes = new Hono<Env>()
  .use(requireActor)
  .use(async (c, next) => {
    authorize(canView(c.var.actor));
    await next();
  })
  .get('/', valid('query', listQuery), async (c) => {
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
