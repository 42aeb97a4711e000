import { Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import { canManage, DUE_NOT_FOUND } from '../../sync/dues/entity.ts';
import { authorize } from '../../sync/tx.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { duesQuery, paymentsQuery } from '../http/list-queries.ts';
import { paged } from '../http/rest-shapes.ts';
import { jsonBody, pathId, valid } from '../http/validate.ts';
import { readDue, readDues } from '../queries/dues.ts';
import { readInvoices } from '../queries/invoices.ts';
import { runMutator } from '../run-mutator.ts';

export const dueRoutes = new Hono<Env>()
  .use(requireActor)
  .get('/', valid('query', duesQuery), async (c) => {
    const query = c.req.valid('query');
    const { docs, total } = await readDues(c.var.deps, c.var.actor, query, query);
    return c.json(paged(docs, total, query));
  })
  .post('/', async (c) => {
    authorize(canManage(c.var.actor));
    const id = uuidv7();
    await runMutator(c, 'createDue', { ...(await jsonBody(c)), id });
    return c.json(await readDue(c.var.deps, c.var.actor, id), 201);
  })
  .get('/payments', valid('query', paymentsQuery), async (c) => {
    const paging = c.req.valid('query');
    const paid = { status: ['paid'], sortBy: 'paid_at' as const };
    const { docs, total } = await readInvoices(c.var.deps, c.var.actor, paid, paging);
    return c.json(paged(docs, total, paging));
  })
  .get('/:id', async (c) => c.json(await readDue(c.var.deps, c.var.actor, pathId(c, DUE_NOT_FOUND))))
  .put('/:id', async (c) => {
    const id = pathId(c, DUE_NOT_FOUND);
    const { send_date } = await readDue(c.var.deps, c.var.actor, id);
    await runMutator(c, 'updateDue', { ...withoutEchoedSendDate(await jsonBody(c), send_date), id });
    return c.json(await readDue(c.var.deps, c.var.actor, id));
  });

/** A finished due has no send date; sending that null back changes nothing. */
const withoutEchoedSendDate = (body: Record<string, unknown>, current: string | null) => {
  const { send_date, ...rest } = body;
  return send_date === null && current === null ? rest : body;
};
