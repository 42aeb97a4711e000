import { readFileSync } from 'node:fs';
import type { InStatement } from '@libsql/client';
import { beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../worker/app.ts';
import { CRON_MINUTES, checkCrons } from '../../worker/cron-runs.ts';
import type { Deps } from '../../worker/deps.ts';
import { DRAIN_BUDGET, drainOutbox } from '../../worker/jobs/outbox.ts';
import { runCron } from '../../worker/schedule.ts';
import type { Log } from '../../worker/services/log.ts';
import { Counters } from '../../worker/services/metrics.ts';
import { alertOperator } from '../../worker/services/operator.ts';
import { createContext, testConfig, testDeps, withClock } from '../support/fixtures.ts';
import { ownDatabase } from '../support/own-database.ts';
import { required } from '../support/required.ts';
import { resendForAll } from '../support/resend-emulator.ts';

type LogEntry = Parameters<Log>[0];

const MINUTE_MS = 60_000;
const OPERATOR_EMAIL = 'operator@porchlight.test';
const TOKEN = 'a-token-for-the-metrics';
const HOURLY = '30 * * * *';

const own = ownDatabase();
const resend = resendForAll();

let start: number;
/** A worker at `minutes` after the start of the test, with its own counters and log. */
const at = (minutes: number, over: Partial<Deps> = {}) => {
  const lines: LogEntry[] = [];
  const config = { ...testConfig(), resendUrl: resend.url, operatorEmail: OPERATOR_EMAIL, metricsToken: TOKEN };
  const metrics = new Counters();
  const deps = testDeps({ db: own.db, config, metrics, log: (entry) => void lines.push(entry), ...over });
  return { deps: withClock(deps, () => new Date(start + minutes * MINUTE_MS)), metrics, lines };
};
const drain = (deps: Deps) => drainOutbox(deps, { maxWaitMs: 0, budget: DRAIN_BUDGET });
const mails = () => resend.sent.filter(({ to }) => to.includes(OPERATOR_EMAIL));
const subjects = () => mails().map(({ subject }) => subject);

beforeEach(async () => {
  // The outbox never runs a job before the real time.
  start = Date.now() - 24 * 60 * MINUTE_MS;
  resend.sent = [];
  resend.behave = () => 'accept';
  await own.db.batch(['DELETE FROM cron_runs', 'DELETE FROM operator_mails', 'DELETE FROM outbox'], 'write');
});

describe('the operator’s mail', () => {
  test('says what needs a person, at most once an hour for each kind', async () => {
    for (const minutes of [0, 1, 59, 61]) {
      await alertOperator(at(minutes).deps, 'reconciliation', [`Difference ${minutes}.`]);
      await alertOperator(at(minutes).deps, 'webhook_failed', ['An event.']);
    }
    await drain(at(61).deps);
    const of = (title: string) => mails().filter(({ subject }) => subject.includes(title));
    const differences = of('The database and the payment service differ');
    expect(differences.map(({ text }) => /Difference \d+/.exec(text)?.[0]).sort()).toEqual([
      'Difference 0',
      'Difference 61',
    ]);
    expect([of('A webhook could not be handled').length, mails().length]).toEqual([2, 4]);
  });

  test('is queued once, by however many workers that see the trouble at once', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, at_) => alertOperator(at(at_ / 60).deps, 'cron_failed', ['x'])));
    await drain(at(1).deps);
    expect(subjects()).toEqual(['Porchlight: A scheduled run failed']);
  });

  test('is not written where no address is set, and an alert never throws', async () => {
    const silent = at(0);
    silent.deps.config.operatorEmail = undefined;
    await alertOperator(silent.deps, 'cron_late', ['x']);
    expect((await own.db.execute('SELECT 1 FROM outbox')).rows).toEqual([]);
    const { deps, lines } = at(0);
    await alertOperator({ ...deps, drainLater: () => Promise.reject(new Error('no hub')) }, 'cron_late', ['x']);
    expect(lines).toMatchObject([{ level: 'error', event: 'operator not alerted', error: 'no hub' }]);
  });

  test('tells of a job that the mail service refuses because of us, and not of an invalid address', async () => {
    const { deps, metrics } = at(0);
    const after: Promise<unknown>[] = [];
    const ctx = await createContext({ ...deps, waitUntil: (work) => void after.push(work) });
    const fail = async (message: string, status: number) => {
      resend.behave = ({ to }) =>
        to.includes(OPERATOR_EMAIL) ? 'accept' : { status, name: 'validation_error', message };
      await ctx.bea.call('POST', '/api/users/invite', { email: `${status}@example.test` });
      await Promise.all(after);
      await drain(deps);
    };
    await fail('Invalid `to` field', 422);
    expect(subjects()).toEqual([]);
    await fail('API key is invalid', 401);
    expect(subjects()).toEqual(['Porchlight: A job failed and will not be retried']);

    expect(metrics.samples().map(({ name, labels, value }) => [name, labels, value])).toEqual([
      ['outbox_failures', { kind: 'mailInvitations' }, 2],
    ]);
  });
});

