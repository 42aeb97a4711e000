/** `npm run doctor`: examines the data of the embedded stack (DATA_DIR), or of the deployment that DATABASE_URL and the
 * worker's other variables name. It writes nothing, and ends with 1 if it finds anything. */
import { openBucket } from './bucket.ts';
import { runDataTool } from './data-tool.ts';
import { databaseClient } from './deployment.ts';
import { examine } from './doctor/examine.ts';
import { doctorOptions } from './options.ts';

const MAX_LINES = 200;

const report = (name: string, problems: string[]): void => {
  if (problems.length === 0) console.log(`${name}: good`);
  for (const problem of problems.slice(0, MAX_LINES)) console.log(`${name}: ${problem}`);
  if (problems.length > MAX_LINES) console.log(`${name}: and ${problems.length - MAX_LINES} more.`);
};

await runDataTool(async ({ open }) => {
  const deployment = await open(doctorOptions());
  const { env, s3 } = deployment;
  let found = 0;
  await examine({ db: databaseClient(deployment), bucket: openBucket(s3), env, now: new Date() }, (name, problems) => {
    found += problems.length;
    report(name, problems);
  });
  return found === 0 ? 0 : 1;
});
