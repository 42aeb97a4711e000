import type * as z from 'zod/mini';
import type { announcementSending, announcementUpdate } from '../../schema/announcement-inputs.ts';
import { ANNOUNCEMENT_STATUSES } from '../../schema/announcements.ts';
import type { Announcement } from '../../schema/tables/announcements.ts';
import type { User } from '../../schema/tables/users.ts';
import type { Descriptors } from '../entity.ts';
import { defineList, type OrderKey, orderBy } from '../list.ts';
import { can, isStaff } from '../roles.ts';
import type { Actor } from '../tx.ts';
import { changedSince, conflictsIn, versionsOf } from '../versions.ts';
import { chosen } from '../where.ts';
import { recipientsView } from './recipients.ts';

export const ANNOUNCEMENT_NOT_FOUND = 'Announcement not found or you do not have permission to view it';

export const canManage = (actor: Pick<Actor, 'role'>) => can(actor.role, 'announcements.manage');
export const canEdit = (actor: Pick<Actor, 'role'>, { status }: Pick<Announcement, 'status'>) =>
  canManage(actor) && status === 'draft';
export const canSend = (actor: Pick<Actor, 'role'>, { status }: Pick<Announcement, 'status'>) =>
  canManage(actor) && (status === 'draft' || status === 'failed');
export const canRetry = (actor: Pick<Actor, 'role'>, announcement: Pick<Announcement, 'status' | 'failed_count'>) =>
  canManage(actor) && announcement.status === 'sent' && announcement.failed_count > 0;
export const canDelete = canSend;
export const isReadable = ({ status }: Pick<Announcement, 'status'>) => status !== 'draft';

export type AnnouncementQuery = {
  search?: string;
  category?: readonly string[];
  status?: readonly string[];
  /** 'newest', 'oldest', or one of `SORT_KEYS`, with '-' before it descending. */
  sort?: string;
};

type Listed = Pick<Announcement, 'id' | 'title' | 'category' | 'status' | 'sent_at' | 'created_at'>;

const byDate = (descending: boolean): OrderKey<Listed>[] => [
  { column: 'sent_at', ifNull: 'created_at', descending },
  { column: 'id', descending },
];
const SORT_KEYS: Record<string, OrderKey<Listed>> = {
  title: { column: 'title', ignoreCase: true },
  category: { column: 'category' },
  status: { column: 'status', among: ANNOUNCEMENT_STATUSES },
};

const list = defineList<Listed, AnnouncementQuery>({
  searchText: ({ title }) => title,
  filters: ({ category, status }) => ({ category: chosen(category), status: chosen(status) }),
  order: ({ sort }) => orderBy(SORT_KEYS, sort, byDate(sort !== 'oldest')),
});

const PUBLISHED = ['sending', 'sent'] as const satisfies Announcement['status'][];

const residentView = (announcement: Announcement): Partial<Announcement> => ({
  id: announcement.id,
  title: announcement.title,
  message: announcement.message,
  category: announcement.category,
  status: announcement.status,
  attachment: announcement.attachment,
  delivery_methods: announcement.delivery_methods,
  recipient_count: announcement.recipient_count,
  created_at: announcement.created_at,
  sent_at: announcement.sent_at,
});

export const unread = <Row extends Pick<Announcement, 'id' | 'status'>>(
  rows: readonly Row[],
  hasRead: (announcement_id: string) => boolean,
): Row[] => rows.filter((row) => isReadable(row) && !hasRead(row.id));

/** Mailed to everybody, whatever they have chosen. */
export const isUrgent = ({ category }: Pick<Announcement, 'category'>): boolean => category === 'urgent';

type Addressed = Pick<Announcement, 'audience_type' | 'custom_recipients'> &
  Partial<Pick<Announcement, 'street_recipients'>>;

/** The people of a custom audience's streets are those in `street_recipients`. */
export const recipientsOf = <Person extends Pick<User, 'id' | 'role' | 'status' | 'deleted_at'>>(
  { audience_type, custom_recipients, street_recipients }: Addressed,
  people: readonly Person[],
): Person[] => {
  const active = people.filter(isReachable);
  if (audience_type === 'all') return active;
  if (audience_type === 'custom') {
    const named = new Set([...custom_recipients, ...(street_recipients ?? [])]);
    return active.filter((person) => named.has(person.id));
  }
  return active.filter((person) => isStaff(person.role) === (audience_type === 'board'));
};

export const isReachable = (person: Pick<User, 'status' | 'deleted_at'> | undefined) =>
  person?.status === 'active' && !person.deleted_at;

type Update = Partial<z.output<typeof announcementUpdate>>;

/** Chosen recipients and streets are merged, so they conflict only if all are dropped or the audience is no longer custom. */
export const conflictsOf = (
  draft: Announcement,
  { title, message, audience_type, custom_recipients, streets, base }: Update,
): string[] => {
  const isCustom = (audience_type ?? draft.audience_type) === 'custom';
  return conflictsIn(
    draft,
    {
      title,
      message,
      audience_type: audience_type ?? ((custom_recipients || streets) && 'custom'),
      custom_recipients: isCustom ? undefined : [],
      streets: isCustom ? undefined : null,
    },
    base,
  );
};

/** The sender sends the version of these fields that they have read. */
const SENT_FIELDS = [
  'title',
  'message',
  'category',
  'audience_type',
  'custom_recipients',
  'streets',
  'attachment',
] as const;
export const versionToSend = (announcement: Announcement) => versionsOf(announcement, SENT_FIELDS);
export const changedSinceRead = (announcement: Announcement, { base }: Partial<z.output<typeof announcementSending>>) =>
  changedSince(announcement, base, SENT_FIELDS);

export const entities = {
  announcement: {
    audiences: [
      { audience: 'board' },
      { audience: 'residents', when: { status: PUBLISHED, audience_type: ['all', 'residents'] } },
      { namedIn: 'custom_recipients', when: { status: PUBLISHED, audience_type: 'custom' } },
      { namedIn: 'street_recipients', when: { status: PUBLISHED, audience_type: 'custom' } },
    ],
    view: (announcement, viewer) => (canManage(viewer) ? announcement : residentView(announcement)),
    list,
    conflicts: {
      updateAnnouncement: conflictsOf,
      sendAnnouncement: changedSinceRead,
      scheduleAnnouncement: changedSinceRead,
    },
    files: { feature: 'announcements' },
  },
  announcementRecipients: {
    audiences: [{ audience: 'board' }],
    view: recipientsView,
    load: 'on demand',
  },
  announcementRead: { audiences: [{ namedIn: 'user_id' }], view: (read) => read },
} satisfies Descriptors;
