import type { Getter } from 'jotai';
import { isReadable } from '../../../sync/announcements/entity.ts';
import { completeAtom, rowsAtoms } from '../../device/store.ts';

/** How many announcements the user has not opened, on whatever device; 0 until all are in memory. */
export const countUnread = (get: Getter, user_id: string): number => {
  const complete = get(completeAtom);
  if (!complete.has('announcement') || !complete.has('announcementRead')) return 0;
  const announcements = get(rowsAtoms.announcement);
  const opened = get(rowsAtoms.announcementRead)
    .by('user_id', user_id)
    .map(({ announcement_id }) => announcements.get(announcement_id))
    .filter((announcement) => announcement && isReadable(announcement));
  return announcements.size - announcements.by('status', 'draft').length - opened.length;
};
