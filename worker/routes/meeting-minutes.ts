import { Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import { ACTION_NOT_FOUND } from '../../sync/meetings/mutators/action-items.ts';
import { MEETING_NOT_FOUND, MOTION_NOT_FOUND } from '../../sync/meetings/rights.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { actionItemsQuery, minutesQuery } from '../http/list-queries.ts';
import { paged } from '../http/rest-shapes.ts';
import { jsonBody, pathId, valid } from '../http/validate.ts';
import { written } from '../http/written.ts';
import { readMinutes, readMotions } from '../queries/meeting-composed.ts';
import { readMotion } from '../queries/meeting-facts.ts';
import { readActionItem, readActionItems, readMinutesState, readMinutesText } from '../queries/meeting-minutes.ts';
import { runMutator } from '../run-mutator.ts';

export const minutesRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/:id/minutes', valid('query', minutesQuery), async (c) =>
    c.json(await readMinutes(c.var.deps, c.var.actor, pathId(c, MEETING_NOT_FOUND), c.req.valid('query').form)),
  )
  .get('/:id/motions', async (c) => c.json(await readMotions(c.var.deps, c.var.actor, pathId(c, MEETING_NOT_FOUND))))
  .post('/:id/minutes', async (c) => {
    const [meeting_id, body] = [pathId(c, MEETING_NOT_FOUND), await jsonBody(c)];
    if (body.status !== undefined) {
      await runMutator(c, 'setMinutesStatus', { ...body, meeting_id });
      return c.json(await readMinutesState(c.var.deps, c.var.actor, meeting_id));
    }
    const id = idOf(body);
    await runMutator(c, 'saveMinutesText', { ...body, id, meeting_id });
    return written(c, () => readMinutesText(c.var.deps, c.var.actor, id), 201);
  })
  .post('/:id/publish', async (c) => {
    const meeting_id = pathId(c, MEETING_NOT_FOUND);
    await runMutator(c, 'publishMinutes', { meeting_id });
    return c.json(await readMinutesState(c.var.deps, c.var.actor, meeting_id), 202);
  });

export const decisionRoutes = new Hono<Env>().use(requireActor).post('/:id/decision', async (c) => {
  const motion_id = pathId(c, MOTION_NOT_FOUND);
  await runMutator(c, 'applyDecision', { ...(await jsonBody(c)), motion_id });
  return c.json(await readMotion(c.var.deps, c.var.actor, motion_id));
});

export const actionItemRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', valid('query', actionItemsQuery), async (c) => {
    const query = c.req.valid('query');
    const { docs, total } = await readActionItems(c.var.deps, c.var.actor, query);
    return c.json(paged(docs, total, query));
  })
  .post('/', async (c) => {
    const body = await jsonBody(c);
    const id = idOf(body);
    await runMutator(c, 'createActionItem', { ...body, id });
    return written(c, () => readActionItem(c.var.deps, c.var.actor, id), 201);
  })
  .put('/:id', async (c) => {
    const id = pathId(c, ACTION_NOT_FOUND);
    await runMutator(c, 'updateActionItem', { ...(await jsonBody(c)), id });
    return c.json(await readActionItem(c.var.deps, c.var.actor, id));
  });

const idOf = ({ id }: Record<string, unknown>): string => (typeof id === 'string' ? id.trim().toLowerCase() : uuidv7());
