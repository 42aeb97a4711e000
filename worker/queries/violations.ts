import type { InStatement, Row } from '@libsql/client';
import type { StoredFile } from '../../schema/uploads.ts';
import type { Resolution, Violation, ViolationMessage } from '../../schema/violations.ts';
import { batch } from '../../sync/server/retry.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import { canManage, synced, syncedMessages, VIOLATION_NOT_FOUND, type ViolationQuery } from '../../sync/violations.ts';
import type { Deps } from '../deps.ts';
import { historyEntryBody, type Paging, recordBody } from '../http/rest-shapes.ts';
import { FILE_NOT_FOUND } from '../services/uploads.ts';
import { all, anyOf, type Condition } from './conditions.ts';

type Selection = ViolationQuery & { id?: string };

/** A page of the violations the viewer may see, as the wire shows them, and how many there are in all. One round trip. */
export const readViolations = async ({ db }: Pick<Deps, 'db'>, viewer: Actor, selection: Selection, paging: Paging) => {
  const where = admitted(viewer, selection);
  const page = pageOf(where, paging);
  const count = { sql: `SELECT count(*) AS total FROM violations t WHERE ${where.sql}`, args: where.args };
  const [counted, rows, messages] = await batch(db, [count, recordsOf(page), messagesOf(page, viewer)], 'read');
  const threads = Map.groupBy(messages?.rows ?? [], (row) => String(row.violation_id));
  return {
    docs: (rows?.rows ?? []).map((row) => shape(row, threads.get(String(row.id)) ?? [], viewer)),
    total: Number(counted?.rows[0]?.total),
  };
};

/** One violation as the wire shows it. Throws Refusal('not_found') where the viewer may not see it. */
export const readViolation = async (deps: Pick<Deps, 'db'>, viewer: Actor, id: string) => {
  const { docs } = await readViolations(deps, viewer, { id }, { page: 1, limit: 1 });
  return orNotFound(docs[0], VIOLATION_NOT_FOUND);
};

/** The attachment behind a key. Throws Refusal('not_found') unless it is of a violation, or of a message in its thread,
 * that the viewer may see. */
export const readAttachment = async ({ db }: Pick<Deps, 'db'>, viewer: Actor, key: string): Promise<StoredFile> => {
  const own = all([...visible(viewer), { sql: 't.photo_url = ?', args: [key] }]);
  const said = all([...visibleMessages(viewer), { sql: 't.photo_url = ?', args: [key] }]);
  const sql = `SELECT t.photo FROM violations t INDEXED BY violations_photo WHERE ${own.sql}
    UNION ALL SELECT t.photo FROM violation_messages t INDEXED BY violation_messages_photo WHERE ${said.sql} LIMIT 1`;
  const [result] = await batch(db, [{ sql, args: [...own.args, ...said.args] }], 'read');
  return JSON.parse(String(orNotFound(result?.rows[0], FILE_NOT_FOUND).photo)) as StoredFile;
};

/** `audiences` of sync/violations.ts, asked of SQL. */
const visible = (viewer: Actor): Condition[] => [
  { sql: 't.hoa_id = ?', args: [viewer.hoa_id] },
  ...(canManage(viewer) ? [] : [{ sql: 't.user_id = ?', args: [viewer.id] }]),
];

/** `audiences` of its messages. */
const visibleMessages = (viewer: Actor): Condition[] => [
  { sql: 't.hoa_id = ?', args: [viewer.hoa_id] },
  ...(canManage(viewer) ? [] : [{ sql: 't.resident_id = ? AND NOT t.is_internal', args: [viewer.id] }]),
];

/** `list` of sync/violations.ts, asked of SQL. */
const admitted = (viewer: Actor, { id, category, status }: Selection): Condition =>
  all([
    ...visible(viewer),
    ...(id === undefined ? [] : [{ sql: 't.id = ?', args: [id] }]),
    ...anyOf('t.category', category),
    ...anyOf('t.status', status),
  ]);

const NEWEST_FIRST = 't.created_at DESC, t.id DESC';

const pageOf = ({ sql, args }: Condition, { page, limit }: Paging): Condition => ({
  sql: `SELECT * FROM violations t WHERE ${sql} ORDER BY ${NEWEST_FIRST} LIMIT ? OFFSET ?`,
  args: [...args, limit, (page - 1) * limit],
});

const recordsOf = ({ sql, args }: Condition): InStatement => ({
  sql: `SELECT t.id, ${shapes.violation.json} AS row,
      json_object('_id', o.id, 'name', o.name, 'email', o.email) AS resident,
      iif(a.id IS NULL, NULL, json_object('_id', a.id, 'street', a.street, 'unit_number', a.unit_number)) AS place
    FROM (${sql}) t
    LEFT JOIN users o ON o.id = t.user_id
    LEFT JOIN addresses a ON a.id = t.address_id
    ORDER BY ${NEWEST_FIRST}`,
  args,
});

/** Messages of the page's violations. CROSS JOIN keeps SQLite from walking every message of the HOA instead. */
const messagesOf = ({ sql, args }: Condition, viewer: Actor): InStatement => {
  const mine = all(visibleMessages(viewer));
  return {
    sql: `SELECT t.violation_id, ${shapes.violationMessage.json} AS row
      FROM (${sql}) v
      CROSS JOIN violation_messages t ON t.hoa_id = v.hoa_id AND t.violation_id = v.id
      WHERE ${mine.sql}
      ORDER BY t.sent_at, t.id`,
    args: [...args, ...mine.args],
  };
};

const shape = (row: Row, thread: Row[], viewer: Actor) => {
  const { issued_by, issued_by_name, issued_by_email, ...violation } = recordBody(
    synced.view(JSON.parse(String(row.row)) as Violation, viewer) as Violation,
  );
  return {
    ...violation,
    user_id: json(row.resident),
    address_id: json(row.place),
    issued_by: { _id: issued_by, name: issued_by_name, email: issued_by_email },
    resolution: violation.resolution && shapeResolution(violation.resolution),
    history: violation.history.map(historyEntryBody),
    messages: thread
      .map((one) => syncedMessages.view(JSON.parse(String(one.row)) as ViolationMessage, viewer))
      .map((message) => shapeMessage(message as ViolationMessage)),
  };
};

const json = (value: unknown): unknown => (value === null ? null : JSON.parse(String(value)));

const shapeMessage = ({
  id,
  sender_id,
  sender_name,
  message,
  is_internal,
  is_staff,
  photo_url,
  photo,
  sent_at,
}: ViolationMessage) => ({
  _id: id,
  sender_id: { _id: sender_id, name: sender_name },
  message,
  is_internal,
  is_staff,
  photo_url,
  photo,
  sent_at,
});

const shapeResolution = ({ resolved_by, resolved_by_name, resolved_at, resolution_notes }: Resolution) => ({
  resolved_by: { _id: resolved_by, name: resolved_by_name },
  resolved_at,
  resolution_notes,
});
