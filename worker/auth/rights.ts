import { type Actor, rightsOf } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { Rights } from '../http/hub.ts';
import { isActive, queryBatch } from '../queries/query.ts';

/** The rights of token families of one HOA, in one snapshot. */
export const readRights = async (deps: Pick<Deps, 'db'>, hoa_id: string, families: string[]): Promise<Rights> => {
  const { db } = deps;
  const valid = `SELECT t.family_id, u.role, u.account_ids FROM json_each(?) j
    CROSS JOIN refresh_tokens t ON t.family_id = j.value AND t.revoked_at IS NULL
    CROSS JOIN users u ON u.id = t.user_id AND u.hoa_id = t.hoa_id
    WHERE t.hoa_id = ? AND ${isActive('u')}`;
  const [rows, [log]] = await queryBatch<
    [(Pick<Actor, 'role'> & { family_id: string; account_ids: string })[], { position: number | null }[]]
  >(db, [
    { sql: valid, args: [JSON.stringify(families), hoa_id] },
    { sql: 'SELECT max(seq) AS position FROM sync_log WHERE hoa_id = ?', args: [hoa_id] },
  ]);
  const rights = rows.map(({ family_id, role, account_ids }) => {
    return [family_id, rightsOf({ role, account_ids: JSON.parse(account_ids) as string[] })] as const;
  });
  return { position: log?.position ?? 0, rights: new Map(rights) };
};
