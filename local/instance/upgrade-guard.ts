import { constants, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseIn } from '../data-dir.ts';
import { messageOf, UserError } from '../user-error.ts';

const servedIn = (dataDir: string) => join(dataDir, 'served-by');
const beforeIn = (dataDir: string) => join(dataDir, 'db.before');
const markIn = (dataDir: string) => join(dataDir, 'upgrading');

/** The release that last served the data; undefined where none has. */
export const servedBy = (dataDir: string): string | undefined =>
  existsSync(servedIn(dataDir)) ? readFileSync(servedIn(dataDir), 'utf8').trim() : undefined;

/** Runs `begin`, which starts this release on the data without serving anybody. Where another release served it before,
 * the database is copied first, and put back where `begin` throws or the machine stops in between: then the release of
 * before finds its data as it left it. Throws what `begin` throws, as a UserError. */
export const guardUpgrade = async <T>(
  dataDir: string,
  version: string,
  { begin, end }: { begin(): Promise<T>; end(): Promise<void> },
): Promise<T> => {
  putBackUnfinished(dataDir);
  const before = servedBy(dataDir);
  const isUpgrade = existsSync(databaseIn(dataDir)) && before !== undefined && before !== version;
  if (isUpgrade) await keepCopy(dataDir, version);
  try {
    const begun = await begin();
    rmSync(markIn(dataDir), { force: true });
    writeFileSync(servedIn(dataDir), version);
    rmSync(beforeIn(dataDir), { recursive: true, force: true });
    return begun;
  } catch (error) {
    if (!isUpgrade) throw error;
    await end();
    putBackUnfinished(dataDir);
    throw new UserError(
      `Porchlight ${version} did not come up on the data of ${before}, which is as it was before: ${messageOf(error)}`,
    );
  }
};

/** The mark is written once the copy is whole, and taken away once the new release runs. */
const putBackUnfinished = (dataDir: string): void => {
  const [before, mark] = [beforeIn(dataDir), markIn(dataDir)];
  if (existsSync(mark) && existsSync(before)) {
    rmSync(databaseIn(dataDir), { recursive: true, force: true });
    renameSync(before, databaseIn(dataDir));
  }
  rmSync(mark, { force: true });
  rmSync(before, { recursive: true, force: true });
};

const keepCopy = async (dataDir: string, version: string): Promise<void> => {
  const part = `${beforeIn(dataDir)}.part`;
  rmSync(part, { recursive: true, force: true });
  await cp(databaseIn(dataDir), part, { recursive: true, mode: constants.COPYFILE_FICLONE, preserveTimestamps: true });
  renameSync(part, beforeIn(dataDir));
  writeFileSync(markIn(dataDir), version, { flush: true });
};
