import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { vi } from 'vitest';
import { mutators } from '../../sync/mutators.ts';
import { killWith } from '../support/processes.ts';
import type { Client } from './client.ts';
import { fillToLastByte } from './disk.ts';
import type { FaultyStack } from './stack.ts';

type Context = { stack: FaultyStack; clients: Client[] };
export type Outage = {
  name: string;
  kills: number;
  /** Starts the outage and returns what ends it. Undefined if it is not possible on this machine. */
  begin(around: Context): Promise<(() => unknown) | undefined> | (() => unknown) | undefined;
  /** How long it lasts, in milliseconds. */
  lasts_ms: number;
};

const nothing = () => undefined;
/** Longer than the ten seconds that a client waits for an answer. */
const LONG_MS = 12_000;
const SHORT_MS = 3000;

const killWorker: Outage = {
  name: 'the worker is killed',
  kills: 1,
  lasts_ms: SHORT_MS,
  begin: ({ stack }) => {
    killWith(`entry=127.0.0.1:${stack.port}`);
    return nothing;
  },
};

const killDatabase: Outage = {
  name: 'the database is killed',
  kills: 1,
  lasts_ms: SHORT_MS,
  begin: ({ stack }) => {
    killWith(`--http-listen-addr 127.0.0.1:${stack.port + 1}`);
    return nothing;
  },
};

type Line = 'app' | keyof FaultyStack['lines'];
const lineOf = ({ stack }: Context, line: Line) => (line === 'app' ? stack.app : stack.lines[line]);

const cut = (line: Line, lasts_ms = LONG_MS): Outage => ({
  name: `the line to ${line} is cut`,
  kills: 0,
  lasts_ms,
  begin: (around) => {
    lineOf(around, line).cut();
    return () => lineOf(around, line).restore();
  },
});

const delay = (line: Line): Outage => ({
  name: `the line to ${line} is slow`,
  kills: 0,
  lasts_ms: LONG_MS + SHORT_MS,
  begin: (around) => {
    lineOf(around, line).delay_ms = LONG_MS;
    return () => lineOf(around, line).restore();
  },
});

const loseAnswers = (line: Line): Outage => ({
  name: `answers of ${line} get lost`,
  kills: 0,
  lasts_ms: SHORT_MS,
  begin: (around) => {
    lineOf(around, line).loseAnswers = Number.POSITIVE_INFINITY;
    return () => lineOf(around, line).restore();
  },
});

const fillDisk: Outage = {
  name: 'the disk of the database is full',
  kills: 0,
  lasts_ms: LONG_MS,
  begin: ({ stack }) => (stack.hasSmallDisk ? fillToLastByte(join(stack.dataDir, 'db')) : undefined),
};

const DAYS_3_MS = 3 * 24 * 3_600_000;

const moveClock: Outage = {
  name: 'the clock of the devices is three days ahead',
  kills: 0,
  lasts_ms: SHORT_MS,
  begin: () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAYS_3_MS, shouldAdvanceTime: true });
    return () => vi.useRealTimers();
  },
};

/** Every device opens another release offline: its waiting changes must still be listed. */
const newBuild: Outage = {
  name: 'a release with another mutator is opened offline',
  kills: 0,
  lasts_ms: SHORT_MS,
  begin: async ({ stack, clients }) => {
    stack.app.cut();
    await sleep(SHORT_MS);
    Object.assign(mutators, { renameHoa: mutators.dismissRefusal });
    for (const client of clients) client.mustRestart = true;
    return () => stack.app.restore();
  },
};

const killBoth: Outage = {
  name: 'the worker and the database are killed while answers get lost',
  kills: 2,
  lasts_ms: SHORT_MS,
  begin: async (around) => {
    around.stack.app.loseAnswers = Number.POSITIVE_INFINITY;
    await sleep(500);
    await killDatabase.begin(around);
    await killWorker.begin(around);
    return () => around.stack.app.restore();
  },
};

export const FAST: Outage[] = [killWorker, loseAnswers('app'), killDatabase, cut('database', SHORT_MS)];

export const ALL: Outage[] = [
  killWorker,
  killDatabase,
  cut('app'),
  delay('app'),
  loseAnswers('app'),
  cut('database'),
  delay('database'),
  loseAnswers('database'),
  fillDisk,
  cut('files'),
  cut('mail'),
  cut('payments'),
  loseAnswers('files'),
  loseAnswers('mail'),
  loseAnswers('payments'),
  moveClock,
  newBuild,
  ...Array.from({ length: 4 }, () => [killWorker, killDatabase]).flat(),
  killBoth,
];
