import type { InStatement } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import type { User } from '../../schema/users.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../errors.ts';
import { revokeFamily, revokeUser } from './revoke.ts';
import { hashToken, newToken, seal, unseal } from './secrets.ts';

export const REFRESH_SECONDS = 30 * 24 * 60 * 60;
/** A lost answer or a second tab may come again with a spent token for so long: that is no theft. */
const GRACE_MS = 10_000;

/** One sign-in on one device, and the refresh token that now stands for it. */
export type Refresh = { token: string; family_id: string };

/** Starts a family: a sign-in. */
export const openFamily = async (deps: Deps, user: Pick<User, 'id' | 'hoa_id'>): Promise<Refresh> => {
  const refresh = { token: newToken(), family_id: uuidv7() };
  const insert = {
    sql: `INSERT INTO refresh_tokens (token_hash, family_id, hoa_id, user_id, created_at, expires_at)
      VALUES (?, ?, ?, ?, ?, ?)`,
    args: [await hashToken(refresh.token), refresh.family_id, user.hoa_id, user.id, ...lifetime(deps)],
  };
  await batch(deps.db, [insert, prune(deps)], 'write');
  return refresh;
};

/** Spends a refresh token for its successor. The same token gives the same successor during the grace; after it,
 * its whole family ends. Throws HttpError 401, or 403 where the user has been made inactive. */
export const rotate = async (deps: Deps, token: string): Promise<Refresh & Pick<User, 'id' | 'hoa_id'>> => {
  const row = await find(deps, token);
  const now = deps.now();
  if (!row || row.expires_at <= now.toISOString()) throw expired();
  const { family_id, user_id: id, hoa_id } = row;
  if (!row.is_active) await revokeUser(deps, hoa_id, id);
  if (row.is_inactive) throw inactive();
  if (!row.is_active || row.revoked_at) throw expired();
  if (row.spent_at === null) return { token: await spend(deps, token), family_id, id, hoa_id };
  if (now.getTime() - Date.parse(row.spent_at) <= GRACE_MS)
    return { token: await unseal(token, String(row.successor)), family_id, id, hoa_id };
  await revokeFamily(deps, family_id);
  throw expired();
};

/** The family a refresh token belongs to, spent or not. */
export const familyOf = async (deps: Deps, token: string): Promise<string | undefined> =>
  (await find(deps, token))?.family_id;

const expired = () => new HttpError(401, 'Session expired');
/** To a user of ours whose account is inactive. */
export const inactive = () => new HttpError(403, 'Your account is inactive. Please contact your HOA board.');

type TokenRow = {
  family_id: string;
  user_id: string;
  hoa_id: string;
  expires_at: string;
  spent_at: string | null;
  successor: string | null;
  revoked_at: string | null;
  is_active: number;
  is_inactive: number;
};

const find = async (deps: Deps, token: string): Promise<TokenRow | undefined> => {
  const sql = `SELECT t.family_id, t.user_id, t.hoa_id, t.expires_at, t.spent_at, t.successor, t.revoked_at,
      u.status = 'active' AND u.deleted_at IS NULL AS is_active,
      u.status = 'inactive' AND u.deleted_at IS NULL AS is_inactive
    FROM refresh_tokens t JOIN users u ON u.hoa_id = t.hoa_id AND u.id = t.user_id WHERE t.token_hash = ?`;
  const [result] = await batch(deps.db, [{ sql, args: [await hashToken(token)] }], 'read');
  return result?.rows[0] as unknown as TokenRow | undefined;
};

/** Of calls that spend one token at once a single one writes its successor; the others are given that one. */
const spend = async (deps: Deps, token: string): Promise<string> => {
  const hash = await hashToken(token);
  const next = newToken();
  const sealed = await seal(token, next);
  const results = await batch(deps.db, [...spending(deps, hash, await hashToken(next), sealed), prune(deps)], 'write');
  const left = results[2]?.rows[0];
  if (!left || left.revoked_at !== null) throw expired();
  return left.successor === sealed ? next : unseal(token, String(left.successor));
};

const spending = (deps: Deps, hash: string, next: string, sealed: string): InStatement[] => [
  {
    sql: `UPDATE refresh_tokens SET spent_at = ?, successor = ?
      WHERE token_hash = ? AND spent_at IS NULL AND revoked_at IS NULL`,
    args: [deps.now().toISOString(), sealed, hash],
  },
  {
    sql: `INSERT INTO refresh_tokens (token_hash, family_id, hoa_id, user_id, created_at, expires_at)
      SELECT ?, family_id, hoa_id, user_id, ?, ? FROM refresh_tokens WHERE token_hash = ? AND successor = ?`,
    args: [next, ...lifetime(deps), hash, sealed],
  },
  { sql: 'SELECT successor, revoked_at FROM refresh_tokens WHERE token_hash = ?', args: [hash] },
];

const lifetime = (deps: Deps): [string, string] => {
  const now = deps.now().getTime();
  return [new Date(now).toISOString(), new Date(now + REFRESH_SECONDS * 1000).toISOString()];
};

/** Each write removes a few of the oldest tokens once expired: by rowid, so it costs the same however many there are. */
const prune = (deps: Deps): InStatement => ({
  sql: `DELETE FROM refresh_tokens WHERE expires_at < ?
    AND rowid IN (SELECT rowid FROM refresh_tokens ORDER BY rowid LIMIT 8)`,
  args: [deps.now().toISOString()],
});