describe('a cron', () => {
  test('is known with its interval, each that wrangler.toml has', () => {
    const crons = /^crons = (.*)$/m.exec(readFileSync('wrangler.toml', 'utf8'))?.[1] ?? '[]';
    expect(Object.keys(CRON_MINUTES).sort()).toEqual((JSON.parse(crons) as string[]).sort());
  });

  test('that runs is one line, and on time it alerts nobody', async () => {
    for (const minutes of [0, 60, 120]) {
      const { deps, lines, metrics } = at(minutes);
      await runCron(deps, HOURLY);
      expect(lines).toMatchObject([{ event: 'cron', cron: HOURLY, result: 'done', subrequests: expect.any(Number) }]);
      expect(metrics.samples()).toEqual([]);
    }
    await drain(at(120).deps);
    expect(subjects()).toEqual([]);
  });

  test('that nobody knows does nothing but a line', async () => {
    const { deps, lines, metrics } = at(0);
    await runCron(deps, '7 * * * *');
    expect(lines).toEqual([{ level: 'error', event: 'cron', cron: '7 * * * *', result: 'unknown' }]);
    expect(metrics.samples()).toEqual([]);
    const { rows } = await deps.db.execute("SELECT * FROM cron_runs WHERE cron = '7 * * * *'");
    expect(rows).toEqual([]);
  });

  test('that comes late is counted and the operator told, also by another cron while it stays away', async () => {
    await runCron(at(0).deps, HOURLY);
    await runCron(at(0).deps, '0 9 * * *');
    const { deps, metrics } = at(76);
    await runCron(deps, '0 9 * * *');
    expect(metrics.samples()).toEqual([{ name: 'crons_late', labels: { cron: HOURLY }, value: 1 }]);
    await drain(deps);
    expect(mails()[0]?.text).toContain(
      `"${HOURLY}" should run every 60 minutes and last ran at ${new Date(start).toISOString()}`,
    );
  });

  test('that has stopped is told by a worker that starts', async () => {
    await runCron(at(0).deps, HOURLY);
    await checkCrons(at(75).deps);
    await checkCrons(at(76).deps);
    await drain(at(76).deps);
    expect(subjects()).toEqual(['Porchlight: A scheduled run came late']);
  });

  test('that fails is counted, logged and told, and fails for who called it', async () => {
    const { deps, metrics, lines } = at(0);
    const batch = (statements: InStatement[], mode: 'read' | 'write') =>
      JSON.stringify(statements).includes('sync_log')
        ? Promise.reject(new Error('broken'))
        : own.db.batch(statements, mode);
    const db = new Proxy(own.db, { get: (target, name) => (name === 'batch' ? batch : Reflect.get(target, name)) });
    await expect(runCron({ ...deps, db }, HOURLY)).rejects.toThrow('broken');
    expect(metrics.samples()).toEqual([{ name: 'cron_failures', labels: { cron: HOURLY }, value: 1 }]);
    expect(lines.filter(({ event }) => event.startsWith('cron'))).toMatchObject([
      { event: 'cron', result: 'failed' },
      { level: 'error', event: 'cron failed', cron: HOURLY },
    ]);
    await drain(deps);
    expect(subjects()).toEqual(['Porchlight: A scheduled run failed']);
  });

  test('tells of jobs that have waited for over an hour', async () => {
    const row = `INSERT INTO outbox (id, hoa_id, kind, payload, idempotency_key, next_at, created_at)
      VALUES ('a/b', 'a', 'deleteFile', '{}', 'b', '9999', ?)`;
    await own.db.execute({ sql: row, args: [new Date(start).toISOString()] });
    await runCron(at(59).deps, HOURLY);
    await runCron(at(61).deps, HOURLY);
    await drain(at(61).deps);
    expect(subjects()).toEqual(['Porchlight: Jobs have been waiting for over an hour']);
  });
});

describe('GET /api/metrics', () => {
  const scrape = async (deps: Deps, token?: string) => {
    const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` };
    const answer = await createApp(deps).request('/api/metrics', { headers });
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };

  test('is unknown without a token in the environment, and closed to whoever does not send it', async () => {
    const { deps } = at(0);
    expect((await scrape({ ...deps, config: { ...deps.config, metricsToken: undefined } }, TOKEN)).status).toBe(404);
    expect((await scrape(deps)).status).toBe(401);
    expect((await scrape(deps, `${TOKEN}x`)).status).toBe(401);
    expect((await scrape(deps, '')).status).toBeGreaterThanOrEqual(400);
  });

  test('is OpenMetrics text: the counters of this isolate, and gauges of the database', async () => {
    await runCron(at(0).deps, HOURLY);
    const row = `INSERT INTO outbox (id, hoa_id, kind, payload, idempotency_key, status, next_at, created_at)
      VALUES (?, 'a', 'deleteFile', '{}', ?, ?, '9999', ?)`;
    for (const [id, status] of [
      ['1', 'pending'],
      ['2', 'failed'],
      ['3', 'done'],
    ])
      await own.db.execute({
        sql: row,
        args: [required(id), required(id), required(status), new Date(start).toISOString()],
      });
    const { deps, metrics } = at(2);
    metrics.count('push_refusals', { mutator: 'updateRequest', code: 'conflict' }, 3);
    const { status, type, text } = await scrape(deps, TOKEN);
    expect([status, type]).toEqual([200, 'application/openmetrics-text; version=1.0.0; charset=utf-8']);
    const lines = text.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        '# TYPE porchlight_push_refusals counter',
        'porchlight_push_refusals_total{mutator="updateRequest",code="conflict"} 3',
        '# TYPE porchlight_outbox_oldest_seconds gauge',
        'porchlight_outbox_oldest_seconds 120',
        'porchlight_outbox_pending 1',
        'porchlight_outbox_failed 1',
        `porchlight_cron_last_run_seconds{cron="${HOURLY}"} 120`,
      ]),
    );
    expect(text.endsWith('# EOF\n')).toBe(true);
  });
});
