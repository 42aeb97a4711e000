import type { Getter } from 'jotai';
import { isReadable } from '../../sync/announcements.ts';
import { rowsAtoms } from '../store.ts';

/** How many announcements the user has not opened, on whatever device. */
export const countUnread = (get: Getter, user_id: string): number => {
  const announcements = get(rowsAtoms.announcement);
  const opened = get(rowsAtoms.announcementRead)
    .by('user_id', user_id)
    .map(({ announcement_id }) => announcements.get(announcement_id))
    .filter((announcement) => announcement && isReadable(announcement));
  return announcements.size - announcements.by('status', 'draft').length - opened.length;
};
