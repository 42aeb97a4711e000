import type { InStatement, Row } from '@libsql/client';
import type { Request, RequestComment } from '../../schema/requests.ts';
import type { StoredFile } from '../../schema/uploads.ts';
import { canManage, REQUEST_NOT_FOUND, type RequestQuery, synced, syncedComments } from '../../sync/requests.ts';
import { batch } from '../../sync/server/retry.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, isVisible, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { historyEntryBody, type Paging, recordBody } from '../http/rest-shapes.ts';
import { FILE_NOT_FOUND } from '../services/uploads.ts';
import { all, anyOf, type Condition, contains } from './conditions.ts';

type Selection = RequestQuery & { id?: string };

/** A page of the requests the viewer may see, as the wire shows them, and how many there are in all. One round trip. */
export const readRequests = async ({ db }: Pick<Deps, 'db'>, viewer: Actor, selection: Selection, paging: Paging) => {
  const where = admitted(viewer, selection);
  const page = pageOf(where, selection, paging);
  const count = { sql: `SELECT count(*) AS total FROM requests t WHERE ${where.sql}`, args: where.args };
  const [counted, rows, comments] = await batch(db, [count, recordsOf(page), commentsOf(page)], 'read');
  const threads = Map.groupBy(comments?.rows ?? [], (row) => String(row.request_id));
  return {
    docs: (rows?.rows ?? []).map((row) => shape(row, threads.get(String(row.id)) ?? [], viewer)),
    total: Number(counted?.rows[0]?.total),
  };
};

/** One request as the wire shows it. Throws Refusal('not_found') where the viewer may not see it. */
export const readRequest = async (deps: Pick<Deps, 'db'>, viewer: Actor, id: string) => {
  const { docs } = await readRequests(deps, viewer, { id }, { page: 1, limit: 1 });
  return orNotFound(docs[0], REQUEST_NOT_FOUND);
};

/** The attachment behind a key. Throws Refusal('not_found') unless it is of a request the viewer may see. */
export const readAttachment = async ({ db }: Pick<Deps, 'db'>, viewer: Actor, key: string): Promise<StoredFile> => {
  const { sql, args } = all([...visible(viewer), { sql: 't.photo_url = ?', args: [key] }]);
  const query = { sql: `SELECT t.photo FROM requests t INDEXED BY requests_photo WHERE ${sql} LIMIT 1`, args };
  const [result] = await batch(db, [query], 'read');
  return JSON.parse(String(orNotFound(result?.rows[0], FILE_NOT_FOUND).photo)) as StoredFile;
};

/** `audiences` of sync/requests.ts, asked of SQL. */
const visible = (viewer: Actor): Condition[] => [
  { sql: 't.hoa_id = ?', args: [viewer.hoa_id] },
  ...(canManage(viewer) ? [] : [{ sql: 't.user_id = ?', args: [viewer.id] }]),
];

/** `predicate` of sync/requests.ts, asked of SQL. */
const admitted = (viewer: Actor, { id, search, category, status }: Selection): Condition =>
  all([
    ...visible(viewer),
    ...(id === undefined ? [] : [{ sql: 't.id = ?', args: [id] }]),
    ...anyOf('t.category', category),
    ...anyOf('t.status', status),
    ...contains('t.title', search),
  ]);

const orderOf = ({ sort }: RequestQuery) => (sort === 'oldest' ? 't.created_at, t.id' : 't.created_at DESC, t.id DESC');

type Page = Condition & { order: string };

const pageOf = (where: Condition, query: RequestQuery, { page, limit }: Paging): Page => {
  const order = orderOf(query);
  return {
    sql: `SELECT * FROM requests t WHERE ${where.sql} ORDER BY ${order} LIMIT ? OFFSET ?`,
    args: [...where.args, limit, (page - 1) * limit],
    order,
  };
};

const recordsOf = ({ sql, args, order }: Page): InStatement => ({
  sql: `SELECT t.id, ${shapes.request.json} AS row,
      json_object('_id', o.id, 'name', o.name, 'email', o.email, 'role', o.role) AS owner,
      iif(a.id IS NULL, NULL, json_object('_id', a.id, 'street', a.street, 'unit_number', a.unit_number)) AS place,
      iif(s.id IS NULL, NULL, json_object('_id', s.id, 'name', s.name, 'email', s.email)) AS assignee
    FROM (${sql}) t
    LEFT JOIN users o ON o.id = t.user_id
    LEFT JOIN addresses a ON a.id = t.address_id
    LEFT JOIN users s ON s.id = t.assigned_to
    ORDER BY ${order}`,
  args,
});

/** Messages of the page's requests. CROSS JOIN keeps SQLite from walking every message of the HOA instead. */
const commentsOf = ({ sql, args }: Page): InStatement => ({
  sql: `SELECT t.request_id, ${shapes.requestComment.json} AS row, u.role
    FROM (${sql}) r
    CROSS JOIN request_comments t ON t.hoa_id = r.hoa_id AND t.request_id = r.id
    LEFT JOIN users u ON u.id = t.user_id
    ORDER BY t.created_at, t.id`,
  args,
});

const shape = (row: Row, thread: Row[], viewer: Actor) => {
  const request = synced.view(JSON.parse(String(row.row)) as Request, viewer) as Request;
  return {
    ...recordBody(request),
    user_id: json(row.owner),
    address_id: json(row.place),
    assigned_to: request.assigned_to ? json(row.assignee) : null,
    history: request.history.map(historyEntryBody),
    comments: thread
      .map((one) => ({ comment: JSON.parse(String(one.row)) as RequestComment, role: one.role }))
      .filter(({ comment }) => isVisible(syncedComments, comment, viewer))
      .map(({ comment, role }) => shapeComment(syncedComments.view(comment, viewer) as RequestComment, role)),
  };
};

const json = (value: unknown): unknown => (value === null ? null : JSON.parse(String(value)));

const shapeComment = (
  { id, user_id, author_name, message, created_at, is_public, is_staff }: RequestComment,
  role: unknown,
) => ({
  _id: id,
  user_id: user_id ? { _id: user_id, name: author_name, role } : { name: author_name },
  message,
  created_at,
  is_public,
  is_staff,
});
