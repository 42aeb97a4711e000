import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { checkEnvironment, type Environment } from '../../worker/environment.ts';
import { BUCKET, REGION } from '../files.ts';
import { UserError } from '../user-error.ts';
import { FILES_PATH } from './front.ts';

/** The one file of an instance: addresses, keys and secrets (setup.ts writes it, and says what each is for). */
export type Settings = { file: string; port: number; dataDir: string; backupDir: string; values: NodeJS.Dict<string> };

export const SETTINGS_FILE = 'porchlight.conf';

/** Throws a UserError. */
export const readInstance = (file: string): Settings => {
  if (!existsSync(file))
    throw new UserError(`There is no instance here yet (${file} is missing): run porchlight setup first.`);
  const values = parseEnv(readFileSync(file, 'utf8'));
  const home = dirname(file);
  const dataDir = resolve(home, process.env.PORCHLIGHT_DATA_DIR || values.DATA_DIR || 'data');
  return {
    ...{ file, values, dataDir },
    port: portOf(values.PORT),
    backupDir: resolve(home, values.BACKUP_DIR || join(dataDir, 'backups')),
  };
};

const portOf = (text = '8787'): number => {
  const port = Number(text);
  // The database listens on the next.
  if (Number.isInteger(port) && port > 0 && port < 65_535) return port;
  throw new UserError(`PORT must be a whole number from 1 to 65534, and is "${text}".`);
};

/** The variables that the app reads. Throws a UserError that names each setting with which it would serve nothing. */
export const environmentOf = ({ file, values }: Settings, database: string): Environment => {
  const env = {
    ...values,
    MAIL: values.MAIL || 'none',
    PAYMENTS: values.PAYMENTS || 'off',
    SIGNUP: values.SIGNUP || 'closed',
    DATABASE_URL: database,
    ...(!isBucket(values) && {
      S3_ENDPOINT: `${values.PUBLIC_URL}${FILES_PATH}`,
      S3_REGION: REGION,
      S3_BUCKET: BUCKET,
    }),
  };
  const problems = checkEnvironment(env);
  if (problems.length === 0) return env as unknown as Environment;
  const lines = problems.map((problem) => `  ${problem}`);
  throw new UserError(['With these settings nothing is served:', ...lines, `Correct them in ${file}.`].join('\n'));
};

/** True where files lie in a bucket elsewhere, and not in the data folder. */
export const isBucket = (values: NodeJS.Dict<string>): boolean => values.FILES === 's3';
