import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@libsql/client';
import { afterAll, beforeAll } from 'vitest';
import { startDatabase } from '../../local/database.ts';
import { migrate } from '../../local/migrate.ts';
import { freePort } from '../../local/ports.ts';
import { Processes } from '../../local/processes.ts';
import { connect } from './database.ts';

/** A migrated database of the calling file's own, for what would change other tests' rows. Filled before its first
 * test. */
export const ownDatabase = (): { db: Client; url: string } => {
  const own = {} as { db: Client; url: string };
  const processes = new Processes(() => undefined);
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'porchlight-own-'));
    const { client, url } = await startDatabase(processes, {
      port: await freePort(),
      dataDir: folder,
      durability: 'off',
    });
    await migrate(client);
    client.close();
    Object.assign(own, { db: connect(url), url });
  });
  afterAll(async () => {
    await processes.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return own;
};
