import type { Context, MiddlewareHandler } from 'hono';
import type { User } from '../../schema/tables/users.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Caller, Claims, Deps, Env } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { queryOne } from '../queries/query.ts';
import { isCurrent, readAccess, signAccess } from './access.ts';
import { readCookie, writeCookie } from './cookie.ts';
import { familyOf, noteUse, openFamily } from './refresh.ts';
import { revokeFamily } from './revoke.ts';
import { deviceName } from './sign-ins.ts';

export const requireActor: MiddlewareHandler<Env> = async (c, next) => {
  const { deps, claims = await readAccess(deps, bearerToken(c)) } = c.env;
  const { actor, family_id } = await verifyClaims(deps, claims);
  c.set('actor', actor);
  c.set('family_id', family_id);
  await next();
};

const bearerToken = (c: Context<Env>): string => {
  const [scheme, token = ''] = (c.req.header('Authorization') ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' ? token : '';
};

/** Reads the user from the database. Throws HttpError 401 if the token is invalid, its sign-in has ended, or the user
 * is no longer active. */
export const verifyAccessToken = async (deps: Deps, token: string): Promise<Caller> =>
  verifyClaims(deps, await readAccess(deps, token));

const verifyClaims = async (deps: Deps, claims: Claims | undefined): Promise<Caller> => {
  if (!claims || !isCurrent(deps, claims)) throw notSignedIn();
  const sql = `SELECT id, hoa_id, role, name, email, address_id,
      (SELECT max(seq) FROM sync_log WHERE hoa_id = u.hoa_id) AS position,
      EXISTS (SELECT 1 FROM refresh_tokens WHERE token_hash = ? AND used_at IS NULL) AS is_first_use FROM users u
    WHERE id = ? AND hoa_id = ? AND status = 'active' AND deleted_at IS NULL AND EXISTS (
      SELECT 1 FROM refresh_tokens t WHERE t.family_id = ? AND t.user_id = u.id AND t.revoked_at IS NULL)`;
  const args = [claims.refresh, claims.sub, claims.hoa, claims.sid];
  const user = await queryOne<Actor & { is_first_use: number; position: number | null }>(deps.db, sql, args);
  if (!user) throw notSignedIn();
  if (user.is_first_use) deps.waitUntil(noteUse(deps, claims.refresh));
  const { position } = user;
  return {
    actor: actorOf(user),
    family_id: claims.sid,
    claims,
    position: position ?? 0,
    expires_at: claims.exp * 1000,
  };
};

export const actorOf = ({ id, hoa_id, role, name, email, address_id }: Pick<User, keyof Actor>): Actor => ({
  id,
  hoa_id,
  role,
  name,
  email,
  address_id,
});

export const endCookieFamily = async (c: Context<Env>): Promise<void> => {
  const token = readCookie(c);
  const family = token && (await familyOf(c.var.deps, token));
  if (family) await revokeFamily(c.var.deps, family);
};

export const issueSession = async (c: Context<Env>, user: Pick<User, 'id' | 'hoa_id'>): Promise<string> => {
  const { deps } = c.var;
  const refresh = await openFamily(deps, user, deviceName(c.req.header('User-Agent')));
  await endCookieFamily(c);
  writeCookie(c, refresh.token);
  return signAccess(deps, user, refresh);
};

const notSignedIn = () => new HttpError(401, 'Please sign in to continue');
