import type { InStatement, Row } from '@libsql/client';
import type { Announcement, AnnouncementDelivery, Attachment } from '../../schema/announcements.ts';
import type { StoredFile } from '../../schema/uploads.ts';
import { FILE_TYPES } from '../../schema/uploads.ts';
import { ROLES } from '../../schema/users.ts';
import { ANNOUNCEMENT_NOT_FOUND, type AnnouncementQuery, canManage, synced } from '../../sync/announcements.ts';
import { isStaff } from '../../sync/roles.ts';
import { batch } from '../../sync/server/retry.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { historyEntryBody, type Paging, recordBody } from '../http/rest-shapes.ts';
import { FILE_NOT_FOUND } from '../services/uploads.ts';
import { all, anyOf, type Condition, contains } from './conditions.ts';

type Selection = AnnouncementQuery & { id?: string };

/** A page of the announcements the viewer may see, as the wire shows them without whom they went to, and how many there
 * are in all. One round trip. */
export const readAnnouncements = async (
  { db }: Pick<Deps, 'db'>,
  viewer: Actor,
  selection: Selection,
  paging: Paging,
) => {
  const where = admitted(viewer, selection);
  const count = { sql: `SELECT count(*) AS total FROM announcements t WHERE ${where.sql}`, args: where.args };
  const [counted, rows] = await batch(db, [count, recordsOf(where, viewer, paging)], 'read');
  return { docs: (rows?.rows ?? []).map((row) => shape(row, viewer)), total: Number(counted?.rows[0]?.total) };
};

/** One announcement as the wire shows it, for the board with its recipients. Throws Refusal('not_found') where the viewer
 * may not see it. */
export const readAnnouncement = async ({ db }: Pick<Deps, 'db'>, viewer: Actor, id: string) => {
  const one = recordsOf(admitted(viewer, { id }), viewer, { page: 1, limit: 1 });
  const people = canManage(viewer) ? [deliveriesOf(viewer, id), audienceOf(viewer, id)] : [];
  const [rows, deliveries, audience] = await batch(db, [one, ...people], 'read');
  const announcement = shape(orNotFound(rows?.rows[0], ANNOUNCEMENT_NOT_FOUND), viewer);
  if (!deliveries || !audience) return announcement;
  return { ...announcement, ...sendingOf(announcement, deliveries.rows as unknown as Sent[], audience.rows) };
};

/** The attachment behind a key. Throws Refusal('not_found') unless it is of an announcement the viewer may see. */
export const readAttachment = async ({ db }: Pick<Deps, 'db'>, viewer: Actor, key: string): Promise<StoredFile> => {
  const named = "t.attachment ->> '$.s3_key' = ?";
  const { sql, args } = all([{ sql: `${named} AND t.attachment IS NOT NULL`, args: [key] }, ...visible(viewer)]);
  const query = {
    sql: `SELECT t.attachment FROM announcements t INDEXED BY announcements_file WHERE ${sql} LIMIT 1`,
    args,
  };
  const [result] = await batch(db, [query], 'read');
  const file = JSON.parse(String(orNotFound(result?.rows[0], FILE_NOT_FOUND).attachment)) as Attachment;
  const type = FILE_TYPES[file.file_type] ?? '';
  return { key: file.s3_key, name: file.filename, size: file.file_size, type, ...(file.pending && { pending: true }) };
};

/** `audiences` of sync/announcements.ts, asked of SQL. */
const visible = (viewer: Actor): Condition[] => [
  { sql: 't.hoa_id = ?', args: [viewer.hoa_id] },
  ...(canManage(viewer) ? [] : [{ sql: PUBLISHED, args: [viewer.id] }]),
];

const PUBLISHED = `t.status IN ('sending', 'sent') AND (t.audience_type IN ('all', 'residents')
  OR (t.audience_type = 'custom' AND EXISTS (SELECT 1 FROM json_each(t.custom_recipients) j WHERE j.value = ?)))`;

