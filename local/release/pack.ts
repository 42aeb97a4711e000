import { createHash } from 'node:crypto';
import { createWriteStream, lstatSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, constants, createGzip, gzipSync } from 'node:zlib';
import { create } from 'tar';

/** The paths of all files below, in one order everywhere. */
export const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** SHA-256 by path. */
export const checksumsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(filesUnder(folder).map((path) => [path, sha256(readFileSync(join(folder, path)))]));

/** As small as browsers take it, made once. */
export const compressed = (bytes: Uint8Array): { br: Uint8Array; gz: Uint8Array } => ({
  br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: gzipSync(bytes, { level: 9 }),
});

/** Packs a folder as `prefix/` into a tar file, gzipped, that tells nothing of who packed it, where or when: `at` is the time of every
 * file. */
export const packReproducibly = async (folder: string, prefix: string, archive: string, at: Date): Promise<void> => {
  const paths = filesUnder(folder);
  for (const path of paths) utimesSync(join(folder, path), at, at);
  const tar = create(
    {
      cwd: folder,
      prefix,
      portable: true,
      noDirRecurse: true,
      mtime: at,
      onWriteEntry: (entry) => {
        // Whatever the mask of who packs it.
        if (entry.stat) entry.stat.mode = lstatSync(join(folder, entry.path)).mode & 0o100 ? 0o100755 : 0o100644;
      },
    },
    paths,
  );
  await pipeline(tar, createGzip({ level: 9 }), createWriteStream(archive));
};
