import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, portFrom } from '../../local/ports.ts';
import { type Stack, type StackOptions, startStack } from '../../local/stack.ts';
import { say } from './report.ts';

/** A stack of its own in a folder of its own, which goes with it. `withClient`: the built client is served, too. */
export const openStack = async (
  signal: AbortSignal,
  { withClient = false, seed = 'demo' }: { withClient?: boolean; seed?: StackOptions['seed'] } = {},
): Promise<Stack> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'porchlight-bench-'));
  const port = process.env.PORT ? portFrom(process.env.PORT) : await freePorts(5);
  const workerPort = withClient ? undefined : port;
  const secretsFile = join(dataDir, '.dev.vars');
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  const { onLog, tail } = logTail();
  const stack = await startStack({ port, workerPort, dataDir, secretsFile, seed, onLog, signal }).catch(
    async (error) => {
      say(tail());
      await remove();
      throw error;
    },
  );
  return { ...stack, stop: () => stack.stop().then(remove) };
};

/** The last lines of a log, for when something fails. */
export const logTail = () => {
  const lines: string[] = [];
  return {
    onLog: (name: string, line: string) => {
      if (lines.push(`[${name}] ${line}`) > 20) lines.shift();
    },
    tail: () => lines.join('\n'),
  };
};
