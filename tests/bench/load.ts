import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { seed } from '../../local/seed.ts';
import { randomOf } from '../support/random.ts';
import { type Device, makeDevices } from './load-devices.ts';
import { type LoadServer, startInstance } from './load-server.ts';
import { say } from './report.ts';

/** The HOAs of the devices; with LOAD_SEED=large those of the large demo are in the database, too. */
const HOAS = 20;
const DEVICES = (process.env.LOAD_DEVICES ?? '1,10,50,200').split(',').map(Number);
const SECONDS = Number(process.env.LOAD_SECONDS ?? 60);
/** In an open loop each device makes a change so often, however long the one before takes, in seconds. */
const EVERY = 10;
const LATEST_MS = 30_000;

/** Devices of 20 HOAs that write, first each as fast as it is answered (closed loop), then as people do (open loop). */
export const loadPart = async (): Promise<void> => {
  const server = await startInstance();
  try {
    if (process.env.LOAD_SEED === 'large')
      await seed({ db: server.db, files: NO_FILES, now: new Date(), size: 'large' });
    say(`  at rest: ${memoryOf(server.pid)} MB`);
    for (const count of DEVICES) {
      const devices = await makeDevices(server, count, HOAS);
      say(line(`${count} devices, closed loop`, await measured(server, devices, closed)));
      if (count >= 50) say(line(`${count} devices, open loop`, await measured(server, devices, open)));
      for (const device of devices) device.close();
    }
  } finally {
    await server.stop();
  }
};

const NO_FILES = { put: async () => undefined };

type Figures = { pushes: number[]; pulls: number[]; pokes: number[]; errors: number; seconds: number; memory: number };
type Loop = (device: Device, until: number, act: () => Promise<void>) => Promise<void>;

const closed: Loop = async (_, until, act) => {
  while (performance.now() < until) await act();
};

const random = randomOf(1);
/** Exponential pauses: many people make a Poisson process. */
const open: Loop = async (_, until, act) => {
  const running: Promise<void>[] = [];
  for (;;) {
    const pause = -Math.log(1 - random.next()) * EVERY * 1000;
    if (performance.now() + pause > until) break;
    await sleep(pause);
    running.push(act());
  }
  await Promise.all(running);
};

const measured = async (server: LoadServer, devices: readonly Device[], loop: Loop): Promise<Figures> => {
  const figures: Figures = { pushes: [], pulls: [], pokes: [], errors: 0, seconds: 0, memory: 0 };
  const waiting = new Map<string, number>();
  for (const device of devices)
    device.onPoke((message) => {
      for (const [id, began] of waiting)
        if (id !== device.id && message.includes(id)) figures.pokes.push(performance.now() - began);
    });
  const began = performance.now();
  const until = began + SECONDS * 1000;
  const act = (device: Device) => {
    // A device sends one push at a time, and a change waits for those before it.
    let last: Promise<void> = Promise.resolve();
    return () => {
      const start = performance.now();
      last = last.then(() => change(device, start));
      return last;
    };
  };
  const change = async (device: Device, start: number) => {
    try {
      waiting.set(device.id, start);
      await device.push();
      figures.pushes.push(performance.now() - start);
      if (figures.pushes.length % 10 > 0) return;
      const pulled = performance.now();
      await device.pull();
      figures.pulls.push(performance.now() - pulled);
    } catch (error) {
      figures.errors += 1;
      if (figures.errors === 1) say(`  the first error: ${String(error).slice(0, 200)}`);
      await sleep(100);
    }
  };
  const all = Promise.all(devices.map((device) => loop(device, until, act(device))));
  await Promise.race([all, sleep(SECONDS * 1000 + LATEST_MS)]);
  return { ...figures, seconds: (performance.now() - began) / 1000, memory: memoryOf(server.pid) };
};

const line = (name: string, { pushes, pulls, pokes, errors, seconds, memory }: Figures): string =>
  `  ${name.padEnd(26)}${(pushes.length / seconds).toFixed(1).padStart(7)} changes/s   push ${tails(pushes)}   pull ${tails(pulls)}   poke ${tails(pokes)}   ${errors} errors   ${memory} MB`;

/** The median, the 95th and the 99th percentile, in ms. */
const tails = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return `${at(0.5)}/${at(0.95)}/${at(0.99)}`;
};

/** Resident memory of a process and all that descend from it, in MB. */
const memoryOf = (pid: number): number => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const [, parent] = /\) \w (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      parents.set(Number(name), Number(parent));
    } catch {
      // It has ended.
    }
  }
  const family = [pid];
  for (const one of family) for (const [child, parent] of parents) if (parent === one) family.push(child);
  const kilobytes = family.map((one) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1] ?? 0),
  );
  return Math.round(kilobytes.reduce((sum, each) => sum + each, 0) / 1024);
};
