import { sign, verify } from 'hono/jwt';
import type { User } from '../../schema/tables/users.ts';
import { ACCESS_SECONDS } from '../../sync/protocol.ts';
import type { Claims, Deps } from '../deps.ts';
import type { RefreshToken } from './refresh.ts';
import { hashToken } from './secrets.ts';

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

/** Does not check when the token expires. */
export const readAccess = async (deps: Deps, token: string): Promise<Claims | undefined> => {
  // hono/jwt would check expiry by its own clock instead of deps.now().
  const options = { alg: 'HS256', exp: false, iat: false, ...issuer(deps) } as const;
  const claims = await verify(token, deps.config.jwtSecret, options).catch(() => undefined);
  return typeof claims?.exp === 'number' ? (claims as unknown as Claims) : undefined;
};

export const isCurrent = (deps: Deps, { exp }: Claims): boolean => exp > seconds(deps);

const issuer = ({ config }: Deps) => ({ iss: config.publicUrl, aud: config.publicUrl });

const seconds = (deps: Deps) => Math.floor(deps.now().getTime() / 1000);
