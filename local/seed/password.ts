import { scryptSync } from 'node:crypto';

export const DEMO_PASSWORD = 'porchlight-demo-1';

let hash: string | undefined;

/** The salt is fixed, so that every seed is the same. */
export const demoPasswordHash = (): string => {
  hash ??= scrypt(DEMO_PASSWORD, Buffer.from('porchlight-demo!'));
  return hash;
};

const scrypt = (password: string, salt: Buffer) => {
  const [N, r, p] = [16_384, 8, 5];
  const key = scryptSync(password, salt, 32, { N, r, p, maxmem: 64 * 1024 * 1024 });
  return `scrypt$${N}$${r}$${p}$${salt.toString('base64')}$${key.toString('base64')}`;
};
