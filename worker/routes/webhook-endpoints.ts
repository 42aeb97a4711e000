import { Hono } from 'hono';
import { endpointInput, endpointUpdate } from '../../schema/webhooks.ts';
import { parse } from '../../sync/parse.ts';
import { can } from '../../sync/roles.ts';
import { authorize } from '../../sync/tx.ts';
import { requireActor, requireStepUp } from '../auth/middleware.ts';
import type { Deps, Env } from '../deps.ts';
import { jsonBody, pathId } from '../http/validate.ts';
import { drainOutbox } from '../jobs/outbox.ts';
import {
  createEndpoint,
  DELIVERY_NOT_FOUND,
  deleteEndpoint,
  ENDPOINT_NOT_FOUND,
  type ListedDelivery,
  listDeliveries,
  listEndpoints,
  readEndpoint,
  resendDelivery,
  rotateSecret,
  sendTestEvent,
  updateEndpoint,
} from '../webhooks/endpoints.ts';

/** What is sent out; worker/routes/webhooks.ts is what comes in. */
export const webhookEndpointRoutes = new Hono<Env>()
  .use(requireActor)
  .use(async (c, next) => {
    authorize(can(c.var.actor.role, 'api.manage'));
    await next();
  })
  .get('/', async (c) => c.json({ endpoints: (await listEndpoints(c.var.deps, c.var.actor)).map(endpointBody) }))
  .post('/', requireStepUp, async (c) => {
    const { deps, actor } = c.var;
    const { id, secret } = await createEndpoint(deps, actor, parse(endpointInput, await jsonBody(c)));
    return c.json({ ...endpointBody(await readEndpoint(deps, actor, id)), secret }, 201);
  })
  .post('/deliveries/:id/resend', async (c) => {
    await resendDelivery(c.var.deps, c.var.actor, pathId(c, DELIVERY_NOT_FOUND));
    drainSoon(c.var.deps, c.var.actor.hoa_id);
    return c.json({ message: 'It will be sent again' });
  })
  .put('/:id', requireStepUp, async (c) => {
    const { deps, actor } = c.var;
    const id = pathId(c, ENDPOINT_NOT_FOUND);
    await updateEndpoint(deps, actor, id, parse(endpointUpdate, await jsonBody(c)));
    return c.json(endpointBody(await readEndpoint(deps, actor, id)));
  })
  .delete('/:id', async (c) => {
    await deleteEndpoint(c.var.deps, c.var.actor, pathId(c, ENDPOINT_NOT_FOUND));
    return c.body(null, 204);
  })
  .post('/:id/rotate-secret', requireStepUp, async (c) =>
    c.json({ secret: await rotateSecret(c.var.deps, c.var.actor, pathId(c, ENDPOINT_NOT_FOUND)) }),
  )
  .post('/:id/test', async (c) => {
    await sendTestEvent(c.var.deps, c.var.actor, pathId(c, ENDPOINT_NOT_FOUND));
    drainSoon(c.var.deps, c.var.actor.hoa_id);
    return c.json({ message: 'The test event is on its way' });
  })
  .get('/:id/deliveries', async (c) => {
    const deliveries = await listDeliveries(c.var.deps, c.var.actor, pathId(c, ENDPOINT_NOT_FOUND));
    return c.json({ deliveries: deliveries.map(deliveryBody) });
  });

const drainSoon = (deps: Deps, hoa_id: string): void => deps.waitUntil(drainOutbox(deps, { hoa_id }));

const endpointBody = ({
  id,
  created_at,
  disabled_at,
  disabled_reason,
  ...endpoint
}: Awaited<ReturnType<typeof readEndpoint>>) => ({
  _id: id,
  ...endpoint,
  is_enabled: disabled_at === null,
  disabled_at,
  disabled_reason,
  createdAt: created_at,
});

const deliveryBody = ({ id, created_at, ...delivery }: ListedDelivery) => ({
  _id: id,
  ...delivery,
  createdAt: created_at,
});
