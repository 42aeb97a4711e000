import type { InStatement } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { NotedEvent, RecordEvent } from '../../schema/webhooks.ts';
import { chunksOf } from '../chunks.ts';
import type { ServerDescriptor } from '../entity.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { serverEntities } from './entities.ts';
import { type QueuedJob, queueJobs } from './queue.ts';
import type { Write, WriteBuffer } from './tx.ts';

/** Each event of a record once. */
export const eventsOf = ({ writes, reads }: WriteBuffer): NotedEvent[] => {
  const events = new Map<string, NotedEvent>();
  for (const [key, write] of writes)
    for (const event of eventsOfWrite(write, reads.rows.get(key)?.row))
      events.set(`${event.type}/${event.id}`, { ...event, event_id: uuidv7() });
  return [...events.values()];
};

const eventsOfWrite = ({ entity, id, row }: Write, old: Rows[Entity] | undefined): readonly RecordEvent[] => {
  const { event, deletion } = serverEntities[entity] as ServerDescriptor<Rows[Entity]>;
  if (!row) return deletion && old ? [{ type: deletion, id }] : [];
  return [event?.(row, old) ?? []].flat();
};

/** A statement that notes the events of a commit where a program could read them: the HOA has a token or listens. */
export const notedEvents = (hoa_id: string, events: readonly NotedEvent[], at: string): InStatement[] =>
  events.length === 0
    ? []
    : [
        {
          sql: `INSERT INTO events (id, hoa_id, type, record_id, at)
            SELECT value ->> 'event_id', :hoa_id, value ->> 'type', value ->> 'id', :at FROM json_each(:events)
            WHERE EXISTS (SELECT 1 FROM api_tokens WHERE hoa_id = :hoa_id AND revoked_at IS NULL AND expires_at > :at)
              OR ${LISTENS}`,
          args: { hoa_id, at, events: JSON.stringify(events) },
        },
      ];

/** A job reads that many records at once. */
const EVENTS_PER_JOB = 100;

/** Queues them where the HOA listens at all. */
export const eventStatements = (hoa_id: string, events: readonly NotedEvent[], now: string): InStatement[] =>
  chunksOf(events, EVENTS_PER_JOB).map((chunk) => {
    const payload = { events: chunk, at: now };
    const job: QueuedJob = { hoa_id, kind: 'emitWebhooks', key: outboxKeys.emitWebhooks(uuidv7()), payload };
    return queueJobs([job], now, LISTENS, { hoa_id });
  });

const LISTENS = 'EXISTS (SELECT 1 FROM webhook_endpoints WHERE hoa_id = :hoa_id AND disabled_at IS NULL)';
