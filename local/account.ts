/** `npm run account -- VERB ...`: what an operator does where nobody of the HOA can, on the embedded stack (DATA_DIR) or on
 * the deployment that --env or DATABASE_URL names. docs/operations.md says when. */
import { changeEmail, endSignIns, liftLimits, removeSecondFactor } from './accounts.ts';
import { databaseClient, openDeployment } from './deployment.ts';
import { type AccountOptions, accountOptions } from './options.ts';
import { Processes } from './processes.ts';
import { fail } from './user-error.ts';

const processes = new Processes(() => undefined);
let release = () => {};

const run = async (deps: Parameters<typeof endSignIns>[0], options: AccountOptions): Promise<string> => {
  const { verb, hoa } = options;
  if (verb === 'remove-second-factor') {
    const { name, email, hoa_name } = await removeSecondFactor(deps, { email: options.email, hoa });
    return `The second factor of ${name || email} (${hoa_name}) is removed. Their password signs them in alone.`;
  }
  if (verb === 'change-email') {
    const { name, email, hoa_name } = await changeEmail(deps, { email: options.email, hoa }, options.newEmail);
    return `${name || options.email} (${hoa_name}) signs in as ${email} now. Their sign-ins and mailed links have ended: "Forgot your password?" mails a link to the new address.`;
  }
  if (verb === 'end-sign-ins') return `Signed out: ${await endSignIns(deps, { email: options.email, hoa })}.`;
  return `Lifted the limits of ${await liftLimits(deps, { email: options.email, hoa })}.`;
};

try {
  const options = accountOptions();
  const deployment = await openDeployment(processes, options);
  release = deployment.release;
  console.log(await run({ db: databaseClient(deployment), now: () => new Date() }, options));
  await processes.stop();
  release();
  process.exit(0);
} catch (error) {
  await processes.stop();
  release();
  fail(error);
}
