import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePorts } from '../../local/ports.ts';
import type { Secrets } from '../../local/secrets.ts';
import { startStack, type Urls } from '../../local/stack.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the parts of the stack answer. */
    urls: Urls;
    secrets: Secrets;
    /** The folder of everything that the stack keeps. */
    dataDir: string;
  }
}

/** Starts a whole stack with the demo data on free ports, in a folder of its own; ends it afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'porchlight-e2e-'));
  const said: string[] = [];
  const stack = await startStack({
    port: await freePorts(5),
    dataDir,
    secretsFile: join(dataDir, '.dev.vars'),
    onLog: (name, line) => said.push(`[${name}] ${line}`),
  }).catch((error) => {
    console.error(said.slice(-50).join('\n'));
    throw error;
  });
  project.provide('urls', stack.urls);
  project.provide('secrets', stack.secrets);
  project.provide('dataDir', dataDir);
  return async () => {
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
