/** `npm run second-factor -- remove EMAIL [--hoa NAME]`: for a superadmin who has lost the authenticator app and the
 * recovery codes. It works on the embedded stack (DATA_DIR), or on the deployment that --env or DATABASE_URL names. */
import { databaseClient, openDeployment } from './deployment.ts';
import { secondFactorOptions } from './options.ts';
import { Processes } from './processes.ts';
import { removeAsOperator } from './second-factor-removal.ts';
import { fail } from './user-error.ts';

const processes = new Processes(() => undefined);
let release = () => {};

try {
  const { email, hoa, ...data } = secondFactorOptions();
  const deployment = await openDeployment(processes, data);
  release = deployment.release;
  const { name, hoa_name } = await removeAsOperator(databaseClient(deployment), new Date(), email, hoa);
  console.log(`The second factor of ${name || email} (${hoa_name}) is removed. Their password signs them in alone.`);
  await processes.stop();
  release();
  process.exit(0);
} catch (error) {
  await processes.stop();
  release();
  fail(error);
}
