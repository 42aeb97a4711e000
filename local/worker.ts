import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cron } from 'croner';
import { fireCron } from './cron.ts';
import { keepRunning } from './keep-running.ts';
import { localScript, ROOT } from './paths.ts';
import { freePort } from './ports.ts';
import type { Processes } from './processes.ts';
import { envText } from './secrets.ts';
import { untilAnswers } from './until-answers.ts';

type WorkerOptions = {
  port: number;
  dataDir: string;
  /** The worker's environment. */
  vars: Record<string, string>;
  /** Reloads the worker when its sources change. */
  watch: boolean;
  /** Prints one line a request. */
  logRequests: boolean;
};

/** Runs the worker as wrangler dev does; resolves once its health is good. */
export const startWorker = async (
  processes: Processes,
  { port, dataDir, vars, watch, logRequests }: WorkerOptions,
): Promise<void> => {
  const envFile = join(dataDir, 'worker.env');
  const persist = join(dataDir, 'wrangler');
  // Earlier versions stored calls here.
  rmSync(join(persist, 'v3', 'observability'), { recursive: true, force: true });
  writeFileSync(envFile, envText(vars), { mode: 0o600 });
  const health = `http://127.0.0.1:${port}/api/health`;
  let served = false;
  await keepRunning(processes, {
    name: 'worker',
    port,
    command: process.execPath,
    args: async () => {
      const files = ['--persist-to', persist, '--env-file', envFile];
      const debugged = watch ? ['--watch', '--inspector-port', String(await freePort())] : [];
      return ['--no-warnings', localScript('wrangler.ts'), '--port', String(port), ...files, ...debugged];
    },
    // Errors and warnings of the worker are printed at either level.
    env: { ...alone(dataDir), WRANGLER_LOG: logRequests ? 'info' : 'warn' },
    // After a restart it need not wait for the other services.
    ready: (running) => untilAnswers(running, health, { patience: 120_000, accept: ({ ok }) => ok || served }),
    // wrangler restarts a crashed runtime, but after its proxy's runtime crashed no request is answered any more.
    hang: { line: /runtime crashed unexpectedly/, url: health },
    whenLost: 'The app does not answer until it is back.',
  });
  served = true;
};

/** Keeps wrangler offline: no account, no updates, no statistics, no workers of other stacks. */
const alone = (dataDir: string) => ({
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_WRITE_LOGS: 'false',
  // It would store the address and headers of every call.
  X_LOCAL_OBSERVABILITY: 'false',
  // It would show what Durable Objects hold, on the app's port.
  X_LOCAL_EXPLORER: 'false',
  WRANGLER_NO_SKILLS_UPDATE_PROMPTS: 'true',
  WRANGLER_REGISTRY_PATH: join(dataDir, 'wrangler', 'registry'),
  WRANGLER_CACHE_DIR: join(dataDir, 'wrangler', 'cache'),
});

/** Fires the cron triggers of wrangler.toml, which wrangler dev does not. Returns a function that stops them. */
export const startCrons = (port: number, token: string): (() => void) => {
  // A worker that is down misses the call; the next one catches up.
  const fire = (cron: string) => void fireCron(`http://127.0.0.1:${port}`, cron, token).catch(() => undefined);
  const jobs = crons().map((cron) => new Cron(cron, { timezone: 'UTC', unref: true }, () => fire(cron)));
  return () => {
    for (const job of jobs) job.stop();
  };
};

const crons = (): string[] => {
  const [, list = ''] = /^crons\s*=\s*\[(.*?)\]/ms.exec(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')) ?? [];
  return [...list.matchAll(/"([^"]+)"/g)].map((match) => String(match[1]));
};
