import { batch } from '../../sync/server/retry.ts';
import { revokeTokensStatement } from '../auth/api-tokens.ts';
import { revokeBeforeStatement } from '../auth/revoke.ts';
import type { Job } from './job.ts';

export const endSessions: Job<'endSessions'> = async (deps, { id, at }, { hoa_id }) => {
  const links = {
    sql: 'UPDATE user_tokens SET used_at = ? WHERE hoa_id = ? AND user_id = ? AND used_at IS NULL AND created_at <= ?',
    args: [deps.now().toISOString(), hoa_id, id, at],
  };
  const calendars = {
    sql: 'DELETE FROM calendar_feeds WHERE hoa_id = ? AND user_id = ? AND created_at <= ?',
    args: [hoa_id, id, at],
  };
  await batch(
    deps.db,
    [revokeBeforeStatement(deps, hoa_id, id, at), revokeTokensStatement(hoa_id, id, at), links, calendars],
    'write',
  );
  await deps.disconnect(hoa_id, { user_id: id });
};

export const closeSockets: Job<'closeSockets'> = async (deps, { id }, { hoa_id }) =>
  deps.disconnect(hoa_id, { user_id: id });
