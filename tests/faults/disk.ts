import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The database's write-ahead log alone takes up to 200 MB. */
const SIZE = '400m';
const CHUNK = Buffer.alloc(256 * 1024);

/** Mounts a disk small enough to be filled. Undefined where mounting is not permitted: `npm run test:long` runs in a
 * namespace that permits it (local/test-long.ts). */
export const mountSmallDisk = (folder: string): { unmount(): void } | undefined => {
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder]);
  if (mounted.status !== 0) return undefined;
  return { unmount: () => void spawnSync('umount', ['--lazy', folder]) };
};

/** Fills a disk to its last byte. Returns a function that frees the space. */
export const fillToLastByte = (folder: string): (() => void) => {
  const ballast = join(folder, 'ballast');
  const file = openSync(ballast, 'w');
  for (const chunk of [CHUNK, CHUNK.subarray(0, 1)]) while (hasRoom(file, chunk));
  closeSync(file);
  return () => rmSync(ballast);
};

const hasRoom = (file: number, chunk: Buffer): boolean => {
  try {
    return writeSync(file, chunk) === chunk.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
};
