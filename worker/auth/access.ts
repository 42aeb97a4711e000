import { sign, verify } from 'hono/jwt';
import type { User } from '../../schema/users.ts';
import type { Deps } from '../deps.ts';

export const ACCESS_SECONDS = 15 * 60;

/** What an access token says: the user, the HOA, and the sign-in (family) it came from. Never a role. */
export type Claims = { sub: string; hoa: string; sid: string };

/** A signed access token, good for 15 minutes. */
export const signAccess = (deps: Deps, user: Pick<User, 'id' | 'hoa_id'>, family_id: string): Promise<string> => {
  const iat = seconds(deps);
  const claims: Claims = { sub: user.id, hoa: user.hoa_id, sid: family_id };
  return sign({ ...claims, iat, exp: iat + ACCESS_SECONDS }, deps.config.jwtSecret, 'HS256');
};

/** The claims of a token that is ours and not expired, else undefined. */
export const readAccess = async (deps: Deps, token: string): Promise<Claims | undefined> => {
  // The expiry is checked here because the library knows no clock but its own.
  const options = { alg: 'HS256', exp: false, iat: false } as const;
  const claims = await verify(token, deps.config.jwtSecret, options).catch(() => undefined);
  const isCurrent = typeof claims?.exp === 'number' && claims.exp > seconds(deps);
  return isCurrent ? (claims as unknown as Claims) : undefined;
};

const seconds = (deps: Deps) => Math.floor(deps.now().getTime() / 1000);
