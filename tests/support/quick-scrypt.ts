import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

type Done = (error: Error | null, key: Buffer) => void;

/** Node's own functions are kept where each later load of this file finds them. */
const full: Pick<typeof crypto, 'scrypt' | 'scryptSync'> = Object.getOwnPropertyDescriptor(crypto, Symbol.for('full'))
  ?.value ?? { scrypt: crypto.scrypt, scryptSync: crypto.scryptSync };

/** A password takes a quarter of a second of processor on purpose, which hundreds of tests do not look at. */
const quick = (options: ScryptOptions): ScryptOptions => (options.N === 16_384 ? { N: 16, r: 1, p: 1 } : options);

const replacement = {
  scrypt: (password: BinaryLike, salt: BinaryLike, bytes: number, options: ScryptOptions, done: Done) =>
    full.scrypt(password, salt, bytes, quick(options), done),
  scryptSync: (password: BinaryLike, salt: BinaryLike, bytes: number, options: ScryptOptions) =>
    full.scryptSync(password, salt, bytes, quick(options)),
};

const use = (functions: object): void => {
  Object.assign(crypto, functions);
  syncBuiltinESMExports();
};

Object.defineProperty(crypto, Symbol.for('full'), { value: full, configurable: true });
use(replacement);

/** Runs `work` with passwords as dear as they are. */
export const withFullScrypt = async (work: () => Promise<void>): Promise<void> => {
  use(full);
  await work().finally(() => use(replacement));
};
