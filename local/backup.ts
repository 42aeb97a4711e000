/** `npm run backup -- FILE`: database and files in one archive, also while the stack runs. */
import { existsSync } from 'node:fs';
import { writeBackup } from './archive.ts';
import { databaseIn, filesIn } from './data-dir.ts';
import { startDatabase } from './database.ts';
import { archiveArgument, dataDirFrom } from './options.ts';
import { isFree, portFrom, portsOf } from './ports.ts';
import { Processes } from './processes.ts';
import { fail, UserError } from './user-error.ts';

const processes = new Processes(() => undefined);
try {
  const archive = archiveArgument('backup');
  const dataDir = dataDirFrom(process.env.DATA_DIR);
  if (!existsSync(databaseIn(dataDir))) throw new UserError(`${dataDir} holds no data: DATA_DIR names another folder.`);
  const port = portsOf(portFrom(process.env.PORT)).database;
  const isRunning = !(await isFree(port));
  const databaseUrl = isRunning ? `http://127.0.0.1:${port}` : (await startDatabase(processes, { port, dataDir })).url;
  const { files } = await writeBackup({ databaseUrl, filesFolder: filesIn(dataDir), archive });
  console.log(`Saved the database and ${files} files to ${archive}.`);
  await processes.stop();
  process.exit(0);
} catch (error) {
  await processes.stop();
  fail(error);
}
