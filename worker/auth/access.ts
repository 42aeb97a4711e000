import { sign, verify } from 'hono/jwt';
import type { User } from '../../schema/users.ts';
import type { Deps } from '../deps.ts';
import type { RefreshToken } from './refresh.ts';
import { hashToken } from './secrets.ts';

export const ACCESS_SECONDS = 15 * 60;

/** What an access token says: the user, the HOA, the sign-in (family) it came from, and the hash of the refresh token
 * it came with. Never a role. `exp` is in seconds since 1970. */
export type Claims = { sub: string; hoa: string; sid: string; refresh: string; exp: number };

/** A signed access token, good for 15 minutes. */
export const signAccess = async (
  deps: Deps,
  user: Pick<User, 'id' | 'hoa_id'>,
  from: RefreshToken,
): Promise<string> => {
  const iat = seconds(deps);
  const refresh = await hashToken(from.token);
  const claims: Claims = { sub: user.id, hoa: user.hoa_id, sid: from.family_id, refresh, exp: iat + ACCESS_SECONDS };
  return sign({ ...issuer(deps), ...claims, iat }, deps.config.jwtSecret, 'HS256');
};

/** The claims of a token that is ours, meant for this app, and not expired; else undefined. */
export const readAccess = async (deps: Deps, token: string): Promise<Claims | undefined> => {
  // The expiry is checked here because the library knows no clock but its own.
  const options = { alg: 'HS256', exp: false, iat: false, ...issuer(deps) } as const;
  const claims = await verify(token, deps.config.jwtSecret, options).catch(() => undefined);
  const isCurrent = typeof claims?.exp === 'number' && claims.exp > seconds(deps);
  return isCurrent ? (claims as unknown as Claims) : undefined;
};

/** This deployment speaks to itself alone. */
const issuer = ({ config }: Deps) => ({ iss: config.publicUrl, aud: config.publicUrl });

const seconds = (deps: Deps) => Math.floor(deps.now().getTime() / 1000);
