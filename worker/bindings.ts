import type { CommitPoke } from '../sync/server/pokes.ts';
import { configOf } from './config.ts';
import type { Deps, SocketSelector } from './deps.ts';
import type { Environment } from './environment.ts';
import { withSocket } from './http/sockets.ts';
import { DRAIN_PAUSES } from './jobs/drain-after-commit.ts';
import { openDatabase } from './services/database.ts';
import { consoleLog, logError } from './services/log.ts';
import { Counters, type Dataset, type Metrics, withDataset } from './services/metrics.ts';
import { MinuteCounts } from './services/minute-counts.ts';
import { createStorage } from './services/storage.ts';
import { countSubrequest } from './services/trace.ts';

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
