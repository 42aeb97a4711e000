import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inModules, ROOT } from '../../local/paths.ts';
import { bundle, gzipKb } from './bundle.ts';
import { heading, print, step } from './report.ts';

export const sizesPart = async (): Promise<void> => {
  heading('Sizes after gzip');
  await step('client library', librarySize);
  await step('worker bundle', workerSize);
};

const librarySize = async () => {
  const whole = gzipKb(await bundle('sync/client/store.ts'));
  const own = gzipKb(await bundle('sync/client/store.ts', ['zod', 'drizzle-orm']));
  print({ name: 'sync library: Replicache with our own', median: own, unit: 'kB', budget: { most: 45 } });
  print({ name: '  and with zod and the tables it shares with the forms', median: whole, unit: 'kB' });
};

const workerSize = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-bundle-'));
  try {
    await dryRun(folder);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
    const codes = await Promise.all(names.map((name) => readFile(join(folder, name))));
    print({ name: 'worker bundle', median: gzipKb(Buffer.concat(codes)), unit: 'kB', budget: { most: 1000 } });
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
