/** `npm run restore -- FILE`: fills an empty data folder (DATA_DIR, or the one named after FILE) from an archive that
 * `npm run backup` has written; with DATABASE_URL and the worker's other variables, that empty database and bucket.
 * One that was interrupted is run again with the same words, and goes on where it stopped.
 * `npm run restore -- --identity` only gives a database that was restored by other means its new identity. */
import { existsSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import type { Client } from '@libsql/client';
import { type Content, checksum, isForbidden, unpackBackup } from './archive.ts';
import { openBucket } from './bucket.ts';
import { restoreObjects } from './bucket-folder.ts';
import { databaseIn, filesIn, markFilling, takeForRestoration } from './data-dir.ts';
import { type DataTool, runDataTool } from './data-tool.ts';
import { startDatabase } from './database.ts';
import { type Deployment, databaseClient, openFiles, remoteDeployment } from './deployment.ts';
import { beginRestoration, giveIdentity, isHalfRestored, loadDump } from './load-dump.ts';
import { restoreOptions } from './options.ts';
import { freePorts, portsOf } from './ports.ts';
import { UserError } from './user-error.ts';

const restoreFolder = async ({ processes, hold }: DataTool, archive: string, dataDir: string) => {
  const port = await freePorts(2);
  const of = await checksum(archive).catch((error) => {
    const isHidden = isForbidden(error);
    throw new UserError(
      isHidden ? `${userInfo().username} may not read ${archive}.` : `There is no archive ${archive}.`,
    );
  });
  const { release, isResumed } = await takeForRestoration(dataDir, port, of);
  hold(release);
  const held = [databaseIn(dataDir), filesIn(dataDir)].find((folder) => existsSync(folder));
  if (held && !isResumed) throw new UserError(`${held} holds data already: move it away, or name an empty folder.`);
  const backup = await unpackBackup(archive, dataDir);
  const restore = async () => {
    const { url, checkpoint } = await startDatabase(processes, {
      port: portsOf(port).database,
      dataDir,
      checkpoints: false,
    });
    await fill({ database: { url }, s3: await openFiles(processes, dataDir) }, backup).finally(backup.remove);
    await checkpoint();
    await processes.stop();
  };
  await markFilling(dataDir, 'restoring', restore, of);
};

const restoreRemote = async (archive: string, target: Deployment) => {
  const db = databaseClient(target);
  if (!(await isHalfRestored(db))) await requireEmpty(db, target);
  const backup = await unpackBackup(archive, tmpdir());
  await beginRestoration(db);
  await fill(target, backup).finally(backup.remove);
  db.close();
};

const requireEmpty = async (db: Client, { name, s3 }: Deployment): Promise<void> => {
  const { rows } = await db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'hoas'");
  if (rows.length > 0) throw new UserError(`${name} holds data already: name an empty database.`);
  for await (const [object] of openBucket(s3).list(''))
    if (object) throw new UserError(`The bucket ${s3.bucket} holds ${object.key} already: name an empty one.`);
};

const fill = async (target: Pick<Deployment, 'database' | 's3'>, { dump, files }: Content) => {
  // The database comes last: with its end the restoration has ended.
  await restoreObjects(files, openBucket(target.s3));
  const db = databaseClient(target);
  await loadDump(db, dump, showProgress());
  db.close();
};

/** Prints a line for each tenth. */
const showProgress = () => {
  let shown = 0;
  return (done: number) => {
    const tenths = Math.floor(done * 10);
    if (tenths > shown) console.log(`The database: ${tenths * 10} %`);
    shown = tenths;
  };
};

await runDataTool(async (tool) => {
  const { archive, isFolderNamed, ...target } = restoreOptions();
  const { dataDir, variables } = target;
  const remote = isFolderNamed ? undefined : remoteDeployment(variables);
  if (archive === undefined) {
    await giveIdentity(databaseClient(await tool.open(target)));
  } else if (remote) await restoreRemote(archive, remote);
  else await restoreFolder(tool, archive, dataDir);
  const what = archive === undefined ? 'Gave a new identity to' : `Restored ${archive} into`;
  console.log(
    `${what} ${remote?.name ?? dataDir}. Devices notice it the next time they connect, and send what they hold again.`,
  );
  return 0;
});
