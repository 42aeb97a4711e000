import type { InStatement, Row } from '@libsql/client';
import type { Violation, ViolationMessage } from '../../schema/tables/violations.ts';
import type { StoredFile } from '../../schema/uploads.ts';
import type { Resolution } from '../../schema/violations.ts';
import { entities } from '../../sync/index.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import { VIOLATION_NOT_FOUND, type ViolationQuery } from '../../sync/violations/entity.ts';
import type { Deps } from '../deps.ts';
import { historyEntryBody, type Paging, recordBody } from '../http/rest-shapes.ts';
import { FILE_NOT_FOUND } from '../services/uploads.ts';
import type { ViolationBody } from '../shapes/community.ts';
import { ONE, type Page, pageOf, readPage, rowsOf } from './list.ts';
import { visibleFile } from './photos.ts';
import { json, queryOne } from './query.ts';
import { visibleTo } from './sql.ts';

type Reader = Pick<Deps, 'db'>;

export const readViolations = (deps: Reader, viewer: Actor, query: ViolationQuery, paging: Paging) =>
  read(deps, viewer, pageOf(viewer, 'violation', query, paging));

export const readViolation = async (deps: Reader, viewer: Actor, id: string) => {
  const { docs } = await read(deps, viewer, pageOf(viewer, 'violation', {}, ONE, { id }));
  return orNotFound(docs[0], VIOLATION_NOT_FOUND);
};

export const readViolationsNamed = async (deps: Reader, viewer: Actor, ids: readonly string[]) =>
  (await read(deps, viewer, pageOf(viewer, 'violation', {}, { page: 1, limit: ids.length }, { id: ids }))).docs;

const read = async (deps: Reader, viewer: Actor, page: Page) => {
  const { rows, others, ...found } = await readPage(deps, page, recordsOf(page), [messagesOf(page, viewer)]);
  const threads = Map.groupBy(others[0] ?? [], (row) => String(row.violation_id));
  return { docs: rows.map((row) => violationBody(row, threads.get(String(row.id)) ?? [], viewer)), ...found };
};

export const readAttachment = async ({ db }: Reader, viewer: Actor, key: string): Promise<StoredFile> => {
  const { sql, args } = visibleFile(viewer, ['violation', 'violationMessage'], key);
  const row = await queryOne<{ photo: string }>(db, sql, args);
  return json(orNotFound(row, FILE_NOT_FOUND).photo);
};

const recordsOf = (page: Page): InStatement => {
  const { sql, args } = rowsOf(page, '*');
  return {
    sql: `SELECT t.id, ${shapes.violation.json} AS row,
        json_object('_id', o.id, 'name', o.name, 'email', o.email) AS resident,
        iif(a.id IS NULL, NULL, json_object('_id', a.id, 'street', a.street, 'unit_number', a.unit_number)) AS place
      FROM (${sql}) t
      LEFT JOIN users o ON o.id = t.user_id
      LEFT JOIN addresses a ON a.id = t.address_id
      ORDER BY ${page.order}`,
    args,
  };
};

/** CROSS JOIN keeps SQLite from scanning every message of the HOA. */
const messagesOf = (page: Page, viewer: Actor): InStatement => {
  const { sql, args } = rowsOf(page, '*');
  const visible = visibleTo(viewer, 'violationMessage');
  return {
    sql: `SELECT t.violation_id, ${shapes.violationMessage.json} AS row
      FROM (${sql}) v
      CROSS JOIN violation_messages t ON t.hoa_id = v.hoa_id AND t.violation_id = v.id
      WHERE ${visible.sql}
      ORDER BY t.sent_at, t.id`,
    args: [...args, ...visible.args],
  };
};

const violationBody = (row: Row, thread: Row[], viewer: Actor): ViolationBody => {
  const { issued_by, issued_by_name, issued_by_email, ...violation } = recordBody(
    entities.violation.view(json<Violation>(row.row), viewer) as Violation,
  );
  return {
    ...violation,
    user_id: json(row.resident),
    address_id: json(row.place),
    issued_by: { _id: issued_by, name: issued_by_name, email: issued_by_email },
    resolution: violation.resolution && resolutionBody(violation.resolution),
    history: violation.history.map(historyEntryBody),
    messages: thread.map(({ row: message }) =>
      messageBody(entities.violationMessage.view(json<ViolationMessage>(message), viewer) as ViolationMessage),
    ),
  };
};

const messageBody = ({
  id,
  sender_id,
  sender_name,
  message,
  is_internal,
  is_staff,
  photo_url,
  photo,
  more_photos,
  sent_at,
}: ViolationMessage) => ({
  _id: id,
  sender_id: { _id: sender_id, name: sender_name },
  message,
  is_internal,
  is_staff,
  photo_url,
  photo,
  more_photos,
  sent_at,
});

const resolutionBody = ({ resolved_by, resolved_by_name, resolved_at, resolution_notes }: Resolution) => ({
  resolved_by: { _id: resolved_by, name: resolved_by_name },
  resolved_at,
  resolution_notes,
});
