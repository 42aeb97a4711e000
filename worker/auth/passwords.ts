import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

type Cost = { N: number; r: number; p: number };
const COST: Cost = { N: 16384, r: 8, p: 5 };
const HASH_BYTES = 32;
/** Verifying against this hash takes as long for an unknown user as for a known one. */
const DUMMY_HASH = `scrypt$${COST.N}$${COST.r}$${COST.p}$${'A'.repeat(22)}==$${'A'.repeat(43)}=`;

export const hashPassword = async (password: string, salt: Uint8Array = randomBytes(16)): Promise<string> => {
  const hash = await derive(password, salt, COST, HASH_BYTES);
  return ['scrypt', COST.N, COST.r, COST.p, Buffer.from(salt).toString('base64'), hash.toString('base64')].join('$');
};

export const verifyPassword = async (password: string, stored: string | null | undefined): Promise<boolean> => {
  const [, N, r, p, salt = '', hash = ''] = (stored ?? DUMMY_HASH).split('$');
  const expected = Buffer.from(hash, 'base64');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const given = await derive(password, Buffer.from(salt, 'base64'), cost, HASH_BYTES);
  return expected.length === HASH_BYTES && timingSafeEqual(given, expected);
};

/** NFKC, because keyboards produce é as one code point or as two. */
const derive = (password: string, salt: Uint8Array, cost: Cost, bytes: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, bytes, { ...cost, maxmem: 256 * cost.N * cost.r }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
