import type { MiddlewareHandler } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { timingSafeEqual } from 'hono/utils/buffer';
import type { CronRun } from '../cron-runs.ts';
import type { Deps, Env } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { queryBatch } from '../queries/query.ts';
import { COUNTERS, type Labels } from '../services/metrics.ts';
import { handler } from './query.ts';
import type { Route } from './route.ts';

const CONTENT_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

const requireMetricsToken: MiddlewareHandler<Env> = (c, next) => {
  const { metricsToken } = c.env.deps.config;
  if (!metricsToken) throw new HttpError(404, 'Not found');
  return bearerAuth<Env>({ verifyToken: (token) => timingSafeEqual(token, metricsToken) })(c, next);
};

/** Gauges are read from the database now; counters are those of this isolate since its start. */
export const metricsRoutes: readonly Route[] = [
  handler('GET /api/metrics', {
    ...{ tag: 'Operation', access: 'anyone', before: [requireMetricsToken] },
    errors: [401, 404],
    summary: 'Counters and gauges',
    notes: 'With METRICS_TOKEN as bearer.',
    answers: { 200: 'application/openmetrics-text' },
    handle: async ({ c, deps }) => {
      const text = [...counterLines(deps), ...(await gaugeLines(deps)), '# EOF', ''].join('\n');
      return c.body(text, 200, { 'Content-Type': CONTENT_TYPE });
    },
  }),
];

const counterLines = ({ metrics }: Deps): string[] =>
  Object.entries(COUNTERS).flatMap(([name, help]) => [
    ...family(name, 'counter', help),
    ...metrics
      .samples()
      .flatMap((sample) => (sample.name === name ? [line(`${name}_total`, sample.labels, sample.value)] : [])),
  ]);

type OutboxRow = { pending: number; failed: number; oldest: string | null };

const READ_OUTBOX = `SELECT (SELECT count(*) FROM outbox WHERE status = 'pending') AS pending,
  (SELECT count(*) FROM outbox WHERE status = 'failed') AS failed,
  (SELECT min(created_at) FROM outbox WHERE status = 'pending') AS oldest`;
const READ_CRONS = 'SELECT cron, ran_at FROM cron_runs ORDER BY cron';

const gaugeLines = async (deps: Deps): Promise<string[]> => {
  const [[outbox], crons] = await queryBatch<[OutboxRow[], CronRun[]]>(deps.db, [READ_OUTBOX, READ_CRONS]);
  const { pending, failed, oldest } = outbox as OutboxRow;
  const age = (at: string) => Math.max(0, (deps.now().getTime() - Date.parse(at)) / 1000);
  return [
    ...family('outbox_pending', 'gauge', 'Jobs that wait'),
    line('outbox_pending', {}, pending),
    ...family('outbox_failed', 'gauge', 'Jobs that have failed for good'),
    line('outbox_failed', {}, failed),
    ...family('outbox_oldest_seconds', 'gauge', 'Age of the oldest job that waits'),
    line('outbox_oldest_seconds', {}, oldest ? age(oldest) : 0),
    ...family('cron_last_run_seconds', 'gauge', 'Time since each scheduled run'),
    ...crons.map(({ cron, ran_at }) => line('cron_last_run_seconds', { cron }, age(ran_at))),
  ];
};

const family = (name: string, type: 'counter' | 'gauge', help: string): string[] => [
  `# TYPE porchlight_${name} ${type}`,
  `# HELP porchlight_${name} ${help}`,
];

/** https://prometheus.io/docs/specs/om/open_metrics_spec/#text-format */
const line = (name: string, labels: Labels, value: number): string => {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text.replace(/[\\"]/g, '\\$&')}"`);
  return `porchlight_${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`;
};
