import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ENVIRONMENTS, readSettings } from './deploy/settings.ts';
import { ROOT } from './paths.ts';
import { portFrom } from './ports.ts';
import { SEED_SIZES } from './seed/demo.ts';
import type { StackOptions } from './stack.ts';
import { messageOf, UserError } from './user-error.ts';

const USAGE =
  'The options are --fresh, --drill, --log-requests and --seed demo, large, decade or none; PORT and DATA_DIR come from the environment.';

/** The stack that the command line and the environment ask for. Throws a UserError. */
export const stackOptions = (args = process.argv.slice(2)): StackOptions => {
  const { fresh, drill, seed, 'log-requests': logRequests } = words(args);
  const size = ([...SEED_SIZES, 'none'] as const).find((known) => known === seed);
  if (!size) throw new UserError(`--seed takes demo, large, decade or none, and is "${seed}".`);
  return {
    port: portFrom(process.env.PORT),
    dataDir: dataDirFrom(process.env.DATA_DIR),
    fresh,
    seed: drill ? 'none' : size,
    drill,
    logRequests,
  };
};

const dataDirFrom = (value: string | undefined): string => resolve(value || join(ROOT, '.data'));

/** The options of every tool for data: `variables` are those of `--env`, or this process' own. */
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

const ACCOUNT_VERBS = ['change-email', 'end-sign-ins', 'lift-limits', 'remove-second-factor', 'reset-link'] as const;
type Verb = (typeof ACCOUNT_VERBS)[number];
export type AccountOptions = DataOptions & { hoa: string | undefined } & (
    | { verb: 'change-email'; email: string; newEmail: string }
    | { verb: 'remove-second-factor' | 'reset-link'; email: string }
    | { verb: 'end-sign-ins' | 'lift-limits'; email: string | undefined }
  );

/** `npm run account -- VERB [EMAIL [NEW]] [--hoa NAME] [--all]`. Throws a UserError. */
export const accountOptions = (args?: string[]): AccountOptions => {
  const { positionals, values } = parsed({ hoa: { type: 'string' }, all: { type: 'boolean' } }, ACCOUNT_USAGE, args);
  const [word, email, newEmail, ...others] = positionals;
  const verb: Verb | undefined = ACCOUNT_VERBS.find((known) => known === word);
  const hoa = typeof values.hoa === 'string' && values.hoa !== '' ? values.hoa : undefined;
  const data = { ...dataOptions(values), hoa };
  const isForAll = values.all === true;
  if (!verb || others.length > 0 || (newEmail !== undefined) !== (verb === 'change-email'))
    throw new UserError(ACCOUNT_USAGE);
  if (verb === 'change-email' || verb === 'remove-second-factor' || verb === 'reset-link') {
    if (!email || isForAll) throw new UserError(ACCOUNT_USAGE);
    return verb === 'change-email' ? { ...data, verb, email, newEmail: newEmail ?? '' } : { ...data, verb, email };
  }
  // Nobody is signed out of every association by a word that was forgotten.
  const isAimed = email !== undefined || hoa !== undefined;
  if (isForAll ? isAimed || verb !== 'end-sign-ins' : !isAimed) throw new UserError(ACCOUNT_USAGE);
  return { ...data, verb, email };
};

const SOURCE =
  'The data is that of DATA_DIR, or of DATABASE_URL; --env production or staging reads a deployment’s file.';
const DOCTOR_USAGE = `npm run doctor takes no files. ${SOURCE}`;
const BACKUP_USAGE = `Name one archive: npm run backup -- FILE [--dump SQL]. ${SOURCE}`;
const RESTORE_USAGE = `Name one archive: npm run restore -- FILE [FOLDER]. ${SOURCE}`;
const ACCOUNT_USAGE = `Use one of these, with --hoa NAME where an email is in several associations:
  npm run account -- change-email OLD NEW
  npm run account -- remove-second-factor EMAIL
  npm run account -- reset-link EMAIL      (prints a link to choose a new password by)
  npm run account -- end-sign-ins EMAIL    (or --hoa NAME, or --all)
  npm run account -- lift-limits EMAIL     (or --hoa NAME)
${SOURCE}`;

type Values = Record<string, string | boolean | undefined>;

const dataOptions = ({ env }: Values, folder = process.env.DATA_DIR): DataOptions => {
  const name = ENVIRONMENTS.find((known) => known === env);
  if (env !== undefined && !name) throw new UserError(`--env takes ${ENVIRONMENTS.join(' or ')}, and is "${env}".`);
  const variables = name ? readSettings(name) : process.env;
  if (name && !variables.DATABASE_URL) throw new UserError(`DATABASE_URL is missing in .env.${name}.`);
  return { dataDir: dataDirFrom(folder), variables };
};

const parsed = (
  options: Record<string, { type: 'string' | 'boolean' }>,
  usage: string,
  args = process.argv.slice(2),
) => {
  try {
    const { positionals, values } = parseArgs({
      args,
      options: { ...options, env: { type: 'string' } },
      allowPositionals: true,
    });
    return { positionals, values: values as Values };
  } catch (error) {
    throw new UserError(`${firstSentence(error)}\n${usage}`);
  }
};

/** The first part of Node's message about an option. The rest explains how to write a file name like it. */
const firstSentence = (error: unknown): string =>
  messageOf(error)
    .replace(/\.?(\s*\n| To specify ).*/s, '')
    .replace(/\.?$/, '.');

const words = (args: string[]) => {
  try {
    const options = {
      fresh: { type: 'boolean', default: false },
      drill: { type: 'boolean', default: false },
      'log-requests': { type: 'boolean', default: false },
      seed: { type: 'string', default: 'demo' },
    } as const;
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UserError(`${firstSentence(error)}\n${USAGE}`);
  }
};
