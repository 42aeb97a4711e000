import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const random = (bytes: number) => randomBytes(bytes).toString('hex');

export const makeSecrets = () => ({
  JWT_SECRET: random(32),
  S3_ACCESS_KEY_ID: `PL${random(9).toUpperCase()}`,
  S3_SECRET_ACCESS_KEY: random(20),
  RESEND_API_KEY: `re_${random(16)}`,
  RESEND_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('base64')}`,
  STRIPE_SECRET_KEY: `sk_test_${random(16)}`,
  STRIPE_PUBLISHABLE_KEY: `pk_test_${random(16)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${random(16)}`,
  METRICS_TOKEN: random(16),
});
/** With what else an operator has put beside them. */
export type Secrets = ReturnType<typeof makeSecrets> & {
  PUBLIC_URL?: string;
  SUPPORT_EMAIL?: string;
  JWT_SECRET_PREVIOUS?: string;
};

/** Secrets that reach no service outside, and sign as these do, so that people can sign in to a restored backup. */
export const drillSecrets = ({ JWT_SECRET, JWT_SECRET_PREVIOUS }: Secrets): Secrets => ({
  ...makeSecrets(),
  JWT_SECRET,
  ...(JWT_SECRET_PREVIOUS && { JWT_SECRET_PREVIOUS }),
});

/**
 * The secrets of an env file; missing ones are generated and added, so that every start has the same. Other variables in
 * it go to the worker too.
 */
export const secretsFrom = (file: string): Secrets => {
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const known = parseEnv(kept);
  const added = Object.entries(makeSecrets()).filter(([name]) => !known[name]);
  if (added.length > 0) {
    const head = kept && !kept.endsWith('\n') ? `${kept}\n` : kept;
    writeFileSync(file, head + envText(Object.fromEntries(added)), { mode: 0o600 });
  }
  return { ...(known as Secrets), ...(Object.fromEntries(added) as Partial<Secrets>) };
};

export const envText = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${/^[\w.:/-]*$/.test(value) ? value : `"${value}"`}\n`)
    .join('');
