import type { WebhookEvent } from '../../schema/webhooks.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { invalidCursor } from '../http/cursor.ts';
import { queryBatch } from './query.ts';

type Asked = { cursor?: string | undefined; type: readonly string[]; limit: number };
type EventRow = { id: string; type: WebhookEvent; record_id: string; at: string };

/** The events after those of the cursor, the oldest first. Throws HttpError 400 for a cursor that is unknown, or older than 30 days. */
export const readEvents = async ({ db }: Pick<Deps, 'db'>, { hoa_id }: Actor, { cursor, type, limit }: Asked) => {
  const known = 'SELECT seq FROM events WHERE hoa_id = ? AND id = ?';
  const types = JSON.stringify(type);
  const sql = `SELECT id, type, record_id, at FROM events
    WHERE hoa_id = ?1 AND seq > coalesce((SELECT seq FROM events WHERE hoa_id = ?1 AND id = ?2), 0)
      AND (?3 = '[]' OR type IN (SELECT value FROM json_each(?3))) ORDER BY seq LIMIT ?4`;
  const [[place], rows] = await queryBatch<[{ seq: number }[], EventRow[]]>(db, [
    { sql: known, args: [hoa_id, cursor ?? ''] },
    { sql, args: [hoa_id, cursor ?? '', types, limit + 1] },
  ]);
  if (cursor !== undefined && !place) throw invalidCursor();
  const docs = rows.slice(0, limit).map(({ id, at, ...event }) => ({ _id: id, ...event, timestamp: at }));
  return { docs, next: docs.at(-1)?._id ?? cursor ?? null, hasMore: rows.length > limit };
};
