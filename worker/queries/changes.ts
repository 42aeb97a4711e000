import type { InStatement } from '@libsql/client';
import type { Entity } from '../../schema/rows.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, audiencesOf } from '../../sync/tx.ts';
import { invalidCursor } from '../http/cursor.ts';
import type { Paging } from '../http/rest-shapes.ts';
import type { Condition } from './sql.ts';

/** Rows that REST shows as parts of others, with the column that names those. */
const PARTS: Partial<Record<Entity, { entity: Entity; of: string }>> = {
  request: { entity: 'requestComment', of: 'request_id' },
  violation: { entity: 'violationMessage', of: 'violation_id' },
  deposit: { entity: 'payment', of: 'deposit_id' },
};

/** `end` reads the end of the log. */
export type Changes = Condition & { end: InStatement };

/** A query of (id, position): the rows of an entity that have changed for the viewer, each with the place of its newest change in
 * the log, which the columns of parts count among. */
export const changesOf = (viewer: Actor, entity: Entity, asked: NonNullable<Paging['asked']>): Changes => {
  const after = startOf(asked);
  const logged = (of: Entity): Condition => ({
    sql: `l.hoa_id = ? AND l.seq > ${after.sql} AND l.entity = '${of}' AND l.gone = 0
      AND l.audience IN (SELECT value FROM json_each(?))`,
    args: [viewer.hoa_id, ...after.args, JSON.stringify(audiencesOf(viewer))],
  });
  const own = logged(entity);
  const rows = `SELECT l.entity_id AS id, l.seq FROM sync_log l INDEXED BY sync_log_hoa WHERE ${own.sql}`;
  const part = PARTS[entity];
  const parts = part && logged(part.entity);
  const ofParts = parts
    ? ` UNION ALL SELECT p.${part.of}, l.seq FROM sync_log l INDEXED BY sync_log_hoa
        CROSS JOIN ${shapes[part.entity].name} p ON p.id = l.entity_id AND p.hoa_id = l.hoa_id WHERE ${parts.sql}`
    : '';
  const args = [...own.args, ...(parts?.args ?? [])];
  return { sql: `SELECT id, max(seq) AS position FROM (${rows}${ofParts}) GROUP BY id`, args, end: endOf(viewer) };
};

/** The place in the log from which on changes are new. Of the minute in which one asks since, all changes are. */
const startOf = ({ since = '', after }: NonNullable<Paging['asked']>): Condition => {
  if (after) {
    const [position] = after.keys;
    if (!Number.isSafeInteger(position)) throw invalidCursor();
    return { sql: '?', args: [Number(position)] };
  }
  return {
    sql: 'coalesce((SELECT m.seq FROM sync_log_minutes m WHERE m.minute <= ? ORDER BY m.minute DESC LIMIT 1), 0)',
    args: [Math.floor(Date.parse(since) / MINUTE_MS) - 1],
  };
};

const MINUTE_MS = 60_000;

/** Where the log of the HOA ends, and of which database it is: one that was put back has another, in which no cursor of the first leads on. */
const endOf = ({ hoa_id }: Actor): InStatement => ({
  sql: `SELECT coalesce((SELECT max(seq) FROM sync_log WHERE hoa_id = ?), 0) AS position,
    (SELECT instance FROM sync_instance) AS instance`,
  args: [hoa_id],
});
