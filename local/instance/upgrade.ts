import { createHash } from 'node:crypto';
import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';
import { checksum } from '../archive.ts';
import { messageOf, UserError } from '../user-error.ts';
import { backUp } from './backups.ts';
import { restartInstance } from './control.ts';
import { type Home, type Release, releaseIn } from './home.ts';
import type { Settings } from './settings.ts';
import { pointTo } from './setup.ts';
import { servedBy } from './upgrade-guard.ts';

const INCOMING = '.incoming-';

/** Puts the release of an archive in the place of the one that runs: verifies it, backs up, stops, starts the new one, which copies the
 * database before it migrates it, and waits until it serves. Where it does not come up, the old one runs again on its
 * data as it was. One that was cut off is begun again with the same words. Throws a UserError. */
export const upgrade = async (file: string | undefined, home: Home, settings: Settings): Promise<void> => {
  if (!file) throw new UserError('Name the archive of the release: porchlight upgrade FILE.');
  // One that was cut off may have left `current` at a release that has not come up.
  const before = servedBy(settings.dataDir) ?? basename(readlinkSync(home.current));
  const { version } = await unpackRelease(resolve(file), home);
  if (version === before) console.log(`Porchlight ${version} runs already; it is started anew.`);
  console.log(await backUp(settings));
  const stopped = performance.now();
  pointTo(home, version);
  try {
    await restartInstance(home);
  } catch (error) {
    await goBack(home, before, version, error);
  }
  const seconds = ((performance.now() - stopped) / 1000).toFixed(1);
  await removeOthers(home, [before, version]);
  console.log(`Porchlight ${version} runs (${before} before). It was away for ${seconds} s; devices send what waited.`);
};

const goBack = async (home: Home, before: string, version: string, error: unknown): Promise<never> => {
  pointTo(home, before);
  await restartInstance(home);
  throw new UserError(
    `Porchlight ${version} did not come up, and ${before} runs again on its data as it was. ${messageOf(error)}`,
  );
};

/** Verifies an archive against the checksum beside it and against its own list, and puts it among the releases. Throws a
 * UserError. */
const unpackRelease = async (file: string, home: Home): Promise<Release> => {
  await requireChecksum(file);
  mkdirSync(home.releases, { recursive: true });
  for (const name of await readdir(home.releases))
    if (name.startsWith(INCOMING)) rmSync(join(home.releases, name), { recursive: true });
  const folder = await mkdtemp(join(home.releases, INCOMING));
  await extract({ file, cwd: folder, strict: true, strip: 1, preserveOwner: false, dmode: 0o755 });
  chmodSync(folder, 0o755);
  const release = releaseIn(folder);
  await requireWhole(folder, release);
  const target = join(home.releases, release.version);
  if (!existsSync(target)) renameSync(folder, target);
  else {
    rmSync(folder, { recursive: true });
    // The files of a release that may run are left alone.
    if (releaseIn(target).commit !== release.commit)
      throw new UserError(`${target} holds another release ${release.version}: move it away first.`);
  }
  return release;
};

const requireChecksum = async (file: string): Promise<void> => {
  if (!existsSync(file)) throw new UserError(`There is no archive ${file}.`);
  const beside = `${file}.sha256`;
  if (!existsSync(beside))
    throw new UserError(`${beside} is missing: download it too, so that the archive can be verified.`);
  const [expected] = readFileSync(beside, 'utf8').trim().split(/\s+/);
  if ((await checksum(file)) !== expected)
    throw new UserError(`${file} is damaged: its SHA-256 is not that of ${beside}.`);
};

const requireWhole = async (folder: string, { platform }: Release): Promise<void> => {
  const here = `${process.platform}-${process.arch}`;
  if (platform !== here) throw new UserError(`This release is for ${platform}, and this machine is ${here}.`);
  const listed = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')) as Record<string, string>;
  for (const [path, expected] of Object.entries(listed)) {
    const found = await sha256Of(join(folder, path)).catch(() => 'missing');
    if (found !== expected) throw new UserError(`${path} of the release is not as it was built.`);
  }
};

const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

const removeOthers = async (home: Home, kept: readonly string[]): Promise<void> => {
  for (const name of await readdir(home.releases))
    if (!kept.includes(name)) rmSync(join(home.releases, name), { recursive: true, force: true });
};
