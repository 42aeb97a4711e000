import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, portFrom } from '../../local/ports.ts';
import { type Stack, startStack } from '../../local/stack.ts';
import { UserError } from '../../local/user-error.ts';
import { browserPart } from './browser.ts';
import { featuresPart } from './features.ts';
import { say, step } from './report.ts';
import { serverPart } from './server.ts';
import { sizesPart } from './sizes.ts';

const PARTS = { sizes: sizesPart, server: serverPart, features: featuresPart, browser: browserPart };
type Part = keyof typeof PARTS;
/** The longest that a part may take, in milliseconds. */
const PART_MS = 240_000;

/** Runs the parts named, or all of them, on a stack of its own in a folder of its own, and ends it afterwards.
 * Throws a UserError for a part that does not exist. */
export const bench = async (names: string[], signal: AbortSignal): Promise<void> => {
  const parts = partsOf(names);
  const began = performance.now();
  const dataDir = await mkdtemp(join(tmpdir(), 'porchlight-bench-'));
  const stack = await start(dataDir, signal, parts);
  try {
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    for (const part of parts)
      if (!signal.aborted) await Promise.race([step(part, () => PARTS[part](stack, signal), PART_MS), stopped]);
  } finally {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  if (!signal.aborted) say(`\nDone in ${Math.round((performance.now() - began) / 1000)} s.`);
};

const partsOf = (names: string[]): Part[] => {
  const all = Object.keys(PARTS) as Part[];
  const unknown = names.find((name) => !all.includes(name as Part));
  if (unknown !== undefined) throw new UserError(`There is no bench "${unknown}". Name some of ${all.join(', ')}.`);
  return names.length > 0 ? (names as Part[]) : all;
};

const start = async (dataDir: string, signal: AbortSignal, parts: Part[]): Promise<Stack> => {
  // A load well over 1 means that other programs make every figure worse.
  say(`${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}. Starting a stack of its own...`);
  const said: string[] = [];
  const port = process.env.PORT ? portFrom(process.env.PORT) : await freePorts(5);
  const onLog = (name: string, line: string) => void said.push(`[${name}] ${line}`);
  // Only the browser needs the built client.
  const workerPort = parts.includes('browser') ? undefined : port;
  const secretsFile = join(dataDir, '.dev.vars');
  return startStack({ port, workerPort, dataDir, secretsFile, onLog, signal }).catch((error) => {
    say(said.slice(-20).join('\n'));
    throw error;
  });
};
