import type { InStatement } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { RecordEvent } from '../../schema/webhooks.ts';
import { chunksOf } from '../chunks.ts';
import type { ServerDescriptor } from '../entity.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { serverEntities } from './entities.ts';
import { type QueuedJob, queueJobs } from './queue.ts';
import type { WriteBuffer } from './tx.ts';

/** Each event of a record once. */
export const eventsOf = ({ writes, reads }: WriteBuffer): RecordEvent[] => {
  const events = new Map<string, RecordEvent>();
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
export const eventStatements = (hoa_id: string, events: readonly RecordEvent[], now: string): InStatement[] =>
  chunksOf(events, EVENTS_PER_JOB).map((chunk) => {
    const payload = { events: chunk, at: now };
    const job: QueuedJob = { hoa_id, kind: 'emitWebhooks', key: outboxKeys.emitWebhooks(uuidv7()), payload };
    return queueJobs([job], now, LISTENS, { hoa_id });
  });

const LISTENS = 'EXISTS (SELECT 1 FROM webhook_endpoints WHERE hoa_id = :hoa_id AND disabled_at IS NULL)';
