import { batch } from '../../sync/server/retry.ts';
import type { Purpose } from '../auth/links.ts';
import type { Deps } from '../deps.ts';

export type LinkRecipient = { id: string; email: string; hoa: string };

/** Who of these users still waits for the link asked for at `at`, in their order: who is still as the link wants them,
 * and has been given no newer one. `hoa` is the name of their HOA. */
export const readLinkRecipients = async (
  { db }: Pick<Deps, 'db'>,
  { purpose, hoa_id, at }: { purpose: Purpose; hoa_id: string; at: string },
  ids: readonly string[],
): Promise<LinkRecipient[]> => {
  const sql = `SELECT u.id, u.email, h.name AS hoa FROM json_each(?) j
    CROSS JOIN users u ON u.id = j.value AND u.hoa_id = ? JOIN hoas h ON h.id = u.hoa_id
    WHERE u.status = ? AND u.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM user_tokens t
      WHERE t.hoa_id = u.hoa_id AND t.user_id = u.id AND t.purpose = ? AND t.created_at > ?) ORDER BY j.key`;
  const status = purpose === 'activation' ? 'invited' : 'active';
  const [result] = await batch(db, [{ sql, args: [JSON.stringify(ids), hoa_id, status, purpose, at] }], 'read');
  return (result?.rows ?? []) as unknown as LinkRecipient[];
};
