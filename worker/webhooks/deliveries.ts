import type { InStatement } from '@libsql/client';
import type { WebhookDelivery } from '../../schema/tables/api.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { type QueuedJob, queueJobs } from '../../sync/server/queue.ts';

type NewDelivery = Pick<WebhookDelivery, 'id' | 'endpoint_id' | 'event' | 'payload'>;

/** Statements that store deliveries and queue each. Those that are there already are left alone. */
export const deliveryStatements = (hoa_id: string, deliveries: readonly NewDelivery[], now: string): InStatement[] => {
  const jobs = deliveries.map(({ id }) => deliveryOf(hoa_id, id, ''));
  return [
    {
      sql: `INSERT OR IGNORE INTO webhook_deliveries (id, hoa_id, endpoint_id, event, payload, created_at)
        SELECT value ->> 'id', ?1, value ->> 'endpoint_id', value ->> 'event', value ->> 'payload', ?2
        FROM json_each(?3)
        WHERE EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.hoa_id = ?1 AND e.id = value ->> 'endpoint_id')`,
      args: [hoa_id, now, JSON.stringify(deliveries)],
    },
    queueJobs(jobs, now),
  ];
};

/** Statements that queue the same delivery once more, under the same id. */
export const redeliverStatements = (hoa_id: string, id: string, now: string): InStatement[] => [
  {
    sql: `UPDATE webhook_deliveries SET status = 'pending', settled_at = NULL WHERE hoa_id = ? AND id = ?`,
    args: [hoa_id, id],
  },
  queueJobs([deliveryOf(hoa_id, id, now)], now),
];

const deliveryOf = (hoa_id: string, id: string, at: string): QueuedJob => ({
  hoa_id,
  kind: 'deliverWebhook',
  key: outboxKeys.deliverWebhook(id, at),
  payload: { id },
});
