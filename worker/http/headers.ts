import type { Config } from '../deps.ts';

/** On every answer, pages, files and API alike. */
export const COMMON_HEADERS = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), usb=(), payment=(self)',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** On API answers: nothing of them is kept, and none of them is a page. */
export const API_HEADERS = {
  ...COMMON_HEADERS,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
};

/** On the built files, which are the same in every environment. The policy is the one that the service worker runs
 * under: it loads its library and fetches the shell. */
export const FILE_HEADERS = {
  ...COMMON_HEADERS,
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};
/** Names under /assets/ hold a hash of what they contain. */
export const ASSET_CACHING = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/** On the app's page: what it may load, and whom it may talk to, in this environment. */
export const pageHeaders = (config: Pick<Config, 'publicUrl' | 's3' | 'stripe'>) => ({
  ...COMMON_HEADERS,
  'Content-Security-Policy': pagePolicy(config),
});

const pagePolicy = ({ publicUrl, s3, stripe }: Pick<Config, 'publicUrl' | 's3' | 'stripe'>): string => {
  const payments = stripe.scriptUrl ? paymentsAt(originOf(stripe.scriptUrl)) : STRIPE;
  // Browsers before 2023 do not count a socket as 'self'.
  const socket = originOf(publicUrl).replace(/^http/, 'ws');
  return Object.entries({
    'default-src': "'none'",
    'script-src': `'self' ${payments.script}`,
    'style-src': "'self'",
    'font-src': "'self'",
    'img-src': `'self' data: ${payments.image}`,
    'connect-src': `'self' ${socket} ${originOf(s3.endpoint)} ${payments.connect}`,
    'frame-src': payments.frame,
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  })
    .map(([name, sources]) => `${name} ${sources.trim()}`)
    .join('; ');
};

/** As Stripe asks for: https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
  image: 'https://*.stripe.com',
};
const paymentsAt = (origin: string) => ({ script: origin, frame: origin, connect: origin, image: origin });

const originOf = (url: string) => new URL(url).origin;
