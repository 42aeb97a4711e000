import type { Client, InStatement } from '@libsql/client';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { NewActivity } from '../../schema/tables/activity.ts';
import { chunksOf } from '../chunks.ts';
import { entities } from '../index.ts';
import { type Audience, audiencesFor, ID_TAKEN, Refusal, type Synced } from '../tx.ts';
import { activityStatements } from './activity.ts';
import { type CommitPoke, changesOf, commitStatement, positionStatement, positionsOf } from './pokes.ts';
import { guard, guards, queueJobs } from './queue.ts';
import { batch } from './retry.ts';
import { shapes } from './tables.ts';
import type { FileClaim, Write, WriteBuffer } from './tx.ts';
import { eventStatements, eventsOf, notedEvents } from './webhook-events.ts';

/** `effects` is true if the outbox has new rows, `areDue` if the job of one is due at once; `poke` is undefined if no view changed. */
export type Commit = { effects: boolean; areDue: boolean; poke: CommitPoke | undefined };

/** Something that was read has changed; the caller reads again and retries. */
export class ConflictError extends Error {}

/** Statements on tables that never sync, in the same batch: before the rows (guards, writes), or after them if they
 * need the rows to exist. */
export type ExtraStatements = { statementsBefore?: InStatement[]; statementsAfter?: InStatement[] };

/** `acks` are the last mutation ids that the commit raises, by client. */
type CommitOptions = ExtraStatements & { acks?: CommitPoke['acks'] };

/** Writes rows, log entries and outbox rows in one guarded batch. Throws ConflictError, or Refusal if a constraint
 * fails. */
export const commitBuffer = async (
  db: Client,
  buffer: WriteBuffer,
  now: string,
  { acks, ...extra }: CommitOptions = {},
): Promise<Commit> => {
  const writes = [...buffer.writes.values()];
  const entries = [
    // A first sync reads newest first, and the rows are wanted before what is said of them.
    ...buffer.activities.map(activityEntry),
    ...writes.flatMap((write) => logEntries(buffer, write)),
    ...ackEntries(acks),
  ];
  const { hoa_id } = buffer.reads;
  const noted = eventsOf(buffer);
  const events = eventStatements(hoa_id, noted, now);
  const statementsAfter = [...(extra.statementsAfter ?? []), ...notedEvents(hoa_id, noted, now)];
  const statements = commitStatements(buffer, { ...extra, writes, entries, events, now, statementsAfter });
  const results = await batch(db, statements, 'write').catch((error) => {
    throw toRefusal(error);
  });
  const audiences = [...new Set(entries.map(({ audience }) => audience))];
  const { newestActivity, ...positions } = positionsOf(results);
  const poke = { ...positions, audiences, ...changesOf(buffer, writes, newestActivity), ...(acks && { acks }) };
  const emitted = results.slice(-1 - events.length, -1).some(({ rowsAffected }) => rowsAffected > 0);
  const areDue = emitted || buffer.effects.some(({ due }) => due === undefined || due <= now);
  return { effects: buffer.effects.length > 0 || emitted, areDue, poke: entries.length > 0 ? poke : undefined };
};

type CommitParts = ExtraStatements & {
  writes: readonly Write[];
  entries: readonly LogEntry[];
  events: readonly InStatement[];
  now: string;
};

/** `commitBuffer` finds the results of the events before the last one. */
const commitStatements = (
  buffer: WriteBuffer,
  { writes, entries, events, now, statementsBefore = [], statementsAfter = [] }: CommitParts,
): InStatement[] => {
  const { hoa_id } = buffer.reads;
  const jobs = buffer.effects.map((effect) => ({ ...effect, hoa_id }));
  return [
    positionStatement(hoa_id),
    ...guards(buffer.reads.guards()),
    ...statementsBefore,
    ...takenIdGuards(buffer, writes),
    ...[...buffer.claims.values()].flatMap((claim) => claimStatements(hoa_id, claim)),
    ...groupInserts(buffer, writes).flatMap((group) => rowStatements(buffer, group)),
    ...activityStatements(hoa_id, buffer.activities),
    ...(entries.length > 0 ? [NOTE_MINUTE] : []),
    ...logStatements(hoa_id, entries),
    ...(jobs.length > 0 ? [queueJobs(jobs, now)] : []),
    ...useStatements(buffer),
    ...statementsAfter,
    ...events,
    commitStatement(hoa_id, now),
  ];
};

