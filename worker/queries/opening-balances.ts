import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { queryAll } from './query.ts';

/** The ids of the entries of an import that are not reversed, of the viewer's HOA. */
export const readImportedEntries = async (
  { db }: Pick<Deps, 'db'>,
  { hoa_id }: Actor,
  import_id: string,
): Promise<string[]> => {
  const rows = await queryAll<{ id: string }>(
    db,
    `SELECT id FROM entries t WHERE hoa_id = ?1 AND batch_id = ?2 AND kind = 'opening'
      AND NOT EXISTS (SELECT 1 FROM entries r WHERE r.hoa_id = ?1 AND r.account_id = t.account_id
        AND r.kind = 'reversal' AND r.source_id = t.id) ORDER BY id`,
    [hoa_id, import_id],
  );
  return rows.map(({ id }) => id);
};
