import type { RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import { Cron } from 'croner';
import { CRON_MINUTES } from '../../worker/cron-runs.ts';
import type { Environment } from '../../worker/environment.ts';
import { consoleLog, type Log, logError } from '../../worker/services/log.ts';
import { createStorage } from '../../worker/services/storage.ts';
import { filesIn, takeDataDir } from '../data-dir.ts';
import { startDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';
import { requireFree } from '../ports.ts';
import { type OnLog, Processes } from '../processes.ts';
import { s3Listener } from '../s3/server.ts';
import { UserError } from '../user-error.ts';
import { createDiskStorage } from './disk-storage.ts';
import { clientFiles, createFront, FILES_PATH } from './front.ts';
import { proxiesOf } from './node-request.ts';
import { Runtime } from './runtime.ts';
import { SentMails } from './sent-mails.ts';
import { environmentOf, isBucket, type Settings } from './settings.ts';
import { mailerOf } from './smtp.ts';
import { guardUpgrade } from './upgrade-guard.ts';

type Service = { runtime: Runtime; stop(): Promise<void> };
/** `log` takes the lines of the app, which go to the console otherwise. */
type ServiceOptions = { settings: Settings; client: string; version: string; onLog: OnLog; log?: Log };

/** Runs the instance: the database as a process of its own, everything else in this one. Resolves once it serves. Throws a
 * UserError for what the operator can mend. */
export const startService = async ({ log, ...options }: ServiceOptions): Promise<Service> => {
  const { settings, client, version, onLog } = options;
  const { port, dataDir } = settings;
  // Before anything is touched.
  environmentOf(settings, 'http://127.0.0.1');
  await requireFree([port, port + 1]);
  const release = await takeDataDir(dataDir, port, false);
  const running = begin(settings, client, onLog, log);
  try {
    const runtime = await guardUpgrade(dataDir, version, {
      begin: () => running.ready(),
      end: () => running.end(),
    });
    const server = createFront({
      ...{ runtime, client, files: filesListener(settings) },
      proxies: proxiesOf(settings.values.PROXY),
    });
    await listen(server, port, settings.values.LISTEN || '127.0.0.1');
    const stopCrons = startCrons(runtime);
    runtime.lookAround();
    const stop = async () => {
      stopCrons();
      server.close();
      await runtime.stop();
      server.closeAllConnections();
      await running.end();
      release();
    };
    return { runtime, stop };
  } catch (error) {
    await running.end();
    release();
    throw error;
  }
};

/** `ready` starts the database, migrates it and looks whether all is well; nobody is served yet. */
const begin = (settings: Settings, client: string, onLog: OnLog, log: Log | undefined) => {
  const { port, dataDir, values } = settings;
  const processes = new Processes(onLog);
  const ready = async (): Promise<Runtime> => {
    const database = await startDatabase(processes, { port: port + 1, dataDir });
    const applied = await migrate(database.client);
    database.client.close();
    if (applied.length > 0) onLog('stack', `Applied the migrations ${applied.join(', ')}.`);
    const env = environmentOf(settings, database.url);
    const storage = storageOf(settings, env);
    const mailer = mailerOf(values, new SentMails(join(dataDir, 'mails.sent')));
    const runtime = new Runtime({ env, storage, mailer, assets: clientFiles(client), log });
    await requireDatabase(runtime);
    return runtime;
  };
  return { ready, end: () => processes.stop() };
};

const requireDatabase = async (runtime: Runtime): Promise<void> => {
  const answer = await runtime.fetch(new Request('http://localhost/api/health'));
  const { checks } = (await answer.json()) as { checks?: Record<string, string> };
  if (checks?.database !== 'ok' || checks.files !== 'ok')
    throw new UserError(`The app does not come up: ${JSON.stringify(checks ?? answer.status)}.`);
};

const storageOf = ({ dataDir, values }: Settings, env: Environment) => {
  const config = configOfFiles(env);
  return isBucket(values) ? createStorage(config) : createDiskStorage(filesIn(dataDir), config);
};

const configOfFiles = (env: Environment) => ({
  endpoint: env.S3_ENDPOINT,
  region: env.S3_REGION,
  bucket: env.S3_BUCKET,
  accessKeyId: env.S3_ACCESS_KEY_ID,
  secretAccessKey: env.S3_SECRET_ACCESS_KEY,
});

const filesListener = (settings: Settings): RequestListener | undefined => {
  if (isBucket(settings.values)) return undefined;
  const { bucket, ...keys } = configOfFiles(environmentOf(settings, 'http://127.0.0.1'));
  const { PUBLIC_URL = '' } = settings.values;
  return s3Listener({
    folder: filesIn(settings.dataDir),
    bucket,
    keys,
    origins: [PUBLIC_URL],
    endpoint: PUBLIC_URL + FILES_PATH,
  });
};

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });

/** Returns a function that stops them. */
const startCrons = (runtime: Runtime): (() => void) => {
  const fire = (cron: string) =>
    runtime.runCron(cron, new Date()).catch((error) => logError({ log: consoleLog }, 'cron ended', error, { cron }));
  const jobs = Object.keys(CRON_MINUTES).map(
    (cron) => new Cron(cron, { timezone: 'UTC', unref: true }, () => void fire(cron)),
  );
  return () => {
    for (const job of jobs) job.stop();
  };
};
