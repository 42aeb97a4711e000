import { expect, test } from 'vitest';
import { makeSecrets } from '../../local/secrets.ts';
import { varsOf } from '../../local/variables.ts';
import { checkEnvironment } from '../../worker/environment.ts';

const at = (port: number) => `http://127.0.0.1:${port}`;
const urls = { app: 'http://localhost:8787', database: at(1), files: at(2), mail: at(3), payments: at(4) };
const GOOD = varsOf(urls, makeSecrets());

test('the environment of the embedded stack, and one like production’s, is good', () => {
  expect(checkEnvironment(GOOD)).toEqual([]);
  const production = {
    ...GOOD,
    PUBLIC_URL: 'https://porchlight.example',
    DATABASE_URL: 'libsql://porchlight.turso.io',
    MAIL_FROM: 'hello@porchlight.example',
    STRIPE_JS_URL: undefined,
    FREE_PLAN_EMAILS: undefined,
  };
  expect(checkEnvironment(production)).toEqual([]);
});

test('[SEC-18] a secret that signs too little is named, and never said', () => {
  expect(checkEnvironment({ ...GOOD, JWT_SECRET: 'x' })).toEqual(['JWT_SECRET must have 32 characters or more']);
  expect(checkEnvironment({ ...GOOD, JWT_SECRET: 'x'.repeat(31) })).toHaveLength(1);
  expect(checkEnvironment({ ...GOOD, JWT_SECRET: 'x'.repeat(32) })).toEqual([]);
});

test('HOAs in a second database are not left behind in silence', () => {
  expect(checkEnvironment({ ...GOOD, LATER_DATABASES: '8=libsql://second.example' })).toEqual([
    'LATER_DATABASES is no longer read: every HOA lies in the database of DATABASE_URL',
  ]);
});

const OPTIONAL = [
  'VAPID_PRIVATE_KEY',
  'VAPID_PUBLIC_KEY',
  'FREE_PLAN_EMAILS',
  'LOCAL_TOKEN',
  'METRICS_TOKEN',
  'OPERATOR_EMAIL',
  'RESEND_WEBHOOK_SECRET',
  'STRIPE_JS_URL',
];
test.each(Object.keys(GOOD).filter((name) => !OPTIONAL.includes(name)))('%s may not be missing or empty', (name) => {
  for (const value of [undefined, '', '  '])
    expect(checkEnvironment({ ...GOOD, [name]: value })).toEqual([`${name} is missing`]);
});

test.each([
  ['PUBLIC_URL', 'porchlight.example', 'is no address that can be called'],
  ['PUBLIC_URL', 'https://porchlight.example/app', 'must end after the host and the port'],
  ['PUBLIC_URL', 'https://porchlight.example/', 'must end after the host and the port'],
  ['DATABASE_URL', 'file:local.db', 'is no address that can be called'],
  ['S3_ENDPOINT', 'the bucket', 'is no address that can be called'],
  ['RESEND_URL', 'ftp://mail.example', 'is no address that can be called'],
  ['STRIPE_JS_URL', 'nowhere', 'is no address that can be called'],
  ['SUPPORT_EMAIL', 'support', 'is no email address'],
  ['MAIL_FROM', 'Porchlight', 'is no email address'],
])('%s is not %o', (name, value, problem) => {
  expect(checkEnvironment({ ...GOOD, [name]: value })).toEqual([`${name} ${problem}`]);
});

test('everything that is wrong is named at once', () => {
  expect(checkEnvironment({ ...GOOD, JWT_SECRET: undefined, S3_BUCKET: '' })).toEqual([
    'JWT_SECRET is missing',
    'S3_BUCKET is missing',
  ]);
  expect(checkEnvironment({})).toHaveLength(16);
});
