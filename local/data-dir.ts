import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFree, portsOf } from './ports.ts';
import { UserError } from './user-error.ts';

/** A stack's files in its folder; nothing else there is ever removed. */
const OURS = ['db', 'files', 'payments', 'wrangler', 'worker.env', 'database.token', 'seeding', 'restoring'];
/** How the folder is called in which a restoration unpacks its archive. */
export const UNPACKED = 'unpacked-';

export const databaseIn = (dataDir: string) => join(dataDir, 'db');
export const filesIn = (dataDir: string) => join(dataDir, 'files');

const tokenIn = (dataDir: string) => join(dataDir, 'database.token');

export const keepDatabaseToken = (dataDir: string, token: string): void => {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(tokenIn(dataDir), token, { mode: 0o600 });
};

/** The token of the database that runs in the folder; undefined where an earlier release started it, whose databases ask
 * for none. */
export const databaseTokenOf = (dataDir: string): string | undefined =>
  existsSync(tokenIn(dataDir)) ? readFileSync(tokenIn(dataDir), 'utf8') : undefined;

/** The port of the stack that uses the folder now. */
export const stackPortOf = async (dataDir: string): Promise<number | undefined> => {
  const owner = ownerOf(dataDir);
  const [pid = 0, port = 0] = existsSync(owner) ? readFileSync(owner, 'utf8').split(' ').map(Number) : [];
  // Both are checked, because either number may have been reused.
  return isAlive(pid) && !(await isFree(portsOf(port).database)) ? port : undefined;
};

/** Claims the folder for this process, whose database will listen on `port` + 1. Throws a UserError while another stack
 * uses it. Returns a function that releases it. */
export const claimDataDir = async (dataDir: string, port: number): Promise<() => void> => {
  const theirs = await stackPortOf(dataDir);
  if (theirs !== undefined) {
    throw new UserError(
      `Another Porchlight (on port ${theirs}) uses ${dataDir}: stop it, or set DATA_DIR to another folder.`,
    );
  }
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(ownerOf(dataDir), `${process.pid} ${port}`);
  return () => rmSync(ownerOf(dataDir), { force: true });
};

/** Claims the folder, and empties it when `fresh`, or when an earlier start ended during seeding. Throws a UserError
 * where a restoration has not ended. */
export const takeDataDir = async (dataDir: string, port: number, fresh: boolean): Promise<() => void> => {
  const release = await claimDataDir(dataDir, port);
  if (!fresh && isRestoring(dataDir)) {
    release();
    throw new UserError(`A restoration into ${dataDir} was interrupted: run it again, or start over with --fresh.`);
  }
  if (fresh || existsSync(join(dataDir, 'seeding'))) empty(dataDir);
  return release;
};

/** Claims the folder for a restoration of the archive with this checksum. One that was interrupted goes on with the same
 * archive, and starts over with another. */
export const takeForRestoration = async (
  dataDir: string,
  port: number,
  archive: string,
): Promise<{ release: () => void; isResumed: boolean }> => {
  const release = await claimDataDir(dataDir, port);
  const isResumed = isRestoring(dataDir) && readFileSync(join(dataDir, 'restoring'), 'utf8') === archive;
  if (isResumed) removeUnpacked(dataDir);
  else if (isRestoring(dataDir)) empty(dataDir);
  return { release, isResumed };
};

/** True if a restoration into the folder has begun and not ended. */
const isRestoring = (dataDir: string): boolean => existsSync(join(dataDir, 'restoring'));

const ownerOf = (dataDir: string) => join(dataDir, 'stack.pid');

/** Runs `fill`; if that is interrupted, the next start empties the folder, or asks for the restoration of `archive`, a
 * checksum, to be run again. */
export const markFilling = async (
  dataDir: string,
  by: 'seeding' | 'restoring',
  fill: () => Promise<void>,
  archive = '',
): Promise<void> => {
  const marker = join(dataDir, by);
  writeFileSync(marker, archive);
  await fill();
  rmSync(marker);
};

const empty = (dataDir: string) => {
  for (const name of OURS) rmSync(join(dataDir, name), { recursive: true, force: true });
  removeUnpacked(dataDir);
};

const removeUnpacked = (dataDir: string) => {
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith(UNPACKED)))
    rmSync(join(dataDir, name), { recursive: true, force: true });
};

const isAlive = (pid: number): boolean => {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
};
