import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlainError } from '../../local/plain-error.ts';
import { freePorts, portFrom } from '../../local/ports.ts';
import { type Stack, startStack } from '../../local/stack.ts';
import { browserPart } from './browser.ts';
import { say } from './report.ts';
import { serverPart } from './server.ts';
import { sizesPart } from './sizes.ts';

const PARTS = { sizes: sizesPart, server: serverPart, browser: browserPart };
type Part = keyof typeof PARTS;

/** Runs the parts named, or all of them, on a stack of its own in a folder of its own, and ends it afterwards.
 * Throws a PlainError for a part that does not exist. */
export const bench = async (names: string[], signal: AbortSignal): Promise<void> => {
  const parts = partsOf(names);
  const began = performance.now();
  const dataDir = await mkdtemp(join(tmpdir(), 'porchlight-bench-'));
  const stack = await start(dataDir, signal);
  try {
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    for (const part of parts) if (!signal.aborted) await Promise.race([PARTS[part](stack, signal), stopped]);
  } finally {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  say(`\nDone in ${Math.round((performance.now() - began) / 1000)} s.`);
};

const partsOf = (names: string[]): Part[] => {
  const all = Object.keys(PARTS) as Part[];
  const unknown = names.find((name) => !all.includes(name as Part));
  if (unknown !== undefined) throw new PlainError(`There is no bench "${unknown}". Name some of ${all.join(', ')}.`);
  return names.length > 0 ? (names as Part[]) : all;
};

const start = async (dataDir: string, signal: AbortSignal): Promise<Stack> => {
  say('Starting a stack of its own for the benches...');
  const said: string[] = [];
  const port = process.env.PORT ? portFrom(process.env.PORT) : await freePorts(5);
  const onLog = (name: string, line: string) => void said.push(`[${name}] ${line}`);
  return startStack({ port, dataDir, secretsFile: join(dataDir, '.dev.vars'), onLog, signal }).catch((error) => {
    say(said.slice(-20).join('\n'));
    throw error;
  });
};
