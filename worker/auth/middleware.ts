import type { Context, MiddlewareHandler, Next } from 'hono';
import type { Scope } from '../../schema/api-tokens.ts';
import type { User } from '../../schema/tables/users.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Caller, Deps, Env } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { originOf } from '../http/origin.ts';
import type { Profile } from '../http/rest-shapes.ts';
import { isCurrent, readAccess, signAccess } from './access.ts';
import { isApiToken, requireScope, tokenCaller } from './api-tokens.ts';
import { actorIn, callerOf, callerStatement, confirmingReads, notSignedIn, readCaller } from './caller.ts';
import { readCookie, readDeviceCookie, writeCookie, writeDeviceCookie } from './cookie.ts';
import { deviceHash, newDeviceToken, rememberDevice } from './known-devices.ts';
import { callerIn } from './limits.ts';
import { findProfile } from './profile.ts';
import { endFamily, openFamily } from './refresh.ts';
import { checkedStatement, checkFreshCode } from './second-factor.ts';
import { deviceName } from './sign-ins.ts';

/** Middleware of a route whose API tokens need this scope; without it none may call. The caller is confirmed by the
 * handler's first read (`confirmingReads`): until then a handler must ask nobody but the database. */
export const requireActor =
  (scope?: Scope): MiddlewareHandler<Env> =>
  async (c, next) => {
    const token = bearerToken(c);
    if (!c.env.claims && isApiToken(token)) return actAsToken(c, token, scope, next);
    const { deps, claims = await readAccess(deps, token) } = c.env;
    if (!claims || !isCurrent(deps, claims)) throw notSignedIn();
    const actor = c.env.actor ?? actorIn(claims) ?? (await readCaller(deps, claims));
    const { db, confirm } = confirmingReads(deps, claims, actor);
    c.set('deps', { ...deps, db, origin: originOf(c, { sign_in: claims.sid, actor }) });
    c.set('actor', actor);
    c.set('family_id', claims.sid);
    await next();
    if (c.res.status < 500) await confirm();
  };

/** The caller is read for each call, so a token does what its person may do now. */
const actAsToken = async (c: Context<Env>, token: string, scope: Scope | undefined, next: Next): Promise<void> => {
  const { actor, token_id, token_name, scopes, rateLimit } = await tokenCaller(c.env.deps, token);
  for (const [name, value] of Object.entries(rateLimit)) c.header(name, value);
  requireScope(scopes, scope);
  const called = originOf(c, { sign_in: token_id, actor });
  const from = [called.device, c.req.header('CF-Connecting-IP') && callerIn(c)];
  const device = [`API token “${token_name}”`, ...from].filter(Boolean).join(', ');
  const origin = { ...called, device };
  c.set('deps', { ...c.env.deps, origin });
  c.set('actor', actor);
  c.set('family_id', token_id);
  c.set('api_token', token_id);
  await next();
  // A handler may have made its response by itself.
  for (const [name, value] of Object.entries(rateLimit)) c.header(name, value);
};

/** Where money or records may be led elsewhere: throws Refusal unless a code of the second factor was just entered, or
 * within `fresh_ms`. */
export const requireStepUpWithin =
  (fresh_ms?: number): MiddlewareHandler<Env> =>
  async (c, next) => {
    await checkFreshCode(c.var.deps, c.var.actor, c.var.family_id, fresh_ms);
    await next();
  };
export const requireStepUp = requireStepUpWithin();

const PEOPLE_ONLY = 'API tokens can’t do this. Only a person can decide who signs in, and in what role.';

/** Accounts and roles are changed by people alone: throws HttpError 403 where an API token calls. */
export const requirePerson = (c: Context<Env>): void => {
  if (c.var.api_token) throw new HttpError(403, PEOPLE_ONLY, {}, { code: 'token_not_allowed' });
};

export const bearerToken = (c: Context<Env>): string => {
  const [scheme, token = ''] = (c.req.header('Authorization') ?? '').split(' ');
  return scheme?.toLowerCase() === 'bearer' ? token : '';
};

/** Reads the user from the database. Throws HttpError 401 if the token is invalid, its sign-in has ended, or the user
 * is no longer active. */
export const verifyAccessToken = async (deps: Deps, token: string): Promise<Caller> => {
  const claims = await readAccess(deps, token);
  if (!claims || !isCurrent(deps, claims)) throw notSignedIn();
  const newest = { sql: 'SELECT max(seq) AS position FROM sync_log WHERE hoa_id = ?', args: [claims.hoa] };
  const [user, log] = await batch(deps.db, [callerStatement(claims), newest], 'read');
  return {
    actor: callerOf(deps, claims, user),
    family_id: claims.sid,
    claims,
    position: Number(log?.rows[0]?.position ?? 0),
    expires_at: claims.exp * 1000,
  };
};

export const endCookieFamily = async (c: Context<Env>, action?: 'signOut'): Promise<void> => {
  const token = readCookie(c);
  if (token) await endFamily(c.var.deps, token, action);
};

/** `token` is the access token. Who has a second factor has just entered a code. */
export const issueSession = async (
  c: Context<Env>,
  user: Pick<User, 'id' | 'hoa_id'> & { has_second_factor?: number },
): Promise<{ token: string; profile: Profile }> => {
  const deps = c.var.deps;
  const device = await newDeviceToken(deps.config);
  const previous = await deviceHash(deps.config, readDeviceCookie(c));
  const refresh = await openFamily(deps, user, deviceName(c.req.header('User-Agent')), async (family_id) => [
    ...(await rememberDevice(deps, { ...user, family_id }, device, previous)),
    ...(user.has_second_factor ? [checkedStatement(deps, user, family_id)] : []),
  ]);
  await endCookieFamily(c);
  writeCookie(c, refresh.token);
  writeDeviceCookie(c, device);
  const profile = await findProfile(deps, user);
  return { token: await signAccess(deps, profile, refresh), profile };
};
