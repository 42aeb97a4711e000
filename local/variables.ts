import { checkEnvironment, isLoopback } from '../worker/environment.ts';
import { BUCKET, REGION } from './files.ts';
import { portsOf } from './ports.ts';
import { readSecrets, type Secrets } from './secrets.ts';
import { UserError } from './user-error.ts';

/** Where the parts of a stack answer. That of the database holds the token that opens it. */
export type Urls = Record<'app' | 'database' | 'files' | 'mail' | 'payments', string>;

/** The environment of the embedded stack's worker. */
export const varsOf = (urls: Urls, secrets: Secrets): Record<string, string> => ({
  PUBLIC_URL: urls.app,
  DATABASE_URL: urls.database,
  S3_ENDPOINT: urls.files,
  S3_REGION: REGION,
  S3_BUCKET: BUCKET,
  RESEND_URL: urls.mail,
  STRIPE_URL: urls.payments,
  STRIPE_JS_URL: `${urls.payments}/v3`,
  MAIL_FROM: 'Porchlight <hello@porchlight.test>',
  SUPPORT_EMAIL: 'support@porchlight.test',
  OPERATOR_EMAIL: 'operator@porchlight.test',
  FREE_PLAN_EMAILS: 'free@porchlight.test',
  ...secrets,
});

/** The variables that a start on these ports would give the worker, with the secrets of the file as they are now. Nothing
 * is written. */
export const nextVariables = (port: number, secretsFile: string): Record<string, string> =>
  varsOf(urlsOf(port), readSecrets(secretsFile).secrets);

export const urlsOf = (port: number): Urls => {
  const { app, ...others } = portsOf(port);
  const url = (one: number) => `http://127.0.0.1:${one}`;
  const { database, files, mail, payments } = others;
  return {
    app: `http://localhost:${app}`,
    database: url(database),
    files: url(files),
    mail: url(mail),
    payments: url(payments),
  };
};

/** Throws a UserError that names each variable with which the worker would serve nothing. */
export const requireVariables = (vars: object): void => {
  const problems = checkEnvironment(vars);
  if (problems.length === 0) return;
  const lines = problems.map((problem) => `  ${problem}`);
  throw new UserError(['With these variables nothing is served:', ...lines, 'Correct them in .dev.vars.'].join('\n'));
};

/** The address at which people outside of this machine use the stack, if they do. */
export const publicAddress = ({ PUBLIC_URL }: Secrets): string | undefined =>
  PUBLIC_URL === undefined || isLoopback(PUBLIC_URL) ? undefined : PUBLIC_URL;
