import type { Client } from '@libsql/client';
import { batch } from '../../sync/server/retry.ts';
import type { Config, Deps } from '../deps.ts';
import { tracedFetch } from '../services/trace.ts';
import { handler } from './query.ts';
import type { Route } from './route.ts';

const TIMEOUT_MS = 2000;

const operation = { tag: 'Operation', access: 'anyone' } as const;

export const healthRoutes: readonly Route[] = [
  handler('GET /api/live', {
    ...operation,
    summary: 'Whether the worker runs',
    answers: { 200: 'live' },
    handle: () => ({ status: 'ok' }),
  }),
  // Says whether data can be saved, to everybody.
  handler('GET /api/health', {
    ...operation,
    summary: 'Whether all it needs is up',
    answers: { 200: 'health', 503: 'health' },
    handle: async ({ c, deps }) => {
      const checks = await recentChecks(deps);
      const healthy = Object.values(checks).every((check) => check === 'ok');
      return c.json({ status: healthy ? 'ok' : 'down', checks }, healthy ? 200 : 503);
    },
  }),
];

type Checks = Awaited<ReturnType<typeof checkAll>>;

const KEPT_MS = 10_000;

/** The newest checks of this isolate, keyed by the configuration that they follow. */
const recent = new WeakMap<Config, { checks: Checks; at: number }>();

/** At most 10 s old, so that whoever asks often costs nothing outside. */
const recentChecks = async (deps: Deps): Promise<Checks> => {
  const known = recent.get(deps.config);
  const now = deps.now().getTime();
  if (known && now - known.at < KEPT_MS) return known.checks;
  const checks = await checkAll(deps);
  recent.set(deps.config, { checks, at: now });
  return checks;
};

const checkAll = async (deps: Deps) => {
  const { config } = deps;
  const [database, files, mail, payments] = await Promise.all([
    statusOf(requireSaving(deps)),
    statusOf(deps.storage.check?.() ?? requireAnswer(`${config.s3.endpoint}/${config.s3.bucket}`)),
    statusOf(config.mailer?.check() ?? requireAnswer(`${config.resendUrl}/domains`)),
    config.stripe.isOff ? 'ok' : statusOf(requireAnswer(`${config.stripe.url}/v1/events`)),
  ]);
  return { database, files, mail, payments };
};

const WRITTEN_MS = 60_000;

/** When a database last took a write, by this isolate. */
const written = new WeakMap<Client, number>();

/** A full disk still reads, so it writes, at most once a minute while that succeeds. */
const requireSaving = async (deps: Deps): Promise<void> => {
  const { db } = deps;
  const now = deps.now().getTime();
  if (now - (written.get(db) ?? 0) < WRITTEN_MS) return void (await db.execute('select 1'));
  await batch(
    db,
    [
      `INSERT INTO rate_limits (key, window_start, count) VALUES ('health', 0, 1)
        ON CONFLICT (key, window_start) DO UPDATE SET count = count + 1`,
    ],
    'write',
  );
  written.set(db, now);
};

/** Sends no key, because this route is public; a 4xx response also shows that the service is up. */
const requireAnswer = async (url: string) => {
  const response = await tracedFetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.body?.cancel();
  if (response.status >= 500) throw new Error(`${url} answered ${response.status}`);
};

const statusOf = async (check: Promise<unknown>): Promise<'ok' | 'down'> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), TIMEOUT_MS);
  });
  try {
    await Promise.race([check, late]);
    return 'ok';
  } catch {
    return 'down';
  } finally {
    clearTimeout(timer);
  }
};
