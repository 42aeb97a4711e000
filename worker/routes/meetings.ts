import { Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import { rollId } from '../../sync/meetings/books.ts';
import { MEETING_NOT_FOUND } from '../../sync/meetings/rights.ts';
import { ITEM_NOT_FOUND } from '../../sync/meetings/writing.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { meetingsQuery } from '../http/list-queries.ts';
import { paged } from '../http/rest-shapes.ts';
import { jsonBody, longPathId, pathId, valid } from '../http/validate.ts';
import { readItem, readItems, readMeeting, readMeetings, readRoll, readRollUnit } from '../queries/meetings.ts';
import { runMutator } from '../run-mutator.ts';

const idOf = ({ id }: { id?: unknown }): string => (typeof id === 'string' ? id.trim().toLowerCase() : uuidv7());

export const meetingRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', valid('query', meetingsQuery), async (c) => {
    const { to, ...query } = c.req.valid('query');
    const { docs, total } = await readMeetings(c.var.deps, c.var.actor, { ...query, below: to });
    return c.json(paged(docs, total, query));
  })
  .post('/', async (c) => {
    const body = await jsonBody(c);
    const id = idOf(body);
    await runMutator(c, 'createMeeting', { ...body, id });
    return c.json(await readMeeting(c.var.deps, c.var.actor, id), 201);
  })
  .get('/:id', async (c) => c.json(await readMeeting(c.var.deps, c.var.actor, pathId(c, MEETING_NOT_FOUND))))
  .put('/:id', async (c) => {
    const id = pathId(c, MEETING_NOT_FOUND);
    await runMutator(c, 'updateMeeting', { ...(await jsonBody(c)), id });
    return c.json(await readMeeting(c.var.deps, c.var.actor, id));
  })
  .delete('/:id', async (c) => {
    await runMutator(c, 'deleteMeeting', { id: pathId(c, MEETING_NOT_FOUND) });
    return c.body(null, 204);
  })
  .post('/:id/cancel', async (c) => {
    const id = pathId(c, MEETING_NOT_FOUND);
    await runMutator(c, 'cancelMeeting', { ...(await jsonBody(c)), id });
    return c.json(await readMeeting(c.var.deps, c.var.actor, id));
  })
  .get('/:id/roll', async (c) => c.json(await readRoll(c.var.deps, c.var.actor, pathId(c, MEETING_NOT_FOUND))))
  .post('/:id/roll', async (c) => {
    const meeting_id = pathId(c, MEETING_NOT_FOUND);
    await runMutator(c, 'freezeRoll', { ...(await jsonBody(c)), meeting_id });
    return c.json(await readRoll(c.var.deps, c.var.actor, meeting_id));
  })
  .post('/:id/roll/units', async (c) => {
    const [body, meeting_id] = [await jsonBody(c), pathId(c, MEETING_NOT_FOUND)];
    await runMutator(c, 'addRollUnit', { ...body, meeting_id });
    return c.json(
      await readRollUnit(c.var.deps, c.var.actor, rollId(meeting_id, String(body.member_id).trim().toLowerCase())),
      201,
    );
  })
  .post('/:id/agenda', async (c) => {
    const [body, meeting_id] = [await jsonBody(c), pathId(c, MEETING_NOT_FOUND)];
    const id = idOf(body);
    await runMutator(c, 'addAgendaItem', { ...body, id, meeting_id });
    return c.json(await readItem(c.var.deps, c.var.actor, id), 201);
  })
  .post('/:id/agenda/records', async (c) => {
    const { items, ...body } = withIds(await jsonBody(c));
    await runMutator(c, 'addAgendaRecords', { ...body, items, meeting_id: pathId(c, MEETING_NOT_FOUND) });
    return c.json(
      await readItems(
        c.var.deps,
        c.var.actor,
        items.map(({ id }) => id),
      ),
      201,
    );
  });

/** The ids of items are the server's to make where the caller names none. */
const withIds = ({ items, ...body }: Record<string, unknown>) => ({
  ...body,
  items: (Array.isArray(items) ? items : []).map((item: object | null) => ({ ...item, id: idOf(item ?? {}) })),
});

export const rollUnitRoutes = new Hono<Env>().use(requireActor).put('/:id', async (c) => {
  const id = longPathId(c, MEETING_NOT_FOUND);
  await runMutator(c, 'updateRollUnit', { ...(await jsonBody(c)), id });
  return c.json(await readRollUnit(c.var.deps, c.var.actor, id));
});

export const agendaItemRoutes = new Hono<Env>()
  .use(requireActor)
  .put('/:id', async (c) => {
    const id = pathId(c, ITEM_NOT_FOUND);
    await runMutator(c, 'updateAgendaItem', { ...(await jsonBody(c)), id });
    return c.json(await readItem(c.var.deps, c.var.actor, id));
  })
  .post('/:id/move', async (c) => {
    const id = pathId(c, ITEM_NOT_FOUND);
    await runMutator(c, 'moveAgendaItem', { ...(await jsonBody(c)), id });
    return c.json(await readItem(c.var.deps, c.var.actor, id));
  })
  .post('/:id/withdraw', async (c) => {
    const id = pathId(c, ITEM_NOT_FOUND);
    await runMutator(c, 'withdrawAgendaItem', { ...(await jsonBody(c)), id });
    return c.json(await readItem(c.var.deps, c.var.actor, id));
  });
