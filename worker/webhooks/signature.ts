import { createHmac } from 'node:crypto';
import { type SigningConfig, seal, unseal, verifyingSecrets } from '../auth/secrets.ts';

const PREFIX = 'whsec_';

/** 256 bits, as the specification writes them. */
export const newWebhookSecret = (): string =>
  `${PREFIX}${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`;

export const sealWebhookSecret = ({ jwtSecret }: SigningConfig, secret: string): Promise<string> =>
  seal(keyOf(jwtSecret), secret);

/** Throws if JWT_SECRET has been replaced without naming the old one as previous. */
export const unsealWebhookSecret = async (config: SigningConfig, sealed: string): Promise<string> => {
  for (const secret of verifyingSecrets(config)) {
    const opened = await unseal(keyOf(secret), sealed).catch(() => undefined);
    if (opened !== undefined) return opened;
  }
  throw new Error('The secret of a webhook cannot be decrypted');
};

const keyOf = (secret: string) => `webhooks, ${secret}`;

type Message = { id: string; at: Date; body: string };

/** The headers of https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md, with a
 * signature for each secret. */
export const webhookHeaders = ({ id, at, body }: Message, secrets: readonly string[]): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
    'Content-Type': 'application/json',
    'User-Agent': 'Porchlight-Webhooks/1',
  };
};
