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

/** `npm run backup -- FILE [--dump SQL]`. All are absolute paths. Throws a UserError. */
export const backupOptions = (): { archive: string; dataDir: string; dump: string | undefined } => {
  const { positionals, values } = parsed({ dump: { type: 'string' } }, BACKUP_USAGE);
  const [archive, ...others] = positionals;
  if (!archive || others.length > 0) throw new UserError(BACKUP_USAGE);
  const dump = typeof values.dump === 'string' ? resolve(values.dump) : undefined;
  return { archive: resolve(archive), dataDir: dataDirFrom(process.env.DATA_DIR), dump };
};

/** `npm run restore -- FILE [FOLDER]`, or `-- --identity`, for which `archive` is undefined. Throws a UserError. */
export const restoreOptions = (): { archive: string | undefined; dataDir: string; isFolderNamed: boolean } => {
  const { positionals, values } = parsed({ identity: { type: 'boolean' } }, RESTORE_USAGE);
  const [archive, folder, ...others] = positionals;
  if (others.length > 0 || (archive === undefined) !== (values.identity === true)) throw new UserError(RESTORE_USAGE);
  const dataDir = dataDirFrom(folder ?? process.env.DATA_DIR);
  return { archive: archive && resolve(archive), dataDir, isFolderNamed: folder !== undefined };
};

const BACKUP_USAGE =
  'Name one archive: npm run backup -- FILE [--dump SQL]. The data is that of DATA_DIR, or of DATABASE_URL.';
const RESTORE_USAGE =
  'Name one archive: npm run restore -- FILE [FOLDER]. Without a folder the data goes to DATA_DIR, or to DATABASE_URL.';

const parsed = (options: Record<string, { type: 'string' | 'boolean' }>, usage: string) => {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new UserError(`${messageOf(error)} ${usage}`);
  }
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
