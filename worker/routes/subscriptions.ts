import { type Context, Hono } from 'hono';
import { cancellationInput, planChoice } from '../../schema/billing.ts';
import { parse } from '../../sync/parse.ts';
import { can } from '../../sync/roles.ts';
import { authorize } from '../../sync/tx.ts';
import { requireActor, requireStepUp } from '../auth/middleware.ts';
import { cancelSubscription } from '../billing/cancel.ts';
import { changePlan } from '../billing/change-plan.ts';
import { openPortal } from '../billing/portal.ts';
import { openReactivation } from '../billing/reactivation.ts';
import { readCurrent } from '../billing/refresh.ts';
import { findSubscription, needsReactivation, readSubscription } from '../billing/subscriptions.ts';
import type { Env } from '../deps.ts';
import { subscriptionBody } from '../http/rest-shapes.ts';
import { jsonBody } from '../http/validate.ts';
import { drainOutbox } from '../jobs/outbox.ts';

export const subscriptionRoutes = new Hono<Env>()
  .use(requireActor)
  .use(async (c, next) => {
    authorize(can(c.var.actor.role, 'hoa.manage'));
    await next();
  })
  .get('/status', async (c) => {
    const read = c.req.query('fresh') === '1' ? readCurrent : findSubscription;
    return c.json(subscriptionBody(await read(c.var.deps, c.var.actor.hoa_id)));
  })
  .get('/reactivation-status', async (c) => {
    const row = await readSubscription(c.var.deps, c.var.actor.hoa_id);
    return c.json({
      needsReactivation: row !== undefined && needsReactivation(row, c.var.deps.now()),
      subscription: row ? subscriptionBody(row) : null,
    });
  })
  .post('/cancel', async (c) => {
    const { reason } = parse(cancellationInput, await jsonBody(c));
    return c.json(subscriptionBody(await cancelSubscription(c.var.deps, c.var.actor.hoa_id, reason || null)));
  })
  .post('/update-plan', async (c) => {
    const { planName } = parse(planChoice, await jsonBody(c));
    const row = await changePlan(c.var.deps, c.var.actor.hoa_id, planName);
    drainSoon(c);
    return c.json(subscriptionBody(row));
  })
  .post('/create-billing-portal', requireStepUp, async (c) =>
    c.json({ portal_url: await openPortal(c.var.deps, c.var.actor.hoa_id) }),
  )
  .post('/create-reactivation-checkout', async (c) => {
    const { planName } = parse(planChoice, await jsonBody(c));
    return c.json({ checkout_url: await openReactivation(c.var.deps, c.var.actor.hoa_id, planName) });
  });

const drainSoon = (c: Context<Env>) => c.var.deps.waitUntil(drainOutbox(c.var.deps, { hoa_id: c.var.actor.hoa_id }));
