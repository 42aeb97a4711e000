import { Secret, TOTP } from 'otpauth';
import { type SigningConfig, seal, unseal, verifyingSecrets } from './secrets.ts';

const STEP_SECONDS = 30;
/** The app's clock may be one step before or behind. */
const WINDOW = 1;

const ISSUER = 'Porchlight';

/** 160 bits in base 32, as RFC 4226 recommends. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The QR code's content: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export const setupUri = (secret: string, label: string): string => totpOf(secret, label).toString();

/** The step (30 seconds, counted from 1970) that the code belongs to; undefined if it is none of this secret's. */
export const stepOf = (secret: string, code: string, now: Date): number | undefined => {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
};

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: STEP_SECONDS, digits: 6 });

export const sealSecret = ({ jwtSecret }: SigningConfig, secret: string): Promise<string> =>
  seal(keyOf(jwtSecret), secret);

/** Throws if JWT_SECRET has been replaced without naming the old one as previous. */
export const unsealSecret = async (config: SigningConfig, sealed: string): Promise<string> => {
  for (const secret of verifyingSecrets(config)) {
    const opened = await unseal(keyOf(secret), sealed).catch(() => undefined);
    if (opened !== undefined) return opened;
  }
  throw new Error('The secret of a second factor cannot be decrypted');
};

const keyOf = (secret: string) => `second factors, ${secret}`;
