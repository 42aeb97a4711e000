import { existsSync } from 'node:fs';
import { type Client, createClient } from '@libsql/client';
import type { S3Config } from '../worker/services/storage.ts';
import { claimDataDir, databaseIn, databaseTokenOf, filesIn, stackPortOf } from './data-dir.ts';
import { startDatabase } from './database.ts';
import { BUCKET, REGION, startFiles } from './files.ts';
import { secretsFile } from './paths.ts';
import { freePort, freePorts, portsOf } from './ports.ts';
import type { Processes } from './processes.ts';
import { makeSecrets } from './secrets.ts';
import { UserError } from './user-error.ts';
import { nextVariables } from './variables.ts';

/** The data that backup, restore and doctor work on. `env` is what its worker has, or will have once it is started anew. */
export type Deployment = {
  name: string;
  database: { url: string; token?: string | undefined };
  s3: S3Config;
  env: object;
  release(): void;
};

/** The deployment that DATABASE_URL and the worker's other variables name, or without it the embedded stack in `dataDir`,
 * running or not. Throws a UserError if there is none. */
export const openDeployment = async (
  processes: Processes,
  { dataDir, variables }: { dataDir: string; variables: NodeJS.ProcessEnv },
): Promise<Deployment> => remoteDeployment(variables) ?? embeddedDeployment(processes, dataDir);

export const remoteDeployment = (env: NodeJS.ProcessEnv): Deployment | undefined => {
  if (!env.DATABASE_URL) return undefined;
  return {
    name: env.DATABASE_URL,
    database: { url: env.DATABASE_URL, token: env.DATABASE_TOKEN },
    s3: bucketOf(env),
    env,
    release: () => {},
  };
};

/** The bucket of these variables, or with `prefix` of others like them. */
export const bucketOf = (env: NodeJS.Dict<string>, prefix = ''): S3Config => {
  const part = (name: string) => env[`${prefix}S3_${name}`] ?? '';
  return {
    ...{ endpoint: part('ENDPOINT'), region: part('REGION'), bucket: part('BUCKET') },
    ...{ accessKeyId: part('ACCESS_KEY_ID'), secretAccessKey: part('SECRET_ACCESS_KEY') },
  };
};

const embeddedDeployment = async (processes: Processes, dataDir: string): Promise<Deployment> => {
  if (!existsSync(databaseIn(dataDir))) throw new UserError(`${dataDir} holds no data: DATA_DIR names another folder.`);
  const running = await stackPortOf(dataDir);
  const port = running ?? (await freePorts(2));
  const release = running === undefined ? await claimDataDir(dataDir, port) : () => {};
  if (running === undefined) await startDatabase(processes, { port: portsOf(port).database, dataDir });
  const env: NodeJS.Dict<string> = nextVariables(port, secretsFile());
  return {
    name: dataDir,
    database: { url: `http://127.0.0.1:${portsOf(port).database}`, token: databaseTokenOf(dataDir) },
    // An instance may keep its files in a bucket elsewhere (local/instance/settings.ts).
    s3: env.FILES === 's3' ? bucketOf(env) : await openFiles(processes, dataDir),
    env,
    release,
  };
};

/** The files of a data folder as a bucket, beside the stack's own file store if that runs. */
export const openFiles = async (processes: Processes, dataDir: string): Promise<S3Config> => {
  const secrets = makeSecrets();
  const folder = filesIn(dataDir);
  const { url } = await startFiles(processes, { port: await freePort(), folder, origins: [], secrets });
  const keys = { accessKeyId: secrets.S3_ACCESS_KEY_ID, secretAccessKey: secrets.S3_SECRET_ACCESS_KEY };
  return { endpoint: url, region: REGION, bucket: BUCKET, ...keys };
};

export const databaseClient = ({ database }: Pick<Deployment, 'database'>): Client =>
  createClient({ url: database.url, authToken: database.token });
