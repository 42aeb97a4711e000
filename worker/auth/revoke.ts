import type { InStatement } from '@libsql/client';
import { batch } from '../../sync/server/retry.ts';
import type { Deps, SocketSelector } from '../deps.ts';
import { type RecordedAct, recordActivity } from '../transact.ts';

export type Family = { hoa_id: string; user_id: string; family_id: string };

/** Without an activity the trail does not show it. */
export const revokeFamily = async (
  deps: Deps,
  { hoa_id, user_id, family_id }: Family,
  activity?: RecordedAct,
  more: InStatement[] = [],
): Promise<void> => {
  const forgetPushes = { sql: 'DELETE FROM push_subscriptions WHERE family_id = ?', args: [family_id] };
  const statements = [revokeStatement(deps, 'family_id = ?', [family_id]), forgetPushes, ...more];
  if (activity) await recordActivity(deps, hoa_id, activity, { statementsBefore: statements });
  else await batch(deps.db, statements, 'write');
  closeSockets(deps, hoa_id, { user_id, family_id });
};

export const revokeUser = async (deps: Deps, hoa_id: string, user_id: string, except = ''): Promise<void> => {
  await batch(deps.db, [revokeUserStatement(deps, hoa_id, user_id, except)], 'write');
  closeSockets(deps, hoa_id, { user_id, except });
};

/** Statements of a batch with others. The caller closes the sockets. */
export const revokeUserStatement = (
  deps: Pick<Deps, 'now'>,
  hoa_id: string,
  user_id: string,
  except = '',
): InStatement => revokeStatement(deps, 'hoa_id = ? AND user_id = ? AND family_id <> ?', [hoa_id, user_id, except]);

export const revokeBeforeStatement = (deps: Deps, hoa_id: string, user_id: string, at: string): InStatement =>
  revokeStatement(
    deps,
    `family_id IN (SELECT family_id FROM refresh_tokens WHERE hoa_id = ? AND user_id = ? AND created_at <= ?)`,
    [hoa_id, user_id, at],
  );

export const closeSockets = (deps: Deps, hoa_id: string, sockets: SocketSelector): void =>
  deps.waitUntil(Promise.resolve(deps.disconnect(hoa_id, sockets)));

const revokeStatement = (deps: Pick<Deps, 'now'>, which: string, args: string[]): InStatement => ({
  sql: `UPDATE refresh_tokens SET revoked_at = ?, successor = NULL WHERE revoked_at IS NULL AND ${which}`,
  args: [deps.now().toISOString(), ...args],
});
