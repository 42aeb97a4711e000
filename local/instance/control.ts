import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stackPortOf } from '../data-dir.ts';
import { UserError } from '../user-error.ts';
import type { Home } from './home.ts';
import { environmentOf, readInstance, type Settings } from './settings.ts';
import { unitOf } from './system-files.ts';

export const UNIT = 'porchlight';
export const UNIT_FILE = `/etc/systemd/system/${UNIT}.service`;
const STOPPED_MS = 60_000;
const STARTED_MS = 120_000;
const LOG_BYTES = 20 * 1024 * 1024;

/** True where systemd runs this instance. */
export const isUnit = ({ folder }: Home): boolean =>
  existsSync(UNIT_FILE) && readFileSync(UNIT_FILE, 'utf8').includes(`${folder}/`) && existsSync('/run/systemd/system');

export const logFileOf = ({ dataDir }: Settings): string => join(dataDir, 'log', 'porchlight.log');

/** Stops the instance if it runs, and waits for it. Throws a UserError. */
export const stopInstance = async (home: Home): Promise<void> => {
  const { dataDir } = readInstance(home.settings);
  if (isUnit(home)) return systemctl('stop');
  const pid = pidIn(dataDir);
  if (pid === undefined || (await stackPortOf(dataDir)) === undefined) return;
  process.kill(pid, 'SIGTERM');
  for (const until = Date.now() + STOPPED_MS; Date.now() < until; await sleep(50)) if (!isAlive(pid)) return;
  throw new UserError(`The instance (process ${pid}) does not stop.`);
};

/** Starts the release that `current` names where none runs, and waits until it serves. Throws a UserError. */
export const startInstance = async (home: Home): Promise<void> => {
  const settings = checkedSettings(home);
  if (isUnit(home)) systemctl('start');
  else if ((await stackPortOf(settings.dataDir)) !== undefined) return;
  await untilServes(home, settings);
};

/** Puts the release that `current` names in the place of the one that runs. With systemd that is one step, which goes on without
 * this process. Throws a UserError. */
export const restartInstance = async (home: Home): Promise<void> => {
  const settings = checkedSettings(home);
  if (!isUnit(home)) await stopInstance(home);
  else systemctl('restart');
  await untilServes(home, settings);
};

/** Settings with which nothing would be served are named before anything is stopped. */
const checkedSettings = (home: Home): Settings => {
  const settings = readInstance(home.settings);
  environmentOf(settings, 'http://127.0.0.1');
  if (isUnit(home)) writeUnit(home, settings);
  return settings;
};

/** Writes the service as these settings want it, where it is another: it may write where the backups go. */
export const writeUnit = (home: Home, settings: Settings): void => {
  const unit = unitOf(home, settings);
  if (existsSync(UNIT_FILE) && readFileSync(UNIT_FILE, 'utf8') === unit) return;
  writeFileSync(UNIT_FILE, unit);
  if (existsSync('/run/systemd/system')) spawnSync('systemctl', ['daemon-reload']);
};

const untilServes = async (home: Home, settings: Settings): Promise<void> => {
  const ended = isUnit(home) ? undefined : startDetached(home, settings);
  const address = `http://127.0.0.1:${settings.port}/api/live`;
  for (const until = Date.now() + STARTED_MS; Date.now() < until; await sleep(100)) {
    const answer = await fetch(address, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    if (answer?.ok) return;
    if (ended?.() ?? hasUnitFailed()) break;
  }
  throw new UserError('The instance did not start. porchlight logs says why.');
};

/** Returns a function that tells whether it has ended. */
const startDetached = (home: Home, settings: Settings): (() => boolean) => {
  const file = logFileOf(settings);
  mkdirSync(join(settings.dataDir, 'log'), { recursive: true });
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) renameSync(file, `${file}.1`);
  const log = openSync(file, 'a', 0o600);
  const child = spawn(join(home.current, 'porchlight'), ['run'], {
    cwd: home.folder,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  return () => child.exitCode !== null || child.signalCode !== null;
};

const systemctl = (verb: 'start' | 'stop' | 'restart'): void => {
  const { status, stderr } = spawnSync('systemctl', [verb, UNIT], { encoding: 'utf8' });
  if (status !== 0) throw new UserError(`systemctl ${verb} ${UNIT} failed: ${stderr.trim()}`);
};

const hasUnitFailed = () => spawnSync('systemctl', ['is-failed', '--quiet', UNIT]).status === 0;

/** Lets the instance look for jobs that a command beside it has left, if it runs. */
export const wakeInstance = async ({ dataDir }: Settings): Promise<void> => {
  const pid = pidIn(dataDir);
  if (pid !== undefined && (await stackPortOf(dataDir)) !== undefined) process.kill(pid, 'SIGUSR2');
};

export const pidIn = (dataDir: string): number | undefined => {
  const file = join(dataDir, 'stack.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) : undefined;
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
