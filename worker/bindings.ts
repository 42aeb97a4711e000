import { type Client, createClient } from '@libsql/client/web';
import type { OnlineMethod } from '../schema/paying.ts';
import type { CommitPoke } from '../sync/server/pokes.ts';
import type { Config, Deps, Prices, SocketSelector } from './deps.ts';
import { type Environment, PRICE, splitList } from './environment.ts';
import { withSocket } from './http/sockets.ts';
import { keepStreams } from './services/database-streams.ts';
import { consoleLog, logError } from './services/log.ts';
import { Counters, type Dataset, type Metrics, withDataset } from './services/metrics.ts';
import { MinuteCounts } from './services/minute-counts.ts';
import { createStorage } from './services/storage.ts';
import { countSubrequest, tracedFetch } from './services/trace.ts';

/** The methods of the Durable Objects of `wrangler.toml`. */
type PokeHub = Rpc.DurableObjectBranded & {
  publish(commit: CommitPoke, except: string[]): Promise<void>;
  push(headers: [string, string][], body: string): Promise<Response>;
  disconnect(sockets: SocketSelector): void;
};
type OutboxAlarm = Rpc.DurableObjectBranded & { drainAt(hoa_id: string, at: number): Promise<void> };

export type Bindings = Environment & {
  ASSETS: Fetcher;
  POKE: DurableObjectNamespace<PokeHub>;
  OUTBOX: DurableObjectNamespace<OutboxAlarm>;
  LOGIN_LIMIT?: RateLimit;
  METRICS?: AnalyticsEngineDataset;
  /** Set by the embedded stack alone: opens what is for its operator. */
  LOCAL_TOKEN?: string;
};

type Context = { waitUntil(work: Promise<unknown>): void };

/** The dependencies of one request, alarm or event. */
export const depsOf = (env: Bindings, context: Context, now = () => new Date()): Deps => {
  const hub = (hoa_id: string) => {
    countSubrequest();
    return env.POKE.get(env.POKE.idFromName(hoa_id));
  };
  return {
    ...clientsOf(env),
    metrics: metricsOf(env.METRICS),
    log: consoleLog,
    poke: (hoa_id, commit, except) => hub(hoa_id).publish(commit, [...except]),
    disconnect: (hoa_id, sockets) => hub(hoa_id).disconnect(sockets),
    pushInTurn: (hoa_id, headers, body) => hub(hoa_id).push([...headers], body),
    changes,
    draining,
    drainPauses: DRAIN_PAUSES,
    connect: (request, socket) => hub(socket.viewer.hoa_id).fetch(withSocket(request, socket)),
    drainLater: (hoa_id, at) => {
      countSubrequest();
      return env.OUTBOX.get(env.OUTBOX.idFromName(hoa_id)).drainAt(hoa_id, at.getTime());
    },
    assets: (request) => {
      countSubrequest();
      return env.ASSETS.fetch(request);
    },
    now,
    waitUntil: (work) =>
      context.waitUntil(work.catch((error) => logError({ log: consoleLog }, 'work after the answer failed', error))),
    firstFilter: async (key) => (env.LOGIN_LIMIT ? (await env.LOGIN_LIMIT.limit({ key })).success : true),
  };
};

/** Durable Objects that run in this isolate count here, too. */
const counters = new Counters();
const changes = new MinuteCounts();
const draining: Deps['draining'] = new Map();
const DRAIN_PAUSES = { first: 50, every: 1000 };
const metricsOf = (dataset?: Dataset): Metrics => (dataset ? withDataset(counters, dataset) : counters);

type Clients = Pick<Deps, 'db' | 'storage' | 'config'>;
let clients: Clients | undefined;

const clientsOf = (env: Bindings): Clients => {
  clients ??= createClients(env);
  return clients;
};

const createClients = (env: Bindings): Clients => {
  const config = configOf(env);
  return { db: openDatabase(env), storage: createStorage(config.s3), config };
};

const openDatabase = (env: Bindings): Client =>
  createClient({
    url: env.DATABASE_URL,
    authToken: env.DATABASE_TOKEN,
    fetch: keepStreams(fetchUncompressed),
    // Its queue would let one request run another's calls, and Cloudflare ends a call with the request that made it.
    concurrency: Number.POSITIVE_INFINITY,
  });

/** Decompressing the database's responses costs more CPU than the saved bytes are worth. */
const fetchUncompressed: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  request.headers.set('Accept-Encoding', 'identity');
  return tracedFetch(request);
};

const configOf = (env: Bindings): Config => ({
  publicUrl: env.PUBLIC_URL,
  jwtSecret: env.JWT_SECRET,
  previousJwtSecrets: splitList(env.JWT_SECRET_PREVIOUS),
  supportEmail: env.SUPPORT_EMAIL,
  freePlanEmails: splitList(env.FREE_PLAN_EMAILS?.toLowerCase()),
  mailFrom: env.MAIL_FROM,
  resendUrl: env.RESEND_URL,
  resendKey: env.RESEND_API_KEY,
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
    url: env.STRIPE_URL,
    secretKey: env.STRIPE_SECRET_KEY,
    publishableKey: env.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
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
