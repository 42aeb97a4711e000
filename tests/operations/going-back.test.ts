import { beforeEach, expect, test } from 'vitest';
import { migrate } from '../../local/migrate.ts';
import type { Deps } from '../../worker/deps.ts';
import { runCron } from '../../worker/schedule.ts';
import type { Log } from '../../worker/services/log.ts';
import { testConfig, testDeps } from '../support/fixtures.ts';
import { ownDatabase } from '../support/own-database.ts';
import { resendForAll } from '../support/resend-emulator.ts';

type LogEntry = Parameters<Log>[0];

/** A release before the one that has used the database: it lacks that one's newest migration and its new kind of job. */
const own = ownDatabase();
const resend = resendForAll();
const NEWER = Date.UTC(2099, 0, 1);

beforeEach(async () => {
  resend.sent = [];
  await own.db.execute('DELETE FROM outbox');
  await own.db.execute({ sql: 'DELETE FROM __drizzle_migrations WHERE created_at = ?', args: [NEWER] });
});
const migrateFurther = () =>
  own.db.execute({ sql: "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('newer', ?)", args: [NEWER] });

const worker = () => {
  const lines: LogEntry[] = [];
  const config = { ...testConfig(), resendUrl: resend.url, operatorEmail: 'operator@porchlight.test' };
  const deps: Deps = testDeps({ db: own.db, config, log: (entry) => void lines.push(entry) });
  return { deps, lines };
};
const subjects = () => resend.sent.map(({ subject }) => subject);

test('an older release refuses the data of a newer one with a sentence, and changes nothing', async () => {
  await migrateFurther();
  const { rows } = await own.db.execute('SELECT min(created_at) AS first FROM __drizzle_migrations');
  const first = Number(rows[0]?.first);
  await own.db.execute({ sql: 'DELETE FROM __drizzle_migrations WHERE created_at = ?', args: [first] });
  await expect(migrate(own.db)).rejects.toThrow(
    /^A newer release of Porchlight has used this data .*2099-01-01.*and nothing was changed.*restore a backup/,
  );
  await own.db.execute({ sql: "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('', ?)", args: [first] });
});

test('jobs of a newer release wait for it without an error, and run when it is back', async () => {
  const { deps, lines } = worker();
  const at = new Date(Date.now() - 4 * 24 * 3_600_000).toISOString();
  const alert = JSON.stringify({ alert: 'reconciliation', details: ['The newer release says this.'], at });
  await own.db.execute({
    sql: `INSERT INTO outbox (id, hoa_id, kind, payload, idempotency_key, next_at, created_at)
      VALUES ('operator/newer', 'operator', 'ofANewerRelease', ?, 'newer', ?, ?)`,
    args: [alert, at, at],
  });
  for (const cron of ['*/5 * * * *', '0 * * * *', '*/5 * * * *']) await runCron(deps, cron);
  const { rows } = await own.db.execute('SELECT status, attempts FROM outbox');
  expect(rows).toMatchObject([{ status: 'pending', attempts: 0 }]);
  expect(lines.filter(({ level, event }) => level === 'error' || event === 'job')).toEqual([]);
  expect(subjects()).toEqual([]);

  await own.db.execute("UPDATE outbox SET kind = 'mailOperator'");
  await runCron(deps, '*/5 * * * *');
  expect(subjects()).toContain('Porchlight: The database and the payment service differ');
});

test('the operator hears that an older release runs on newer data', async () => {
  const { deps } = worker();
  await runCron(deps, '0 * * * *');
  expect(subjects()).toEqual([]);
  await migrateFurther();
  await runCron(deps, '0 * * * *');
  await runCron(deps, '*/5 * * * *');
  expect(subjects()).toEqual(['Porchlight: An older release runs on newer data']);
});
