import type { InStatement } from '@libsql/client';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { closeSockets } from '../engine.ts';

/** One sign-in of a user on one device. */
export type Family = { hoa_id: string; user_id: string; family_id: string };

/** Ends one sign-in: its refresh tokens and, from the next call on, its access tokens. */
export const revokeFamily = async (deps: Deps, { hoa_id, user_id, family_id }: Family): Promise<void> => {
  await batch(deps.db, [revokeStatement(deps, 'family_id = ?', [family_id])], 'write');
  closeSockets(deps, hoa_id, { user_id, family_id });
};

/** Ends every sign-in of a user, except the one named. */
export const revokeUser = async (deps: Deps, hoa_id: string, user_id: string, except = ''): Promise<void> => {
  await batch(deps.db, [revokeUserStatement(deps, hoa_id, user_id, except)], 'write');
  closeSockets(deps, hoa_id, { user_id, except });
};

/** The same as a statement, for a batch in which it stands or falls with others. Whoever runs it closes the sockets. */
export const revokeUserStatement = (deps: Deps, hoa_id: string, user_id: string, except = ''): InStatement =>
  revokeStatement(deps, 'hoa_id = ? AND user_id = ? AND family_id <> ?', [hoa_id, user_id, except]);

/** Ends the sign-ins that a user had at an instant, given in ISO 8601. */
export const revokeBeforeStatement = (deps: Deps, hoa_id: string, user_id: string, at: string): InStatement =>
  revokeStatement(
    deps,
    `family_id IN (SELECT family_id FROM refresh_tokens WHERE hoa_id = ? AND user_id = ? AND created_at <= ?)`,
    [hoa_id, user_id, at],
  );

const revokeStatement = (deps: Deps, which: string, args: string[]): InStatement => ({
  sql: `UPDATE refresh_tokens SET revoked_at = ?, successor = NULL WHERE revoked_at IS NULL AND ${which}`,
  args: [deps.now().toISOString(), ...args],
});
