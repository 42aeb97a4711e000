import { isEqual, newToken, type SigningConfig, signatureOf, verifyingSecrets } from './secrets.ts';

type TokenClaims = { family_id: string; issued_at: string };

/** Signed, so that a database restored from an older backup still recognizes it. Format: random part, family, time (ms
 * in base 36), signature. */
export const signToken = async ({ jwtSecret }: SigningConfig, { family_id, issued_at }: TokenClaims) => {
  const claims = [newToken(), family_id, Date.parse(issued_at).toString(36)].join('.');
  return `${claims}.${await sign(jwtSecret, claims)}`;
};

export const readToken = async (config: SigningConfig, token: string): Promise<TokenClaims | undefined> => {
  const [random = '', family_id = '', time = '', signature = ''] = token.split('.');
  const claims = [random, family_id, time].join('.');
  const expected = await Promise.all(verifyingSecrets(config).map((secret) => sign(secret, claims)));
  if (!expected.some((one) => isEqual(signature, one))) return undefined;
  return { family_id, issued_at: new Date(Number.parseInt(time, 36)).toISOString() };
};

const sign = (secret: string, claims: string) => signatureOf(`refresh tokens, ${secret}`, claims);