/** Stands before the commit's own entries. */
const NOTE_MINUTE = `INSERT OR IGNORE INTO sync_log_minutes (minute, seq)
  VALUES (unixepoch() / 60, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'sync_log'), 0))`;

/** The guard fails if another record has claimed the upload first. */
const claimStatements = (hoa_id: string, { upload, file, record }: FileClaim): InStatement[] => [
  {
    sql: `UPDATE uploads SET record = ?, pending = iif(final_key IS NULL, 1, pending), final_key = coalesce(final_key, ?)
      WHERE key = ? AND hoa_id = ? AND record IS NULL`,
    args: [record, file.key, upload, hoa_id],
  },
  guard('EXISTS (SELECT 1 FROM uploads WHERE key = ? AND record = ? AND final_key = ?)', [upload, record, file.key]),
];

const storedRow = ({ reads }: WriteBuffer, { entity, id }: Write) => reads.rows.get(`${entity}/${id}`)?.row;

const isInsert = (buffer: WriteBuffer, write: Write) => write.row !== null && !storedRow(buffer, write);

/** Fails the batch if another HOA uses the id of a new row, or has used it and its devices may still hold the row: the
 * log keeps the ids of deleted rows until it is compacted, and then a device that missed the deletion starts over. */
const takenIdGuards = (buffer: WriteBuffer, writes: readonly Write[]): InStatement[] => {
  const ids = writes.filter((write) => isInsert(buffer, write)).map(({ entity, id }) => [entity, id]);
  if (ids.length === 0) return [];
  const isTaken = `EXISTS (SELECT 1 FROM json_each(?) j CROSS JOIN sync_log l
    ON l.entity = j.value ->> 0 AND l.entity_id = j.value ->> 1 AND l.hoa_id <> ?)`;
  return [guard(`iif(${isTaken}, 2, 1)`, [JSON.stringify(ids), buffer.reads.hoa_id])];
};

const ROWS_PER_STATEMENT = 100;

/** Keeps the order. Consecutive new rows of one table share a statement, because an import writes thousands. */
const groupInserts = (buffer: WriteBuffer, writes: readonly Write[]): Write[][] => {
  const groups: Write[][] = [];
  for (const write of writes) {
    const last = groups.at(-1);
    const isOpen =
      last && last.length < ROWS_PER_STATEMENT && last[0]?.entity === write.entity && isInsert(buffer, last[0]);
    if (isOpen && isInsert(buffer, write)) last.push(write);
    else groups.push([write]);
  }
  return groups;
};

const rowStatements = (buffer: WriteBuffer, group: Write[]): InStatement[] => {
  const [write] = group as [Write];
  const { hoa_id } = buffer.reads;
  const { name, columns } = shapes[write.entity];
  const names = columns.map((column) => column.name);
  const stored = storedRow(buffer, write);
  if (write.row === null)
    return stored ? [{ sql: `DELETE FROM ${name} WHERE id = ? AND hoa_id = ?`, args: [write.id, hoa_id] }] : [];
  if (stored) return [updateStatement(write.entity, hoa_id, stored, write.row)];
  const placeholders = `(${names.map(() => '?').join(', ')})`;
  return [
    {
      sql: `INSERT INTO ${name} (${names.join(', ')}) VALUES ${group.map(() => placeholders).join(', ')}`,
      args: group.flatMap(({ entity, row }) => valuesOf(entity, row!)),
    },
  ];
};

/** Sets only what differs from the row that was read, because an index and a foreign key cost even where a column keeps
 * its value. The guard over `rev` keeps the other columns as they were read. */
