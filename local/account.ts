/** `npm run account -- VERB ...`: what an operator does where nobody of the HOA can, on the embedded stack (DATA_DIR) or on
 * the deployment that --env or DATABASE_URL names. docs/operations.md says when. */
import { changeEmail, endSignIns, liftLimits, removeSecondFactor, resetLink } from './accounts.ts';
import { runDataTool } from './data-tool.ts';
import { databaseClient } from './deployment.ts';
import { type AccountOptions, accountOptions } from './options.ts';

const run = async (
  deps: Parameters<typeof endSignIns>[0],
  options: AccountOptions,
  { JWT_SECRET = '', PUBLIC_URL = '' }: NodeJS.Dict<string>,
): Promise<string> => {
  const { verb, hoa } = options;
  if (verb === 'remove-second-factor') {
    const { name, email, hoa_name } = await removeSecondFactor(deps, { email: options.email, hoa });
    return `The second factor of ${name || email} (${hoa_name}) is removed. Their password signs them in alone.`;
  }
  if (verb === 'change-email') {
    const { name, email, hoa_name } = await changeEmail(deps, { email: options.email, hoa }, options.newEmail);
    return `${name || options.email} (${hoa_name}) signs in as ${email} now. Their sign-ins and mailed links have ended: "Forgot your password?" mails a link to the new address.`;
  }
  if (verb === 'reset-link') {
    const config = { jwtSecret: JWT_SECRET, publicUrl: PUBLIC_URL };
    const { name, email, hoa_name, link } = await resetLink(deps, { email: options.email, hoa }, config);
    return `${name || email} (${hoa_name}) chooses a new password by this link within two hours:\n${link}`;
  }
  if (verb === 'end-sign-ins') return `Signed out: ${await endSignIns(deps, { email: options.email, hoa })}.`;
  return `Lifted the limits of ${await liftLimits(deps, { email: options.email, hoa })}.`;
};

await runDataTool(async ({ open }) => {
  const options = accountOptions();
  const deployment = await open(options);
  console.log(
    await run(
      { db: databaseClient(deployment), now: () => new Date() },
      options,
      deployment.env as NodeJS.Dict<string>,
    ),
  );
  return 0;
});
