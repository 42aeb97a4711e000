import { Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import { ADDRESS_NOT_FOUND, canManage } from '../../sync/addresses/entity.ts';
import { authorize } from '../../sync/tx.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { addressesQuery } from '../http/list-queries.ts';
import { paged } from '../http/rest-shapes.ts';
import { jsonBody, pathId, valid } from '../http/validate.ts';
import { readAddress, readAddresses } from '../queries/addresses.ts';
import { runMutator } from '../run-mutator.ts';

export const addressRoutes = new Hono<Env>()
  .use(requireActor)
  .use(async (c, next) => {
    authorize(canManage(c.var.actor));
    await next();
  })
  .get('/', valid('query', addressesQuery), async (c) => {
    const query = c.req.valid('query');
    const { docs, total, statistics } = await readAddresses(c.var.deps, c.var.actor, query, query);
    return c.json({ ...paged(docs, total, query), statistics });
  })
  .post('/', async (c) => {
    const id = uuidv7();
    await runMutator(c, 'createAddress', { ...(await jsonBody(c)), id });
    return c.json(await readAddress(c.var.deps, c.var.actor, id), 201);
  })
  .get('/:id', async (c) => c.json(await readAddress(c.var.deps, c.var.actor, pathId(c, ADDRESS_NOT_FOUND))))
  .put('/:id', async (c) => {
    const id = pathId(c, ADDRESS_NOT_FOUND);
    await runMutator(c, 'updateAddress', { ...(await jsonBody(c)), id });
    return c.json(await readAddress(c.var.deps, c.var.actor, id));
  })
  .delete('/:id', async (c) => {
    await runMutator(c, 'deleteAddress', { id: pathId(c, ADDRESS_NOT_FOUND) });
    return c.body(null, 204);
  });
