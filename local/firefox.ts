import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inModules } from './paths.ts';
import { messageOf } from './user-error.ts';

const run = promisify(execFile);

/** The browser tests that run in the Firefox that FIREFOX names. No npm package holds one, so `npm test` goes without them. */
export const FIREFOX_TESTS = 'tests/e2e/firefox.test.ts';

/** The path of a Firefox: the one that FIREFOX names, or the firefox-esr that apt has for this machine, which is fetched on
 * first use, needs no root and installs nothing. Undefined where there is none, and prints why. */
export const firefoxPath = async (cache = inModules('.cache')): Promise<string | undefined> => {
  if (process.env.FIREFOX) return process.env.FIREFOX;
  const folder = join(cache, 'firefox');
  try {
    if (!existsSync(folder)) await fetchInto(folder);
    return join(folder, 'firefox');
  } catch (error) {
    const reason = messageOf(error).trim().split('\n').at(-1);
    console.log(`There is no Firefox here, so its tests do not run (${reason}). FIREFOX=/path/to/firefox names one.`);
  }
};

/** Atomic. */
const fetchInto = async (folder: string): Promise<void> => {
  await mkdir(join(folder, '..'), { recursive: true });
  const work = await mkdtemp(`${folder}-`);
  const unpacked = join(work, 'unpacked');
  try {
    await download(work);
    for (const name of await readdir(work))
      if (name.endsWith('.deb')) await run('dpkg-deb', ['--extract', name, unpacked], { cwd: work });
    await writeFile(join(unpacked, 'firefox'), await starter(unpacked), { mode: 0o755 });
    await rename(unpacked, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

/** firefox-esr and those of its libraries that are not installed, as packages. The lists of packages are fetched anew, as
 * those of the machine may be old or absent, and only root may renew them. */
const download = async (work: string): Promise<void> => {
  const [lists, cache] = [join(work, 'lists'), join(work, 'cache')];
  await Promise.all([mkdir(join(lists, 'partial'), { recursive: true }), mkdir(cache)]);
  // As root, apt would download as a user who may not write here.
  const options = [`Dir::State::Lists=${lists}`, `Dir::Cache=${cache}`, 'APT::Sandbox::User=root'];
  const apt = async (...words: string[]): Promise<string> => {
    const args = [...options.flatMap((option) => ['--option', option]), ...words];
    return (await run('apt-get', args, { cwd: work, env: { ...process.env, LC_ALL: 'C' } })).stdout;
  };
  await apt('update');
  const plan = await apt('--simulate', '--no-install-recommends', 'install', 'firefox-esr');
  const wanted = [...plan.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+)/gm)].map(
    ([, name, version]) => `${name}=${version}`,
  );
  console.log('Fetching Firefox (90 MB, once).');
  await apt('download', ...wanted);
};

/** A script that starts Firefox with the libraries and fonts beside it. */
const starter = async (unpacked: string): Promise<string> => {
  const libraries = (await readdir(join(unpacked, 'usr', 'lib'))).filter((name) => name.includes('-linux-'));
  const paths = libraries.map((name) => `$here/usr/lib/${name}`).join(':');
  const fonts = existsSync(join(unpacked, 'etc', 'fonts')) ? 'export FONTCONFIG_SYSROOT="$here"\n' : '';
  return `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="${paths}"
${fonts}exec "$here/usr/lib/firefox-esr/firefox-esr" "$@"
`;
};
