import { StripeError } from './errors.ts';

export type Keys = { secretKey: string; publishableKey: string };

const unauthorized = (message: string) => new StripeError(401, { type: 'invalid_request_error', message });

/** Which of the two keys came along, as Bearer or Basic: https://docs.stripe.com/api/authentication. Throws 401. */
export const keyTypeOf = (authorization: string | undefined, param: unknown, keys: Keys): 'secret' | 'publishable' => {
  const key = keyIn(authorization) ?? (typeof param === 'string' ? param : undefined);
  if (!key) throw unauthorized(NO_KEY);
  if (key === keys.secretKey) return 'secret';
  if (key === keys.publishableKey) return 'publishable';
  throw unauthorized(`Invalid API Key provided: ${masked(key)}`);
};

const keyIn = (authorization = ''): string | undefined => {
  const [scheme, value = ''] = authorization.split(' ');
  if (scheme?.toLowerCase() === 'bearer') return value;
  if (scheme?.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString().split(':')[0];
  return undefined;
};

const masked = (key: string) => `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`;

const NO_KEY =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.";
