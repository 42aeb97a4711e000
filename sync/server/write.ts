import type { Client, InStatement } from '@libsql/client';
import type { Effect } from '../../schema/outbox.ts';
import { synced } from '../index.ts';
import { type Audience, audiencesFor, ID_TAKEN, Refusal, type Synced } from '../tx.ts';
import { batch } from './retry.ts';
import { shapes } from './tables.ts';
import type { FileClaim, Write, WriteBuffer } from './tx.ts';

/** What a write has left to do: whose view changed, and whether outsiders wait for something. */
export type Commit = { audiences: Set<string>; effects: boolean };

/** Thrown when something that was read has changed meanwhile: read again and try again. */
export class ConflictError extends Error {}

/** Writes an overlay in one guarded batch: rows, log entries and outbox together, or nothing.
 * `extra` statements stand between guards and rows, `last` after the rows' log entries.
 * Throws Moved, or Refusal where a constraint refuses a row. */
export const write = async (
  db: Client,
  overlay: WriteBuffer,
  now: string,
  { extra = [], last = [] }: { extra?: InStatement[]; last?: InStatement[] } = {},
): Promise<Commit> => {
  const writes = [...overlay.writes.values()];
  const entries = writes.flatMap((one) => logEntries(overlay, one));
  const statements = [
    ...overlay.snapshot.guards(),
    ...extra,
    ...takenGuards(overlay, writes),
    ...[...overlay.claims.values()].flatMap((claim) => claimStatements(overlay.snapshot.hoa_id, claim)),
    'DELETE FROM sync_guard',
    ...groupInserts(writes, (one) => isNew(overlay, one)).flatMap((some) => rowStatements(overlay, some)),
    ...logStatements(overlay.snapshot.hoa_id, entries),
    ...firstOfKey(overlay.effects).map((effect) => outboxStatement(overlay.snapshot.hoa_id, effect, now)),
    ...last,
  ];
  try {
    await batch(db, statements, 'write');
  } catch (error) {
    throw toRefusal(error);
  }
  return { audiences: new Set(entries.map(({ audience }) => audience)), effects: overlay.effects.length > 0 };
};

/** Gives an upload to its record, unless another was quicker. */
const claimStatements = (hoa_id: string, { upload, file, record }: FileClaim): InStatement[] => [
  {
    sql: `UPDATE uploads SET record = ?, pending = iif(final_key IS NULL, 1, pending), final_key = coalesce(final_key, ?)
      WHERE key = ? AND hoa_id = ? AND record IS NULL`,
    args: [record, file.key, upload, hoa_id],
  },
  {
    sql: 'INSERT INTO sync_guard (ok) SELECT EXISTS (SELECT 1 FROM uploads WHERE key = ? AND record = ? AND final_key = ?)',
    args: [upload, record, file.key],
  },
];

const storedRow = (overlay: WriteBuffer, { entity, id }: Write) => overlay.snapshot.rows.get(`${entity}/${id}`)?.row;

const isNew = (overlay: WriteBuffer, one: Write) => one.row !== null && !storedRow(overlay, one);

/** Fails the batch where another HOA has ever used the id of a new row: its log still names it after a deletion. */
const takenGuards = (overlay: WriteBuffer, writes: readonly Write[]): InStatement[] => {
  const ids = writes.filter((one) => isNew(overlay, one)).map(({ entity, id }) => [entity, id]);
  if (ids.length === 0) return [];
  const sql = `INSERT INTO sync_guard (ok) SELECT iif(EXISTS (SELECT 1 FROM json_each(?) j CROSS JOIN sync_log l
    ON l.entity = j.value ->> 0 AND l.entity_id = j.value ->> 1 AND l.hoa_id <> ?), 2, 1)`;
  return [{ sql, args: [JSON.stringify(ids), overlay.snapshot.hoa_id] }];
};

const ROWS_A_STATEMENT = 100;

