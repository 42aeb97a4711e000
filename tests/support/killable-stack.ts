import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { freePorts, portsOf, requireFree } from '../../local/ports.ts';
import { type Stack, startStack } from '../../local/stack.ts';

/** A whole stack for the tests of a file, whose processes they kill. Filled before the first test. */
type Killable = { port: number; stack: Stack; logLines: string[]; healthy(): Promise<string> };

export const useKillableStack = (): Killable => {
  const logLines: string[] = [];
  const healthy = async () => {
    const answer = await fetch(`${killable.stack.urls.app}/api/health`, { signal: AbortSignal.timeout(3000) });
    return ((await answer.json()) as { status: string }).status;
  };
  const killable = { logLines, healthy } as Killable;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'porchlight-killable-'));
    const port = await freePorts(5);
    const onLog = (name: string, line: string) => void (name === 'stack' && logLines.push(line));
    const secretsFile = join(dataDir, '.dev.vars');
    Object.assign(killable, { port, stack: await startStack({ port, workerPort: port, dataDir, secretsFile, onLog }) });
  }, 120_000);
  afterAll(async () => {
    await killable.stack.stop();
    // A stack whose processes were started again leaves nothing behind.
    await requireFree(Object.values(portsOf(killable.port)));
    await rm(dataDir, { recursive: true, force: true });
  });
  return killable;
};

/** Polls how often the stack has said a line. */
export const countOfLine = ({ logLines }: Killable, line: string) =>
  expect.poll(() => logLines.filter((known) => known === line).length, { timeout: 60_000, message: line });
