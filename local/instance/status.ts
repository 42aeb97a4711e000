import { existsSync, statfsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseIn, filesIn, stackPortOf } from '../data-dir.ts';
import { ROOT } from '../paths.ts';
import { type Outcomes, outcomesOf } from './backups.ts';
import { pidIn } from './control.ts';
import { releaseIn } from './home.ts';
import type { Settings } from './settings.ts';
import { servedBy } from './upgrade-guard.ts';

type Line = { name: string; says: string; isBad?: boolean };

const DAY_MS = 24 * 60 * 60 * 1000;
const LATE = { backup: 1.5 * DAY_MS, drill: 8 * DAY_MS };
const TIGHT = 0.1;

/** Prints how the instance is. Returns 0 if all is well, else 1. */
export const status = async (settings: Settings): Promise<number> => {
  const { port, values } = settings;
  const lines: Line[] = [
    { name: 'Release', says: releaseIn(ROOT).version + ofData(settings) },
    ...(await runs(settings)),
    ...(await health(`http://127.0.0.1:${port}`, values)),
    await address(values.PUBLIC_URL ?? ''),
    await space(settings),
    ...outcomes(outcomesOf(settings)),
  ];
  const width = Math.max(...lines.map(({ name }) => name.length));
  for (const { name, says, isBad } of lines) console.log(`${isBad ? '!' : ' '} ${name.padEnd(width)}  ${says}`);
  return lines.some(({ isBad }) => isBad) ? 1 : 0;
};

const ofData = ({ dataDir }: Settings) => {
  const served = servedBy(dataDir);
  return served && served !== releaseIn(ROOT).version ? ` (the data is of ${served})` : '';
};

const runs = async ({ dataDir }: Settings): Promise<Line[]> => {
  const pid = (await stackPortOf(dataDir)) === undefined ? undefined : pidIn(dataDir);
  if (pid === undefined) return [{ name: 'Runs', says: 'no: porchlight start', isBad: true }];
  const since = new Date(statSync(join(dataDir, 'stack.pid')).mtimeMs).toISOString();
  return [{ name: 'Runs', says: `since ${since.slice(0, 16).replace('T', ' ')} UTC (process ${pid})` }];
};

const health = async (app: string, { MAIL, PAYMENTS }: Settings['values']): Promise<Line[]> => {
  const answer = await fetch(`${app}/api/health`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  if (!answer) return [{ name: 'Health', says: 'no answer', isBad: true }];
  const { checks } = (await answer.json()) as { checks: Record<string, string> };
  const off: Record<string, boolean> = {
    mail: MAIL !== 'smtp' && MAIL !== 'resend',
    payments: PAYMENTS !== 'stripe',
  };
  return Object.entries(checks).map(([name, check]) => ({
    name: name[0]?.toUpperCase() + name.slice(1),
    says: off[name] ? 'not set up' : check,
    isBad: check !== 'ok',
  }));
};

/** As people reach it, through the proxy. */
const address = async (url: string): Promise<Line> => {
  try {
    const answer = await fetch(`${url}/api/live`, { signal: AbortSignal.timeout(10_000), redirect: 'manual' });
    if (answer.ok) return { name: 'Address', says: `${url} answers` };
    return { name: 'Address', says: `${url} answers ${answer.status}`, isBad: true };
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } };
    return {
      name: 'Address',
      says: `${url} does not answer (${cause?.code ?? cause?.message ?? 'too late'})`,
      isBad: true,
    };
  }
};

const space = async ({ dataDir }: Settings): Promise<Line> => {
  const { bavail, blocks, bsize } = statfsSync(dataDir);
  const sizes = await Promise.all([databaseIn(dataDir), filesIn(dataDir)].map(bytesIn));
  const [database = 0, files = 0] = sizes;
  const says = `database ${gigabytes(database)}, files ${gigabytes(files)}; ${gigabytes(bavail * bsize)} free`;
  return { name: 'Disk', says, isBad: bavail / blocks < TIGHT && bavail * bsize < 5e9 };
};

const bytesIn = async (folder: string): Promise<number> => {
  if (!existsSync(folder)) return 0;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries.map((entry) =>
    entry.isFile() ? (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0) : 0,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

const gigabytes = (bytes: number) =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

const outcomes = ({ backup, drill }: Outcomes): Line[] => [
  lineOf('Backup', backup, LATE.backup, 'none yet: porchlight backup'),
  lineOf('Restore test', drill, LATE.drill, 'none yet: porchlight drill'),
];

const lineOf = (name: string, outcome: Outcomes['backup'], late: number, none: string): Line => {
  if (!outcome) return { name, says: none, isBad: true };
  const at = `${outcome.at.slice(0, 16).replace('T', ' ')} UTC`;
  const isLate = Date.now() - Date.parse(outcome.at) > late;
  return { name, says: `${at}: ${outcome.ok ? '' : 'failed: '}${outcome.said}`, isBad: !outcome.ok || isLate };
};
