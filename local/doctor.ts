/** `npm run doctor`: examines the data of the embedded stack (DATA_DIR), or of the deployment that DATABASE_URL and the
 * worker's other variables name. It writes nothing, and ends with 1 if it finds anything. */
import { openBucket } from './bucket.ts';
import { runDataTool } from './data-tool.ts';
import { databaseClient } from './deployment.ts';
import { examine } from './doctor/examine.ts';
import { doctorOptions } from './options.ts';

const MAX_LINES = 200;

const report = (name: string, findings: string[]): void => {
  if (findings.length === 0) console.log(`${name}: good`);
  for (const finding of findings.slice(0, MAX_LINES)) console.log(`${name}: ${finding}`);
  if (findings.length > MAX_LINES) console.log(`${name}: and ${findings.length - MAX_LINES} more.`);
};

await runDataTool(async ({ open }) => {
  const deployment = await open(doctorOptions());
  const { env, s3 } = deployment;
  let found = 0;
  await examine({ db: databaseClient(deployment), bucket: openBucket(s3), env, now: new Date() }, (name, findings) => {
    found += findings.length;
    report(name, findings);
  });
  return found === 0 ? 0 : 1;
});
