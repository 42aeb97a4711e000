import type { InStatement, Row } from '@libsql/client';
import type { Request, RequestComment } from '../../schema/tables/requests.ts';
import type { StoredFile } from '../../schema/uploads.ts';
import type { Role } from '../../schema/users.ts';
import { entities } from '../../sync/index.ts';
import { REQUEST_NOT_FOUND, type RequestQuery } from '../../sync/requests/entity.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { historyEntryBody, type Paging, recordBody } from '../http/rest-shapes.ts';
import { FILE_NOT_FOUND } from '../services/uploads.ts';
import type { RequestBody } from '../shapes/community.ts';
import { ONE, type Page, pageOf, readPage, rowsOf } from './list.ts';
import { visibleFile } from './photos.ts';
import { json, queryOne } from './query.ts';
import { visibleTo } from './sql.ts';

type Reader = Pick<Deps, 'db'>;

export const readRequests = (deps: Reader, viewer: Actor, query: RequestQuery, paging: Paging) =>
  read(deps, viewer, pageOf(viewer, 'request', query, paging));

export const readRequest = async (deps: Reader, viewer: Actor, id: string) => {
  const { docs } = await read(deps, viewer, pageOf(viewer, 'request', {}, ONE, { id }));
  return orNotFound(docs[0], REQUEST_NOT_FOUND);
};

export const readRequestsNamed = async (deps: Reader, viewer: Actor, ids: readonly string[]) =>
  (await read(deps, viewer, pageOf(viewer, 'request', {}, { page: 1, limit: ids.length }, { id: ids }))).docs;

const read = async (deps: Reader, viewer: Actor, page: Page) => {
  const { rows, others, ...found } = await readPage(deps, page, recordsOf(page), [commentsOf(page, viewer)]);
  const threads = Map.groupBy(others[0] ?? [], (row) => String(row.request_id));
  return { docs: rows.map((row) => requestBody(row, threads.get(String(row.id)) ?? [], viewer)), ...found };
};

export const readAttachment = async ({ db }: Reader, viewer: Actor, key: string): Promise<StoredFile> => {
  const { sql, args } = visibleFile(viewer, ['request', 'requestComment'], key);
  const row = await queryOne<{ photo: string }>(db, sql, args);
  return json(orNotFound(row, FILE_NOT_FOUND).photo);
};

const recordsOf = (page: Page): InStatement => {
  const { sql, args } = rowsOf(page, '*');
  return {
    sql: `SELECT t.id, ${shapes.request.json} AS row,
        json_object('_id', o.id, 'name', o.name, 'email', o.email, 'role', o.role) AS owner,
        iif(a.id IS NULL, NULL, json_object('_id', a.id, 'street', a.street, 'unit_number', a.unit_number)) AS place,
        iif(s.id IS NULL, NULL, json_object('_id', s.id, 'name', s.name, 'email', s.email)) AS assignee
      FROM (${sql}) t
      LEFT JOIN users o ON o.id = t.user_id
      LEFT JOIN addresses a ON a.id = t.address_id
      LEFT JOIN users s ON s.id = t.assigned_to
      ORDER BY ${page.order}`,
    args,
  };
};

/** CROSS JOIN keeps SQLite from scanning every message of the HOA. */
const commentsOf = (page: Page, viewer: Actor): InStatement => {
  const { sql, args } = rowsOf(page, '*');
  const visible = visibleTo(viewer, 'requestComment');
  return {
    sql: `SELECT t.request_id, ${shapes.requestComment.json} AS row, u.role
      FROM (${sql}) r
      CROSS JOIN request_comments t ON t.hoa_id = r.hoa_id AND t.request_id = r.id
      LEFT JOIN users u ON u.id = t.user_id
      WHERE ${visible.sql}
      ORDER BY t.created_at, t.id`,
    args: [...args, ...visible.args],
  };
};

const requestBody = (row: Row, thread: Row[], viewer: Actor): RequestBody => {
  const request = entities.request.view(json<Request>(row.row), viewer) as Request;
  return {
    ...recordBody(request),
    user_id: json(row.owner),
    address_id: json(row.place),
    assigned_to: request.assigned_to ? json(row.assignee) : null,
    history: request.history.map(historyEntryBody),
    comments: thread.map(({ row: comment, role }) =>
      commentBody(entities.requestComment.view(json<RequestComment>(comment), viewer) as RequestComment, role),
    ),
  };
};

const commentBody = (
  { id, user_id, author_name, message, created_at, is_public, is_staff, photo_url, photo, more_photos }: RequestComment,
  role: unknown,
): RequestBody['comments'][number] => ({
  _id: id,
  user_id: user_id ? { _id: user_id, name: author_name, role: role as Role | null } : { name: author_name },
  message,
  created_at,
  is_public,
  is_staff,
  photo_url,
  photo,
  more_photos,
});
