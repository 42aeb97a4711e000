import type { InStatement } from '@libsql/client';
import { EVENT_DAYS } from '../../schema/webhooks.ts';
import { queueSelected } from '../../sync/server/queue.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { liveSignIn } from '../notifications/devices.ts';

type Rule = { table: string; days: number; expired: string };

/** How long rows are kept that no person deletes. `expired` compares a column with `:before`, ISO 8601. Days by which
 * someone may still need the row: an outbox row keeps its job from running again, a spent refresh token tells a theft
 * from a lost answer, Stripe repeats an event for 30 days. */
const RETENTION: readonly Rule[] = [
  { table: 'outbox', days: 400, expired: "status = 'done' AND created_at < :before" },
  { table: 'processor_events', days: 90, expired: 'received_at < :before' },
  { table: 'checkouts', days: 400, expired: 'closed_at < :before' },
  { table: 'refresh_tokens', days: 30, expired: 'expires_at < :before' },
  { table: 'second_factor_checks', days: 1, expired: 'checked_at < :before' },
  { table: 'api_tokens', days: 400, expired: 'coalesce(revoked_at, expires_at) < :before' },
  { table: 'webhook_deliveries', days: 30, expired: 'created_at < :before' },
  { table: 'events', days: EVENT_DAYS, expired: 'at < :before' },
  { table: 'idempotency_keys', days: 1, expired: 'created_at < :before' },
  { table: 'known_devices', days: 0, expired: 'expires_at < :before' },
  { table: 'user_tokens', days: 30, expired: 'expires_at < :before' },
  { table: 'notifications', days: 30, expired: 'at < :before' },
  { table: 'push_subscriptions', days: 0, expired: `NOT EXISTS (${liveSignIn(':before')})` },
  { table: 'rate_limits', days: 7, expired: "window_start < CAST(strftime('%s', :before) AS INTEGER)" },
];

/** The bucket's lifecycle rule removes what lies under tmp/ after as many days. */
const UNCLAIMED_DAYS = 7;

/** A batch holds the write lock no longer than a push does. */
const ROWS_PER_BATCH = 250;
const BATCHES_PER_RUN = 20;

/** Removes what has outlived its period, of each table at most 5,000 rows a night, in short batches. */
export const sweep = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> => {
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS).toISOString();
  const statements = [
    ...unclaimedUploads(before(UNCLAIMED_DAYS), now().toISOString()),
    ...RETENTION.map(({ table, days, expired }) => deletion(table, expired, before(days))),
  ];
  for (let batches = 0; batches < BATCHES_PER_RUN; batches += 1) {
    const results = await batch(db, statements, 'write');
    if (results.every(({ rowsAffected }) => rowsAffected === 0)) return;
  }
};

const deletion = (table: string, expired: string, before: string): InStatement => ({
  sql: `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${expired} LIMIT ${ROWS_PER_BATCH})`,
  args: { before },
});

const UNCLAIMED = `FROM uploads WHERE record IS NULL AND created_at < :before ORDER BY created_at, key LIMIT ${ROWS_PER_BATCH}`;

/** A file that was copied for a claim which then failed lies under its final key. */
const unclaimedUploads = (before: string, now: string): InStatement[] => [
  queueSelected(
    `SELECT hoa_id, 'deleteFile' AS kind, json_object('key', coalesce(final_key, key)) AS payload,
      'unclaimed/' || key AS key, :now AS due ${UNCLAIMED}`,
    { before, now },
  ),
  { sql: `DELETE FROM uploads WHERE key IN (SELECT key ${UNCLAIMED})`, args: { before } },
];

const DAY_MS = 24 * 60 * 60 * 1000;
