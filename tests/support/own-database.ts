import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { afterAll, beforeAll, inject } from 'vitest';
import { startDatabase } from '../../local/database.ts';
import { freePort } from '../../local/ports.ts';
import { Processes } from '../../local/processes.ts';
import { connect } from './database.ts';

type Own = { db: Client; url: string };

/** A migrated database that is nobody else's: a copy of the one that migrations made for the whole run. */
export const startOwnDatabase = async (): Promise<Own & { stop(): Promise<void> }> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'porchlight-own-'));
  const processes = new Processes(() => undefined);
  await cp(inject('migratedFolder'), dataDir, { recursive: true });
  const { client, url } = await startDatabase(processes, { port: await freePort(), dataDir, durability: 'off' });
  client.close();
  const db = connect(url);
  // Which database it is, is the one thing that no two have in common.
  await db.execute('UPDATE sync_instance SET instance = lower(hex(randomblob(8)))');
  const stop = async () => {
    db.close();
    await processes.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { db, url, stop };
};

/** A migrated database of the calling file's own, for what would change other tests' rows. Filled before its first
 * test. */
export const ownDatabase = (): Own => {
  const own = {} as Own;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const started = await startOwnDatabase();
    stop = started.stop;
    Object.assign(own, { db: started.db, url: started.url });
  });
  afterAll(() => stop());
  return own;
};
