import { setTimeout as pause } from 'node:timers/promises';
import { LimitReached } from '../../sync/tx.ts';
import { createApp } from '../../worker/app.ts';
import { configOf } from '../../worker/config.ts';
import { checkCrons } from '../../worker/cron-runs.ts';
import type { Config, Deps } from '../../worker/deps.ts';
import type { Environment } from '../../worker/environment.ts';
import { DRAIN_PAUSES } from '../../worker/jobs/drain-after-commit.ts';
import { DRAIN_BUDGET, drainOutbox, wakeDrains } from '../../worker/jobs/outbox.ts';
import { runCron } from '../../worker/schedule.ts';
import { openDatabase } from '../../worker/services/database.ts';
import { consoleLog, logError } from '../../worker/services/log.ts';
import { Counters } from '../../worker/services/metrics.ts';
import { MinuteCounts } from '../../worker/services/minute-counts.ts';
import type { Storage } from '../../worker/services/storage.ts';
import { newTrace, runTraced } from '../../worker/services/trace.ts';
import { Sockets } from './sockets.ts';

type RuntimeOptions = {
  env: Environment;
  storage: Storage;
  mailer?: Config['mailer'] | undefined;
  assets: NonNullable<Deps['assets']>;
  log?: Deps['log'] | undefined;
};

/** As wrangler.toml has it for Cloudflare's limiter. */
const LOGINS_A_MINUTE = 300;
/** Calls of the database at once, as many as it keeps streams. It has one writer: with 200 devices at work 16 were slower, and
 * without a limit some were refused (docs/speed.md). */
const CALLS_AT_ONCE = 8;
/** How long what follows an answer may take once the instance stops. */
const GRACE_MS = 10_000;

/** The app in one process of Node, with what Cloudflare gives it there: sockets, alarms, crons and work after the answer. */
export class Runtime {
  readonly sockets = new Sockets(() => this.deps());
  readonly #options: RuntimeOptions;
  readonly #config: Config;
  readonly #db: Deps['db'];
  readonly #metrics = new Counters();
  readonly #changes = new MinuteCounts();
  readonly #logins = new MinuteCounts();
  readonly #draining: Deps['draining'] = new Map();
  readonly #alarms = new Map<string, { at: number; timer: NodeJS.Timeout }>();
  readonly #work = new Set<Promise<unknown>>();

  constructor(options: RuntimeOptions) {
    this.#options = options;
    const { env, mailer } = options;
    this.#config = { ...configOf(env), ...(mailer && { mailer }) };
    this.#db = openDatabase(env, CALLS_AT_ONCE);
  }

  fetch(request: Request): Response | Promise<Response> {
    return createApp(this.deps()).fetch(request);
  }

  runCron(cron: string, at: Date): Promise<void> {
    return this.#follow(
      runCron(
        this.deps(() => at),
        cron,
      ),
    );
  }

  /** An instance that was killed may have left jobs, and have missed its crons. */
  lookAround(): void {
    this.#waitUntil(Promise.all([wakeDrains(this.deps()), checkCrons(this.deps())]));
  }

  deps(now = () => new Date()): Deps {
    const { storage, assets, log = consoleLog } = this.#options;
    return {
      db: this.#db,
      storage,
      config: this.#config,
      metrics: this.#metrics,
      log,
      poke: this.sockets.publish,
      disconnect: this.sockets.disconnect,
      pushInTurn: (hoa_id, headers, body) => this.sockets.pushInTurn(hoa_id, headers, body),
      changes: this.#changes,
      draining: this.#draining,
      drainPauses: DRAIN_PAUSES,
      drainLater: async (hoa_id, at) => this.#drainAt(hoa_id, at.getTime()),
      assets,
      now,
      waitUntil: (work) => this.#waitUntil(work),
      firstFilter: async (key) => this.#mayTry(key),
    };
  }

  /** Resolves once what was begun has ended. */
  async stop(): Promise<void> {
    this.sockets.stop();
    for (const { timer } of this.#alarms.values()) clearTimeout(timer);
    const giveUp = new AbortController();
    await Promise.race([
      Promise.allSettled(this.#work),
      pause(GRACE_MS, undefined, { signal: giveUp.signal }).catch(() => undefined),
    ]);
    giveUp.abort();
    this.#db.close();
  }

  #drainAt(hoa_id: string, at: number): void {
    const set = this.#alarms.get(hoa_id);
    if (set && set.at <= at) return;
    clearTimeout(set?.timer);
    const drain = () => {
      this.#alarms.delete(hoa_id);
      const options = { hoa_id, maxWaitMs: 0, budget: DRAIN_BUDGET };
      this.#waitUntil(runTraced(newTrace(), () => drainOutbox(this.deps(), options)));
    };
    const timer = setTimeout(drain, Math.min(Math.max(at - Date.now(), 0), LONGEST_TIMER_MS));
    this.#alarms.set(hoa_id, { at, timer });
  }

  #mayTry(key: string): boolean {
    try {
      this.#logins.count([{ key, max: LOGINS_A_MINUTE, by: 1, reason: '' }], new Date());
      return true;
    } catch (error) {
      if (error instanceof LimitReached) return false;
      throw error;
    }
  }

  #waitUntil(work: Promise<unknown>): void {
    void this.#follow(work.catch((error) => logError({ log: consoleLog }, 'work after the answer failed', error)));
  }

  #follow<T>(work: Promise<T>): Promise<T> {
    this.#work.add(work);
    void work.catch(() => undefined).finally(() => this.#work.delete(work));
    return work;
  }
}

/** Node fires a timer of more than 2^31 ms at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
