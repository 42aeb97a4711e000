import { Readable } from 'node:stream';
import { chunksOf } from '../sync/chunks.ts';
import type { Bucket } from './bucket.ts';
import { Disk } from './s3/disk.ts';

const AT_ONCE = 8;

/** Copies all objects into a folder and returns their number. What is deleted meanwhile may be missing. */
export const saveObjects = async (bucket: Bucket, folder: string): Promise<number> => {
  const disk = new Disk(folder);
  let count = 0;
  const save = async (key: string) => {
    const object = await bucket.get(key);
    if (!object) return;
    await disk.put(key, Readable.from([object.bytes]), { 'content-type': object.type }, () => undefined);
    count += 1;
  };
  for await (const page of bucket.list(''))
    for (const some of chunksOf(page, AT_ONCE)) await Promise.all(some.map(({ key }) => save(key)));
  return count;
};

/** Copies all objects of such a folder into the bucket and returns their number. */
export const restoreObjects = async (folder: string, bucket: Bucket): Promise<number> => {
  const disk = new Disk(folder);
  const objects = await disk.list('');
  const restore = async ({ key, headers }: (typeof objects)[number]) => {
    const { bytes } = await disk.get(key, () => undefined);
    await bucket.put(key, Buffer.concat(await bytes.toArray()), headers['content-type'] ?? '');
  };
  for (const some of chunksOf(objects, AT_ONCE)) await Promise.all(some.map(restore));
  return objects.length;
};
