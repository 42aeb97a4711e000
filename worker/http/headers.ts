import type { Config } from '../deps.ts';

const COMMON_HEADERS = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), usb=(), payment=(self)',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

export const API_HEADERS = {
  ...COMMON_HEADERS,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
};

/** Headers of built files. Workers run under this policy: the service worker fetches the app from its own origin, and the
 * one that reads check-in codes is WebAssembly. */
export const FILE_HEADERS = {
  ...COMMON_HEADERS,
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};
export const ASSET_CACHING = { 'Cache-Control': 'public, max-age=31536000, immutable' };

export const pageHeaders = (config: Pick<Config, 'publicUrl' | 's3' | 'stripe'>) => ({
  ...COMMON_HEADERS,
  // Check-in codes are read at the desk of a meeting.
  'Permissions-Policy': COMMON_HEADERS['Permissions-Policy'].replace('camera=()', 'camera=(self)'),
  'Content-Security-Policy': pagePolicy(config),
});

const pagePolicy = ({ publicUrl, s3, stripe }: Pick<Config, 'publicUrl' | 's3' | 'stripe'>): string => {
  const payments = paymentSources(stripe);
  // In browsers older than 2023, 'self' does not cover WebSockets.
  const socket = originOf(publicUrl).replace(/^http/, 'ws');
  return Object.entries({
    'default-src': "'none'",
    'script-src': `'self' ${payments.script}`,
    'style-src': "'self'",
    'font-src': "'self'",
    // Photos come as bytes over a short-lived link and are shown from the device.
    'img-src': `'self' data: blob: ${payments.image}`,
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

/** https://docs.stripe.com/security/guide#content-security-policy */
const STRIPE_SOURCES = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
  image: 'https://*.stripe.com',
};
const NO_SOURCES = { script: '', frame: "'none'", connect: '', image: '' };
const paymentSources = ({ isOff, scriptUrl }: Config['stripe']) => {
  if (isOff) return NO_SOURCES;
  return scriptUrl ? sourcesAt(originOf(scriptUrl)) : STRIPE_SOURCES;
};
const sourcesAt = (origin: string) => ({ script: origin, frame: origin, connect: origin, image: origin });

const originOf = (url: string) => new URL(url).origin;
