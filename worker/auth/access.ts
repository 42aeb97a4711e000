import { sign, verify } from 'hono/jwt';
import { ACCESS_SECONDS } from '../../sync/protocol.ts';
import { actorOf } from '../../sync/tx.ts';
import type { Claims, Deps } from '../deps.ts';
import type { RefreshToken } from './refresh.ts';
import { hashToken, verifyingSecrets } from './secrets.ts';

export const signAccess = async (
  deps: Deps,
  user: Parameters<typeof actorOf>[0],
  { token, family_id: sid }: RefreshToken,
): Promise<string> => {
  const iat = seconds(deps);
  const { id: sub, hoa_id: hoa, ...actor } = actorOf(user);
  const claims: Claims = { sub, hoa, sid, refresh: await hashToken(token), exp: iat + ACCESS_SECONDS, actor };
  return sign({ ...issuer(deps), ...claims, iat }, deps.config.jwtSecret, 'HS256');
};

/** Does not check when the token expires. */
export const readAccess = async (deps: Deps, token: string): Promise<Claims | undefined> => {
  // hono/jwt would check expiry by its own clock instead of deps.now().
  const options = { alg: 'HS256', exp: false, iat: false, ...issuer(deps) } as const;
  for (const secret of verifyingSecrets(deps.config)) {
    const claims = await verify(token, secret, options).catch(() => undefined);
    if (typeof claims?.exp === 'number') return claims as unknown as Claims;
  }
  return undefined;
};

export const isCurrent = (deps: Deps, { exp }: Claims): boolean => exp > seconds(deps);

const issuer = ({ config }: Deps) => ({ iss: config.publicUrl, aud: config.publicUrl });

const seconds = (deps: Deps) => Math.floor(deps.now().getTime() / 1000);
