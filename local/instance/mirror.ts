import { createHash } from 'node:crypto';
import { constants, createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '../bucket.ts';
import { Disk } from '../s3/disk.ts';
import { UserError } from '../user-error.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Longer than the oldest backup is kept (`keptOf`). */
const KEPT_MS = 230 * DAY_MS;

/** A file of the store (local/s3/disk.ts): `meta` and `data` are paths inside its folder. */
type Entry = { meta: string; data: string; md5: string };

/** Copies what a folder of files has and its mirror has not; files never change once stored. Whatever has been gone from the folder
 * for longer than backups are kept goes from the mirror. Returns the entries that the folder has now. */
export const mirrorFolder = async (folder: string, mirror: string): Promise<Entry[]> => {
  const entries = await entriesIn(folder);
  await mkdir(mirror, { recursive: true, mode: 0o700 });
  for (const { meta, data } of entries) {
    const [from, to] = [join(folder, data), join(mirror, data)];
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    if (!existsSync(to)) await copyWhole(from, to);
    await copyWhole(join(folder, meta), join(mirror, meta));
  }
  await pruneMirror(mirror, new Date());
  return entries;
};

/** The same of a bucket. */
export const mirrorBucket = async (bucket: Bucket, mirror: string): Promise<Entry[]> => {
  const disk = new Disk(mirror);
  const present = new Set<string>();
  for await (const page of bucket.list(''))
    for (const { key, size } of page) {
      const known = await disk.head(key).catch(() => undefined);
      const object = known?.size === size ? undefined : await bucket.get(key);
      if (object) await disk.put(key, Readable.from([object.bytes]), { 'content-type': object.type }, () => undefined);
      if (known || object) present.add(key);
    }
  const all = await Promise.all(
    (await entriesIn(mirror)).map(async (entry) => ({ entry, key: await keyOf(mirror, entry) })),
  );
  const entries = all.filter(({ key }) => present.has(key)).map(({ entry }) => entry);
  await Promise.all(entries.map(({ meta }) => utimes(join(mirror, meta), new Date(), new Date())));
  await pruneMirror(mirror, new Date());
  return entries;
};

const keyOf = async (folder: string, { meta }: Entry) =>
  (JSON.parse(await readFile(join(folder, meta), 'utf8')) as { key: string }).key;

/** Copies the entries of a backup from its mirror into an empty folder. Throws a UserError where one is missing or damaged. */
export const takeFromMirror = async (mirror: string, entries: readonly Entry[], folder: string): Promise<void> => {
  for (const { meta, data, md5 } of entries) {
    await mkdir(dirname(join(folder, meta)), { recursive: true });
    const from = join(mirror, data);
    if (!existsSync(from) || !existsSync(join(mirror, meta))) throw new UserError(`${from} is missing.`);
    if ((await md5Of(from)) !== md5) throw new UserError(`${from} is not as it was saved.`);
    await copyFile(from, join(folder, data), constants.COPYFILE_FICLONE);
    // The object may have been stored anew since: its mirrored entry then names newer bytes.
    const kept = JSON.parse(await readFile(join(mirror, meta), 'utf8')) as object;
    await writeFile(join(folder, meta), JSON.stringify({ ...kept, data, etag: `"${md5}"` }));
  }
};

const entriesIn = async (folder: string): Promise<Entry[]> => {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json')).sort();
  const read = async (meta: string): Promise<Entry | undefined> => {
    // One that was deleted since.
    const text = await readFile(join(folder, meta), 'utf8').catch(() => undefined);
    const { data, etag } = text === undefined ? {} : (JSON.parse(text) as { data: string; etag: string });
    return data && etag && existsSync(join(folder, data)) ? { meta, data, md5: etag.replaceAll('"', '') } : undefined;
  };
  return (await Promise.all(names.map(read))).filter((entry) => entry !== undefined);
};

/** The copy appears under its name once it is whole. */
const copyWhole = async (from: string, to: string): Promise<void> => {
  const part = `${to}.part`;
  await copyFile(from, part, constants.COPYFILE_FICLONE);
  await rename(part, to);
};

const pruneMirror = async (mirror: string, now: Date): Promise<void> => {
  for (const { meta, data } of await entriesIn(mirror)) {
    const { mtimeMs } = await stat(join(mirror, meta));
    if (now.getTime() - mtimeMs < KEPT_MS) continue;
    await rm(join(mirror, meta), { force: true });
    await rm(join(mirror, data), { force: true });
  }
};

const md5Of = async (path: string): Promise<string> => {
  const hash = createHash('md5');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

export type { Entry };
