import type { WebhookEndpoint } from '../../schema/tables/api.ts';
import { webhook_endpoints } from '../../schema/tables/api.ts';
import { batch } from '../../sync/server/retry.ts';
import { derivedId } from '../derived-id.ts';
import { queryAll } from '../queries/query.ts';
import { deliveryStatements } from '../webhooks/deliveries.ts';
import { payloadsOf } from '../webhooks/payloads.ts';
import type { Job } from './job.ts';

type Listener = Pick<WebhookEndpoint, 'id' | 'events'>;

/** Makes a delivery of each event for each endpoint that wants it. Its id comes of the job's, so that a second run adds
 * none. */
export const emitWebhooks: Job<'emitWebhooks'> = async (deps, { events, at }, { id: job, hoa_id }) => {
  const sql = 'SELECT id, events FROM webhook_endpoints WHERE hoa_id = ? AND disabled_at IS NULL ORDER BY id';
  const listeners = await queryAll<Listener>(deps.db, sql, [hoa_id], { table: webhook_endpoints });
  const wanted = events.filter(({ type }) => listeners.some((listener) => listener.events.includes(type)));
  if (wanted.length === 0) return;
  const payloads = await payloadsOf(
    deps,
    hoa_id,
    wanted.map((event) => ({ event_id: derivedId(`${job}/${event.type}/${event.id}`), ...event })),
  );
  const deliveries = payloads.flatMap(({ event_id, type, data }) =>
    listeners
      .filter((listener) => listener.events.includes(type))
      .map(({ id: endpoint_id }) => ({
        id: derivedId(`${job}/${endpoint_id}/${type}/${data._id}`),
        endpoint_id,
        event: type,
        payload: JSON.stringify({ id: event_id, type, timestamp: at, data }),
      })),
  );
  await batch(deps.db, deliveryStatements(hoa_id, deliveries, deps.now().toISOString()), 'write');
};
