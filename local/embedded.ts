import { existsSync } from 'node:fs';
import { claimDataDir, databaseIn, filesIn, stackPortOf } from './data-dir.ts';
import { startDatabase } from './database.ts';
import { BUCKET, REGION, startFiles } from './files.ts';
import { freePort, freePorts, portsOf } from './ports.ts';
import type { Processes } from './processes.ts';
import { makeSecrets } from './secrets.ts';
import { UserError } from './user-error.ts';

/** The database of a data folder: that of the running stack, or one started for the caller, whom the folder belongs to
 * until `release`. Throws a UserError if the folder holds none. */
export const openDatabase = async (
  processes: Processes,
  dataDir: string,
): Promise<{ url: string; release(): void }> => {
  if (!existsSync(databaseIn(dataDir))) throw new UserError(`${dataDir} holds no data: DATA_DIR names another folder.`);
  const running = await stackPortOf(dataDir);
  if (running !== undefined) return { url: `http://127.0.0.1:${portsOf(running).database}`, release: () => {} };
  const port = await freePorts(2);
  const release = await claimDataDir(dataDir, port);
  const { url } = await startDatabase(processes, { port: portsOf(port).database, dataDir });
  return { url, release };
};

/** The files of a data folder as a bucket, beside the stack's own file store if that runs. */
export const openFiles = async (processes: Processes, dataDir: string) => {
  const secrets = makeSecrets();
  const { url } = await startFiles(processes, {
    port: await freePort(),
    folder: filesIn(dataDir),
    origins: [],
    secrets,
  });
  const keys = { accessKeyId: secrets.S3_ACCESS_KEY_ID, secretAccessKey: secrets.S3_SECRET_ACCESS_KEY };
  return { endpoint: url, region: REGION, bucket: BUCKET, ...keys };
};
