import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { useCallback, useMemo } from 'react';
import {
  ANNOUNCEMENT_CATEGORIES,
  ANNOUNCEMENT_STATUSES,
  AUDIENCE_TYPES,
  type AudienceType,
  type Delivery,
  readId,
} from '../../../schema/announcements.ts';
import { plainText } from '../../../schema/rich-text.ts';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import { peopleOnStreets } from '../../../sync/addresses/streets.ts';
import { recipientsOf, unread } from '../../../sync/announcements/entity.ts';
import { toDeliveries } from '../../../sync/announcements/recipients.ts';
import { useUser } from '../../device/session.ts';
import { rowsNow, storeAtom, useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { exportCsv } from '../../screens/export-csv.tsx';
import {
  choiceFilter,
  filterPath,
  multiFilter,
  parseFilters,
  textFilter,
  useListFilters,
} from '../../screens/filters.ts';
import { useListState } from '../../screens/list-state.ts';
import { AGE_SORT, type Sorts, sortValues, textSort } from '../../screens/sorting.tsx';
import { formatDate, formatLabel, sortByName } from '../../ui/format.ts';
import type { Person } from '../../ui/people-picker.tsx';
import { usePrinting } from '../../ui/printing.ts';
import { countUnread } from './unread.ts';

export const LIST = { label: 'Announcements', href: paths.announcements() };

export const SORTS: Sorts = {
  Date: AGE_SORT,
  Title: textSort('title', 'Title'),
  Category: textSort('category', 'Category'),
  Status: [
    { value: 'status', label: 'Drafts First' },
    { value: '-status', label: 'Drafts Last' },
  ],
};

const FILTERS = {
  sort: choiceFilter(sortValues(SORTS)),
  search: textFilter,
  category: multiFilter(ANNOUNCEMENT_CATEGORIES),
  status: multiFilter(ANNOUNCEMENT_STATUSES),
  show: choiceFilter(['all', 'unread']),
};

export const useFilters = () => useListFilters(FILTERS);
export type Filters = ReturnType<typeof useFilters>['filters'];
export const listPath = (changes: Partial<Filters>): string => filterPath(FILTERS, paths.announcements(), changes);

const AUDIENCES: Record<AudienceType, string> = {
  all: 'All Members',
  board: 'Board Members Only',
  residents: 'Residents Only',
  custom: 'Custom Recipients',
};

export const CATEGORY_OPTIONS = ANNOUNCEMENT_CATEGORIES.map((value) => ({ value, label: formatLabel(value) }));
export const AUDIENCE_OPTIONS = AUDIENCE_TYPES.map((value) => ({ value, label: AUDIENCES[value] }));

export const audienceLabel = (audience: AudienceType): string =>
  audience === 'custom' ? AUDIENCES.custom : formatLabel(audience);

const PREVIEW_LENGTH = 100;

export const preview = ({ message }: Pick<Announcement, 'message'>): string => {
  const characters = [...plainText(message)];
  return characters.length > PREVIEW_LENGTH
    ? `${characters.slice(0, PREVIEW_LENGTH).join('').trimEnd()}…`
    : characters.join('');
};

/** Delivered of sent as a whole percent; 0 where nothing was sent. */
export const successRate = (delivered: number, sent: number): number =>
  sent === 0 ? 0 : Math.round((delivered / sent) * 100);

/** True if the user has opened an announcement, on whatever device. */
export const useHasRead = (): ((announcement_id: string) => boolean) => {
  const { id } = useUser();
  const reads = useRows('announcementRead');
  return useCallback((announcement_id) => reads.get(readId(announcement_id, id)) !== undefined, [reads, id]);
};

/** The first `shown` announcements; those that the user has not opened for `show: 'unread'`. */
export const useAnnouncements = (filters: Filters, shown: number) => {
  const isUnread = filters.show === 'unread';
  const printing = usePrinting();
  const results = useListState('announcement', filters, isUnread ? Infinity : shown);
  const hasRead = useHasRead();
  const unreads = useMemo(() => (isUnread ? unread(results.rows, hasRead) : []), [isUnread, results.rows, hasRead]);
  return isUnread ? { ...results, rows: printing ? unreads : unreads.slice(0, shown), found: unreads.length } : results;
};

/** Props of `Neighbors` for a announcement. */
export const NEIGHBORS = {
  entities: ['announcement', 'announcementRead'],
  list: LIST.href,
  hrefOf: paths.announcement,
  idsOf: (params: URLSearchParams, open: string) => {
    const read = new Set(rowsNow('announcementRead').all.map(({ announcement_id }) => announcement_id));
    return matchingIds(parseFilters(FILTERS, params), (id) => id !== open && read.has(id));
  },
} as const;

/** The ids of all announcements that match the filters, in the order of the list, as they are now. */
export const matchingIds = (filters: Filters, hasRead: (announcement_id: string) => boolean): string[] => {
  const found = getDefaultStore().get(storeAtom)?.query('announcement', filters) ?? [];
  return unreadAlone(found, filters, hasRead).map(({ id }) => id);
};

/** The announcements that `show: 'unread'` shows. */
export const unreadAlone = (
  rows: readonly Announcement[],
  { show }: Pick<Filters, 'show'>,
  hasRead: (announcement_id: string) => boolean,
): readonly Announcement[] => (show === 'unread' ? unread(rows, hasRead) : rows);

/** Downloads announcements as CSV, with the columns of the list, and for the board with the people they reached. */
export const exportAnnouncements = async (announcements: readonly Announcement[], board: boolean): Promise<void> => {
  const header = ['Title', 'Category', 'Status', 'Created', 'Sent'];
  const lines = announcements.map((announcement) => [
    announcement.title,
    formatLabel(announcement.category),
    formatLabel(announcement.status),
    formatDate(announcement.created_at),
    announcement.sent_at ? formatDate(announcement.sent_at) : '',
    ...(board ? reachOf(announcement) : []),
  ]);
  await exportCsv('announcements', board ? [...header, ...REACH] : header, lines);
};

const REACH = ['Created By', 'Audience', 'Recipients', 'Delivered', 'Failed'];
const reachOf = (announcement: Announcement): string[] => [
  announcement.created_by_name || 'Unknown',
  audienceLabel(announcement.audience_type),
  String(announcement.recipient_count),
  String(announcement.delivered_count),
  String(announcement.failed_count),
];

export const useUnreadCount = (): number => {
  const { id } = useUser();
  return useAtomValue(useMemo(() => atom((get) => countUnread(get, id)), [id]));
};

type SendingState = Pick<
  Announcement,
  'status' | 'recipient_count' | 'delivered_count' | 'failed_count' | 'sending_since'
>;
type Retry = { delivered: number; pending: number };

/** True if a sent announcement is being sent again to the recipients it did not reach. */
export const isRetrying = ({ status, sending_since }: Pick<SendingState, 'status' | 'sending_since'>): boolean =>
  status === 'sent' && sending_since !== null;

export const sentMessage = ({ delivered_count, recipient_count }: SendingState): string =>
  `Announcement sent successfully (${delivered_count}/${recipient_count} emails delivered)`;

export const retryOf = (now: SendingState): Retry | null =>
  isRetrying(now)
    ? { delivered: now.delivered_count, pending: now.recipient_count - now.delivered_count - now.failed_count }
    : null;

export const retryMessage = (now: SendingState, { delivered, pending }: Retry): string => {
  const succeeded = now.delivered_count - delivered;
  return `Retry completed: ${succeeded} succeeded, ${pending - succeeded} failed`;
};

export type Audience = Pick<Announcement, 'audience_type' | 'custom_recipients'> & {
  streets?: readonly string[] | null;
};

export const useActivePeople = (): Person[] => {
  const users = useRows('user');
  return useMemo(() => sortByName(recipientsOf({ audience_type: 'all', custom_recipients: [] }, users.all)), [users]);
};

/** The people an audience reaches now, by name; for the board, whose device holds every user. */
export const useReach = ({ audience_type, custom_recipients, streets }: Audience): Person[] => {
  const users = useRows('user');
  const addresses = useRows('address');
  return useMemo(() => {
    const street_recipients = streets?.length ? peopleOnStreets(streets, users.all, addresses.all) : [];
    return sortByName(recipientsOf({ audience_type, custom_recipients, street_recipients }, users.all));
  }, [users, addresses, audience_type, custom_recipients, streets]);
};

export const useDeliveries = (announcement_id: string): Delivery[] => {
  const stored = useRows('announcementRecipients').get(announcement_id);
  return useMemo(() => sortByName(toDeliveries(stored?.recipients)), [stored]);
};

/** True if the recipients are fixed: the announcement has been sent or is being sent. */
export const isStarted = ({ status, recipient_count }: Pick<Announcement, 'status' | 'recipient_count'>): boolean =>
  status === 'sent' || recipient_count > 0;
