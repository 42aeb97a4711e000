import { keepRunning } from './keep-running.ts';
import { localScript } from './paths.ts';
import type { Processes } from './processes.ts';
import type { Secrets } from './secrets.ts';
import { untilAnswers } from './until-answers.ts';

/** Starts the mail service (Resend's API, with an inbox page at /inbox) as a process of its own. Returns its address. */
export const startMail = (
  processes: Processes,
  port: number,
  { RESEND_API_KEY, LOCAL_TOKEN }: Pick<Secrets, 'RESEND_API_KEY' | 'LOCAL_TOKEN'>,
) =>
  startOutsider(processes, 'mail', port, 'No email is sent until it is back. Everything else works.', {
    RESEND_API_KEY,
    LOCAL_TOKEN,
  });

type Payments = { port: number; folder: string; webhookUrl: string; secrets: Secrets; hasPages?: boolean };

/**
 * Starts the payments service (Stripe's API, with its hosted pages) as a process of its own, which keeps its state in
 * `folder` and tells `webhookUrl` what happens. Without `hasPages` nobody pays there but who has the token of the machine.
 * Returns its address.
 */
export const startPayments = (processes: Processes, { port, folder, webhookUrl, secrets, hasPages = true }: Payments) =>
  startOutsider(processes, 'payments', port, 'No one can pay until it is back. Everything else works.', {
    LOCAL_TOKEN: secrets.LOCAL_TOKEN,
    STRIPE_PAGES: hasPages ? 'open' : 'closed',
    STRIPE_PORT: String(port),
    STRIPE_FOLDER: folder,
    STRIPE_WEBHOOK_URL: webhookUrl,
    STRIPE_WEBHOOK_SECRET: secrets.STRIPE_WEBHOOK_SECRET,
    STRIPE_SECRET_KEY: secrets.STRIPE_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: secrets.STRIPE_PUBLISHABLE_KEY,
  });

const startOutsider = async (
  processes: Processes,
  name: string,
  port: number,
  whenLost: string,
  env: NodeJS.ProcessEnv = {},
): Promise<string> => {
  const url = `http://127.0.0.1:${port}`;
  await keepRunning(processes, {
    name,
    port,
    command: process.execPath,
    args: () => ['--disable-warning=ExperimentalWarning', localScript(`${name}.ts`), String(port)],
    env,
    ready: (running) => untilAnswers(running, url),
    whenLost,
  });
  return url;
};
