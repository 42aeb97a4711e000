import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import type { TestProject } from 'vitest/node';
import { freePorts } from '../../../local/ports.ts';
import { envText } from '../../../local/secrets.ts';
import { DEMO_PASSWORD } from '../../../local/seed/password.ts';
import { startStack } from '../../../local/stack.ts';
import { quickHash } from '../../support/passwords.ts';
import type { TestStack } from './stack.ts';

/** Starts a stack with the demo data for each worker of vitest, at most one for each test file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const files = project.vitest.state.getPaths().length;
  const stacks: Running[] = [];
  const stop = async () => {
    await Promise.all(stacks.map((stack) => stack.stop()));
  };
  try {
    // In sequence, so that two stacks do not choose the same free ports.
    for (let count = Math.min(project.config.maxWorkers, files); count > 0; count--) stacks.push(await start());
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide(
    'stacks',
    stacks.map(({ stop: _, ...stack }) => stack),
  );
  return stop;
}

type Running = TestStack & { stop(): Promise<void> };

const start = async (): Promise<Running> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'porchlight-e2e-'));
  const log: string[] = [];
  const port = await freePorts(6);
  const receiver = { origin: `http://127.0.0.1:${port + 5}`, port: port + 5 };
  const secretsFile = join(dataDir, '.dev.vars');
  await writeFile(secretsFile, envText({ TEST_ORIGINS: receiver.origin }));
  const { urls, secrets, stop } = await startStack({
    port,
    dataDir,
    secretsFile,
    durability: 'off',
    onLog: (name, line) => log.push(`[${name}] ${line}`),
  }).catch((error) => {
    console.error(log.slice(-50).join('\n'));
    throw error;
  });
  await quickenSignIns(urls.database);
  const stopAndRemove = async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  return { urls, secrets, dataDir, receiver, stop: stopAndRemove };
};

/** Two hundred sign-ins wait for no slow hash. */
const quickenSignIns = async (url: string): Promise<void> => {
  const db = createClient({ url });
  await db.execute({ sql: 'UPDATE credentials SET password_hash = ?', args: [quickHash(DEMO_PASSWORD)] });
  db.close();
};
