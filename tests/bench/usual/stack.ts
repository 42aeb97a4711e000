import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { startDatabase } from '../../../local/database.ts';
import { ROOT } from '../../../local/paths.ts';
import { freePort } from '../../../local/ports.ts';
import { Processes } from '../../../local/processes.ts';
import { untilAnswers } from '../../../local/until-answers.ts';
import { COLUMNS, type UsualRow } from './rows.ts';

export type UsualStack = { url: string; db: Client; stop(): Promise<void> };

const STATEMENT = 500;
const TABLES = [
  `CREATE TABLE requests (${COLUMNS.map((name) => (name === 'id' ? 'id TEXT PRIMARY KEY' : name)).join(', ')}, version INTEGER NOT NULL)`,
  'CREATE TABLE client_groups (id TEXT PRIMARY KEY, cvr_version INTEGER NOT NULL, client_version INTEGER NOT NULL)',
  `CREATE TABLE clients (id TEXT PRIMARY KEY, client_group_id TEXT NOT NULL, last_mutation_id INTEGER NOT NULL,
    client_version INTEGER NOT NULL)`,
  'CREATE INDEX clients_of ON clients (client_group_id, client_version)',
];

/** The usual backend over a libSQL server of its own: the same program, as durable, on loopback. */
export const startUsualStack = async (
  dataDir: string,
  onLog: (name: string, line: string) => void,
): Promise<UsualStack> => {
  const processes = new Processes(onLog);
  const stop = () => processes.stop();
  try {
    const { url: DATABASE_URL, client: db } = await startDatabase(processes, { port: await freePort(), dataDir });
    await db.batch(TABLES, 'write');
    const port = await freePort();
    const script = join(ROOT, 'tests', 'bench', 'usual', 'server.ts');
    const env = { DATABASE_URL, PORT: String(port) };
    const running = processes.start('usual', process.execPath, ['--disable-warning=ExperimentalWarning', script], env);
    const url = `http://127.0.0.1:${port}`;
    await untilAnswers(running, url, { accept: () => true });
    return { url, db, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

export const addUsualRows = async (db: Client, rows: readonly UsualRow[]): Promise<void> => {
  const places = `(${COLUMNS.map(() => '?').join(', ')}, 1)`;
  for (let at = 0; at < rows.length; at += STATEMENT) {
    const some = rows.slice(at, at + STATEMENT);
    const values = some.map(() => places).join(', ');
    await db.execute({
      sql: `INSERT INTO requests (${COLUMNS.join(', ')}, version) VALUES ${values}`,
      args: some.flatMap((row) => COLUMNS.map((column) => row[column])),
    });
  }
};
