/** `npm run restore -- FILE`: fills an empty data folder (DATA_DIR) from an archive that `npm run backup` has written. */
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { loadDump, unpackBackup } from './archive.ts';
import { databaseIn, filesIn, markSeeding, takeDataDir } from './data-dir.ts';
import { startDatabase } from './database.ts';
import { archiveArgument, dataDirFrom } from './options.ts';
import { freePort, portFrom } from './ports.ts';
import { Processes } from './processes.ts';
import { fail, UserError } from './user-error.ts';

const processes = new Processes(() => undefined);
let release = () => {};
try {
  const archive = archiveArgument('restore');
  const dataDir = dataDirFrom(process.env.DATA_DIR);
  release = await takeDataDir(dataDir, portFrom(process.env.PORT), false);
  const held = [databaseIn(dataDir), filesIn(dataDir)].find((folder) => existsSync(folder));
  if (held) throw new UserError(`${held} holds data already: move it away, or set DATA_DIR to an empty folder.`);
  const backup = await unpackBackup(archive, dataDir);
  await markSeeding(dataDir, async () => {
    const { client } = await startDatabase(processes, { port: await freePort(), dataDir });
    await loadDump(client, backup.sql);
    client.close();
    await processes.stop();
    await rename(backup.files, filesIn(dataDir));
  });
  await backup.remove();
  console.log(
    `Restored ${archive} into ${dataDir}. Devices notice it at their next contact, and send again what they hold.`,
  );
  release();
  process.exit(0);
} catch (error) {
  await processes.stop();
  release();
  fail(error);
}
