import { Hono } from 'hono';
import { uuidv7 } from 'uuidv7';
import { PLAN_NOT_FOUND } from '../../sync/plans/mutators.ts';
import { requireActor } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { jsonBody, pathId } from '../http/validate.ts';
import { readPlan } from '../queries/payment-plans.ts';
import { runMutator } from '../run-mutator.ts';

export const accountPlanRoutes = new Hono<Env>().use(requireActor).post('/:id/plans', async (c) => {
  const body = await jsonBody(c);
  const id = typeof body.id === 'string' ? body.id.trim().toLowerCase() : uuidv7();
  await runMutator(c, 'createPlan', { ...body, id, account_id: c.req.param('id') });
  return c.json(await readPlan(c.var.deps, c.var.actor, id), 201);
});

export const planRoutes = new Hono<Env>().use(requireActor).post('/:id/cancel', async (c) => {
  const id = pathId(c, PLAN_NOT_FOUND);
  await runMutator(c, 'cancelPlan', { ...(await jsonBody(c)), id });
  return c.json(await readPlan(c.var.deps, c.var.actor, id));
});
