import { Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import * as z from 'zod';
import { ADDRESS_NOT_FOUND, canManage } from '../../sync/addresses.ts';
import { ask } from '../../sync/tx.ts';
import { requireActor } from '../auth.ts';
import { change } from '../change.ts';
import type { Env } from '../deps.ts';
import { jsonBody, pathId, valid } from '../validate.ts';
import { paged, pageFields, searchTerm } from '../wire.ts';
import { readAddress, readAddresses } from './address-records.ts';

const listQuery = z.object({ ...pageFields, search: searchTerm });

/** The address directory over REST, for those who manage it alone. */
export const addressRoutes = new Hono<Env>()
  .use(requireActor)
  .use(async (c, next) => {
    ask(canManage(c.var.actor));
    await next();
  })
  .get('/', valid('query', listQuery), async (c) => {
    const query = c.req.valid('query');
    const { docs, total, statistics } = await readAddresses(c.var.deps, c.var.actor, query, query);
    return c.json({ ...paged(docs, total, query), statistics });
  })
  .post('/', async (c) => {
    const id = uuidv7();
    await change(c, 'createAddress', { ...(await jsonBody(c)), id });
    return c.json(await readAddress(c.var.deps, c.var.actor, id), 201);
  })
  .get('/:id', async (c) => c.json(await readAddress(c.var.deps, c.var.actor, pathId(c, ADDRESS_NOT_FOUND))))
  .put('/:id', async (c) => {
    const id = pathId(c, ADDRESS_NOT_FOUND);
    await change(c, 'updateAddress', { ...(await jsonBody(c)), id });
    return c.json(await readAddress(c.var.deps, c.var.actor, id));
  })
  .delete('/:id', async (c) => {
    await change(c, 'deleteAddress', { id: pathId(c, ADDRESS_NOT_FOUND) });
    return c.body(null, 204);
  });
