import type { OnlineMethod } from '../schema/paying.ts';
import type { Config, Prices } from './deps.ts';
import { type Environment, PRICE, splitList } from './environment.ts';

const isPaymentsOff = ({ PAYMENTS }: Pick<Environment, 'PAYMENTS'>) => PAYMENTS === 'off';

/** The configuration that valid variables name (`checkEnvironment`). */
export const configOf = (env: Environment): Config => ({
  publicUrl: env.PUBLIC_URL,
  jwtSecret: env.JWT_SECRET,
  previousJwtSecrets: splitList(env.JWT_SECRET_PREVIOUS),
  supportEmail: env.SUPPORT_EMAIL,
  freePlanEmails: splitList(env.FREE_PLAN_EMAILS?.toLowerCase()),
  isSignupClosed: env.SIGNUP === 'closed' || isPaymentsOff(env),
  mailFrom: env.MAIL_FROM,
  resendUrl: env.RESEND_URL ?? '',
  resendKey: env.RESEND_API_KEY ?? '',
  resendWebhookSecret: env.RESEND_WEBHOOK_SECRET,
  operatorEmail: env.OPERATOR_EMAIL,
  metricsToken: env.METRICS_TOKEN,
  ...pushOf(env),
  dnsUrl: env.DNS_URL,
  testOrigins: splitList(env.TEST_ORIGINS),
  s3: {
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  },
  stripe: {
    isOff: isPaymentsOff(env),
    url: env.STRIPE_URL ?? '',
    secretKey: env.STRIPE_SECRET_KEY ?? '',
    publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
    scriptUrl: env.STRIPE_JS_URL,
    prices: { ...priceOf('card', env.STRIPE_CARD_PRICE), ...priceOf('us_bank_account', env.STRIPE_BANK_PRICE) },
  },
});

const pushOf = (env: Environment): Pick<Config, 'push'> => {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env;
  if (!publicKey || !privateKey) return {};
  return { push: { publicKey, privateKey, subject: subject ?? `mailto:${env.SUPPORT_EMAIL}` } };
};

const priceOf = (method: OnlineMethod, setting = ''): Partial<Prices> => {
  const [, percent, fixed, most] = PRICE.exec(setting) ?? [];
  if (percent === undefined) return {};
  const basis_points = Math.round(Number(percent) * 100);
  return {
    [method]: { basis_points, fixed_cents: Number(fixed), most_cents: most === undefined ? null : Number(most) },
  };
};
