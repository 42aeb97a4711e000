import { DurableObject } from 'cloudflare:workers';
import { createClient } from '@libsql/client/web';
import { createApp } from './app.ts';
import type { Config, Deps } from './deps.ts';
import { checkEnvironment, type Environment } from './environment.ts';
import { API_HEADERS } from './http/headers.ts';
import type { Poke } from './http/poke.ts';
import { withSocket } from './http/sockets.ts';
import { DRAIN_BUDGET, drainOutbox, wakeDrains } from './jobs/outbox.ts';
import { runSchedule } from './schedule.ts';
import { createStorage } from './services/storage.ts';

export { Poke } from './http/poke.ts';

type Bindings = Environment & {
  ASSETS: Fetcher;
  POKE: DurableObjectNamespace<Poke>;
  OUTBOX: DurableObjectNamespace<OutboxAlarm>;
  LOGIN_LIMIT?: RateLimit;
};

const configOf = (env: Bindings): Config => ({
  publicUrl: env.PUBLIC_URL,
  jwtSecret: env.JWT_SECRET,
  supportEmail: env.SUPPORT_EMAIL,
  freePlanEmails: parseList(env.FREE_PLAN_EMAILS),
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

const parseList = (setting = ''): string[] =>
  setting
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '');

/** Decompressing the database's responses costs more CPU than the saved bytes are worth. */
const fetchUncompressed = (request: Request): Promise<Response> => {
  request.headers.set('Accept-Encoding', 'identity');
  return fetch(request);
};

const depsOf = (env: Bindings, waitUntil: Deps['waitUntil'], now: () => Date): Deps => {
  const config = configOf(env);
  const hub = (hoa_id: string) => env.POKE.get(env.POKE.idFromName(hoa_id));
  return {
    db: createClient({ url: env.DATABASE_URL, authToken: env.DATABASE_TOKEN, fetch: fetchUncompressed }),
    storage: createStorage(config.s3),
    config,
    poke: (hoa_id, audiences, except) => hub(hoa_id).poke([...audiences], [...except]),
    disconnect: (hoa_id, sockets) => hub(hoa_id).disconnect(sockets),
    connect: (request, socket) => hub(socket.hoa_id).fetch(withSocket(request, socket)),
    drainLater: (hoa_id, at) => env.OUTBOX.get(env.OUTBOX.idFromName(hoa_id)).drainAt(hoa_id, at.getTime()),
    assets: (request) => env.ASSETS.fetch(request),
    now,
    waitUntil: (work) => waitUntil(work.catch((error) => console.error('after the answer:', error))),
    firstFilter: async (key) => (env.LOGIN_LIMIT ? (await env.LOGIN_LIMIT.limit({ key })).success : true),
  };
};

let problems: string[] | undefined;

const requireEnvironment = (env: Bindings): void => {
  problems ??= checkEnvironment(env);
  if (problems.length > 0)
    throw new Error(`The environment is not complete, so nothing is served: ${problems.join('; ')}`);
};

const NOT_SET_UP = 'Porchlight is not set up yet. Please try again later.';

export class OutboxAlarm extends DurableObject<Bindings> {
  async drainAt(hoa_id: string, at: number): Promise<void> {
    await this.ctx.storage.put('hoa_id', hoa_id);
    const set = await this.ctx.storage.getAlarm();
    if (set === null || at < set) await this.ctx.storage.setAlarm(at);
  }

  override async alarm(): Promise<void> {
    const hoa_id = String(await this.ctx.storage.get('hoa_id'));
    const deps = depsOf(
      this.env,
      (work) => this.ctx.waitUntil(work),
      () => new Date(),
    );
    await drainOutbox(deps, { hoa_id, maxWaitMs: 0, budget: DRAIN_BUDGET });
  }
}

/** A worker that was killed may have left outbox rows, so each new worker checks once. */
let hasWokenDrains = false;

const wakeDrainsOnce = (deps: Deps) => {
  if (hasWokenDrains) return;
  hasWokenDrains = true;
  deps.waitUntil(wakeDrains(deps));
};

export default {
  fetch: (request, env, context) => {
    try {
      requireEnvironment(env);
    } catch (error) {
      console.error(error);
      return Response.json({ message: NOT_SET_UP }, { status: 503, headers: API_HEADERS });
    }
    const deps = depsOf(
      env,
      (work) => context.waitUntil(work),
      () => new Date(),
    );
    wakeDrainsOnce(deps);
    return createApp(deps).fetch(request);
  },
  scheduled: (event, env, context) => {
    requireEnvironment(env);
    const deps = depsOf(
      env,
      (work) => context.waitUntil(work),
      () => new Date(event.scheduledTime),
    );
    return runSchedule(deps);
  },
} satisfies ExportedHandler<Bindings>;
