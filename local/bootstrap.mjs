// Runs on a bare Node 20: installs what is missing, then hands over to Node 24 from node_modules.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const COMMANDS = [
  'start',
  'dev',
  'steps',
  'test-long',
  'bench',
  'screenshots',
  'backup',
  'restore',
  'doctor',
  'account',
  'deploy',
  'release',
  'bucket-rules',
];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');
const lockfile = join(root, 'package-lock.json');
const stamp = join(root, 'node_modules', '.porchlight-install');

const [command, ...args] = process.argv.slice(2);
if (!COMMANDS.includes(command)) end(`Name one of these commands: ${COMMANDS.join(', ')}.`);
install();
handOver(findNode());

function install() {
  if (isInstalled()) return;
  console.log('Installing what Porchlight needs. This takes a minute, once.');
  const npm = process.env.npm_execpath;
  // Not `npm ci`: it refuses the lockfile where the registry lacks optional packages of other platforms.
  const words = ['install', '--no-save', '--include=dev', '--include=optional', '--loglevel=error'];
  const { status, signal } = npm?.endsWith('.js')
    ? spawnSync(process.env.npm_node_execpath ?? process.execPath, [npm, ...words], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', words, { cwd: root, stdio: 'inherit' });
  if (signal) process.exit(128 + constants.signals[signal]);
  if (status !== 0) end('The packages could not be installed: npm says why above.');
  writeFileSync(stamp, fingerprint());
}

/** True if node_modules was installed from this lockfile, by this script or by a later `npm install`. */
function isInstalled() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return true;
  const written = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return written(join(root, 'node_modules', '.package-lock.json')) > written(lockfile);
}

function fingerprint() {
  const lock = existsSync(lockfile) ? readFileSync(lockfile) : '';
  return `${process.platform}-${process.arch} ${createHash('sha256').update(lock).digest('hex')}`;
}

/** The first Node that runs here and strips types by itself (22.18 and later). */
function findNode() {
  for (const node of [join(bin, 'node'), process.execPath]) {
    const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? '';
    const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
    if (major > 22 || (major === 22 && minor >= 18)) return node;
  }
  const here = `${process.platform}-${process.arch}`;
  return end(
    `Porchlight needs Node 22.18 or later: this is ${process.version}, and npm has no Node 24 that runs on ${here}.`,
  );
}

function handOver(node) {
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
  const script = join(root, 'local', `${command}.ts`);
  // The ipc channel lets the command notice when this process was killed.
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  whenNpmEnds(() => child.kill('SIGTERM'));
  child.on('error', (error) => end(`Node could not be started: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** Notices that npm, or the shell between, was killed and can pass no signal on. */
function whenNpmEnds(then) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, 500);
}

function end(sentence) {
  console.error(sentence);
  process.exit(1);
}
