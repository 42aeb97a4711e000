import {
  type Announcement,
  announcement_deliveries,
  announcement_reads,
  announcements,
  readId,
} from '../../schema/announcements.ts';
import { extensionOf } from '../../schema/uploads.ts';
import type { User } from '../../schema/users.ts';
import { isStaff } from '../../sync/roles.ts';
import { attach, type Community, paragraphs } from './community.ts';
import type { AnnouncementScript } from './script.ts';

/** Adds every announcement of the script, with its deliveries and read marks. */
export const addAnnouncements = (community: Community): void => {
  for (const script of community.script.announcements) addAnnouncement(community, script);
};

const addAnnouncement = (community: Community, script: AnnouncementScript) => {
  const { book, hoa_id, clock } = community;
  const author = community.person(script.by);
  const id = community.id(`announcement/${script.title}`);
  const created_at = clock.ago(script.days);
  const ended = script.status === 'sent' || script.status === 'failed';
  const sent_at = ended ? clock.after(created_at, 1)[0]! : null;
  const deliveries = deliveriesOf(community, script, created_at);
  const count = (status: Delivery['status']) => deliveries.filter((delivery) => delivery.status === status).length;
  book.add(announcements, {
    id,
    hoa_id,
    title: script.title,
    message: paragraphs(script.text),
    category: script.category,
    status: script.status,
    audience_type: script.audience,
    custom_recipients: (script.to ?? []).map((key) => community.person(key).id),
    attachment: attachmentOf(community, script, author),
    recipient_count: deliveries.length,
    delivered_count: count('delivered'),
    failed_count: count('failed'),
    created_by: author.id,
    created_by_name: author.name,
    created_at,
    sent_at,
    sending_since: script.status === 'sending' ? clock.ago(0) : null,
  });
  for (const delivery of deliveries) addDelivery(community, script, id, delivery, sent_at ?? created_at);
  if (sent_at) addReads(community, script, id, deliveries, sent_at);
};

const attachmentOf = (community: Community, script: AnnouncementScript, author: User): Announcement['attachment'] => {
  if (!script.file) return null;
  const file = attach(community, author, 'announcement', script.file, script.title);
  return { s3_key: file.key, filename: file.name, file_size: file.size, file_type: extensionOf(file.name) };
};

type Delivery = { user: User; status: 'pending' | 'delivered' | 'failed' };

/** Whom it went to and how that went. A failed announcement reached nobody; one being sent has reached half. */
const deliveriesOf = (community: Community, script: AnnouncementScript, at: string): Delivery[] => {
  if (script.status === 'draft' || script.status === 'scheduled') return [];
  const missed = (script.failed ?? []).map((key) => community.person(key).id);
  return audienceOf(community, script, at).map((user, n) => {
    if (script.status === 'sending') return { user, status: n % 2 ? 'pending' : 'delivered' };
    return { user, status: script.status === 'failed' || missed.includes(user.id) ? 'failed' : 'delivered' };
  });
};

/** Whom it was meant for and who was there already. */
const audienceOf = ({ people, person }: Community, script: AnnouncementScript, at: string): User[] => {
  const chosen = script.audience === 'custom' ? script.to!.map(person) : [...people.values()];
  return chosen.filter(
    (user) =>
      user.status === 'active' &&
      user.created_at <= at &&
      (script.audience !== 'board' || isStaff(user.role)) &&
      (script.audience !== 'residents' || !isStaff(user.role)),
  );
};

const addDelivery = (
  community: Community,
  script: AnnouncementScript,
  announcement_id: string,
  delivery: Delivery,
  at: string,
) => {
  const { user, status } = delivery;
  const id = community.id(`delivery/${script.title}/${user.id}`);
  community.book.add(announcement_deliveries, {
    id,
    hoa_id: community.hoa_id,
    announcement_id,
    user_id: user.id,
    name: user.name,
    email: user.email,
    status,
    reason: status === 'failed' ? 'The mailbox did not accept the message' : null,
    provider_id: status === 'delivered' ? id : null,
    created_at: at,
    settled_at: status === 'pending' ? null : at,
  });
};

const addReads = (
  community: Community,
  script: AnnouncementScript,
  announcement_id: string,
  deliveries: Delivery[],
  sent_at: string,
) => {
  const random = community.random(`reads/${script.title}`);
  const unread = (script.unread ?? []).map((key) => community.person(key).id);
  for (const { user } of deliveries) {
    if (random.next() >= (script.read ?? 0) || unread.includes(user.id)) continue;
    const id = readId(announcement_id, user.id);
    const read_at = community.clock.after(sent_at, 1)[0]!;
    community.book.add(announcement_reads, {
      id,
      hoa_id: community.hoa_id,
      announcement_id,
      user_id: user.id,
      read_at,
    });
  }
};
