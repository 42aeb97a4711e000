import type { InStatement } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { HappenedEvent } from '../../schema/webhooks.ts';
import { chunksOf } from '../chunks.ts';
import { outboxKeys } from '../outbox-keys.ts';
import type { WriteBuffer } from './tx.ts';

type Rule<Row> = (row: Row, old: Row | undefined) => HappenedEvent | undefined;

/** Which written row is which event for those who listen from outside. */
const RULES: { [E in Entity]?: Rule<Rows[E]> } = {
  request: (row, old) =>
    changed('request', row, old, [
      'status',
      'assigned_to',
      'resolution_deadline',
      'resolution_notes',
      'photo_url',
      'more_photos',
    ]),
  requestComment: ({ request_id }, old) => (old ? undefined : { type: 'request.replied', id: request_id }),
  violation: (row, old) => changed('violation', row, old, ['status', 'resolution', 'photo_url', 'more_photos']),
  violationMessage: ({ violation_id }, old) => (old ? undefined : { type: 'violation.updated', id: violation_id }),
  announcement: ({ id, status }, old) =>
    status === 'sent' && old?.status !== 'sent' ? { type: 'announcement.sent', id } : undefined,
  invoice: ({ id, status }, old) => {
    if (!old) return { type: 'invoice.created', id };
    return status === 'paid' && old.status !== 'paid' ? { type: 'invoice.paid', id } : undefined;
  },
  payment: ({ id, status }, old) =>
    status === 'succeeded' && old?.status !== 'succeeded' ? { type: 'payment.recorded', id } : undefined,
  user: ({ id, deleted_at }, old) =>
    !deleted_at && (!old || old.deleted_at) ? { type: 'person.added', id } : undefined,
  document: ({ id }, old) => (old ? undefined : { type: 'document.uploaded', id }),
};

const changed = <Row extends { id: string }>(
  kind: 'request' | 'violation',
  row: Row,
  old: Row | undefined,
  fields: (keyof Row)[],
): HappenedEvent | undefined => {
  if (!old) return { type: `${kind}.created`, id: row.id };
  const isSame = fields.every((field) => JSON.stringify(row[field] ?? null) === JSON.stringify(old[field] ?? null));
  return isSame ? undefined : { type: `${kind}.updated`, id: row.id };
};

/** Each event of a record once. */
export const eventsOf = ({ writes, reads }: WriteBuffer): HappenedEvent[] => {
  const events = new Map<string, HappenedEvent>();
  for (const [key, { entity, row }] of writes) {
    if (!row) continue;
    const rule = RULES[entity] as Rule<Rows[Entity]> | undefined;
    const event = rule?.(row, reads.rows.get(key)?.row);
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
