import { DurableObject } from 'cloudflare:workers';
import { createApp } from './app.ts';
import { type Bindings, depsOf } from './bindings.ts';
import { calledCron, checkCrons } from './cron-runs.ts';
import type { Deps } from './deps.ts';
import { checkEnvironment } from './environment.ts';
import { API_HEADERS } from './http/headers.ts';
import { REQUEST_ID, rayOf } from './http/request-log.ts';
import { DRAIN_BUDGET, drainOutbox, wakeDrains } from './jobs/outbox.ts';
import { runCron } from './schedule.ts';
import { consoleLog, logError } from './services/log.ts';
import { newTrace, runTraced } from './services/trace.ts';

export { Poke } from './http/poke.ts';

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
    const drain = () => drainOutbox(depsOf(this.env, this.ctx), { hoa_id, maxWaitMs: 0, budget: DRAIN_BUDGET });
    await runTraced(newTrace(), drain);
  }
}

/** A worker that was killed may have left outbox rows, and the crons may have stopped, so each new worker looks once. */
let hasLookedAround = false;

const lookAroundOnce = (deps: Deps) => {
  if (hasLookedAround) return;
  hasLookedAround = true;
  deps.waitUntil(Promise.all([wakeDrains(deps), checkCrons(deps)]));
};

export default {
  fetch: (request, env, context) => {
    try {
      requireEnvironment(env);
    } catch (error) {
      logError({ log: consoleLog }, 'environment incomplete', error);
      const headers = { ...API_HEADERS, [REQUEST_ID]: newTrace(rayOf(request)).id };
      return Response.json({ message: NOT_SET_UP }, { status: 503, headers });
    }
    const deps = depsOf(env, context);
    lookAroundOnce(deps);
    return createApp(deps).fetch(request);
  },
  scheduled: (event, env, context) => {
    requireEnvironment(env);
    const cron = calledCron(event.cron, env.LOCAL_TOKEN);
    return runCron(
      depsOf(env, context, () => new Date(event.scheduledTime)),
      cron,
    );
  },
} satisfies ExportedHandler<Bindings>;
