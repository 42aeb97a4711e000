import type { InStatement } from '@libsql/client';
import type { WebhookDelivery } from '../../schema/tables/api.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';

export type NewDelivery = Pick<WebhookDelivery, 'id' | 'endpoint_id' | 'event' | 'payload'>;

/** For a batch: stores deliveries and queues each. Those that are there already are left alone. */
export const deliveryStatements = (hoa_id: string, deliveries: readonly NewDelivery[], now: string): InStatement[] => {
  const keyed = deliveries.map((delivery) => ({ ...delivery, key: outboxKeys.deliverWebhook(delivery.id, '') }));
  return [
    {
      sql: `INSERT OR IGNORE INTO webhook_deliveries (id, hoa_id, endpoint_id, event, payload, created_at)
        SELECT value ->> 'id', ?1, value ->> 'endpoint_id', value ->> 'event', value ->> 'payload', ?2
        FROM json_each(?3)
        WHERE EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.hoa_id = ?1 AND e.id = value ->> 'endpoint_id')`,
      args: [hoa_id, now, JSON.stringify(keyed)],
    },
    {
      sql: `INSERT OR IGNORE INTO outbox (id, hoa_id, kind, payload, idempotency_key, next_at, created_at)
        SELECT ?1 || '/' || (value ->> 'key'), ?1, 'deliverWebhook', json_object('id', value ->> 'id'), value ->> 'key',
          ?2, ?2 FROM json_each(?3)`,
      args: [hoa_id, now, JSON.stringify(keyed)],
    },
  ];
};

/** For a batch: the same delivery once more, under the same id. */
export const redeliverStatements = (hoa_id: string, id: string, now: string): InStatement[] => {
  const key = outboxKeys.deliverWebhook(id, now);
  return [
    {
      sql: `UPDATE webhook_deliveries SET status = 'pending', settled_at = NULL WHERE hoa_id = ? AND id = ?`,
      args: [hoa_id, id],
    },
    {
      sql: `INSERT OR IGNORE INTO outbox (id, hoa_id, kind, payload, idempotency_key, next_at, created_at)
        VALUES (?, ?, 'deliverWebhook', json_object('id', ?), ?, ?, ?)`,
      args: [`${hoa_id}/${key}`, hoa_id, id, key, now, now],
    },
  ];
};
