import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePorts } from '../../local/ports.ts';
import { type Stack, startStack } from '../../local/stack.ts';
import { rest } from './server.ts';
import { Writer } from './writer.ts';

/** A stack of this file's own, whose processes are killed in the middle of pushes. */
let dataDir: string;
let port: number;
let stack: Stack;
const start = async () => {
  stack = await startStack({ port, dataDir, secretsFile: join(dataDir, '.dev.vars') });
};
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'porchlight-chaos-'));
  port = await freePorts(5);
  await start();
});
afterAll(async () => {
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const WRITERS = 6;
/** Accepted pushes before the blow, and after it. */
const ENOUGH = 60;

test.each([
  ['the worker', () => `entry=127.0.0.1:${port}`],
  ['the database', () => `--http-listen-addr 127.0.0.1:${port + 1}`],
])(
  '[SYNC-11] %s killed with -9 in the middle of pushes loses nothing accepted and applies nothing twice',
  async (_, mark) => {
    const board = rest('board@willowcreek.test', stack.urls.app);
    const { docs } = (await board('GET', `/api/requests?limit=${WRITERS}`)).body;
    const writers: Writer[] = docs.map((doc: ConstructorParameters<typeof Writer>[1]) => new Writer(board, doc));
    const accepted = () => writers.reduce((sum, writer) => sum + writer.accepted, 0);
    const running = Promise.all(writers.map((writer) => writer.run()));
    await expect.poll(accepted, { timeout: 30_000 }).toBeGreaterThan(ENOUGH);

    process.kill(processWith(mark()), 'SIGKILL');
    await stack.stop();
    const before = accepted();
    await start();
    await expect.poll(accepted, { timeout: 30_000 }).toBeGreaterThan(before + ENOUGH);
    for (const writer of writers) writer.stop();
    await running;
    for (const writer of writers) await writer.expectOnce();
  },
);

/** The process that was started with these words. */
const processWith = (words: string): number => {
  const found = commands().find(({ command }) => command.includes(`${words} `));
  if (!found) throw new Error(`No process was started with ${words}`);
  return found.pid;
};

const commands = (): { pid: number; command: string }[] => {
  if (!existsSync('/proc/self/cmdline')) return fromPs();
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: commandOf(name) }));
};

const commandOf = (pid: string): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

const fromPs = () =>
  execFileSync('ps', ['-Ao', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => ({ pid: Number.parseInt(line, 10), command: `${line} ` }));
