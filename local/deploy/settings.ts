import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { checkEnvironment, type Environment, isLoopback } from '../../worker/environment.ts';
import { ROOT } from '../paths.ts';
import { messageOf, UserError } from '../user-error.ts';

export const ENVIRONMENTS = ['production', 'staging'] as const;
export type EnvironmentName = (typeof ENVIRONMENTS)[number];

type Setting = { from: string; isSecret?: true };

/** The worker's variables and where each comes from. docs/operations-appendix.md says how it is rotated. */
export const WORKER_SETTINGS: Record<keyof Environment, Setting> = {
  PUBLIC_URL: { from: 'the address of the app, such as https://porchlight.example' },
  SUPPORT_EMAIL: { from: 'the mailbox that your users write to' },
  MAIL_FROM: { from: 'a sender of a domain that is verified at Resend' },
  FREE_PLAN_EMAILS: { from: 'you decide: who may sign up for the free plan' },
  JWT_SECRET: { from: 'made by you: openssl rand -hex 32', isSecret: true },
  JWT_SECRET_PREVIOUS: { from: 'what JWT_SECRET was before', isSecret: true },
  DATABASE_URL: { from: 'turso db show NAME --url' },
  DATABASE_TOKEN: { from: 'turso db tokens create NAME', isSecret: true },
  LATER_DATABASES: { from: 'leave it out: every HOA lies in the database of DATABASE_URL' },
  S3_ENDPOINT: { from: 'the provider of the bucket' },
  S3_REGION: { from: 'the provider of the bucket' },
  S3_BUCKET: { from: 'the name of the bucket' },
  S3_ACCESS_KEY_ID: { from: 'the provider of the bucket: a key for this bucket alone' },
  S3_SECRET_ACCESS_KEY: { from: 'the provider of the bucket: a key for this bucket alone', isSecret: true },
  SIGNUP: { from: 'leave it out: anybody may sign up; closed where you make the associations' },
  MAIL: { from: 'leave it out: mail leaves by Resend' },
  PAYMENTS: { from: 'leave it out: payments run over Stripe; off where nobody pays online' },
  RESEND_URL: { from: 'https://api.resend.com' },
  RESEND_API_KEY: { from: 'Resend, API Keys, with sending access', isSecret: true },
  RESEND_WEBHOOK_SECRET: { from: 'Resend, Webhooks: the signing secret of the endpoint', isSecret: true },
  STRIPE_URL: { from: 'https://api.stripe.com' },
  STRIPE_SECRET_KEY: { from: 'Stripe, Developers, API keys', isSecret: true },
  STRIPE_PUBLISHABLE_KEY: { from: 'Stripe, Developers, API keys' },
  STRIPE_WEBHOOK_SECRET: { from: 'Stripe, Developers, Webhooks: the signing secret of each endpoint', isSecret: true },
  STRIPE_JS_URL: { from: 'leave it out: browsers load Stripe.js from Stripe' },
  STRIPE_CARD_PRICE: { from: 'leave it out at list price; else what Stripe takes for a card, such as 2.9% + 30' },
  STRIPE_BANK_PRICE: {
    from: 'leave it out at list price; else what Stripe takes for a bank transfer, such as 0.8% + 0, at most 500',
  },
  OPERATOR_EMAIL: { from: 'the mailbox of who operates this' },
  VAPID_PUBLIC_KEY: { from: 'made by you: makeVapidKeys of local/secrets.ts' },
  VAPID_PRIVATE_KEY: { from: 'made by you, with VAPID_PUBLIC_KEY', isSecret: true },
  VAPID_SUBJECT: { from: 'leave it out: push services write to SUPPORT_EMAIL; else mailto: and a mailbox' },
  DNS_URL: { from: 'leave it out: Cloudflare’s resolver; else DNS over HTTPS that answers JSON' },
  TEST_ORIGINS: { from: 'leave it out: for tests on one machine' },
  METRICS_TOKEN: { from: 'made by you: openssl rand -hex 16', isSecret: true },
};

