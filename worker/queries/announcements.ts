import type { InStatement, Row } from '@libsql/client';
import type { Attachment, Delivery } from '../../schema/announcements.ts';
import type { Announcement } from '../../schema/tables/announcements.ts';
import { FILE_TYPES, type StoredFile } from '../../schema/uploads.ts';
import { ROLES } from '../../schema/users.ts';
import { ANNOUNCEMENT_NOT_FOUND, type AnnouncementQuery, canManage } from '../../sync/announcements/entity.ts';
import { entities } from '../../sync/index.ts';
import { isStaff } from '../../sync/roles.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { historyEntryBody, type Paging, recordBody } from '../http/rest-shapes.ts';
import { FILE_NOT_FOUND } from '../services/uploads.ts';
import type { AnnouncementBody } from '../shapes/community.ts';
import { ONE, type Page, pageOf, readPage, rowsOf } from './list.ts';
import { isActive, json, queryBatch, queryOne } from './query.ts';
import { visibleTo } from './sql.ts';

type Reader = Pick<Deps, 'db'>;

export const readAnnouncements = async (deps: Reader, viewer: Actor, query: AnnouncementQuery, paging: Paging) => {
  const page = pageOf(viewer, 'announcement', query, paging);
  const { rows, others: _, ...found } = await readPage(deps, page, recordsOf(page, viewer));
  return { docs: rows.map((row) => announcementBody(row, viewer)), ...found };
};

export const readAnnouncementsNamed = async (deps: Reader, viewer: Actor, ids: readonly string[]) => {
  const page = pageOf(viewer, 'announcement', {}, { page: 1, limit: ids.length }, { id: ids });
  return (await readPage(deps, page, recordsOf(page, viewer))).rows.map((row) => announcementBody(row, viewer));
};

export const readAnnouncement = async ({ db }: Reader, viewer: Actor, id: string) => {
  const one = recordsOf(pageOf(viewer, 'announcement', {}, ONE, { id }), viewer);
  const people = canManage(viewer) ? [deliveriesOf(viewer, id), audienceOf(viewer, id)] : [];
  const [[row], deliveries, audience] = await queryBatch<[Row[], Sent[]?, Person[]?]>(db, [one, ...people]);
  const announcement = announcementBody(orNotFound(row, ANNOUNCEMENT_NOT_FOUND), viewer);
  if (!deliveries || !audience) return announcement;
  return { ...announcement, ...sendingBody(announcement, deliveries, audience) };
};

export const readAttachment = async ({ db }: Reader, viewer: Actor, key: string): Promise<StoredFile> => {
  const visible = visibleTo(viewer, 'announcement');
  // SQLite uses the partial index only if the query says that there is an attachment.
  const sql = `SELECT t.attachment FROM announcements t INDEXED BY announcements_file
    WHERE t.attachment ->> '$.s3_key' = ? AND t.attachment IS NOT NULL AND ${visible.sql} LIMIT 1`;
  const row = await queryOne<{ attachment: string }>(db, sql, [key, ...visible.args]);
  const file = json<Attachment>(orNotFound(row, FILE_NOT_FOUND).attachment);
  const type = FILE_TYPES[file.file_type] ?? '';
  return { key: file.s3_key, name: file.filename, size: file.file_size, type, ...(file.pending && { pending: true }) };
};

/** `streetOf` of sync/addresses/streets.ts in SQL, for an address `h`. */
const STREET = `CASE WHEN trim(h.street) GLOB '[0-9]* *'
  THEN trim(substr(trim(h.street), instr(trim(h.street), ' ') + 1)) ELSE trim(h.street) END`;
const LIVES_ON_STREETS = `t.streets IS NOT NULL AND EXISTS (SELECT 1 FROM addresses h
  WHERE h.hoa_id = u.hoa_id AND h.id = u.address_id
    AND lower(${STREET}) IN (SELECT lower(trim(value)) FROM json_each(t.streets)))`;

