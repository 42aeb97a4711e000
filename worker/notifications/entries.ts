import { dayIn } from '../../schema/dates.ts';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { Notification } from '../../schema/tables/notifications.ts';
import { HOA_STAFF } from '../../sync/activity/history.ts';
import { unanswered } from '../../sync/dashboard/attention.ts';
import { entities } from '../../sync/index.ts';
import { ReadSet } from '../../sync/server/read-set.ts';
import { type Actor, isVisible } from '../../sync/tx.ts';
import { nameOf } from '../../sync/users/entity.ts';
import type { Deps } from '../deps.ts';
import { longDate } from '../emails/long-date.ts';
import { escapeHtml } from '../retention/traces.ts';

/** A notification's text about a record, as its reader may see it. `text` is one line, `html` a message. */
export type Entry = {
  id: string;
  event: Notification['event'];
  path: string;
  kind: string;
  title: string;
  text: string;
  html?: string;
};

/** Dates read in the time zone of the association. */
type Reader = Actor & { time_zone: string };

/** In the order of the notifications. Leaves out what the viewer may not see, what is gone, and all but the newest state
 * of a record. */
export const readEntries = async (
  { db }: Pick<Deps, 'db'>,
  viewer: Reader,
  notifications: readonly Notification[],
): Promise<Entry[]> => {
  const reads = new ReadSet(db, viewer.hoa_id);
  const read = async <E extends Entity>(entity: E, id: string | null): Promise<Rows[E] | undefined> => {
    const row = id === null ? undefined : await reads.row(entity, id);
    const rules = entities[entity];
    return row && isVisible(rules, row, viewer) ? (rules.view(row, viewer) as Rows[E]) : undefined;
  };
  const wanted = await withoutAnswered(reads, newest(notifications));
  const entries = await Promise.all(wanted.map((one) => entryOf(one, viewer, read)));
  return entries.filter((entry) => entry !== undefined);
};

/** Leaves out the reminders of requests that were answered in the meantime. */
const withoutAnswered = async (reads: ReadSet, notifications: readonly Notification[]): Promise<Notification[]> => {
  const isLeft = async ({ event, record_id, item_id }: Notification) => {
    if (event !== 'unanswered') return true;
    const [request, thread] = await Promise.all([
      reads.row('request', record_id),
      reads.list('requestComment', 'request_id', record_id),
    ]);
    return request !== undefined && unanswered([request], thread)[0]?.since === item_id;
  };
  const left = await Promise.all(notifications.map(isLeft));
  return notifications.filter((_, at) => left[at]);
};

const newest = (notifications: readonly Notification[]): Notification[] => {
  const keyOf = ({ event, record_id, item_id }: Notification) =>
    `${event === 'decision' ? 'status' : event}/${record_id}/${item_id}`;
  return [...new Map(notifications.map((one) => [keyOf(one), one])).values()];
};

type Read = <E extends Entity>(entity: E, id: string | null) => Promise<Rows[E] | undefined>;
type Described = Pick<Entry, 'kind' | 'title' | 'text'> & { html?: string };

const entryOf = async (notification: Notification, viewer: Reader, read: Read): Promise<Entry | undefined> => {
  const described = await DESCRIBE[notification.entity](notification, viewer, read);
  const { id, event, entity, record_id } = notification;
  return described && { ...described, id, event, path: `${PATHS[entity]}/${record_id}` };
};

const PATHS: Record<Notification['entity'], string> = {
  request: '/requests',
  violation: '/compliance',
  announcement: '/announcements',
  invoice: '/invoices',
};

type Describe = (notification: Notification, viewer: Reader, read: Read) => Promise<Described | undefined>;

const describeRequest: Describe = async ({ event, record_id, item_id }, viewer, read) => {
  const [request, comment] = await Promise.all([read('request', record_id), read('requestComment', item_id)]);
  if (!request) return undefined;
  const about = { kind: 'Request', title: request.title };
  if (event === 'reply')
    return comment?.is_public
      ? { ...about, text: `${comment.author_name || HOA_STAFF} wrote:`, html: comment.message }
      : undefined;
  if (event === 'assignment')
    return request.assigned_to === viewer.id ? { ...about, text: 'This request is assigned to you.' } : undefined;
  if (event === 'newRequest' || event === 'unanswered') {
    const author = await read('user', request.user_id);
    const dayOf = (instant: string) => longDate(dayIn(viewer.time_zone, new Date(instant)));
    const name = author ? nameOf(author) : 'A resident';
    if (event === 'unanswered')
      return {
        ...about,
        text: `${name} has been waiting for an answer since ${dayOf(item_id ?? request.created_at)}.`,
      };
    return { ...about, text: `${name} filed a request (${request.category}).`, html: request.description };
  }
  return { ...about, ...statusOf(request.status, request.resolution_notes) };
};

const describeViolation: Describe = async ({ event, record_id, item_id }, _, read) => {
  const [violation, message] = await Promise.all([read('violation', record_id), read('violationMessage', item_id)]);
  if (!violation) return undefined;
  const about = { kind: 'Violation', title: violation.title };
  if (event === 'newViolation') return { ...about, kind: 'Violation notice', text: '' };
  if (event === 'overdue') return overdueText(violation, item_id, about);
  if (event === 'dueDate') return { ...about, text: `It is now due on ${longDate(violation.due_date)}.` };
  if (event !== 'reply') return { ...about, ...statusOf(violation.status, violation.resolution?.resolution_notes) };
  if (!message || message.is_internal) return undefined;
  return { ...about, text: `${message.sender_name} wrote:`, html: message.message };
};

/** Nothing once it has ended or is due on another day. */
const overdueText = (
  { status, due_date }: Rows['violation'],
  due: string | null,
  about: Pick<Described, 'kind' | 'title'>,
): Described | undefined =>
  status === 'open' && due_date === due
    ? { ...about, text: `It was due on ${longDate(due_date)} and is still open.` }
    : undefined;

const DESCRIBE: Record<Notification['entity'], Describe> = {
  request: describeRequest,
  violation: describeViolation,
  announcement: async ({ record_id }, _, read) => {
    const announcement = await read('announcement', record_id);
    return announcement && { kind: 'Announcement', title: announcement.title, text: '' };
  },
  invoice: async ({ record_id }, _, read) => {
    const invoice = await read('invoice', record_id);
    return invoice && { kind: 'New invoice', title: invoice.title, text: '' };
  },
};

const statusOf = (status: string, notes: string | null | undefined) => ({
  text: `The status is now ${status.replaceAll('_', ' ')}.`,
  ...(notes && { html: `<p>${escapeHtml(notes).replaceAll('\n', '<br>')}</p>` }),
});
