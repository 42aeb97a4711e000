import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePorts } from '../../../local/ports.ts';
import { type Stack, startStack } from '../../../local/stack.ts';
import { killWith } from '../../support/processes.ts';
import { PushLoop } from '../support/push-loop.ts';
import { apiAs } from '../support/server.ts';

/** In `npm test`: tests/sync/push.test.ts has each push applied once, tests/operations/restart.test.ts what is killed with -9. */
let dataDir: string;
let port: number;
let stack: Stack;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'porchlight-chaos-'));
  port = await freePorts(5);
  stack = await startStack({ port, dataDir, secretsFile: join(dataDir, '.dev.vars') });
});
afterAll(async () => {
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const WRITERS = 6;
/** Accepted pushes before the kill, and after it. */
const ENOUGH = 60;

test.each([
  ['the worker', () => `entry=127.0.0.1:${port}`],
  ['the database', () => `--http-listen-addr 127.0.0.1:${port + 1}`],
])(
  '[SYNC-11] %s killed with -9 in the middle of pushes loses nothing accepted and applies nothing twice',
  async (_, mark) => {
    const board = apiAs('board@willowcreek.test', stack.urls.app);
    const { docs } = (await board('GET', `/api/requests?limit=${WRITERS}`)).body;
    const writers: PushLoop[] = docs.map((doc: ConstructorParameters<typeof PushLoop>[1]) => new PushLoop(board, doc));
    const accepted = () => writers.reduce((sum, writer) => sum + writer.accepted, 0);
    const running = Promise.all(writers.map((writer) => writer.run()));
    await expect.poll(accepted, { timeout: 60_000 }).toBeGreaterThan(ENOUGH);

    killWith(mark());
    const before = accepted();
    await expect.poll(accepted, { timeout: 60_000 }).toBeGreaterThan(before + ENOUGH);
    for (const writer of writers) writer.stop();
    await running;
    for (const writer of writers) await writer.expectOnce();
  },
  180_000,
);
