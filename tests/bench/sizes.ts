import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inModules, ROOT } from '../../local/paths.ts';
import { bundle, bundleOfStart, gzipKb } from './bundle.ts';
import { note, step } from './report.ts';

export const sizesPart = async (): Promise<void> => {
  await step('client library', librarySize);
  await step('worker bundle', workerSize);
};

const STORE = 'sync/client/replicated-store.ts';
const PACKAGES = ['replicache', 'zod', 'drizzle-orm', 'uuidv7'];

const librarySize = async (): Promise<void> => {
  const whole = gzipKb(await bundle(STORE));
  const partOf = async (...names: string[]) => whole - gzipKb(await bundle(STORE, names));
  const replicache = await partOf('replicache');
  note('size', 'usual', 'library', gzipKb(await bundle('tests/bench/usual/library.ts')));
  note('size', 'porchlight', 'library', whole);
  note('size', 'porchlight', 'libraryStart', gzipKb(await bundleOfStart(STORE)));
  note('size', 'porchlight', 'libraryReplicache', replicache);
  note('size', 'porchlight', 'libraryZod', await partOf('zod'));
  note('size', 'porchlight', 'libraryOwn', gzipKb(await bundle(STORE, PACKAGES)));
};

const workerSize = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-bundle-'));
  try {
    await dryRun(folder);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
    const codes = await Promise.all(names.map((name) => readFile(join(folder, name))));
    note('size', 'porchlight', 'worker', gzipKb(Buffer.concat(codes)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Bundles the worker as a deployment would, without one. */
const dryRun = (folder: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const command = [inModules('wrangler', 'wrangler-dist', 'cli.js'), 'deploy', '--dry-run', '--minify'];
    const env = {
      ...process.env,
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_HIDE_BANNER: 'true',
      WRANGLER_WRITE_LOGS: 'false',
    };
    const child = spawn(process.execPath, ['--no-warnings', ...command, '--outdir', folder], { cwd: ROOT, env });
    let said = '';
    child.stderr.on('data', (part) => {
      said += part;
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(said.trim() || `wrangler ended with ${code}`)),
    );
  });
