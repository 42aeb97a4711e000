import * as z from 'zod/mini';

const text = z.string({ error: 'is missing' }).check(z.trim(), z.minLength(1, 'is missing'));
const url = (protocol: RegExp) => z.pipe(text, z.url({ protocol, error: 'is no address that can be called' }));
const httpUrl = url(/^https?$/);
const MAILBOX = /^[^@\s]+@[^@\s]+$/;
const mailbox = text.check(z.regex(MAILBOX, 'is no email address'));
const sender = text.check(z.regex(/^(.*<)?[^@\s<>]+@[^@\s<>]+>?$/, 'is no email address'));

const base64url = (bytes: number) =>
  text.check(
    z.refine((value) => Buffer.from(value, 'base64url').length === bytes, `must be ${bytes} bytes in base64url`),
  );

const signingSecret = text.check(z.minLength(32, 'must have 32 characters or more'));

/** The items of a comma-separated setting, without empty ones. */
export const splitList = (setting = ''): string[] =>
  setting
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

const isOrigin = (address: string) => !URL.canParse(address) || new URL(address).origin === address;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** True for an address that only this machine reaches. */
export const isLoopback = (address: string): boolean =>
  URL.canParse(address) && LOOPBACK.includes(new URL(address).hostname);

/** Percent, with two decimals at most, cents, and the cents that a payment costs at most. */
export const PRICE = /^(\d{1,2}(?:\.\d{1,2})?)% \+ (\d{1,4})(?:, at most (\d{1,6}))?$/;
const price = (example: string) => z.optional(text.check(z.regex(PRICE, `must be like ${example}`)));

const variables = z.object({
  PUBLIC_URL: httpUrl.check(z.refine(isOrigin, 'must end after the host and the port')),
  SUPPORT_EMAIL: mailbox,
  MAIL_FROM: sender,
  FREE_PLAN_EMAILS: z.optional(z.string()),
  /** 'closed' where new associations are made by whoever runs the server. */
  SIGNUP: z.optional(z.enum(['open', 'closed'], 'must be open or closed')),
  JWT_SECRET: signingSecret,
  JWT_SECRET_PREVIOUS: z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((setting: string) => splitList(setting)),
      ),
      z.array(signingSecret),
    ),
  ),
  DATABASE_URL: url(/^(libsql|https?|wss?)$/),
  DATABASE_TOKEN: z.optional(z.string()),
  LATER_DATABASES: z.optional(z.undefined('is no longer read: every HOA lies in the database of DATABASE_URL')),
  S3_ENDPOINT: httpUrl,
  S3_REGION: text,
  S3_BUCKET: text,
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  /** How mail leaves; Resend where it is missing. The others need a server of one's own (local/instance/). */
  MAIL: z.optional(z.enum(['resend', 'smtp', 'none'], 'must be resend, smtp or none')),
  RESEND_URL: z.optional(httpUrl),
  RESEND_API_KEY: z.optional(text),
  RESEND_WEBHOOK_SECRET: z.optional(text),
  /** 'off' where nobody pays online: nothing of Stripe is needed or called. */
  PAYMENTS: z.optional(z.enum(['stripe', 'off'], 'must be stripe or off')),
  STRIPE_URL: z.optional(httpUrl),
  STRIPE_SECRET_KEY: z.optional(text),
  STRIPE_PUBLISHABLE_KEY: z.optional(text),
  STRIPE_WEBHOOK_SECRET: z.optional(text),
  STRIPE_JS_URL: z.optional(httpUrl),
  STRIPE_CARD_PRICE: price('2.9% + 30'),
  STRIPE_BANK_PRICE: price('0.8% + 0, at most 500'),
  OPERATOR_EMAIL: z.optional(mailbox),
  VAPID_PUBLIC_KEY: z.optional(base64url(65)),
  VAPID_PRIVATE_KEY: z.optional(base64url(32)),
  VAPID_SUBJECT: z.optional(
    text.check(z.regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/, 'must be like mailto:you@example.com')),
  ),
  DNS_URL: z.optional(httpUrl),
  TEST_ORIGINS: z.optional(z.string()),
  METRICS_TOKEN: z.optional(text.check(z.regex(/^[\w.~+/-]{16,}=*$/, 'must be 16 letters and digits or more'))),
});
type Variables = z.output<typeof variables>;

/** Each of `names` is needed, but where the variable `by` has one of the values `others`. */
const requiredUnless = (by: keyof Variables, others: readonly string[], names: readonly (keyof Variables)[]) =>
  names.map((name) =>
    z.refine<Variables>((env) => others.includes(String(env[by])) || env[name] !== undefined, {
      path: [name],
      error: 'is missing',
      // Also where another variable is missing or wrong: all of them are named at once.
      when: () => true,
    }),
  );

const environment = variables.check(
  z.refine(({ PUBLIC_URL, TEST_ORIGINS }) => !TEST_ORIGINS || isLoopback(PUBLIC_URL), {
    path: ['TEST_ORIGINS'],
    error: 'is for tests on one machine',
  }),
  ...requiredUnless('MAIL', ['smtp', 'none'], ['RESEND_URL', 'RESEND_API_KEY']),
  ...requiredUnless(
    'PAYMENTS',
    ['off'],
    ['STRIPE_URL', 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ),
);
/** As the runtime gives it: lists are not split yet. */
export type Environment = z.input<typeof environment>;

/** One sentence per invalid variable, without its value: ["JWT_SECRET is missing"]. */
export const checkEnvironment = (env: object): string[] => {
  const { error } = environment.safeParse(env);
  const problems = new Map(error?.issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
  return [...problems].map(([name, problem]) => `${name} ${problem}`).toReversed();
};
