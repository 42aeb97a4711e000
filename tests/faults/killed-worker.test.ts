import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePorts, portsOf, requireFree } from '../../local/ports.ts';
import { type Stack, startStack } from '../../local/stack.ts';
import { killWith } from '../support/processes.ts';

let dataDir: string;
let port: number;
let stack: Stack;
const logLines: string[] = [];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'porchlight-killed-'));
  port = await freePorts(5);
  const onLog = (name: string, line: string) => void (name === 'stack' && logLines.push(line));
  stack = await startStack({ port, workerPort: port, dataDir, secretsFile: join(dataDir, '.dev.vars'), onLog });
}, 120_000);
afterAll(async () => {
  await stack.stop();
  await requireFree(Object.values(portsOf(port)));
  await rm(dataDir, { recursive: true, force: true });
});

const healthy = async () => {
  const answer = await fetch(`${stack.urls.app}/api/health`, { signal: AbortSignal.timeout(3000) });
  return ((await answer.json()) as { status: string }).status;
};
const back = (line: string) =>
  expect.poll(() => logLines.filter((known) => known === line).length, { timeout: 60_000, message: line });

test('a worker whose runtime, whose proxy or whose wrangler is killed with -9 answers again', async () => {
  const wrangler = `--port ${port}`;
  killWith('entry=127.0.0.1:0', wrangler);
  await expect.poll(healthy, { timeout: 60_000 }).toBe('ok');
  killWith(`entry=127.0.0.1:${port}`);
  await back('The worker process is back.').toBe(1);
  expect(logLines).toContain(
    'The worker process no longer answers. The app does not answer until it is back. Starting it again...',
  );
  await expect.poll(healthy, { timeout: 60_000 }).toBe('ok');
  killWith(wrangler);
  await back('The worker process is back.').toBe(2);
  await expect.poll(healthy, { timeout: 60_000 }).toBe('ok');
}, 120_000);
