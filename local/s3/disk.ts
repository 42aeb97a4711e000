import { createHash, randomUUID } from 'node:crypto';
import { constants, createWriteStream, mkdirSync } from 'node:fs';
import { copyFile, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { S3Error } from './error.ts';

export type Meta = { key: string; size: number; etag: string; modified: string; headers: Record<string, string> };
export type Sums = { size: number; md5: string; sha256: string; crc32: string };
export type Range = { start: number; end: number };
type Stored = Meta & { data: string };

const PROBE_MS = 10_000;
const PROBE_BYTES = 64 * 1024;

/**
 * Objects in a folder. An object is a small JSON file, named by its key's hash, that points to a file of bytes. It is
 * renamed into place last, so a reader sees the old object or the new one.
 */
export class Disk {
  readonly #folder: string;
  #hadRoomAt = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** An object's metadata. Throws NoSuchKey. */
  async head(key: string): Promise<Stored> {
    try {
      return JSON.parse(await readFile(this.#pathOf(key), 'utf8')) as Stored;
    } catch (error) {
      if (!isMissing(error)) throw error;
      throw new S3Error('NoSuchKey', 'The specified key does not exist.', { Key: key });
    }
  }

  /** An object and its bytes, of `rangeOf` alone (both ends included). Throws NoSuchKey, or what `rangeOf` throws. */
  async get(key: string, rangeOf: (meta: Meta) => Range | undefined): Promise<{ meta: Meta; bytes: Readable }> {
    const meta = await this.head(key);
    const range = rangeOf(meta);
    try {
      const file = await open(join(this.#folder, meta.data));
      return { meta, bytes: file.createReadStream(range) };
    } catch (error) {
      // It was replaced after its metadata was read.
      if (isMissing(error)) return this.get(key, rangeOf);
      throw error;
    }
  }

  /** Stores a stream. `check` gets its size and digests before the object becomes visible, and may throw. */
  async put(key: string, body: Readable, headers: Meta['headers'], check: (sums: Sums) => void): Promise<Meta> {
    const data = this.#newData(key);
    try {
      const sums = await write(join(this.#folder, data), body);
      check(sums);
      return await this.#commit({ key, headers, data, size: sums.size, etag: `"${sums.md5}"`, modified: now() });
    } catch (error) {
      await rm(join(this.#folder, data), { force: true });
      throw error;
    }
  }

  /** Copies an object, with other headers if given. `check` gets the source first, and may throw. Throws NoSuchKey. */
  async copy(
    from: string,
    to: string,
    headers: Meta['headers'] | undefined,
    check: (source: Meta) => void,
  ): Promise<Meta> {
    const source = await this.head(from);
    check(source);
    const data = this.#newData(to);
    await copyFile(join(this.#folder, source.data), join(this.#folder, data), constants.COPYFILE_FICLONE);
    return this.#commit({ ...source, key: to, headers: headers ?? source.headers, data, modified: now() });
  }

  /** The metadata of all objects whose key begins with `prefix`, in the order of their keys. */
  async list(prefix: string): Promise<Meta[]> {
    const names = await readdir(this.#folder, { recursive: true }).catch(orNone);
    const paths = names.filter((name) => name.endsWith('.json')).map((name) => join(this.#folder, name));
    const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8').catch(orNone)));
    const objects = texts.filter((text) => typeof text === 'string').map((text) => JSON.parse(text) as Stored);
    return objects.filter(({ key }) => key.startsWith(prefix)).sort((a, b) => Buffer.compare(bytesOf(a), bytesOf(b)));
  }

  /** Throws what the file system says where nothing can be stored. At most every ten seconds while it can. */
  async requireRoom(): Promise<void> {
    if (Date.now() - this.#hadRoomAt < PROBE_MS) return;
    const probe = join(this.#folder, `probe-${randomUUID()}`);
    mkdirSync(this.#folder, { recursive: true });
    try {
      await writeFile(probe, Buffer.alloc(PROBE_BYTES));
    } finally {
      await rm(probe, { force: true });
    }
    this.#hadRoomAt = Date.now();
  }

  async remove(key: string): Promise<void> {
    const old = await this.#dataOf(key);
    await rm(this.#pathOf(key), { force: true });
    if (old) await rm(join(this.#folder, old), { force: true });
  }

  async #commit(stored: Stored): Promise<Meta> {
    const old = await this.#dataOf(stored.key);
    const path = this.#pathOf(stored.key);
    const draft = `${path}.${randomUUID()}`;
    await writeFile(draft, JSON.stringify(stored), { flush: true });
    await rename(draft, path);
    if (old) await rm(join(this.#folder, old), { force: true });
    return stored;
  }

  async #dataOf(key: string): Promise<string | undefined> {
    return (await this.head(key).catch(() => undefined))?.data;
  }

  #pathOf(key: string): string {
    return join(this.#folder, `${placeOf(key)}.json`);
  }

  #newData(key: string): string {
    const data = `${placeOf(key)}.${randomUUID()}`;
    mkdirSync(dirname(join(this.#folder, data)), { recursive: true });
    return data;
  }
}

const placeOf = (key: string): string => {
  const hash = createHash('sha256').update(key).digest('hex');
  return join(hash.slice(0, 2), hash);
};

const write = async (path: string, body: Readable): Promise<Sums> => {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  let [size, crc] = [0, 0];
  const count = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      md5.update(chunk);
      sha256.update(chunk);
      crc = crc32(chunk, crc);
      size += chunk.length;
      yield chunk;
    }
  };
  await pipeline(body, count, createWriteStream(path, { flush: true }));
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc);
  return { size, md5: md5.digest('hex'), sha256: sha256.digest('hex'), crc32: checksum.toString('base64') };
};

const bytesOf = ({ key }: Meta) => Buffer.from(key);

/** A file may have been removed since its folder was read. */
const orNone = (error: unknown): [] => {
  if (isMissing(error)) return [];
  throw error;
};

const now = () => new Date().toISOString();

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';