/** Settings of the deployment alone; the worker never gets them. */
const DEPLOYMENT_SETTINGS = {
  CLOUDFLARE_ACCOUNT_ID: { from: 'Cloudflare, Workers & Pages, Account ID', isRequired: true },
  CLOUDFLARE_API_TOKEN: { from: 'Cloudflare, API Tokens, template "Edit Cloudflare Workers"', isRequired: true },
  SMOKE_EMAIL: { from: 'a resident of an HOA of your own', isRequired: false },
  SMOKE_PASSWORD: { from: 'the password of that resident', isRequired: false },
};

export const isKnownSetting = (name: string): boolean => name in WORKER_SETTINGS || name in DEPLOYMENT_SETTINGS;

export type Settings = Partial<Record<keyof Environment | keyof typeof DEPLOYMENT_SETTINGS, string>>;

/** The environment that `--env` names, and whether `--dry-run` stands beside it. Throws a UserError. */
export const deploymentWords = (args = process.argv.slice(2)): { name: EnvironmentName; dryRun: boolean } => {
  try {
    const options = {
      env: { type: 'string', default: 'production' },
      'dry-run': { type: 'boolean', default: false },
    } as const;
    const { env, 'dry-run': dryRun } = parseArgs({ args, options }).values;
    const name = ENVIRONMENTS.find((known) => known === env);
    if (!name) throw new Error(`--env takes ${ENVIRONMENTS.join(' or ')}, and is "${env}".`);
    return { name, dryRun };
  } catch (error) {
    throw new UserError(`${messageOf(error)} The options are --env and --dry-run.`);
  }
};

/** Reads `.env.<name>` in `folder`, and this process' environment, which counts where both name a variable. */
export const readSettings = (
  name: EnvironmentName,
  given: NodeJS.ProcessEnv = process.env,
  folder = ROOT,
): Settings => {
  const file = join(folder, `.env.${name}`);
  const kept = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const names = [...Object.keys(WORKER_SETTINGS), ...Object.keys(DEPLOYMENT_SETTINGS)];
  return Object.fromEntries(names.map((one) => [one, given[one] ?? kept[one]]).filter(([, value]) => value));
};

/** Throws a UserError with one line for each setting that is missing or wrong, and where it comes from. */
export const requireSettings = (name: EnvironmentName, settings: Settings): void => {
  const problems = problemsOf(settings);
  if (problems.length === 0) return;
  throw new UserError(
    [
      `The environment "${name}" is not complete:`,
      ...problems.map((problem) => `  ${problem}`),
      `Put them into .env.${name} or into the environment of this command; docs/operations-appendix.md says more of each.`,
    ].join('\n'),
  );
};

const problemsOf = (settings: Settings): string[] => {
  const missing = Object.entries(DEPLOYMENT_SETTINGS)
    .filter(([one, { isRequired }]) => isRequired && !settings[one as keyof Settings])
    .map(([one, { from }]) => `${one} is missing (${from})`);
  return [...checkEnvironment(settings).map(withSource), ...publicProblems(settings), ...missing];
};

const withSource = (problem: string): string => {
  const [name = ''] = problem.split(' ');
  return `${problem} (${WORKER_SETTINGS[name as keyof Environment].from})`;
};

const modeOf = (key = '') => /_(test|live)_/.exec(key)?.[1];

/** Settings that are right on a machine of one's own and wrong on the internet. */
const publicProblems = ({ PUBLIC_URL = '', STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY }: Settings): string[] => [
  ...(PUBLIC_URL.startsWith('http:') && !isLoopback(PUBLIC_URL) ? ['PUBLIC_URL must begin with https://'] : []),
  ...(modeOf(STRIPE_SECRET_KEY) !== modeOf(STRIPE_PUBLISHABLE_KEY)
    ? ['STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys']
    : []),
];
