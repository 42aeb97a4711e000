import { useCallback, useEffect, useRef } from 'react';
import { type Announcement, readId } from '../../schema/announcements.ts';
import { isReadable } from '../../sync/announcements.ts';
import { useWaiting } from '../screens/waiting.tsx';
import { useUser } from '../session.ts';
import { save, useRows } from '../store.ts';

/** Whether the user has opened an announcement, on whatever device. */
export const useHasRead = (): ((announcement_id: string) => boolean) => {
  const { id } = useUser();
  const reads = useRows('announcementRead');
  return useCallback((announcement_id) => reads.get(readId(announcement_id, id)) !== undefined, [reads, id]);
};

/** Marks the announcement on the screen as read, once; after changes to it that still wait. */
export const useMarkRead = (announcement: Pick<Announcement, 'id' | 'status'>): void => {
  const marked = useRef<string>(null);
  const isRead = useHasRead()(announcement.id);
  const isWaiting = useWaiting().has(announcement.id);
  const isUnread = isReadable(announcement) && !isRead && !isWaiting;
  useEffect(() => {
    if (!isUnread || marked.current === announcement.id) return;
    marked.current = announcement.id;
    // It may have been deleted meanwhile; then there is nothing to mark.
    save('markAnnouncementRead', { id: announcement.id }).catch(() => undefined);
  }, [isUnread, announcement.id]);
};
