import { Readable } from 'node:stream';
import { StorageAway } from '../../worker/services/errors.ts';
import { createStorage, type S3Config, type Storage } from '../../worker/services/storage.ts';
import { Disk } from '../s3/disk.ts';
import { S3Error } from '../s3/error.ts';

/** Files in a folder of this machine. Browsers reach them by links signed for `config.endpoint`, as on S3 (`s3Listener`
 * answers them); the app itself reads and writes them without a call. */
export const createDiskStorage = (folder: string, config: S3Config): Storage => {
  const disk = new Disk(folder);
  const { presignPut, presignGet } = createStorage(config);
  const head: Storage['head'] = (key) => found(async () => infoOf(await disk.head(key)));
  return {
    presignPut,
    presignGet,
    head,
    peek: (key, count) =>
      found(async () => {
        const { meta, bytes } = await disk.get(key, ({ size }) => firstBytes(Math.min(count, size)));
        return { ...infoOf(meta), bytes: Buffer.concat(await bytes.toArray()) };
      }),
    copy: async (from, to, contentType) => {
      const headers = { 'content-type': contentType };
      return (await found(() => disk.copy(from, to, headers, () => undefined))) !== undefined;
    },
    put: async (key, bytes, contentType) => {
      const headers = { 'content-type': contentType };
      await found(() => disk.put(key, Readable.from([bytes]), headers, () => undefined));
    },
    delete: async (key) => {
      await found(() => disk.remove(key));
    },
    check: () => disk.requireRoom(),
  };
};

type Meta = Awaited<ReturnType<Disk['head']>>;

const infoOf = ({ size, headers }: Pick<Meta, 'size' | 'headers'>) => ({ size, type: headers['content-type'] ?? '' });

/** An empty file has no first byte to name. */
const firstBytes = (count: number) => (count === 0 ? undefined : { start: 0, end: count - 1 });

/** Undefined for a missing file. Throws StorageAway. */
const found = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof S3Error && cause.code === 'NoSuchKey') return undefined;
    throw new StorageAway(`Storage failed: ${String(cause).slice(0, 200)}`, { cause });
  }
};
