/** `npm run backup -- FILE`: database and files in one archive, also while the stack runs. With DATABASE_URL and the
 * worker's other variables it saves that deployment, over the wire. */
import { copyFile } from 'node:fs/promises';
import { packBackup } from './archive.ts';
import { openBucket } from './bucket.ts';
import { saveObjects } from './bucket-folder.ts';
import { runDataTool } from './data-tool.ts';
import { saveDump } from './dump.ts';
import { backupOptions } from './options.ts';

await runDataTool(async ({ open }) => {
  const { archive, dump, ...source } = backupOptions();
  const deployment = await open(source);
  let files = 0;
  await packBackup(archive, async (content) => {
    // The database comes first, because a file that a row names never changes and outlives the row by 30 days.
    await (dump ? copyFile(dump, content.dump) : saveDump(deployment.database, content.dump));
    files = await saveObjects(openBucket(deployment.s3), content.files);
  });
  console.log(`Saved the database and ${files} files of ${deployment.name} to ${archive}.`);
  return 0;
});
