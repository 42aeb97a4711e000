import { createClient } from '@libsql/client/web';
import type { Actor } from '../sync/tx.ts';
import { createApp } from './app.ts';
import type { Config, Deps } from './deps.ts';
import { drainOutbox, LEASE_MS } from './outbox.ts';
import { type Poke, tagsOf } from './poke.ts';
import { runSchedule } from './schedule.ts';
import { createStorage } from './services/storage.ts';

export { Poke } from './poke.ts';

type Bindings = {
  POKE: DurableObjectNamespace<Poke>;
  LOGIN_LIMIT?: RateLimit;
  PUBLIC_URL: string;
  DATABASE_URL: string;
  DATABASE_TOKEN?: string;
  JWT_SECRET: string;
  SUPPORT_EMAIL: string;
  FREE_PLAN_EMAILS?: string;
  MAIL_FROM: string;
  RESEND_URL: string;
  RESEND_API_KEY: string;
  S3_ENDPOINT: string;
  S3_REGION: string;
  S3_BUCKET: string;
  S3_ACCESS_KEY_ID: string;
  S3_SECRET_ACCESS_KEY: string;
  STRIPE_URL: string;
  STRIPE_SECRET_KEY: string;
  STRIPE_PUBLISHABLE_KEY: string;
  STRIPE_WEBHOOK_SECRET: string;
  STRIPE_JS_URL?: string;
};

const configOf = (env: Bindings): Config => ({
  publicUrl: env.PUBLIC_URL,
  jwtSecret: env.JWT_SECRET,
  supportEmail: env.SUPPORT_EMAIL,
  freePlanEmails: listOf(env.FREE_PLAN_EMAILS),
  mailFrom: env.MAIL_FROM,
  resendUrl: env.RESEND_URL,
  resendKey: env.RESEND_API_KEY,
  s3: {
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: env.S3_BUCKET,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  },
  stripe: {
    url: env.STRIPE_URL,
    secretKey: env.STRIPE_SECRET_KEY,
    publishableKey: env.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    scriptUrl: env.STRIPE_JS_URL,
  },
});

/** What a comma-separated setting names. */
const listOf = (setting = ''): string[] =>
  setting
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '');

/** Answers of the database as they are: packing and unpacking them costs both sides more than the bytes between them. */
const plain = (request: Request): Promise<Response> => {
  request.headers.set('Accept-Encoding', 'identity');
  return fetch(request);
};

const depsOf = (env: Bindings, waitUntil: Deps['waitUntil'], now: () => Date): Deps => {
  const config = configOf(env);
  const hub = (hoa_id: string) => env.POKE.get(env.POKE.idFromName(hoa_id));
  return {
    db: createClient({ url: env.DATABASE_URL, authToken: env.DATABASE_TOKEN, fetch: plain }),
    storage: createStorage(config.s3),
    config,
    poke: (hoa_id, audiences, except) => hub(hoa_id).poke([...audiences], [...except]),
    connect: (request, actor) => hub(actor.hoa_id).fetch(tagged(request, actor)),
    now,
    waitUntil: (work) => waitUntil(work.catch((error) => console.error('after the answer:', error))),
    firstFilter: async (key) => (env.LOGIN_LIMIT ? (await env.LOGIN_LIMIT.limit({ key })).success : true),
  };
};

const tagged = (request: Request, actor: Actor): Request => {
  const headers = new Headers(request.headers);
  const { searchParams } = new URL(request.url);
  headers.set('x-porchlight-tags', tagsOf(actor, searchParams.get('group') ?? '', searchParams.get('client') ?? ''));
  return new Request(request, { headers });
};

/** Whether this worker has looked after what one that was killed left undone. */
let awake = false;

const wakeUp = (deps: Deps) => {
  if (awake) return;
  awake = true;
  deps.waitUntil(drainOutbox(deps, { patience: LEASE_MS }));
};

export default {
  fetch: (request, env, context) => {
    const deps = depsOf(
      env,
      (work) => context.waitUntil(work),
      () => new Date(),
    );
    wakeUp(deps);
    return createApp(deps).fetch(request);
  },
  scheduled: (event, env, context) =>
    runSchedule(
      depsOf(
        env,
        (work) => context.waitUntil(work),
        () => new Date(event.scheduledTime),
      ),
    ),
} satisfies ExportedHandler<Bindings>;
