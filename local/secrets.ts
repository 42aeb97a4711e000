import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const random = (bytes: number) => randomBytes(bytes).toString('hex');

/** The pair of P-256 keys that signs pushes (RFC 8292), as browsers and push services take it. */
const makeVapidKeys = () => {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = [jwk.x, jwk.y].map((part) => Buffer.from(String(part), 'base64url'));
  const publicKey = Buffer.concat([Buffer.from([4]), ...point]).toString('base64url');
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: String(jwk.d) };
};

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
  LOCAL_TOKEN: random(16),
  ...makeVapidKeys(),
});
/** Keeps the other variables that an operator has added. */
export type Secrets = ReturnType<typeof makeSecrets> & {
  PUBLIC_URL?: string;
  SUPPORT_EMAIL?: string;
  JWT_SECRET_PREVIOUS?: string;
};

/** The secrets of an env file, with the missing ones newly made, and those alone. Other variables in it go to the worker
 * too. */
export const readSecrets = (file: string): { secrets: Secrets; added: Record<string, string> } => {
  const known = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  // A pair is made anew as a whole, since one key is of no use with another's.
  const lacksPair = !known.VAPID_PUBLIC_KEY || !known.VAPID_PRIVATE_KEY;
  const missing = Object.entries(makeSecrets()).filter(
    ([name]) => !known[name] || (lacksPair && name.startsWith('VAPID_')),
  );
  const added = Object.fromEntries(missing);
  return { secrets: { ...(known as Secrets), ...(added as Partial<Secrets>) }, added };
};

/** The same; what is made is added to the file, so that every start has the same. */
export const secretsFrom = (file: string): Secrets => {
  const { secrets, added } = readSecrets(file);
  if (Object.keys(added).length > 0) {
    const kept = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const head = kept && !kept.endsWith('\n') ? `${kept}\n` : kept;
    writeFileSync(file, head + envText(added), { mode: 0o600 });
  }
  return secrets;
};

export const envText = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${/^[\w.:/-]*$/.test(value) ? value : `"${value}"`}\n`)
    .join('');
