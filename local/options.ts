import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ENVIRONMENTS, readSettings } from './deploy/settings.ts';
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

/** What every tool for data is told: `variables` are those of `--env`, or this process' own. */
type DataOptions = { dataDir: string; variables: NodeJS.ProcessEnv };

/** `npm run doctor [-- --env NAME]`. Throws a UserError. */
export const doctorOptions = (): DataOptions => {
  const { positionals, values } = parsed({}, DOCTOR_USAGE);
  if (positionals.length > 0) throw new UserError(DOCTOR_USAGE);
  return dataOptions(values);
};

/** `npm run backup -- FILE [--dump SQL]`. All are absolute paths. Throws a UserError. */
export const backupOptions = (): DataOptions & { archive: string; dump: string | undefined } => {
  const { positionals, values } = parsed({ dump: { type: 'string' } }, BACKUP_USAGE);
  const [archive, ...others] = positionals;
  if (!archive || others.length > 0) throw new UserError(BACKUP_USAGE);
  const dump = typeof values.dump === 'string' ? resolve(values.dump) : undefined;
  return { ...dataOptions(values), archive: resolve(archive), dump };
};

/** `npm run restore -- FILE [FOLDER]`, or `-- --identity`, for which `archive` is undefined. Throws a UserError. */
export const restoreOptions = (): DataOptions & { archive: string | undefined; isFolderNamed: boolean } => {
  const { positionals, values } = parsed({ identity: { type: 'boolean' } }, RESTORE_USAGE);
  const [archive, folder, ...others] = positionals;
  if (others.length > 0 || (archive === undefined) !== (values.identity === true)) throw new UserError(RESTORE_USAGE);
  return {
    ...dataOptions(values, folder),
    archive: archive && resolve(archive),
    isFolderNamed: folder !== undefined,
  };
};

/** `npm run second-factor -- remove EMAIL [--hoa NAME]`. Throws a UserError. */
export const secondFactorOptions = (): DataOptions & { email: string; hoa: string | undefined } => {
  const { positionals, values } = parsed({ hoa: { type: 'string' } }, SECOND_FACTOR_USAGE);
  const [verb, email, ...others] = positionals;
  if (verb !== 'remove' || !email || others.length > 0) throw new UserError(SECOND_FACTOR_USAGE);
  return { ...dataOptions(values), email, hoa: typeof values.hoa === 'string' ? values.hoa : undefined };
};

const SOURCE =
  'The data is that of DATA_DIR, or of DATABASE_URL; --env production or staging reads a deployment’s file.';
const DOCTOR_USAGE = `npm run doctor takes no files. ${SOURCE}`;
const BACKUP_USAGE = `Name one archive: npm run backup -- FILE [--dump SQL]. ${SOURCE}`;
const RESTORE_USAGE = `Name one archive: npm run restore -- FILE [FOLDER]. ${SOURCE}`;
const SECOND_FACTOR_USAGE = `Name one email: npm run second-factor -- remove EMAIL [--hoa NAME]. ${SOURCE}`;

type Values = Record<string, string | boolean | undefined>;

const dataOptions = ({ env }: Values, folder = process.env.DATA_DIR): DataOptions => {
  const name = ENVIRONMENTS.find((known) => known === env);
  if (env !== undefined && !name) throw new UserError(`--env takes ${ENVIRONMENTS.join(' or ')}, and is "${env}".`);
  const variables = name ? readSettings(name) : process.env;
  if (name && !variables.DATABASE_URL) throw new UserError(`DATABASE_URL is missing in .env.${name}.`);
  return { dataDir: dataDirFrom(folder), variables };
};
const parsed = (options: Record<string, { type: 'string' | 'boolean' }>, usage: string) => {
  try {
    const { positionals, values } = parseArgs({
      options: { ...options, env: { type: 'string' } },
      allowPositionals: true,
    });
    return { positionals, values: values as Values };
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
