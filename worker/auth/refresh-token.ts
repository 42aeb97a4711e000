import type { Config } from '../deps.ts';
import { isEqual, newToken, signatureOf } from './secrets.ts';

/** What a refresh token says of itself. `issued_at` in ISO 8601. */
export type TokenClaims = { family_id: string; issued_at: string };

/** A new refresh token of a sign-in, signed, so that a database restored from an older backup still knows it for ours:
 * random part, family, time (milliseconds, base 36), signature. */
export const signToken = async (config: Pick<Config, 'jwtSecret'>, { family_id, issued_at }: TokenClaims) => {
  const claims = [newToken(), family_id, Date.parse(issued_at).toString(36)].join('.');
  return `${claims}.${await signatureOf(secretOf(config), claims)}`;
};

/** The claims of a token that we have signed, else undefined. */
export const readToken = async (config: Pick<Config, 'jwtSecret'>, token: string): Promise<TokenClaims | undefined> => {
  const [random = '', family_id = '', time = '', signature = ''] = token.split('.');
  const expected = await signatureOf(secretOf(config), [random, family_id, time].join('.'));
  if (!isEqual(signature, expected)) return undefined;
  return { family_id, issued_at: new Date(Number.parseInt(time, 36)).toISOString() };
};

const secretOf = ({ jwtSecret }: Pick<Config, 'jwtSecret'>) => `refresh tokens, ${jwtSecret}`;