const updateStatement = (entity: Entity, hoa_id: string, stored: Rows[Entity], row: Rows[Entity]): InStatement => {
  const { name, columns } = shapes[entity];
  const before = valuesOf(entity, stored);
  const after = valuesOf(entity, row);
  const changed = columns.map((_, at) => at).filter((at) => before[at] !== after[at]);
  return {
    sql: `UPDATE ${name} SET ${changed.map((at) => `${columns[at]?.name} = ?`).join(', ')} WHERE id = ? AND hoa_id = ?`,
    args: [...changed.map((at) => after[at] ?? null), row.id, hoa_id],
  };
};

const valuesOf = (entity: Entity, row: object) =>
  shapes[entity].columns.map(({ encode }) => encode(row as Record<string, unknown>));

const ackEntries = (acks: CommitPoke['acks']): LogEntry[] =>
  Object.keys(acks?.lastMutationIDChanges ?? {}).map((client) => ({
    audience: acks!.group,
    entity: 'client',
    entity_id: client,
    gone: 0,
  }));

type LogEntry = { audience: Audience; entity: string; entity_id: string; gone: 0 | 1 };

const logEntries = (buffer: WriteBuffer, write: Write): LogEntry[] => {
  const rules = entities[write.entity] as Synced<unknown>;
  const stored = storedRow(buffer, write);
  const before = stored ? audiencesFor(rules, stored) : [];
  const after = write.row ? audiencesFor(rules, write.row) : [];
  const entry = (audience: Audience, gone: 0 | 1) => ({ audience, entity: write.entity, entity_id: write.id, gone });
  return [
    ...before.filter((audience) => !after.includes(audience)).map((audience) => entry(audience, 1)),
    ...[...new Set(after)].map((audience) => entry(audience, 0)),
  ];
};

const activityEntry = ({ id }: NewActivity): LogEntry => ({
  audience: 'superadmin',
  entity: 'activity',
  entity_id: id,
  gone: 0,
});

const ENTRIES_PER_STATEMENT = 500;

/** A newer entry of the same row and audience replaces the older one. */
const logStatements = (hoa_id: string, entries: readonly LogEntry[]): InStatement[] =>
  chunksOf(entries, ENTRIES_PER_STATEMENT).map((chunk) => ({
    sql: `INSERT OR REPLACE INTO sync_log (hoa_id, audience, entity, entity_id, gone) VALUES ${chunk.map(() => '(?, ?, ?, ?, ?)').join(', ')}`,
    args: chunk.flatMap(({ audience, entity, entity_id, gone }) => [hoa_id, audience, entity, entity_id, gone]),
  }));

/** On the day for which the count was read. */
const useStatements = ({ uses, reads }: WriteBuffer): InStatement[] =>
  [...uses].map(([key, by]) => ({
    sql: `INSERT INTO rate_limits (key, window_start, count) VALUES (?, ?, ?)
      ON CONFLICT (key, window_start) DO UPDATE SET count = count + excluded.count`,
    args: [key, reads.counts.get(key)!.day, by],
  }));

const UNIQUE_MESSAGES: [RegExp, string][] = [
  [/users\.email/, 'A user with this email already exists'],
  [/addresses_place/, 'An address with this street and unit already exists'],
  [/hoas\.name_key/, 'An HOA with this name already exists'],
  [/\.id\b/, ID_TAKEN],
];

const toRefusal = (error: unknown): unknown => {
  const text = String(error);
  if (/sync_guard_moved/.test(text)) return new ConflictError(text);
  if (/sync_guard_taken/.test(text)) return new Refusal('conflict', ID_TAKEN);
  if (/UNIQUE constraint failed|PRIMARY KEY/.test(text)) {
    const known = UNIQUE_MESSAGES.find(([index]) => index.test(text));
    return known ? new Refusal('conflict', known[1]) : error;
  }
  if (/FOREIGN KEY constraint failed/.test(text)) return new Refusal('not_found', 'Not found');
  return error;
};
