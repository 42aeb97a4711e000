import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './paths.ts';
import { portFrom } from './ports.ts';
import { SEED_SIZES } from './seed.ts';
import type { StackOptions } from './stack.ts';
import { messageOf, UserError } from './user-error.ts';

const USAGE =
  'The options are --fresh, --log-requests and --seed demo, large, decade or none; PORT and DATA_DIR come from the environment.';

/** The stack that the command line and the environment ask for. Throws a UserError. */
export const stackOptions = (): StackOptions => {
  const { fresh, seed, 'log-requests': logRequests } = words();
  const size = ([...SEED_SIZES, 'none'] as const).find((known) => known === seed);
  if (!size) throw new UserError(`--seed takes demo, large, decade or none, and is "${seed}".`);
  return {
    port: portFrom(process.env.PORT),
    dataDir: dataDirFrom(process.env.DATA_DIR),
    fresh,
    seed: size,
    logRequests,
  };
};

export const dataDirFrom = (value: string | undefined): string => resolve(value || join(ROOT, '.data'));

/** The archive that `npm run backup` or `npm run restore` is given, as an absolute path. Throws a UserError. */
export const archiveArgument = (command: 'backup' | 'restore'): string => {
  const [file, ...others] = process.argv.slice(2);
  if (file && others.length === 0 && !file.startsWith('-')) return resolve(file);
  throw new UserError(`Name one archive: npm run ${command} -- FILE. PORT and DATA_DIR come from the environment.`);
};

const words = () => {
  try {
    const options = {
      fresh: { type: 'boolean', default: false },
      'log-requests': { type: 'boolean', default: false },
      seed: { type: 'string', default: 'demo' },
    } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new UserError(`${messageOf(error)} ${USAGE}`);
  }
};
