import type { Client, InStatement } from '@libsql/client';
import type { RefusalRow } from '../../schema/tables/sync.ts';
import { REFUSALS_KEPT } from '../refusals/entity.ts';
import type { Actor } from '../tx.ts';
import type { ReadSet } from './read-set.ts';
import { batch } from './retry.ts';
import type { WriteBuffer } from './tx.ts';

/** The user's refusals that have no place beside `added` new ones, newest first. */
export const readSurplus = (reads: ReadSet, { id }: Actor, added: number): Promise<RefusalRow[]> =>
  reads.rowsBeyond('refusal', 'user_id', id, Math.max(0, REFUSALS_KEPT - added));

/** Deletes as many of the oldest as this push adds, so that the newest REFUSALS_KEPT remain. */
export const dropSurplus = (buffer: WriteBuffer, surplus: readonly RefusalRow[], most: number): void => {
  const added = [...buffer.writes.values()].filter(
    ({ entity, id, row }) => entity === 'refusal' && row !== null && !buffer.reads.rows.get(`refusal/${id}`)?.row,
  ).length;
  for (const row of added === 0 ? [] : surplus.slice(Math.max(0, most - added))) {
    buffer.reads.note('refusal', row);
    buffer.writes.set(`refusal/${row.id}`, { entity: 'refusal', id: row.id, row: null });
  }
};

const OF_EARLIER_GROUPS = 'hoa_id = ? AND user_id = ? AND client_group_id IN (SELECT value FROM json_each(?))';

export const earlierRefusals = ({ id, hoa_id }: Actor, groups: readonly string[]): InStatement => ({
  sql: `SELECT id FROM refusals WHERE ${OF_EARLIER_GROUPS} LIMIT 1`,
  args: [hoa_id, id, JSON.stringify(groups)],
});

type Groups = { viewer: Actor; group: string; groups?: readonly string[] | undefined };

/** Only the viewer's own refusals move. */
export const adoptRefusals = async (db: Client, { viewer, group, groups = [] }: Groups): Promise<void> => {
  const earlier = [viewer.hoa_id, viewer.id, JSON.stringify(groups)];
  const log = (audience: string, gone: 0 | 1) =>
    `INSERT OR REPLACE INTO sync_log (hoa_id, audience, entity, entity_id, gone)
    SELECT hoa_id, ${audience}, 'refusal', id, ${gone} FROM refusals WHERE ${OF_EARLIER_GROUPS}`;
  await batch(
    db,
    [
      { sql: log('client_group_id', 1), args: earlier },
      { sql: log('?', 0), args: [group, ...earlier] },
      {
        sql: `UPDATE refusals SET client_group_id = ?, rev = rev + 1 WHERE ${OF_EARLIER_GROUPS}`,
        args: [group, ...earlier],
      },
    ],
    'write',
  );
};
