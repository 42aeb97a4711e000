import type { InStatement } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { HappenedEvent } from '../../schema/webhooks.ts';
import { chunksOf } from '../chunks.ts';
import type { ServerDescriptor } from '../entity.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { serverEntities } from './entities.ts';
import type { WriteBuffer } from './tx.ts';

/** Each event of a record once. */
export const eventsOf = ({ writes, reads }: WriteBuffer): HappenedEvent[] => {
  const events = new Map<string, HappenedEvent>();
  for (const [key, { entity, row }] of writes) {
    if (!row) continue;
    const { event: eventOf } = serverEntities[entity] as ServerDescriptor<Rows[Entity]>;
    const event = eventOf?.(row, reads.rows.get(key)?.row);
    if (event) events.set(`${event.type}/${event.id}`, event);
  }
  return [...events.values()];
};

/** A job reads that many records at once. */
const EVENTS_PER_JOB = 100;

/** Queues them where the HOA listens at all. */
export const eventStatements = (hoa_id: string, events: readonly HappenedEvent[], now: string): InStatement[] =>
  chunksOf(events, EVENTS_PER_JOB).map((chunk) => {
    const key = outboxKeys.emitWebhooks(uuidv7());
    return {
      sql: `INSERT INTO outbox (id, hoa_id, kind, payload, idempotency_key, next_at, created_at)
        SELECT ?, ?, 'emitWebhooks', ?, ?, ?, ?
        WHERE EXISTS (SELECT 1 FROM webhook_endpoints WHERE hoa_id = ? AND disabled_at IS NULL)`,
      args: [`${hoa_id}/${key}`, hoa_id, JSON.stringify({ events: chunk, at: now }), key, now, now, hoa_id],
    };
  });
