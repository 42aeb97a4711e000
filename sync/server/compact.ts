import type { Client, InStatement } from '@libsql/client';
import { HORIZON } from '../../schema/sync.ts';
import { batch } from './retry.ts';

/** How long tombstones are kept: a device that has been away for longer may have to start over. */
const KEPT_DAYS = 90;
/** Such a batch holds the write lock no longer than a push does. */
const TOMBSTONES_PER_BATCH = 250;
const BATCHES_PER_RUN = 20;

/** Notes the day's place in the log and removes tombstones of more than 90 days ago, at most 5,000, in short batches;
 * the next run removes what is left. Safe to run twice, concurrently or late. */
export const compactLog = async (db: Client, now: Date): Promise<void> => {
  const upTo = await noteDay(db, now);
  for (let batches = 0; batches < BATCHES_PER_RUN; batches += 1) if (!(await removeOldest(db, upTo))) return;
};

/** Returns the place that the log had reached 90 days ago, 0 if that is not known. */
const noteDay = async (db: Client, now: Date): Promise<number> => {
  const [day, expired] = [dayOf(now), dayOf(new Date(now.getTime() - KEPT_DAYS * DAY_MS))];
  const read = {
    sql: `SELECT (SELECT max(seq) FROM sync_log_days WHERE day <= ?) AS up_to,
      EXISTS (SELECT 1 FROM sync_log_days WHERE day = ?) AS is_noted`,
    args: [expired, day],
  };
  const row = (await batch(db, [read], 'read'))[0]?.rows[0];
  const upTo = Number(row?.up_to ?? 0);
  if (!row?.is_noted) await batch(db, noteStatements(day, upTo), 'write');
  return upTo;
};

const noteStatements = (day: string, upTo: number): InStatement[] => [
  {
    sql: `INSERT OR IGNORE INTO sync_log_days (day, seq)
      SELECT ?, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'sync_log'), 0)`,
    args: [day],
  },
  { sql: 'DELETE FROM sync_log_days WHERE seq < ?', args: [upTo] },
  { sql: 'DELETE FROM sync_log_minutes WHERE seq < ?', args: [upTo] },
];

const TOMBSTONES = `sync_log WHERE gone = 1 AND entity <> '${HORIZON}' AND seq <= ?`;

/** Returns false if there was none. The newest tombstone of each audience becomes its horizon, in place of an older
 * one. */
const removeOldest = async (db: Client, upTo: number): Promise<boolean> => {
  const oldest = {
    sql: `SELECT max(seq) AS last FROM (SELECT seq FROM ${TOMBSTONES} ORDER BY seq LIMIT ?)`,
    args: [upTo, TOMBSTONES_PER_BATCH],
  };
  const last = (await batch(db, [oldest], 'read'))[0]?.rows[0]?.last ?? null;
  if (last === null) return false;
  const newest = `SELECT max(seq) FROM ${TOMBSTONES} GROUP BY hoa_id, audience`;
  await batch(
    db,
    [
      {
        sql: `UPDATE OR REPLACE sync_log SET entity = '${HORIZON}', entity_id = '' WHERE seq IN (${newest})`,
        args: [last],
      },
      { sql: `DELETE FROM ${TOMBSTONES}`, args: [last] },
    ],
    'write',
  );
  return true;
};

const DAY_MS = 24 * 60 * 60 * 1000;

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
