import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inModules, ROOT } from './paths.ts';
import type { OnLog, Processes } from './processes.ts';

export const CLIENT = join(ROOT, 'dist', 'client');
const STAMP = join(ROOT, 'dist', 'client-sources');
const SOURCES = [
  'client',
  'sync',
  'schema',
  'vite.config.ts',
  'local/client-chunks.ts',
  'local/pdf-fonts.ts',
  'worker/http',
  'worker/openapi',
  'worker/rest',
  'worker/shapes',
  'package-lock.json',
  'index.html',
  'public',
];

/** Builds the client into dist/client, unless its sources and the support address are unchanged. */
export const buildClient = async (
  processes: Processes,
  onLog: OnLog,
  supportEmail = process.env.SUPPORT_EMAIL,
): Promise<void> => {
  const sources = `${supportEmail ?? ''} ${fingerprint()}`;
  if (existsSync(STAMP) && existsSync(CLIENT) && readFileSync(STAMP, 'utf8') === sources) return;
  onLog('stack', 'Building the client...');
  const build = [inModules('vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'];
  // vitest sets NODE_ENV=test, which would give a development build without a service worker.
  await processes.run('client build', process.execPath, build, {
    NODE_ENV: 'production',
    ...(supportEmail && { SUPPORT_EMAIL: supportEmail }),
  });
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(STAMP, sources);
};

const fingerprint = (): string => {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((name) => filesUnder(join(ROOT, name))).sort()) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
};

const filesUnder = (path: string): string[] => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found ? [path] : [];
  return readdirSync(path).flatMap((name) => filesUnder(join(path, name)));
};
