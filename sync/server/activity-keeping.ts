import type { Client, InStatement } from '@libsql/client';
import { ACTIVITY_DAYS_ON_DEVICES, DEFAULT_ACTIVITY_YEARS, MONEY_KINDS, MONEY_YEARS } from '../../schema/activity.ts';
import { batch } from './retry.ts';

/** Lets a batch take a person's name out of activities, which are otherwise never changed. */
export const allowErasure = (hoa_id: string): { statementsBefore: InStatement[]; statementsAfter: InStatement[] } => ({
  statementsBefore: [keep(hoa_id, 'erasing', 1)],
  // What has left the devices comes back with the new name, and the next sweep takes it off again.
  statementsAfter: [keep(hoa_id, 'erasing', 0), keep(hoa_id, 'off_devices', 0)],
});

const keep = (
  hoa_id: string,
  column: 'years' | 'erasing' | 'off_devices' | 'removable_before',
  value: number | string | null,
): InStatement => ({
  sql: `INSERT INTO activity_keeping (hoa_id, ${column}) VALUES (?1, ?2)
    ON CONFLICT (hoa_id) DO UPDATE SET ${column} = excluded.${column}`,
  args: [hoa_id, value],
});

/** 0: for ever. */
export const keepYears = (hoa_id: string, years: number): InStatement => keep(hoa_id, 'years', years);

/** Lets the HOA's activities go with all else of it. */
export const allowRemoval = (hoa_id: string): InStatement => keep(hoa_id, 'removable_before', '9999');

/** Removes activities together with their HOA. */
export const activityRemoval = (hoa_id: string): InStatement[] => [
  allowRemoval(hoa_id),
  { sql: 'DELETE FROM activity WHERE hoa_id = ?', args: [hoa_id] },
  { sql: 'DELETE FROM activity_keeping WHERE hoa_id = ?', args: [hoa_id] },
];

/** Such a batch holds the write lock no longer than a push does. */
const PER_BATCH = 250;
const BATCHES_PER_RUN = 40;

type Keeping = { hoa_id: string; years: number | null; off_devices: number; upTo: number };

/** Takes activities of more than 180 days ago off the devices, and removes those whose retention is over, but never the
 * newest of an HOA, from which its places go on. At most 10,000 of each a run; the next run does the rest. Safe to run
 * twice, concurrently or late. */
export const sweepActivity = async ({ db, now }: { db: Client; now(): Date }): Promise<void> => {
  const [result] = await batch(db, [keepings(daysBefore(now(), ACTIVITY_DAYS_ON_DEVICES))], 'read');
  let left = BATCHES_PER_RUN;
  for (const row of result?.rows ?? []) {
    const keeping = row as unknown as Keeping;
    left -= await takeOffDevices(db, keeping, left);
    left -= await removeExpired(db, keeping, now(), left);
    if (left <= 0) return;
  }
};

/** HOAs with activities from before an instant. */
const keepings = (before: string): InStatement => ({
  sql: `SELECT * FROM (SELECT h.id AS hoa_id, k.years, coalesce(k.off_devices, 0) AS off_devices,
      (SELECT a.seq FROM activity a WHERE a.hoa_id = h.id AND a.at < ? ORDER BY a.at DESC, a.seq DESC LIMIT 1) AS upTo
    FROM hoas h LEFT JOIN activity_keeping k ON k.hoa_id = h.id) WHERE upTo IS NOT NULL`,
  args: [before],
});

/** Returns how many batches it took. An erasure begins it anew, so it passes over what has left the devices already. */
const takeOffDevices = async (db: Client, { hoa_id, off_devices, upTo }: Keeping, most: number): Promise<number> => {
  let [batches, seq] = [0, off_devices];
  while (seq < upTo && batches < most) {
    const [found] = await batch(db, [firstOnDevices(hoa_id, seq, upTo)], 'read');
    const first = found?.rows[0]?.seq;
    const next = first === undefined ? upTo : Math.min(upTo, Number(first) - 1 + PER_BATCH);
    const gone = {
      sql: `INSERT OR REPLACE INTO sync_log (hoa_id, audience, entity, entity_id, gone)
        SELECT l.hoa_id, l.audience, l.entity, l.entity_id, 1 FROM activity a CROSS JOIN sync_log l
          ON l.entity = 'activity' AND l.entity_id = a.id AND l.hoa_id = a.hoa_id AND l.gone = 0
        WHERE a.hoa_id = ? AND a.seq >= ? AND a.seq <= ?`,
      args: [hoa_id, Number(first ?? upTo), next],
    };
    await batch(db, [gone, keep(hoa_id, 'off_devices', next)], 'write');
    batches += 1;
    seq = next;
  }
  return batches;
};

const firstOnDevices = (hoa_id: string, seq: number, upTo: number): InStatement => ({
  sql: `SELECT a.seq FROM activity a CROSS JOIN sync_log l
      ON l.entity = 'activity' AND l.entity_id = a.id AND l.hoa_id = a.hoa_id AND l.gone = 0
    WHERE a.hoa_id = ? AND a.seq > ? AND a.seq <= ? ORDER BY a.seq LIMIT 1`,
  args: [hoa_id, seq, upTo],
});

const removeExpired = async (
  db: Client,
  { hoa_id, years, upTo }: Keeping,
  now: Date,
  most: number,
): Promise<number> => {
  const kept = years ?? DEFAULT_ACTIVITY_YEARS;
  if (kept === 0) return 0;
  const before = yearsBefore(now, kept);
  const moneyBefore = yearsBefore(now, Math.max(kept, MONEY_YEARS));
  const expired = `activity WHERE hoa_id = :hoa_id AND at < :before AND seq <= :upTo
    AND (at < :moneyBefore OR entity NOT IN (SELECT value FROM json_each(:money)))
    AND seq < (SELECT max(seq) FROM activity WHERE hoa_id = :hoa_id)`;
  const args = { hoa_id, before, moneyBefore, upTo, money: JSON.stringify(MONEY_KINDS) };
  const statements = [
    keep(hoa_id, 'removable_before', before),
    { sql: `DELETE FROM activity WHERE rowid IN (SELECT rowid FROM ${expired} LIMIT ${PER_BATCH})`, args },
    keep(hoa_id, 'removable_before', null),
  ];
  const [found] = await batch(db, [{ sql: `SELECT 1 FROM ${expired} LIMIT 1`, args }], 'read');
  if (found?.rows.length === 0) return 0;
  let batches = 0;
  for (let removed = PER_BATCH; removed === PER_BATCH && batches < most; batches += 1)
    removed = (await batch(db, statements, 'write'))[1]?.rowsAffected ?? 0;
  return batches;
};

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
const DAY_MS = 24 * 60 * 60 * 1000;

const yearsBefore = (now: Date, years: number): string => {
  const day = new Date(now);
  day.setUTCFullYear(day.getUTCFullYear() - years);
  return day.toISOString();
};
