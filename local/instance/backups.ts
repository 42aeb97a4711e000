import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Cron } from 'croner';
import { alertOperator } from '../../worker/services/operator.ts';
import { BESIDE, packBackup, STAGING } from '../archive.ts';
import { openBucket } from '../bucket.ts';
import { databaseIn, filesIn } from '../data-dir.ts';
import { withDeployment } from '../data-tool.ts';
import { saveDump } from '../dump.ts';
import { localScript } from '../paths.ts';
import { messageOf, UserError } from '../user-error.ts';
import { keptOf } from './kept.ts';
import { mirrorBucket, mirrorFolder } from './mirror.ts';
import { sendOffSite } from './off-site.ts';
import type { Runtime } from './runtime.ts';
import { isBucket, type Settings } from './settings.ts';

const ARCHIVE = /^porchlight-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tgz$/;
const FILES = 'files';
const SCRATCH = 'drill-';
const DAY_MS = 24 * 60 * 60 * 1000;

type Outcome = { at: string; ok: boolean; said: string };
/** The newest backup and the newest restore test, and how they ended. */
export type Outcomes = { backup?: Outcome; drill?: Outcome };

const outcomesFile = ({ dataDir }: Settings) => join(dataDir, 'backups.json');

export const outcomesOf = (settings: Settings): Outcomes =>
  existsSync(outcomesFile(settings)) ? (JSON.parse(readFileSync(outcomesFile(settings), 'utf8')) as Outcomes) : {};

const noting = async (settings: Settings, kind: keyof Outcomes, work: () => Promise<string>): Promise<string> => {
  const note = (ok: boolean, said: string) => {
    const outcome = { at: new Date().toISOString(), ok, said };
    writeFileSync(outcomesFile(settings), JSON.stringify({ ...outcomesOf(settings), [kind]: outcome }));
  };
  try {
    const said = await work();
    note(true, said);
    return said;
  } catch (error) {
    note(false, messageOf(error));
    throw error;
  }
};

/** The nightly backup: an archive of the database, the files beside it in a folder that only grows by what is new, both sent
 * off site where a bucket is set; older archives go by rule. Returns a sentence. Throws a UserError. */
export const backUp = (settings: Settings): Promise<string> =>
  noting(settings, 'backup', async () => {
    const { dataDir, backupDir, values } = settings;
    if (!existsSync(databaseIn(dataDir))) throw new UserError(`${dataDir} holds no data.`);
    await requireFolder(settings);
    await removeLeftovers(backupDir, STAGING);
    const archive = join(backupDir, `porchlight-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z.tgz`);
    const mirror = join(backupDir, FILES);
    let files = 0;
    await withDeployment(settings, async ({ database, s3 }) => {
      await packBackup(archive, async (content) => {
        // The database comes first, because a file that a row names never changes and outlives the row by 30 days.
        await saveDump(database, content.dump);
        const entries = isBucket(values)
          ? await mirrorBucket(openBucket(s3), mirror)
          : await mirrorFolder(filesIn(dataDir), mirror);
        await writeFile(join(content.files, BESIDE), JSON.stringify(entries));
        files = entries.length;
      });
    });
    await removeOld(backupDir);
    const sent = await sendOffSite(values, backupDir, archive);
    const { size } = await stat(archive);
    return `Saved the database (${megabytes(size)}) and ${files} files to ${archive}${sent}.`;
  });

/** A folder that was named and is not there is a disk that is not mounted. */
const requireFolder = async ({ backupDir, dataDir, values }: Settings): Promise<void> => {
  if (!values.BACKUP_DIR || backupDir.startsWith(dataDir)) await mkdir(backupDir, { recursive: true, mode: 0o700 });
  else if (!existsSync(backupDir)) throw new UserError(`There is no folder ${backupDir}: make it, or mount it.`);
};

/** A run that was killed could not remove its folder; one of today may be another's that still runs. */
const removeLeftovers = async (folder: string, prefix: string): Promise<void> => {
  for (const name of (await readdir(folder)).filter((one) => one.startsWith(prefix))) {
    const { mtimeMs } = await stat(join(folder, name));
    if (Date.now() - mtimeMs > DAY_MS) await rm(join(folder, name), { recursive: true, force: true });
  }
};

const removeOld = async (folder: string): Promise<void> => {
  const names = await archivesIn(folder);
  const kept = new Set(keptOf(names));
  for (const name of names) if (!kept.has(name)) await rm(join(folder, name));
};

/** Their names, the newest first. */
export const archivesIn = async (folder: string): Promise<string[]> =>
  existsSync(folder)
    ? (await readdir(folder))
        .filter((name) => ARCHIVE.test(name))
        .sort()
        .reverse()
    : [];

/** Restores a backup, the newest if none is named, into a scratch folder, examines it and removes it. Returns a sentence. Throws a
 * UserError. */
export const drill = (settings: Settings, named?: string): Promise<string> =>
  noting(settings, 'drill', async () => {
    const [newest] = await archivesIn(settings.backupDir);
    const archive = named ?? (newest && join(settings.backupDir, newest));
    if (!archive) throw new UserError(`There is no backup in ${settings.backupDir} yet.`);
    const started = Date.now();
    await removeLeftovers(settings.dataDir, SCRATCH);
    const scratch = await mkdtemp(join(settings.dataDir, SCRATCH));
    try {
      await runOwn(['restore', archive, scratch], {});
      await runOwn(['doctor'], { PORCHLIGHT_DATA_DIR: scratch });
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
    return `${archive} was restored and examined in ${Math.round((Date.now() - started) / 1000)} s: all is well.`;
  });

/** Runs a command of this release as a process of its own. Throws a UserError with what it printed. */
const runOwn = async (words: string[], env: NodeJS.ProcessEnv): Promise<void> => {
  const child = spawn(process.execPath, [localScript('instance/cli.ts'), ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0)
    throw new UserError(`porchlight ${words[0]} found: ${Buffer.concat(parts).toString().slice(-2000).trim()}`);
};

const LATE_MS = 26 * 60 * 60 * 1000;
const SETTLE_MS = 5 * 60 * 1000;

/** Backs up every night, and tests a restore every week. What fails reaches the operator by mail. Returns a function that stops it. */
export const startBackups = (settings: Settings, runtime: Runtime): (() => void) => {
  if (settings.values.BACKUPS === 'off') return () => undefined;
  const attempt = (words: string[], what: string) =>
    runOwn(words, {}).catch((error) =>
      alertOperator(runtime.deps(), 'backup', [`${what} failed: ${messageOf(error)}`]),
    );
  const nightly = () => attempt(['backup'], 'The nightly backup');
  const hour = Number(settings.values.BACKUP_HOUR || 3);
  const jobs = [
    new Cron(`0 ${hour} * * *`, { unref: true }, nightly),
    new Cron(`30 ${(hour + 1) % 24} * * 0`, { unref: true }, () => attempt(['drill'], 'The weekly restore test')),
  ];
  // The machine may have been off at that hour.
  const last = Date.parse(outcomesOf(settings).backup?.at ?? '');
  const timer = Date.now() - last > LATE_MS ? setTimeout(nightly, SETTLE_MS).unref() : undefined;
  return () => {
    for (const job of jobs) job.stop();
    clearTimeout(timer);
  };
};

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
