import type { InStatement } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import type { Changes } from '../../schema/activity.ts';
import type { User } from '../../schema/tables/users.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { isActive, queryBatch, queryOne } from '../queries/query.ts';
import { ownAct } from '../transact.ts';
import { readToken, signToken } from './refresh-token.ts';
import { type Family, revokeFamily, revokeUser } from './revoke.ts';
import { hashToken, seal, unseal } from './secrets.ts';

export const REFRESH_SECONDS = 30 * 24 * 60 * 60;
const MAX_SIGN_IN_MS = 180 * 24 * 60 * 60 * 1000;
/** While the successor is unused, the response may have been lost: the old token returns the same successor for this
 * long. */
const UNUSED_SUCCESSOR_MS = 24 * 60 * 60 * 1000;
/** A second tab may send the old token for this long after the successor was first used. */
const REUSE_GRACE_MS = 10_000;

export type RefreshToken = { token: string; family_id: string };

export const openFamily = async (
  deps: Deps,
  user: Pick<User, 'id' | 'hoa_id'>,
  device: string | null = null,
  statementsAfter: (family_id: string) => InStatement[] | Promise<InStatement[]> = () => [],
): Promise<RefreshToken> => {
  const [now, expires_at] = lifetime(deps);
  const family_id = uuidv7();
  const refresh = { token: await signToken(deps.config, { family_id, issued_at: now }), family_id };
  const insert = {
    sql: `INSERT INTO refresh_tokens (token_hash, family_id, hoa_id, user_id, created_at, expires_at, signed_in_at, device)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    args: [await hashToken(refresh.token), refresh.family_id, user.hoa_id, user.id, now, expires_at, now, device],
  };
  await batch(deps.db, [insert, prune(deps), ...(await statementsAfter(family_id))], 'write');
  return refresh;
};

/** Returns the same successor until that one is used; later reuse ends the whole family. Throws HttpError 401, or 403
 * if the user is inactive. */
export const rotateToken = async (deps: Deps, token: string): Promise<RefreshToken & Pick<User, 'id' | 'hoa_id'>> => {
  const row = (await findToken(deps, token)) ?? (await restoreToken(deps, token));
  if (!row || row.expires_at <= deps.now().toISOString()) throw sessionExpired();
  const { family_id, user_id: id, hoa_id } = row;
  if (row.is_paused) throw associationPaused();
  if (!row.is_active) await revokeUser(deps, hoa_id, id);
  if (row.is_inactive) throw accountInactive();
  if (!row.is_active || row.revoked_at) throw sessionExpired();
  const next = row.spent_at === null ? await consume(deps, token, row) : await successorOf(deps, token, row);
  if (next !== undefined) return { token: next, family_id, id, hoa_id };
  await revokeFamily(deps, row, { ...ownAct('endSession', userOf(row), TOKEN_REUSED), by: null });
  throw sessionExpired();
};

const successorOf = async (
  deps: Deps,
  token: string,
  { spent_at, successor }: TokenRow,
): Promise<string | undefined> => {
  const next = await unseal(token, String(successor));
  const row = await findToken(deps, next);
  const age = (at: string | null | undefined) => deps.now().getTime() - Date.parse(String(at));
  const stands = row?.used_at ? age(row.used_at) <= REUSE_GRACE_MS : age(spent_at) <= UNUSED_SUCCESSOR_MS;
  if (!row || !stands) return undefined;
  return row.spent_at === null ? next : successorOf(deps, next, row);
};

export const noteUse = async (deps: Deps, token_hash: string): Promise<void> => {
  const sql = 'UPDATE refresh_tokens SET used_at = ? WHERE token_hash = ? AND used_at IS NULL';
  await batch(deps.db, [{ sql, args: [deps.now().toISOString(), token_hash] }], 'write');
};

const TOKEN_REUSED = { reason: [null, 'A token that was used up came again'] } satisfies Changes;
const userOf = ({ user_id: id, name, email, role }: TokenRow) => ({ id, name, email, role });

export const endFamily = async (deps: Deps, token: string, action?: 'signOut'): Promise<void> => {
  const row = await findToken(deps, token);
  if (!row || row.revoked_at) return;
  await revokeFamily(deps, row, action && ownAct(action, userOf(row)));
};

const sessionExpired = () => new HttpError(401, 'Session expired');
export const accountInactive = () => new HttpError(403, 'Your account is inactive. Please contact your HOA board.');
export const associationPaused = () =>
  new HttpError(403, 'Your HOA is paused. Please contact the operator of this server.');

type TokenRow = Family & {
  expires_at: string;
  signed_in_at: string;
  spent_at: string | null;
  used_at: string | null;
  successor: string | null;
  revoked_at: string | null;
  is_active: number;
  is_inactive: number;
  is_paused: number;
} & Pick<User, 'name' | 'email' | 'role'>;

const findToken = async (deps: Deps, token: string): Promise<TokenRow | undefined> => {
  const sql = `SELECT t.family_id, t.user_id, t.hoa_id, t.expires_at, coalesce(t.signed_in_at, t.created_at) AS signed_in_at,
      t.spent_at, t.used_at, t.successor, t.revoked_at, u.name, u.email, u.role,
      ${isActive('u')} AS is_active,
      u.status = 'inactive' AND u.deleted_at IS NULL AS is_inactive,
      EXISTS (SELECT 1 FROM paused_hoas p WHERE p.hoa_id = u.hoa_id) AS is_paused
    FROM refresh_tokens t JOIN users u ON u.hoa_id = t.hoa_id AND u.id = t.user_id WHERE t.token_hash = ?`;
  const hash = await hashToken(token);
  return queryOne<TokenRow>(deps.db, sql, [hash]);
};

/** A signed token that the database does not know is newer than the backup that was restored. Its sign-in continues
 * unless it had ended before the backup; the family's token from the backup is revoked. */
const restoreToken = async (deps: Deps, token: string): Promise<TokenRow | undefined> => {
  const claims = await readToken(deps.config, token);
  if (!claims) return undefined;
  const { family_id, issued_at } = claims;
  const hash = await hashToken(token);
  const newest = 'SELECT max(created_at) FROM refresh_tokens WHERE family_id = ?1';
  const insert = `INSERT OR IGNORE INTO refresh_tokens
      (token_hash, family_id, hoa_id, user_id, created_at, expires_at, signed_in_at, device)
    SELECT ?2, family_id, hoa_id, user_id, ?3, ?4, signed_in_at, device FROM refresh_tokens
    WHERE family_id = ?1 AND revoked_at IS NULL AND created_at = (${newest}) AND created_at < ?3 LIMIT 1`;
  const end = `UPDATE refresh_tokens SET revoked_at = ?3 WHERE family_id = ?1 AND spent_at IS NULL AND token_hash <> ?2
    AND EXISTS (SELECT 1 FROM refresh_tokens WHERE token_hash = ?2)`;
  const expires_at = new Date(Date.parse(issued_at) + REFRESH_SECONDS * 1000).toISOString();
  await batch(
    deps.db,
    [
      { sql: insert, args: [family_id, hash, issued_at, expires_at] },
      { sql: end, args: [family_id, hash, issued_at] },
    ],
    'write',
  );
  return findToken(deps, token);
};

/** Concurrent calls with one token: one writes the successor and the others return it. */
const consume = async (deps: Deps, token: string, { family_id, signed_in_at }: TokenRow): Promise<string> => {
  const hash = await hashToken(token);
  const next = await signToken(deps.config, { family_id, issued_at: deps.now().toISOString() });
  const sealed = await seal(token, next);
  const statements = consumeStatements(deps, { hash, next: await hashToken(next), sealed, signed_in_at });
  const [, , [left]] = await queryBatch<[unknown[], unknown[], Pick<TokenRow, 'successor' | 'revoked_at'>[]]>(
    deps.db,
    [...statements, prune(deps)],
    'write',
  );
  if (!left || left.revoked_at !== null) throw sessionExpired();
  return left.successor === sealed ? next : unseal(token, String(left.successor));
};

type Consumption = { hash: string; next: string; sealed: string; signed_in_at: string };

const consumeStatements = (deps: Deps, { hash, next, sealed, signed_in_at }: Consumption): InStatement[] => [
  {
    sql: `UPDATE refresh_tokens SET spent_at = ?1, used_at = coalesce(used_at, ?1), successor = ?2
      WHERE token_hash = ?3 AND spent_at IS NULL AND revoked_at IS NULL`,
    args: [deps.now().toISOString(), sealed, hash],
  },
  {
    sql: `INSERT INTO refresh_tokens
        (token_hash, family_id, hoa_id, user_id, created_at, expires_at, signed_in_at, device)
      SELECT ?, family_id, hoa_id, user_id, ?, ?, ?, device FROM refresh_tokens WHERE token_hash = ? AND successor = ?`,
    args: [next, ...lifetime(deps, signed_in_at), signed_in_at, hash, sealed],
  },
  { sql: 'SELECT successor, revoked_at FROM refresh_tokens WHERE token_hash = ?', args: [hash] },
];

const lifetime = (deps: Deps, signed_in_at?: string): [string, string] => {
  const now = deps.now().getTime();
  const end = (signed_in_at === undefined ? now : Date.parse(signed_in_at)) + MAX_SIGN_IN_MS;
  return [new Date(now).toISOString(), new Date(Math.min(now + REFRESH_SECONDS * 1000, end)).toISOString()];
};

const prune = (deps: Deps): InStatement => ({
  sql: `DELETE FROM refresh_tokens WHERE expires_at < ?
    AND rowid IN (SELECT rowid FROM refresh_tokens ORDER BY rowid LIMIT 8)`,
  args: [deps.now().toISOString()],
});
