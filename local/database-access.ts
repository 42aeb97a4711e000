import { generateKeyPairSync, sign } from 'node:crypto';

/** A token that opens a database, and the public key by which its server knows it. */
export type DatabaseAccess = { key: string; token: string };

/** The private key is forgotten: there is no other token. */
export const makeDatabaseAccess = (): DatabaseAccess => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const message = [{ alg: 'EdDSA', typ: 'JWT' }, { a: 'rw' }].map(encoded).join('.');
  const token = `${message}.${sign(null, Buffer.from(message), privateKey).toString('base64url')}`;
  return { key: String(publicKey.export({ format: 'jwk' }).x), token };
};

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** As clients of libSQL take it. */
export const withToken = (url: string, token: string): string => `${url}?authToken=${token}`;