/** `recipientsOf` of sync/announcements/entity.ts in SQL, for a user `u` and an announcement `t`. */
const IS_RECIPIENT = `u.hoa_id = t.hoa_id AND ${isActive('u')} AND CASE t.audience_type
  WHEN 'all' THEN 1
  WHEN 'custom' THEN u.id IN (SELECT value FROM json_each(t.custom_recipients)) OR ${LIVES_ON_STREETS}
  ELSE (u.role IN (SELECT value FROM json_each(?))) = (t.audience_type = 'board') END`;
const STAFF_ROLES = JSON.stringify(ROLES.filter(isStaff));

const recordsOf = (page: Page, viewer: Actor): InStatement =>
  rowsOf(
    page,
    `${shapes.announcement.json} AS row,
      EXISTS (SELECT 1 FROM announcement_reads m
        WHERE m.hoa_id = t.hoa_id AND m.announcement_id = t.id AND m.user_id = ?) AS is_read,
      iif(t.recipient_count > 0 OR t.status = 'sent', t.recipient_count,
        (SELECT count(*) FROM users u WHERE ${IS_RECIPIENT})) AS recipients`,
    [viewer.id, STAFF_ROLES],
  );

type Sent = Pick<Delivery, 'user_id' | 'name' | 'email' | 'status' | 'reason'>;
type Person = Pick<Sent, 'user_id' | 'name' | 'email'>;

const deliveriesOf = (viewer: Actor, id: string): InStatement => ({
  sql: `SELECT r.value ->> 0 AS user_id, r.value ->> 1 AS name, r.value ->> 2 AS email, r.value ->> 3 AS status,
      r.value ->> 4 AS reason
    FROM announcement_recipients t, json_each(t.recipients) r WHERE t.hoa_id = ? AND t.id = ? ORDER BY 2, 1`,
  args: [viewer.hoa_id, id],
});

const audienceOf = (viewer: Actor, id: string): InStatement => ({
  sql: `SELECT u.id AS user_id, u.name, u.email FROM announcements t JOIN users u ON ${IS_RECIPIENT}
    WHERE t.hoa_id = ? AND t.id = ? AND t.recipient_count = 0 AND t.status <> 'sent' ORDER BY u.name, u.id`,
  args: [STAFF_ROLES, viewer.hoa_id, id],
});

/** The fields that everybody sees, and those of the board alone. */
type Seen = Partial<Announcement> &
  Pick<Announcement, 'id' | 'title' | 'message' | 'category' | 'status' | 'attachment'> &
  Pick<Announcement, 'delivery_methods' | 'created_at' | 'sent_at'>;

const announcementBody = (row: Row, viewer: Actor): AnnouncementBody => {
  const announcement = json<Announcement>(row.row);
  const {
    created_by,
    created_by_name,
    history = [],
    street_recipients: _,
    ...seen
  } = entities.announcement.view(announcement, viewer) as Seen;
  return {
    ...recordBody(seen),
    ...(history.length > 0 && { history: history.map(historyEntryBody) }),
    recipient_count: Number(row.recipients),
    isReadBy: Boolean(row.is_read),
    ...(created_by !== undefined && { created_by: { _id: created_by, name: created_by_name || 'Unknown' } }),
  };
};

const sendingBody = (announcement: { recipient_count: number }, deliveries: Sent[], audience: Person[]) => {
  const withStatus = (status: Sent['status']) => deliveries.filter((one) => one.status === status);
  return {
    recipients: (deliveries.length > 0 ? deliveries : audience).map(recipientBody),
    delivery_stats: {
      total_sent: deliveries.length > 0 ? announcement.recipient_count : 0,
      email_delivered: withStatus('delivered').map(recipientBody),
      email_failed: withStatus('failed').map((one) => ({ ...recipientBody(one), reason: one.reason })),
    },
  };
};

const recipientBody = ({ user_id, name, email }: Person) => ({ _id: user_id, name: name || 'Unknown User', email });
