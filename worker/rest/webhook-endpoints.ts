import { endpointInput, endpointUpdate } from '../../schema/webhooks.ts';
import type { Actor } from '../../sync/tx.ts';
import { requireStepUp } from '../auth/middleware.ts';
import type { Deps } from '../deps.ts';
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
import { handler, query } from './query.ts';
import { type Route, STEP_UP } from './route.ts';

const id = ENDPOINT_NOT_FOUND;
const guards = [requireStepUp];
const superadmins = { tag: 'Webhooks', access: 'superadmin' } as const;

/** Webhooks that are sent out; provider-events.ts has those that come in. */
export const webhookEndpointRoutes: readonly Route[] = [
  query('GET /api/webhook-endpoints', {
    ...superadmins,
    summary: 'List the webhooks',
    answer: [async (deps, actor) => ({ endpoints: (await listEndpoints(deps, actor)).map(endpointBody) }), 'webhooks'],
  }),
  handler('POST /api/webhook-endpoints', {
    ...{ ...superadmins, guards },
    summary: 'Add a webhook',
    notes: STEP_UP,
    body: endpointInput,
    answers: { 201: 'newWebhook' },
    handle: async ({ deps, actor, input }) => {
      const { id, secret } = await createEndpoint(deps, actor, await input());
      return { ...endpointBody(await readEndpoint(deps, actor, id)), secret };
    },
  }),
  handler('PUT /api/webhook-endpoints/:id', {
    ...{ ...superadmins, guards, id },
    summary: 'Change a webhook, turn it off or on',
    notes: STEP_UP,
    body: endpointUpdate,
    answers: { 200: 'webhook' },
    handle: async ({ deps, actor, id, input }) => {
      await updateEndpoint(deps, actor, id, await input());
      return endpointBody(await readEndpoint(deps, actor, id));
    },
  }),
  handler('DELETE /api/webhook-endpoints/:id', {
    ...{ ...superadmins, id },
    summary: 'Delete a webhook and its deliveries',
    answers: { 204: null },
    handle: ({ deps, actor, id }) => deleteEndpoint(deps, actor, id),
  }),
  handler('POST /api/webhook-endpoints/:id/rotate-secret', {
    ...{ ...superadmins, guards, id },
    summary: 'Make a new secret',
    notes: `For a day the earlier one signs, too. ${STEP_UP}`,
    answers: { 200: 'webhookSecret' },
    handle: async ({ deps, actor, id }) => ({ secret: await rotateSecret(deps, actor, id) }),
  }),
  handler('POST /api/webhook-endpoints/:id/test', {
    ...{ ...superadmins, id },
    summary: 'Send a test event',
    answers: { 200: 'message' },
    handle: async ({ deps, actor, id }) => {
      await sendTestEvent(deps, actor, id);
      drainSoon(deps, actor.hoa_id);
      return { message: 'The test event is on its way' };
    },
  }),
  query('GET /api/webhook-endpoints/:id/deliveries', {
    ...{ ...superadmins, id },
    summary: 'List the newest deliveries',
    answer: [(deps, actor, id) => readDeliveries(deps, actor, id), 'webhookDeliveries'],
  }),
  handler('POST /api/webhook-endpoints/deliveries/:id/resend', {
    ...{ ...superadmins, id: DELIVERY_NOT_FOUND },
    summary: 'Send a delivery again',
    answers: { 200: 'message' },
    handle: async ({ deps, actor, id }) => {
      await resendDelivery(deps, actor, id);
      drainSoon(deps, actor.hoa_id);
      return { message: 'It will be sent again' };
    },
  }),
];

const readDeliveries = async (deps: Deps, actor: Actor, id: string) => ({
  deliveries: (await listDeliveries(deps, actor, id)).map(deliveryBody),
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
