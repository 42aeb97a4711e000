import { Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import { MEETING_NOT_FOUND, MOTION_NOT_FOUND } from '../../sync/meetings/rights.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { meetingFactsQuery } from '../http/list-queries.ts';
import { paged } from '../http/rest-shapes.ts';
import { jsonBody, pathId, valid } from '../http/validate.ts';
import { written } from '../http/written.ts';
import { readFacts, readMotion } from '../queries/meeting-facts.ts';
import { readQuorum } from '../queries/meeting-quorum.ts';
import { runMutator } from '../run-mutator.ts';

export const meetingFactRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/:id/facts', valid('query', meetingFactsQuery), async (c) => {
    const query = c.req.valid('query');
    const { docs, total } = await readFacts(c.var.deps, c.var.actor, pathId(c, MEETING_NOT_FOUND), query);
    return c.json(paged(docs, total, query));
  })
  .get('/:id/quorum', async (c) => c.json(await readQuorum(c.var.deps, c.var.actor, pathId(c, MEETING_NOT_FOUND))))
  .post('/:id/facts', async (c) => {
    const meeting_id = pathId(c, MEETING_NOT_FOUND);
    const { facts, ...body } = withIds(await jsonBody(c));
    await runMutator(c, 'recordFacts', { ...body, facts, meeting_id });
    return c.json({ ids: facts.map(({ id }) => id) }, 201);
  })
  .post('/:id/motions', async (c) => {
    const body = await jsonBody(c);
    const id = typeof body.id === 'string' ? body.id.trim().toLowerCase() : uuidv7();
    await runMutator(c, 'makeMotion', { ...body, id, meeting_id: pathId(c, MEETING_NOT_FOUND) });
    return written(c, () => readMotion(c.var.deps, c.var.actor, id), 201);
  });

export const motionRoutes = new Hono<Env>().use(requireActor).put('/:id', async (c) => {
  const id = pathId(c, MOTION_NOT_FOUND);
  await runMutator(c, 'updateMotion', { ...(await jsonBody(c)), id });
  return written(c, () => readMotion(c.var.deps, c.var.actor, id));
});

/** The ids of facts are the server's to make where the caller names none. */
const withIds = ({ facts, ...body }: Record<string, unknown>) => ({
  ...body,
  facts: (Array.isArray(facts) ? facts : []).map((fact: object | null) => ({
    ...fact,
    id: String((fact as { id?: unknown } | null)?.id ?? uuidv7()).toLowerCase(),
  })),
});
