import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFree, portsOf } from './ports.ts';
import { UserError } from './user-error.ts';

/** What a stack keeps in its folder; nothing else there is ever removed. */
const OURS = ['db', 'files', 'payments', 'wrangler', 'worker.env', 'seeding'];

export const databaseIn = (dataDir: string) => join(dataDir, 'db');
export const filesIn = (dataDir: string) => join(dataDir, 'files');

/**
 * Claims the folder for one stack; empties it when `fresh`, or when an earlier start ended during seeding. Throws a
 * UserError while another stack uses it. Returns a function that releases it.
 */
export const takeDataDir = async (dataDir: string, port: number, fresh: boolean): Promise<() => void> => {
  mkdirSync(dataDir, { recursive: true });
  const owner = join(dataDir, 'stack.pid');
  const [pid = 0, theirs = 0] = existsSync(owner) ? readFileSync(owner, 'utf8').split(' ').map(Number) : [];
  // Both are checked, because either number may have been reused.
  if (isAlive(pid) && !(await isFree(portsOf(theirs).database))) {
    throw new UserError(
      `Another Porchlight (on port ${theirs}) uses ${dataDir}: stop it, or set DATA_DIR to another folder.`,
    );
  }
  writeFileSync(owner, `${process.pid} ${port}`);
  if (fresh || existsSync(join(dataDir, 'seeding'))) empty(dataDir);
  return () => rmSync(owner, { force: true });
};

/** Runs `fill`; if that is interrupted, the next start empties the folder. */
export const markSeeding = async (dataDir: string, fill: () => Promise<void>): Promise<void> => {
  const marker = join(dataDir, 'seeding');
  writeFileSync(marker, '');
  await fill();
  rmSync(marker);
};

const empty = (dataDir: string) => {
  for (const name of OURS) rmSync(join(dataDir, name), { recursive: true, force: true });
};

const isAlive = (pid: number): boolean => {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
};
