import { type Recipient, readId } from '../../schema/announcements.ts';
import {
  type Announcement,
  announcement_reads,
  announcement_recipients,
  announcements,
} from '../../schema/tables/announcements.ts';
import type { User } from '../../schema/tables/users.ts';
import { extensionOf } from '../../schema/uploads.ts';
import { isStaff } from '../../sync/roles.ts';
import { attach, type Community, keyOf, paragraphs } from './community.ts';
import { eveningOf } from './evening.ts';
import type { AnnouncementData } from './hoa-data.ts';

export const addAnnouncements = (community: Community): void => {
  for (const data of community.data.announcements) addAnnouncement(community, data);
};

const addAnnouncement = (community: Community, data: AnnouncementData) => {
  const { rows, hoa_id, clock } = community;
  const author = community.person(data.by);
  const id = community.id(`announcement/${keyOf(data)}`);
  const created_at = clock.ago(data.days);
  const ended = data.status === 'sent' || data.status === 'failed';
  const sent_at = ended ? clock.after(created_at, 1)[0]! : null;
  const deliveries = deliveriesOf(community, data, created_at);
  const count = (status: Delivery['status']) => deliveries.filter((delivery) => delivery.status === status).length;
  rows.add(announcements, {
    id,
    hoa_id,
    title: data.title,
    message: paragraphs(data.text),
    category: data.category,
    status: data.status,
    audience_type: data.audience,
    custom_recipients: (data.to ?? []).map((key) => community.person(key).id),
    attachment: attachmentOf(community, data, author),
    recipient_count: deliveries.length,
    delivered_count: count('delivered'),
    failed_count: count('failed'),
    created_by: author.id,
    created_by_name: author.name,
    created_at,
    sent_at,
    send_at: data.status === 'scheduled' ? eveningOf(community, 3, '18:00') : null,
    sending_since: data.status === 'sending' ? clock.ago(0) : null,
  });
  const sending_since = sent_at ?? created_at;
  if (deliveries.length > 0)
    rows.add(announcement_recipients, {
      id,
      hoa_id,
      sending_since,
      recipients: deliveries.map((delivery) => toRecipient(delivery, sending_since)),
    });
  addReads(community, data, id, deliveries, sent_at ?? created_at);
};

const attachmentOf = (community: Community, data: AnnouncementData, author: User): Announcement['attachment'] => {
  if (!data.file) return null;
  const file = attach(community, author, 'announcement', data.file, data.title, keyOf(data));
  return { s3_key: file.key, filename: file.name, file_size: file.size, file_type: extensionOf(file.name) };
};

type Delivery = { user: User; status: 'pending' | 'delivered' | 'failed' };

const deliveriesOf = (community: Community, data: AnnouncementData, at: string): Delivery[] => {
  if (data.status === 'draft' || data.status === 'scheduled') return [];
  const missed = (data.failed ?? []).map((key) => community.person(key).id);
  return audienceOf(community, data, at).map((user, n) => {
    if (data.status === 'sending') return { user, status: n % 2 ? 'pending' : 'delivered' };
    return { user, status: data.status === 'failed' || missed.includes(user.id) ? 'failed' : 'delivered' };
  });
};

const audienceOf = ({ people, person }: Community, data: AnnouncementData, at: string): User[] => {
  const chosen = data.audience === 'custom' ? data.to!.map(person) : [...people.values()];
  return chosen.filter(
    (user) =>
      user.status === 'active' &&
      user.created_at <= at &&
      (data.audience !== 'board' || isStaff(user.role)) &&
      (data.audience !== 'residents' || !isStaff(user.role)),
  );
};

const toRecipient = ({ user, status }: Delivery, at: string): Recipient => [
  user.id,
  user.name,
  user.email,
  status,
  status === 'failed' ? 'The mailbox did not accept the message' : null,
  status === 'pending' ? null : at,
];

const addReads = (
  community: Community,
  data: AnnouncementData,
  announcement_id: string,
  deliveries: Delivery[],
  at: string,
) => {
  const random = community.random(`reads/${data.title}`);
  const unread = (data.unread ?? []).map((key) => community.person(key).id);
  const readers = new Set(deliveries.flatMap(({ user }) => (random.next() < (data.read ?? 0) ? [user.id] : [])));
  for (const { id } of data.read === undefined ? [community.person(data.by)] : boardOf(community, at)) readers.add(id);
  for (const user_id of readers)
    if (!unread.includes(user_id)) addRead(community, announcement_id, user_id, community.clock.after(at, 1)[0]!);
};

/** The board's, which sees every announcement. */
export const boardOf = ({ people }: Community, at: string): User[] =>
  [...people.values()].filter((user) => isStaff(user.role) && user.status === 'active' && user.created_at <= at);

export const addRead = ({ rows, hoa_id }: Community, announcement_id: string, user_id: string, read_at: string): void =>
  rows.add(announcement_reads, { id: readId(announcement_id, user_id), hoa_id, announcement_id, user_id, read_at });
