import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Client } from '@libsql/client';
import { buildClient, CLIENT } from './client-build.ts';
import { markFilling, takeDataDir } from './data-dir.ts';
import { type Durability, startDatabase } from './database.ts';
import { withToken } from './database-access.ts';
import { disableDeliveries, drillSecrets } from './drill.ts';
import { startMail, startPayments } from './external-services.ts';
import { type SeedFiles, startFiles } from './files.ts';
import { migrate } from './migrate.ts';
import { secretsFile } from './paths.ts';
import { portsOf, requireFree, untilFree } from './ports.ts';
import { type OnLog, Processes } from './processes.ts';
import { refuseDemoAccounts, refuseDevelopment, refuseSeed } from './public-start.ts';
import { type Secrets, secretsFrom } from './secrets.ts';
import type { SeedSize } from './seed/demo.ts';
import { seed } from './seed.ts';
import { publicAddress, requireVariables, type Urls, urlsOf, varsOf } from './variables.ts';
import { startCrons, startWorker } from './worker.ts';

export type StackOptions = {
  /** The app's port; the four after it are the database, files, mail and payments. */
  port: number;
  dataDir: string;
  fresh?: boolean;
  /** 'none' leaves an empty database empty: its first HOA signs up. */
  seed?: SeedSize | 'none';
  /** To look at a restored backup: mails and payments go to the stand-ins and the app is at its own port, whatever
   * addresses and keys stand beside the secrets; webhooks of other programs are turned off, and no device is notified. */
  drill?: boolean;
  onLog?: OnLog;
  secretsFile?: string;
  /** The worker's own port, when vite serves the client on `port`. */
  workerPort?: number;
  /** Reloads the worker when its sources change. */
  watch?: boolean;
  /** Prints one line a request. */
  logRequests?: boolean;
  /** The addresses that the worker uses, when a proxy stands before a service; the database's without its token. */
  reachedBy?: Partial<Omit<Urls, 'app'>>;
  durability?: Durability;
  signal?: AbortSignal;
};
export type Stack = { urls: Urls; secrets: Secrets; stop(): Promise<void> };

/** Starts everything on loopback; resolves once the app's health is good. Throws a UserError for what the user can fix. */
export const startStack = async (options: StackOptions): Promise<Stack> => {
  const { port, onLog = () => undefined, signal } = options;
  await requireFree(Object.values(portsOf(port)));
  const kept = secretsFrom(options.secretsFile ?? secretsFile());
  const secrets = options.drill ? drillSecrets(kept) : kept;
  requireVariables(varsOf(urlsOf(port), secrets));
  const address = publicAddress(secrets);
  if (address) refuseDevelopment(address, options);
  const dataDir = resolve(options.dataDir);
  const release = await takeDataDir(dataDir, port, options.fresh ?? false);
  const processes = new Processes(onLog);
  let stopCrons = () => {};
  const stop = () => {
    stopCrons();
    const ports = { ...portsOf(port), app: options.workerPort ?? port };
    const freed = () => Promise.all(Object.values(ports).map(untilFree));
    return processes.stop().then(freed).then(release);
  };
  signal?.addEventListener('abort', stop);
  try {
    const urls = await startAll(processes, { ...options, onLog, dataDir }, secrets);
    stopCrons = startCrons(options.workerPort ?? port, secrets.LOCAL_TOKEN);
    return { urls, secrets, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

type Settled = StackOptions & { onLog: OnLog };

const startAll = async (processes: Processes, options: Settled, secrets: Secrets): Promise<Urls> => {
  const { port, dataDir, durability, onLog } = options;
  const ports = portsOf(port);
  const address = publicAddress(secrets);
  const origins = [
    `http://localhost:${port}`,
    `http://127.0.0.1:${port}`,
    ...(secrets.PUBLIC_URL ? [secrets.PUBLIC_URL] : []),
  ];
  const [database, storage, mail, payments] = await Promise.all([
    startDatabase(processes, { port: ports.database, dataDir, durability }),
    startFiles(processes, { port: ports.files, folder: join(dataDir, 'files'), origins, secrets }),
    startMail(processes, ports.mail, secrets),
    startPayments(processes, {
      port: ports.payments,
      folder: join(dataDir, 'payments'),
      webhookUrl: webhookOf(options.workerPort ?? port),
      secrets,
      hasPages: address === undefined,
    }),
    options.workerPort ? mkdirSync(CLIENT, { recursive: true }) : buildClient(processes, onLog, secrets.SUPPORT_EMAIL),
  ]);
  await prepare(database.client, storage.files, options, address);
  const urls = { app: `http://localhost:${port}`, database: database.url, files: storage.url, mail, payments };
  const line = options.reachedBy?.database;
  onLog('stack', 'Starting the worker...');
  await startWorker(processes, {
    port: options.workerPort ?? port,
    dataDir,
    vars: varsOf(
      { ...urls, ...options.reachedBy, ...(line && { database: withToken(line, database.token) }) },
      secrets,
    ),
    watch: options.watch ?? false,
    logRequests: options.logRequests ?? false,
  });
  return urls;
};

const webhookOf = (port: number) => `http://localhost:${port}/api/webhooks/stripe`;

const prepare = async (db: Client, files: SeedFiles, options: Settled, address: string | undefined): Promise<void> => {
  const { dataDir, seed: size = 'demo', onLog } = options;
  const applied = await migrate(db);
  if (applied.length > 0) onLog('stack', `Applied the migrations ${applied.join(', ')}.`);
  if (options.drill) await disableDeliveries(db);
  const { rows } = await db.execute('SELECT 1 FROM users LIMIT 1');
  if (address) await refuseDemoAccounts(address, db);
  if (rows.length > 0) {
    if (size !== 'demo' && size !== 'none')
      onLog('stack', 'The database holds data already, so nothing was seeded: add --fresh to start over.');
  } else if (size === 'none') {
    onLog('stack', 'The database is empty: the first HOA signs up at /signup.');
  } else if (address) {
    refuseSeed(address);
  } else {
    onLog('stack', `Seeding the ${size} data...`);
    await markFilling(dataDir, 'seeding', () => seed({ db, files, now: new Date(), size }));
  }
  db.close();
};
