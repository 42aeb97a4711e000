/** `npm run doctor`: examines the data of the embedded stack (DATA_DIR), or of the deployment that DATABASE_URL and the
 * worker's other variables name. It writes nothing, and ends with 1 if it finds anything. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { createClient } from '@libsql/client';
import { openBucket } from './bucket.ts';
import type { Subject } from './doctor/check.ts';
import { examine } from './doctor/examine.ts';
import { openDatabase, openFiles } from './embedded.ts';
import { dataDirFrom } from './options.ts';
import { Processes } from './processes.ts';
import { makeSecrets } from './secrets.ts';
import { varsOf } from './stack.ts';
import { fail } from './user-error.ts';

const MAX_LINES = 200;

const processes = new Processes(() => undefined);
let release = () => {};

const deployed = (env: NodeJS.ProcessEnv): Subject => ({
  db: createClient({ url: String(env.DATABASE_URL), authToken: env.DATABASE_TOKEN }),
  bucket: openBucket({
    endpoint: env.S3_ENDPOINT ?? '',
    region: env.S3_REGION ?? '',
    bucket: env.S3_BUCKET ?? '',
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
  }),
  env,
  now: new Date(),
});

const embedded = async (dataDir: string): Promise<Subject> => {
  const database = await openDatabase(processes, dataDir);
  release = database.release;
  const files = await openFiles(processes, dataDir);
  return {
    db: createClient({ url: database.url }),
    bucket: openBucket(files),
    env: environmentIn(dataDir),
    now: new Date(),
  };
};

/** What the worker was started with; for a folder that no worker has used yet, what a start would give it. */
const environmentIn = (dataDir: string): object => {
  const file = join(dataDir, 'worker.env');
  if (existsSync(file)) return parseEnv(readFileSync(file, 'utf8'));
  const url = 'http://127.0.0.1';
  return varsOf({ app: url, database: url, files: url, mail: url, payments: url }, makeSecrets());
};

const report = (name: string, findings: string[]): void => {
  if (findings.length === 0) console.log(`${name}: good`);
  for (const finding of findings.slice(0, MAX_LINES)) console.log(`${name}: ${finding}`);
  if (findings.length > MAX_LINES) console.log(`${name}: and ${findings.length - MAX_LINES} more.`);
};

try {
  const subject = await (process.env.DATABASE_URL
    ? deployed(process.env)
    : embedded(dataDirFrom(process.env.DATA_DIR)));
  let found = 0;
  await examine(subject, (name, findings) => {
    found += findings.length;
    report(name, findings);
  });
  await processes.stop();
  release();
  process.exit(found === 0 ? 0 : 1);
} catch (error) {
  await processes.stop();
  release();
  fail(error);
}
