import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { create, extract } from 'tar';
import { UNPACKED } from './data-dir.ts';
import { type Entry, takeFromMirror } from './instance/mirror.ts';
import { messageOf, UserError } from './user-error.ts';

/** An archive's content: path -> SHA-256 of each entry, in hex. */
type Manifest = { format: 1; created_at: string; entries: Record<string, string> };

/** `dump` is a file of SQL, `files` a folder as local/s3/disk.ts keeps it. */
export type Content = { dump: string; files: string };

/** How the folder is called in which an archive is made. */
export const STAGING = '.porchlight-backup-';
const DUMP = 'database.sql';
const FILES = 'files';
const MANIFEST = 'manifest.json';
/** Stands among the files of an archive whose files lie beside it, in the folder `files`, and lists them (local/instance/mirror.ts). */
export const BESIDE = 'beside.json';

/** Writes one archive (tar, gzip) of what `fill` leaves in a folder beside it. Only its owner may read it. Throws a
 * UserError where its folder is not there. */
export const packBackup = async (archive: string, fill: (content: Content) => Promise<void>): Promise<void> => {
  // It is not made: a disk that is not mounted is missed at once.
  if (!existsSync(dirname(archive)))
    throw new UserError(`There is no folder ${dirname(archive)}: make it, or mount it.`);
  const staging = await mkdtemp(join(dirname(archive), STAGING)).catch((error) => {
    throw isForbidden(error) ? new UserError(`${userInfo().username} may not write into ${dirname(archive)}.`) : error;
  });
  try {
    await mkdir(join(staging, FILES));
    await fill(contentOf(staging));
    const manifest: Manifest = { format: 1, created_at: new Date().toISOString(), entries: await checksums(staging) };
    await writeFile(join(staging, MANIFEST), JSON.stringify(manifest));
    const part = join(staging, 'archive.part');
    await create({ file: part, cwd: staging, gzip: true }, [MANIFEST, DUMP, FILES]);
    await chmod(part, 0o600);
    await rename(part, archive);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
};

export const isForbidden = (error: unknown): boolean =>
  ['EACCES', 'EPERM', 'EROFS'].includes(String((error as NodeJS.ErrnoException).code));

/** Unpacks and verifies an archive inside `folder`. Throws a UserError if it is damaged. */
export const unpackBackup = async (archive: string, parent: string): Promise<Content & { remove(): Promise<void> }> => {
  const folder = await mkdtemp(join(parent, UNPACKED));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await extract({ file: archive, cwd: folder, strict: true });
    const { format, entries } = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest;
    if (format !== 1) throw new Error(`its format ${format} is not known`);
    const found = await checksums(folder);
    const damaged = Object.keys({ ...entries, ...found }).find(
      (path) => path !== MANIFEST && entries[path] !== found[path],
    );
    if (damaged) throw new Error(`${damaged} is not as it was saved`);
    const content = contentOf(folder);
    const beside = join(content.files, BESIDE);
    if (existsSync(beside)) {
      const listed = JSON.parse(await readFile(beside, 'utf8')) as Entry[];
      await rm(beside);
      await takeFromMirror(join(dirname(archive), FILES), listed, content.files);
    }
    return { ...content, remove };
  } catch (error) {
    await remove();
    throw new UserError(`${archive} cannot be restored: ${messageOf(error)}.`);
  }
};

const contentOf = (folder: string): Content => ({ dump: join(folder, DUMP), files: join(folder, FILES) });

const checksums = async (folder: string): Promise<Record<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sums: Record<string, string> = {};
  for (const path of paths) sums[relative(folder, path)] = await checksum(path);
  return sums;
};

/** SHA-256 in hex. */
export const checksum = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};