/** The writes in their order, new rows of one table that follow each other together: an import writes thousands. */
const groupInserts = (writes: readonly Write[], isNew: (one: Write) => boolean): Write[][] => {
  const groups: Write[][] = [];
  for (const one of writes) {
    const last = groups.at(-1);
    const fits = last && last.length < ROWS_A_STATEMENT && last[0]?.entity === one.entity && isNew(last[0]);
    if (fits && isNew(one)) last.push(one);
    else groups.push([one]);
  }
  return groups;
};

/** One write, or several new rows of one table. */
const rowStatements = (overlay: WriteBuffer, some: Write[]): InStatement[] => {
  const [one] = some as [Write];
  const { name, columns } = shapes[one.entity];
  const { hoa_id } = overlay.snapshot;
  const names = columns.map((column) => column.name);
  const stored = storedRow(overlay, one);
  if (one.row === null)
    return stored ? [{ sql: `DELETE FROM ${name} WHERE id = ? AND hoa_id = ?`, args: [one.id, hoa_id] }] : [];
  const args = some.flatMap((each) => valuesOf(each));
  if (stored)
    return [
      {
        sql: `UPDATE ${name} SET ${names.map((column) => `${column} = ?`).join(', ')} WHERE id = ? AND hoa_id = ?`,
        args: [...args, one.id, hoa_id],
      },
    ];
  const places = `(${names.map(() => '?').join(', ')})`;
  return [{ sql: `INSERT INTO ${name} (${names.join(', ')}) VALUES ${some.map(() => places).join(', ')}`, args }];
};

const valuesOf = ({ entity, row }: Write) =>
  shapes[entity].columns.map(({ encode }) => encode(row as unknown as Record<string, unknown>));

export type LogEntry = { audience: Audience; entity: string; entity_id: string; gone: 0 | 1 };

const logEntries = (overlay: WriteBuffer, one: Write): LogEntry[] => {
  const rules = synced[one.entity] as Synced<unknown>;
  const stored = storedRow(overlay, one);
  const before = stored ? audiencesFor(rules, stored) : [];
  const after = one.row ? audiencesFor(rules, one.row) : [];
  const entry = (audience: Audience, gone: 0 | 1) => ({ audience, entity: one.entity, entity_id: one.id, gone });
  return [
    ...before.filter((audience) => !after.includes(audience)).map((audience) => entry(audience, 1)),
    ...[...new Set(after)].map((audience) => entry(audience, 0)),
  ];
};

const ENTRIES_A_STATEMENT = 500;

/** Log entries as statements. A newer entry of the same row and audience takes the older one's place. */
export const logStatements = (hoa_id: string, entries: LogEntry[]): InStatement[] => {
  const statements: InStatement[] = [];
  for (let at = 0; at < entries.length; at += ENTRIES_A_STATEMENT) {
    const some = entries.slice(at, at + ENTRIES_A_STATEMENT);
    statements.push({
      sql: `INSERT OR REPLACE INTO sync_log (hoa_id, audience, entity, entity_id, gone) VALUES ${some.map(() => '(?, ?, ?, ?, ?)').join(', ')}`,
      args: some.flatMap(({ audience, entity, entity_id, gone }) => [hoa_id, audience, entity, entity_id, gone]),
    });
  }
  return statements;
};

/** What is asked for many times in one change is asked for once. */
const firstOfKey = (effects: readonly Effect[]): Effect[] => {
  const keys = new Set<string>();
  return effects.filter(({ key }) => !keys.has(key) && keys.add(key));
};

const outboxStatement = (hoa_id: string, effect: Effect, now: string): InStatement => ({
  sql: `INSERT OR IGNORE INTO outbox (id, hoa_id, kind, payload, idempotency_key, next_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  args: [
    `${hoa_id}/${effect.key}`,
    hoa_id,
    effect.kind,
    JSON.stringify(effect.payload),
    effect.key,
    effect.due ?? now,
    effect.due ?? now,
  ],
});

/** What a unique index says when it refuses. */
const TAKEN: [RegExp, string][] = [
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
    const taken = TAKEN.find(([pattern]) => pattern.test(text));
    return taken ? new Refusal('conflict', taken[1]) : error;
  }
  if (/FOREIGN KEY constraint failed/.test(text)) return new Refusal('not_found', 'Not found');
  return error;
};
