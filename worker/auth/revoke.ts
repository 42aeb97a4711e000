import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';

/** Ends one sign-in: its refresh tokens and, from the next call on, its access tokens. */
export const revokeFamily = (deps: Deps, family_id: string): Promise<void> =>
  revoke(deps, 'family_id = ?', [family_id]);

/** Ends every sign-in of a user, except the one named. */
export const revokeUser = (deps: Deps, hoa_id: string, user_id: string, except = ''): Promise<void> =>
  revoke(deps, 'hoa_id = ? AND user_id = ? AND family_id <> ?', [hoa_id, user_id, except]);

const revoke = async (deps: Deps, which: string, args: string[]): Promise<void> => {
  const sql = `UPDATE refresh_tokens SET revoked_at = ?, successor = NULL WHERE revoked_at IS NULL AND ${which}`;
  await batch(deps.db, [{ sql, args: [deps.now().toISOString(), ...args] }], 'write');
};
