import type { Config } from '../deps.ts';
import { isEqual, newToken, signatureOf } from './secrets.ts';

export type TokenClaims = { family_id: string; issued_at: string };

/** Signed, so that a database restored from an older backup still recognizes it. Format: random part, family, time (ms
 * in base 36), signature. */
export const signToken = async (config: Pick<Config, 'jwtSecret'>, { family_id, issued_at }: TokenClaims) => {
  const claims = [newToken(), family_id, Date.parse(issued_at).toString(36)].join('.');
  return `${claims}.${await signatureOf(secretOf(config), claims)}`;
};

export const readToken = async (config: Pick<Config, 'jwtSecret'>, token: string): Promise<TokenClaims | undefined> => {
  const [random = '', family_id = '', time = '', signature = ''] = token.split('.');
  const expected = await signatureOf(secretOf(config), [random, family_id, time].join('.'));
  if (!isEqual(signature, expected)) return undefined;
  return { family_id, issued_at: new Date(Number.parseInt(time, 36)).toISOString() };
};

const secretOf = ({ jwtSecret }: Pick<Config, 'jwtSecret'>) => `refresh tokens, ${jwtSecret}`;
