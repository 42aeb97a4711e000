import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startDatabase } from '../../local/database.ts';
import { startMail } from '../../local/external-services.ts';
import { BUCKET, REGION, startFiles } from '../../local/files.ts';
import { migrate } from '../../local/migrate.ts';
import { freePorts } from '../../local/ports.ts';
import { Processes } from '../../local/processes.ts';
import { makeSecrets } from '../../local/secrets.ts';
import { TEST_RESEND_KEY } from './inbox.ts';

/** The origin that the file store's CORS rule lets in. */
const TEST_ORIGIN = 'http://localhost:8787';

declare module 'vitest' {
  interface ProvidedContext {
    /** One for each worker of vitest: two writers at one database wait for each other. */
    databaseUrls: string[];
    /** The data of a database that migrations have made and nobody has used, to be copied. */
    migratedFolder: string;
    mailUrl: string;
    /** The seed of the run, which `--sequence.seed` sets. */
    seed: number;
    /** The file store, as `Config['s3']` wants it. */
    s3: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string };
  }
}

/** Starts what the worker needs from outside, empty but migrated, for all test files together; ends it afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-test-'));
  const processes = new Processes((name, line) => console.error(`[${name}] ${line}`));
  const stop = async () => {
    await processes.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await startAll(project, processes, folder);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

const startAll = async (project: TestProject, processes: Processes, folder: string): Promise<void> => {
  const secrets = makeSecrets();
  const workers = project.config.maxWorkers;
  const port = await freePorts(2 + workers);
  const migratedFolder = join(folder, 'migrated');
  await makeMigrated(port + 2, migratedFolder);
  const startCopy = async (at: number) => {
    const dataDir = join(folder, `${at}`);
    await cp(migratedFolder, dataDir, { recursive: true });
    const { client, url } = await startDatabase(processes, { port: port + 2 + at, dataDir, durability: 'off' });
    client.close();
    return url;
  };
  const [storage, mailUrl, ...databaseUrls] = await Promise.all([
    startFiles(processes, { port, folder: join(folder, 'files'), origins: [TEST_ORIGIN], secrets }),
    startMail(processes, port + 1, { ...secrets, RESEND_API_KEY: TEST_RESEND_KEY }),
    ...Array.from({ length: workers }, (_, at) => startCopy(at)),
  ]);
  project.provide('databaseUrls', databaseUrls);
  project.provide('migratedFolder', migratedFolder);
  project.provide('mailUrl', mailUrl);
  project.provide('seed', project.config.sequence.seed);
  const keys = { accessKeyId: secrets.S3_ACCESS_KEY_ID, secretAccessKey: secrets.S3_SECRET_ACCESS_KEY };
  project.provide('s3', { endpoint: storage.url, region: REGION, bucket: BUCKET, ...keys });
};

const makeMigrated = async (port: number, dataDir: string): Promise<void> => {
  const processes = new Processes((name, line) => console.error(`[${name}] ${line}`));
  try {
    const { client } = await startDatabase(processes, { port, dataDir, durability: 'off' });
    await migrate(client);
    client.close();
  } finally {
    await processes.stop();
  }
};
