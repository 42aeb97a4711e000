import { createHash } from 'node:crypto';
import type { InStatement } from '@libsql/client';
import { LEAVING_DAYS, removalDate } from '../../schema/hoas.ts';
import type { Certificate } from '../../schema/outbox.ts';
import { chunksOf } from '../../sync/chunks.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { allowRemoval } from '../../sync/server/activity-keeping.ts';
import { guard, queueJobs, queueSelected } from '../../sync/server/queue.ts';
import { batch } from '../../sync/server/retry.ts';
import { planMailEffect } from '../billing/plan-mails.ts';
import type { Deps } from '../deps.ts';
import { isActive, queryAll, queryOne } from '../queries/query.ts';
import { transactAsSystem } from '../transact.ts';
import { countsOf, HOA_TABLES } from './hoa-tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const REMINDER_DAYS = 7;
const HOAS_PER_RUN = 3;
const ROWS_PER_STATEMENT = 500;
/** A batch holds the write lock. */
const STATEMENTS_PER_BATCH = 4;
const BATCHES_PER_RUN = 30;

type Leaving = { id: string; leaving_at: string };

const leavingSince = ({ db, now }: Deps, days: number, limit: number): Promise<Leaving[]> =>
  queryAll<Leaving>(db, 'SELECT id, leaving_at FROM hoas WHERE leaving_at <= ? ORDER BY leaving_at LIMIT ?', [
    new Date(now().getTime() - days * DAY_MS).toISOString(),
    limit,
  ]);

export const mailLeavingSoon = async (deps: Deps): Promise<void> => {
  for (const { id, leaving_at } of await leavingSince(deps, LEAVING_DAYS - REMINDER_DAYS, 100))
    await transactAsSystem(
      deps,
      id,
      async (tx) => tx.after(planMailEffect('leaving-soon', leaving_at, { removed_on: removalDate(leaving_at) })),
      { action: null },
    );
};

/** Removes everything of the HOAs that left 90 days ago: people are signed out first, then files, then rows. What does not
 * fit goes on the next night. Safe to run twice or at once. */
export const removeLeftHoas = async (deps: Deps): Promise<void> => {
  const budget = { batches: BATCHES_PER_RUN };
  for (const { id } of await leavingSince(deps, LEAVING_DAYS, HOAS_PER_RUN)) {
    await beginRemoval(deps, id);
    if (!(await removeRows(deps, id, budget))) return;
    await finishRemoval(deps, id);
  }
};

const beginRemoval = async (deps: Deps, hoa_id: string): Promise<void> => {
  if (await queryOne(deps.db, 'SELECT 1 FROM departures WHERE hoa_id = ?', [hoa_id])) return;
  const before = new Date(deps.now().getTime() - LEAVING_DAYS * DAY_MS).toISOString();
  const files = ['key', 'final_key'].map((column) => fileDeletions(hoa_id, column, deps.now().toISOString()));
  await batch(
    deps.db,
    [
      // It may have been kept since it was read.
      guard('EXISTS (SELECT 1 FROM hoas WHERE id = ? AND leaving_at <= ?)', [hoa_id, before]),
      {
        sql: `INSERT OR IGNORE INTO departures (hoa_id, name, leaving_at, recipients, counts)
          SELECT id, name, leaving_at, (SELECT json_group_array(email) FROM users WHERE hoa_id = :hoa_id
            AND role = 'superadmin' AND ${isActive()}), ${countsOf(HOA_TABLES)}
          FROM hoas WHERE id = :hoa_id`,
        args: { hoa_id },
      },
      { sql: "UPDATE users SET status = 'inactive', rev = rev + 1 WHERE hoa_id = ?", args: [hoa_id] },
      { sql: 'DELETE FROM refresh_tokens WHERE hoa_id = ?', args: [hoa_id] },
      { sql: 'DELETE FROM outbox WHERE hoa_id = ?', args: [hoa_id] },
      ...files,
    ],
    'write',
  );
};

const fileDeletions = (hoa_id: string, column: string, now: string): InStatement =>
  queueSelected(
    `SELECT hoa_id, 'deleteFile' AS kind, json_object('key', ${column}) AS payload, 'left/' || ${column} AS key, :now AS due
      FROM uploads WHERE hoa_id = :hoa_id AND ${column} IS NOT NULL`,
    { hoa_id, now },
  );

/** Returns false if rows are left. */
const removeRows = async ({ db }: Deps, hoa_id: string, budget: { batches: number }): Promise<boolean> => {
  const read = { sql: `SELECT ${countsOf(ROW_TABLES)} AS counts`, args: { hoa_id } };
  const counts = JSON.parse(String((await batch(db, [read], 'read'))[0]?.rows[0]?.counts)) as Record<string, number>;
  const deletions = ROW_TABLES.flatMap((table) => deletionsOf(table, hoa_id, counts[table] ?? 0));
  const unnamed = { sql: 'UPDATE processor_events SET hoa_id = NULL WHERE hoa_id = ?', args: [hoa_id] };
  for (const statements of chunksOf([unnamed, allowRemoval(hoa_id), ...deletions], STATEMENTS_PER_BATCH)) {
    if (budget.batches === 0) return false;
    budget.batches -= 1;
    await batch(db, statements, 'write');
  }
  return true;
};

/** The row that lets activities go, goes last. */
const LAST = ['activity_keeping', 'hoas'];
const ROW_TABLES = HOA_TABLES.filter((name) => !LAST.includes(name));

/** The newest first: a row names only older rows of its table. */
const deletionsOf = (table: string, hoa_id: string, count: number): InStatement[] =>
  Array.from({ length: Math.ceil(count / ROWS_PER_STATEMENT) }, () => ({
    sql: `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE hoa_id = ?
      ORDER BY rowid DESC LIMIT ${ROWS_PER_STATEMENT})`,
    args: [hoa_id],
  }));

type Departure = { name: string; leaving_at: string; recipients: string; counts: string };

const finishRemoval = async ({ db, now }: Deps, hoa_id: string): Promise<void> => {
  const sql = 'SELECT name, leaving_at, recipients, counts FROM departures WHERE hoa_id = ? AND removed_at IS NULL';
  const departure = await queryOne<Departure>(db, sql, [hoa_id]);
  if (!departure) return;
  const { name, leaving_at, recipients, counts } = departure;
  const removed_at = now().toISOString();
  const facts = { hoa_id, name, leaving_at, removed_at, counts: JSON.parse(counts) as Record<string, number> };
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  const certificate: Certificate = { ...facts, digest };
  await batch(
    db,
    [
      { sql: 'DELETE FROM activity_keeping WHERE hoa_id = ?', args: [hoa_id] },
      { sql: 'DELETE FROM hoas WHERE id = ?', args: [hoa_id] },
      {
        sql: "UPDATE departures SET removed_at = ?, digest = ?, recipients = '[]' WHERE hoa_id = ? AND removed_at IS NULL",
        args: [removed_at, digest, hoa_id],
      },
      certificateRow(hoa_id, JSON.parse(recipients) as string[], certificate),
    ],
    'write',
  );
};

const certificateRow = (hoa_id: string, to: string[], certificate: Certificate): InStatement => {
  const key = outboxKeys.mailCertificate(hoa_id);
  return queueJobs([{ hoa_id, kind: 'mailCertificate', key, payload: { to, certificate } }], certificate.removed_at);
};
