import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { openBucket } from '../bucket.ts';
import { bucketOf } from '../deployment.ts';

/** Sends an archive, and the files beside it that are not there yet, to the bucket of BACKUP_S3_*. What is there is not
 * deleted: the bucket's own rule does that. Returns how to go on in a sentence, or '' where no bucket is set. */
export const sendOffSite = async (values: NodeJS.Dict<string>, folder: string, archive: string): Promise<string> => {
  if (!values.BACKUP_S3_BUCKET) return '';
  const bucket = openBucket(bucketOf(values, 'BACKUP_'));
  const there = new Set<string>();
  for await (const page of bucket.list('')) for (const { key } of page) there.add(key);
  const names = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names.filter((entry) => entry.isFile() && !entry.name.endsWith('.part'));
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    const key = path.slice(folder.length + 1);
    if (!there.has(key)) await bucket.put(key, await readFile(path), 'application/octet-stream');
  }
  await bucket.put(basename(archive), await readFile(archive), 'application/gzip');
  return `, and to ${values.BACKUP_S3_BUCKET}`;
};
