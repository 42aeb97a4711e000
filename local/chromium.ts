import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inModules, ROOT } from './paths.ts';

const UNPACK = "await (await import('@sparticuz/chromium')).default.executablePath()";

/** The path of the packaged headless Chromium, unpacked on first use. Several processes may call this at once. */
export const chromiumPath = async (cache = inModules('.cache')): Promise<string> => {
  const { version } = JSON.parse(await readFile(inModules('@sparticuz', 'chromium', 'package.json'), 'utf8'));
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) await unpackInto(folder);
  return join(folder, 'chromium');
};

/** Atomic. The package unpacks into the TMPDIR of its process, so it runs in a child process; its end also closes every
 * handle to the file, which otherwise could not be executed (ETXTBSY). */
const unpackInto = async (folder: string): Promise<void> => {
  await mkdir(join(folder, '..'), { recursive: true });
  const TMPDIR = await mkdtemp(`${folder}-`);
  const args = ['--input-type=module', '--eval', UNPACK];
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { ...process.env, TMPDIR } });
  await rename(TMPDIR, folder).catch(async (error: NodeJS.ErrnoException) => {
    await rm(TMPDIR, { recursive: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
};
