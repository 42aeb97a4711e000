import type { RefusalRow } from '../../schema/tables/sync.ts';
import { REFUSALS_KEPT } from '../refusals/entity.ts';
import type { Actor } from '../tx.ts';
import type { ReadSet } from './read-set.ts';
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
