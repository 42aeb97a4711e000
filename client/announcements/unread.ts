import type { Getter } from 'jotai';
import { readId } from '../../schema/announcements.ts';
import { unread } from '../../sync/announcements.ts';
import { rowsAtoms } from '../store.ts';

/** How many announcements the user has not opened, on whatever device. */
export const countUnread = (get: Getter, user_id: string): number => {
  const reads = get(rowsAtoms.announcementRead);
  const hasRead = (id: string) => reads.get(readId(id, user_id)) !== undefined;
  return unread(get(rowsAtoms.announcement).all, hasRead).length;
};
