import { useEffect, useRef, useState } from 'react';
import type { Announcement } from '../../schema/announcements.ts';
import { canManage } from '../../sync/announcements.ts';
import { useUser } from '../session.ts';
import { useRows } from '../store.ts';
import { Success } from './banner.tsx';
import { sentSentence } from './outcome.ts';

/** What the sendings under way have come to, for the board in the list. */
export const Finished = () => {
  const { finished, dismiss } = useFinished();
  if (!canManage(useUser())) return null;
  return finished.map((announcement) => (
    <Success key={announcement.id} title={announcement.title} onClose={() => dismiss(announcement.id)}>
      {sentSentence(announcement)}
    </Success>
  ));
};

/** Those that went from sending to sent while the list was on the screen. */
const useFinished = () => {
  const announcements = useRows('announcement');
  const [finished, setFinished] = useState<readonly Announcement[]>([]);
  const sending = useRef<readonly string[]>([]);
  useEffect(() => {
    const ended = sending.current
      .map((id) => announcements.get(id))
      .filter((announcement) => announcement?.status === 'sent') as Announcement[];
    sending.current = announcements.all.filter(({ status }) => status === 'sending').map(({ id }) => id);
    if (ended.length > 0) setFinished((others) => [...others, ...ended]);
  }, [announcements]);
  const dismiss = (id: string) => setFinished((others) => others.filter((other) => other.id !== id));
  return { finished, dismiss };
};
