import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { databaseIn, filesIn } from '../../local/data-dir.ts';
import { ROOT } from '../../local/paths.ts';
import { freePorts, portsOf } from '../../local/ports.ts';
import type { Secrets } from '../../local/secrets.ts';
import { type StackOptions, startStack } from '../../local/stack.ts';
import type { Urls } from '../../local/variables.ts';
import { mountSmallDisk } from './disk.ts';
import { TcpProxy } from './proxy.ts';

type Party = 'database' | 'files' | 'mail' | 'payments';

/** A stack with a proxy before the worker and between the worker and each service. */
export type FaultyStack = {
  port: number;
  dataDir: string;
  urls: Urls;
  secrets: Secrets;
  app: TcpProxy;
  lines: Record<Party, TcpProxy>;
  /** A database client that bypasses the proxies. */
  db(): Client;
  hasSmallDisk: boolean;
  said: string[];
  backUp(archive: string): Promise<void>;
  restore(archive: string): Promise<void>;
  stop(): Promise<void>;
};

export const startFaultyStack = async ({ smallDisk = false } = {}): Promise<FaultyStack> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'porchlight-faults-'));
  const disk = smallDisk ? mountSmallDisk(join(dataDir, 'db')) : undefined;
  const parties = ['database', 'files', 'mail', 'payments'] as const;
  const opened = await Promise.all(parties.map(() => TcpProxy.open()));
  const lines = Object.fromEntries(parties.map((party, at) => [party, opened[at]])) as Record<Party, TcpProxy>;
  const app = await TcpProxy.open();
  const port = await freePorts(5);
  app.target = port;
  for (const party of parties) lines[party].target = portsOf(port)[party];
  const said: string[] = [];
  const options: StackOptions = {
    port,
    dataDir,
    secretsFile: join(dataDir, '.dev.vars'),
    reachedBy: Object.fromEntries(parties.map((party) => [party, lines[party].url])),
    onLog: (name, line) => said.push(`[${name}] ${line}`),
  };
  let stack = await startStack(options);
  const { urls, secrets } = stack;
  const run = (...words: string[]) =>
    execFileSync(process.execPath, [join(ROOT, 'local', 'bootstrap.mjs'), ...words], {
      env: { ...process.env, DATA_DIR: dataDir },
    });
  const backUp = async (archive: string) => void run('backup', archive);
  const restore = async (archive: string) => {
    await stack.stop();
    for (const folder of [databaseIn(dataDir), filesIn(dataDir)]) await rm(folder, { recursive: true });
    run('restore', archive);
    stack = await startStack(options);
  };
  const stop = async () => {
    await stack.stop();
    await Promise.all([app, ...opened].map((line) => line.close()));
    disk?.unmount();
    await rm(dataDir, { recursive: true, force: true });
  };
  const db = () => createClient({ url: stack.urls.database });
  return {
    port,
    dataDir,
    urls,
    secrets,
    app,
    lines,
    db,
    hasSmallDisk: disk !== undefined,
    said,
    backUp,
    restore,
    stop,
  };
};
