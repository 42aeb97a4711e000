import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT } from '../paths.ts';
import { SETTINGS_FILE } from './settings.ts';

/** Where an installed instance lies: `releases/VERSION` for each release, `current`, a link to the one that runs, and the settings
 * (or a link to them). */
export type Home = { folder: string; settings: string; current: string; releases: string };

export const homeIn = (folder: string): Home => ({
  folder,
  settings: join(folder, SETTINGS_FILE),
  current: join(folder, 'current'),
  releases: join(folder, 'releases'),
});

/** The home of this release; undefined where it was unpacked and not set up yet. */
export const installedHome = (): Home | undefined => {
  const { PORCHLIGHT_HOME } = process.env;
  if (PORCHLIGHT_HOME) return homeIn(PORCHLIGHT_HOME);
  const releases = dirname(realpathSync(ROOT));
  return basename(releases) === 'releases' ? homeIn(dirname(releases)) : undefined;
};

/** A release as `npm run release` notes it. */
export type Release = { version: string; commit: string; platform: string };

export const releaseIn = (root: string): Release => {
  const file = join(root, 'release.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Release;
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { version, commit: '', platform: `${process.platform}-${process.arch}` };
};

/** The client's files of this release, or of a clone. */
export const CLIENT_FILES =
  existsSync(join(ROOT, 'client', 'index.html')) && existsSync(join(ROOT, 'release.json'))
    ? join(ROOT, 'client')
    : join(ROOT, 'dist', 'client');