/** `list` of sync/announcements.ts, asked of SQL. */
const admitted = (viewer: Actor, { id, search, category, status }: Selection): Condition =>
  all([
    ...visible(viewer),
    ...(id === undefined ? [] : [{ sql: 't.id = ?', args: [id] }]),
    ...anyOf('t.category', category),
    ...anyOf('t.status', status),
    ...contains('t.title', search),
  ]);

/** In the words of the index announcements_newest, or SQLite would sort the whole list. */
const LATEST_FIRST = 'case when t.sent_at is null then t.created_at else t.sent_at end DESC, t.id DESC';

/** `recipientsOf` of sync/announcements.ts, asked of SQL for a user `u` and an announcement `t`. */
const REACHED = `u.hoa_id = t.hoa_id AND u.status = 'active' AND u.deleted_at IS NULL AND CASE t.audience_type
  WHEN 'all' THEN 1
  WHEN 'custom' THEN u.id IN (SELECT value FROM json_each(t.custom_recipients))
  ELSE (u.role IN (SELECT value FROM json_each(?))) = (t.audience_type = 'board') END`;
const STAFF = JSON.stringify(ROLES.filter(isStaff));

const recordsOf = (where: Condition, viewer: Actor, { page, limit }: Paging): InStatement => ({
  sql: `SELECT ${shapes.announcement.json} AS row,
      EXISTS (SELECT 1 FROM announcement_reads m
        WHERE m.hoa_id = t.hoa_id AND m.announcement_id = t.id AND m.user_id = ?) AS is_read,
      iif(t.recipient_count > 0 OR t.status = 'sent', t.recipient_count,
        (SELECT count(*) FROM users u WHERE ${REACHED})) AS recipients
    FROM announcements t WHERE ${where.sql} ORDER BY ${LATEST_FIRST} LIMIT ? OFFSET ?`,
  args: [viewer.id, STAFF, ...where.args, limit, (page - 1) * limit],
});

type Sent = Pick<AnnouncementDelivery, 'user_id' | 'name' | 'email' | 'status' | 'reason'>;

const deliveriesOf = (viewer: Actor, id: string): InStatement => ({
  sql: `SELECT user_id, name, email, status, reason FROM announcement_deliveries
    WHERE hoa_id = ? AND announcement_id = ? ORDER BY name, user_id`,
  args: [viewer.hoa_id, id],
});

/** Whom the audience would reach now, before any mail is on its way. */
const audienceOf = (viewer: Actor, id: string): InStatement => ({
  sql: `SELECT u.id AS user_id, u.name, u.email FROM announcements t JOIN users u ON ${REACHED}
    WHERE t.hoa_id = ? AND t.id = ? AND t.recipient_count = 0 AND t.status <> 'sent' ORDER BY u.name, u.id`,
  args: [STAFF, viewer.hoa_id, id],
});

const shape = (row: Row, viewer: Actor) => {
  const announcement = JSON.parse(String(row.row)) as Announcement;
  const { created_by, created_by_name, history = [], ...seen } = synced.view(announcement, viewer);
  return {
    ...recordBody(seen),
    ...(history.length > 0 && { history: history.map(historyEntryBody) }),
    recipient_count: Number(row.recipients),
    isReadBy: Boolean(row.is_read),
    ...(created_by !== undefined && { created_by: { _id: created_by, name: created_by_name || 'Unknown' } }),
  };
};

/** For the board: whom it is meant for, and how their mails went. */
const sendingOf = (announcement: ReturnType<typeof shape>, deliveries: Sent[], audience: Row[]) => {
  const fared = (status: AnnouncementDelivery['status']) => deliveries.filter((one) => one.status === status);
  const recipients = deliveries.length > 0 ? deliveries : (audience as unknown as Sent[]);
  return {
    recipients: recipients.map(person),
    delivery_stats: {
      total_sent: deliveries.length > 0 ? announcement.recipient_count : 0,
      email_delivered: fared('delivered').map(person),
      email_failed: fared('failed').map((one) => ({ ...person(one), reason: one.reason })),
    },
  };
};

const person = ({ user_id, name, email }: Sent) => ({ _id: user_id, name: name || 'Unknown User', email });
