import { useCallback, useEffect, useRef } from 'react';
import { type Announcement, readId } from '../../schema/announcements.ts';
import { isReadable } from '../../sync/announcements.ts';
import { useUser } from '../session.ts';
import { save, useRows } from '../store.ts';
import { useWaiting } from './waiting.ts';

/** Whether the user has opened an announcement, on whatever device. */
export const useHasRead = (): ((announcement_id: string) => boolean) => {
  const { id } = useUser();
  const reads = useRows('announcementRead');
  return useCallback((announcement_id) => reads.get(readId(announcement_id, id)) !== undefined, [reads, id]);
};

/** Marks an announcement as read, once, while it is on the screen. One's own waits until it is on its way. */
export const useMarkRead = (announcement: Pick<Announcement, 'id' | 'status'>): void => {
  const marked = useRef<string>(null);
  const isRead = useHasRead()(announcement.id);
  const waits = useWaiting().has(announcement.id);
  const owes = isReadable(announcement) && !isRead && !waits;
  useEffect(() => {
    if (!owes || marked.current === announcement.id) return;
    marked.current = announcement.id;
    // It may have been taken back this very moment; then there is nothing to mark.
    save('markAnnouncementRead', { id: announcement.id }).catch(() => undefined);
  }, [owes, announcement.id]);
};
